from django.urls import URLPattern, path

from rulings.api.views.polls import PollViewSet

POLLS = "v1/sessions/<int:pk>/polls/"
POLL = f"{POLLS}<int:poll>/"
urlpatterns: list[URLPattern] = [
    path(POLLS, PollViewSet.as_view({"get": "polls", "post": "open"}), name="api-session-polls"),
    path(POLL, PollViewSet.as_view({"get": "poll"}), name="api-session-poll"),
    path(f"{POLL}close/", PollViewSet.as_view({"post": "close"}), name="api-session-close-poll"),
    path(f"{POLL}reopen/", PollViewSet.as_view({"post": "reopen"}), name="api-session-reopen-poll"),
    path(f"{POLL}answers/<int:answer>/judge/", PollViewSet.as_view({"post": "judge"}), name="api-session-judge-answer"),
]
