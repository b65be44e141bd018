from django.urls import URLPattern

from clubs.urls.bodies import club_pages
from rulings.views import assistant, home, rulings, write

ALL = "sessions/<int:session_id>/rulings/"
ONE = f"{ALL}<int:ruling_id>/"
urlpatterns: list[URLPattern] = club_pages(
    [
        (ALL, home.home, "session-rulings"),
        (f"{ALL}new/", assistant.new, "ruling-new"),
        (f"{ALL}call/", home.open_call, "ruling-open-call"),
        (f"{ALL}calls/<int:call_id>/", home.call, "ruling-call"),
        (f"{ALL}restrictions/<int:restriction_id>/", home.end_restriction, "ruling-end-restriction"),
        (f"{ALL}restrictions/<int:restriction_id>/continue/", home.continue_restriction, "ruling-continue"),
        (f"{ONE}tricks/", home.tricks, "ruling-tricks"),
        (f"{ALL}reminders/<int:reminder_id>/", home.settle_reminder, "ruling-settle-reminder"),
        (f"{ALL}reminders/<int:reminder_id>/decide/", home.decide_reminder, "ruling-decide-reminder"),
        (f"{ALL}opinions/<int:opinion_id>/", home.give_opinion, "ruling-give-opinion"),
        (ONE, rulings.ruling, "ruling"),
        (f"{ONE}assistant/", assistant.assistant, "ruling-assistant"),
        (f"{ONE}write/", write.write, "ruling-write"),
        (f"{ONE}preview/", write.preview, "ruling-preview"),
        (f"{ONE}withdraw/", rulings.withdraw, "ruling-withdraw"),
        (f"{ONE}consult/", rulings.consult, "ruling-consult"),
    ]
)
