from django.urls import URLPattern

from clubs.urls.bodies import club_pages
from scoring.views import deciding, official, published

SESSION = "sessions/<int:session_id>/"
DESK = f"{SESSION}desk/official/"
CORRECTION = f"{SESSION}desk/corrections/<int:correction_id>/"
urlpatterns: list[URLPattern] = club_pages(
    [
        (f"{SESSION}official/", published.official, "session-official"),
        (f"{SESSION}official/<int:number>/", published.publication, "session-publication"),
        (f"{SESSION}corrections/new/", published.ask, "session-ask-correction"),
        (f"{SESSION}corrections/<int:correction_id>/take-back/", published.take_back, "session-take-back-correction"),
        (DESK, official.official, "session-official-desk"),
        (f"{DESK}publish/", official.publish, "session-publish"),
        (f"{DESK}take-back/", official.take_back, "session-take-back-publication"),
        (f"{DESK}final/", official.make_final, "session-make-final"),
        (f"{DESK}told/<int:late_deadline_id>/", official.tell, "session-tell-side"),
        (f"{DESK}contact/", official.contact, "session-contact"),
        (f"{DESK}corrections/", official.enter, "session-enter-correction"),
        (CORRECTION, deciding.correction, "session-correction"),
        (f"{CORRECTION}decide/", deciding.decide, "session-decide-correction"),
        (f"{CORRECTION}approve/", deciding.approve, "session-approve-correction"),
    ]
)
