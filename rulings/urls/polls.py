from django.urls import URLPattern, path

from clubs.urls.bodies import club_pages
from rulings.views import polled, polls

SESSION = "sessions/<int:session_id>/"
urlpatterns: list[URLPattern] = [
    path("poll/<str:link>/", polled.polled, name="poll"),
    *club_pages(
        [
            (f"{SESSION}polls/", polls.poll_list, "session-polls"),
            (f"{SESSION}polls/new/", polls.new, "session-new-poll"),
            (f"{SESSION}polls/<int:poll_id>/", polls.poll, "session-poll"),
            (f"{SESSION}polls/<int:poll_id>/act/", polls.act, "session-poll-act"),
        ]
    ),
]
