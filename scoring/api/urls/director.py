from typing import Any

from django.urls import URLPattern, path

from scoring.api.views.director import BoardFormsViewSet, CallViewSet, ClaimViewSet, PenaltyViewSet, ResultViewSet

PLAY = "results/<int:play>/"
ROUTES: list[tuple[Any, str, dict[str, Any], str]] = [
    (ResultViewSet, "results/", {"get": "results"}, "results"),
    (ResultViewSet, PLAY, {"put": "set_result"}, "set-result"),
    (ResultViewSet, f"{PLAY}turn/", {"post": "turn"}, "turn-result"),
    (ResultViewSet, f"{PLAY}drop/", {"post": "drop"}, "drop-board"),
    (ResultViewSet, f"{PLAY}postpone/", {"post": "postpone"}, "postpone-board"),
    (ResultViewSet, f"{PLAY}restore/", {"post": "restore"}, "restore-board"),
    (ResultViewSet, f"{PLAY}adjust/", {"post": "adjust"}, "adjust"),
    (ResultViewSet, f"{PLAY}unadjust/", {"post": "unadjust"}, "unadjust"),
    (ResultViewSet, "standings/", {"get": "standings"}, "standings"),
    (BoardFormsViewSet, "board-forms/", {"get": "board_forms", "post": "tell_apart"}, "board-forms"),
    (ClaimViewSet, "entries-to-decide/", {"get": "entries"}, "entries-to-decide"),
    (ClaimViewSet, "entries-to-decide/<int:entry>/settle/", {"post": "settle"}, "settle-entry"),
    (CallViewSet, "calls/", {"get": "calls", "post": "make_call"}, "calls"),
    (CallViewSet, "calls/<int:call>/take/", {"post": "take"}, "take-call"),
    (CallViewSet, "calls/<int:call>/close/", {"post": "close"}, "close-call"),
    (PenaltyViewSet, "penalties/", {"get": "penalties", "post": "give"}, "penalties"),
    (PenaltyViewSet, "penalties/<int:penalty>/withdraw/", {"post": "withdraw"}, "withdraw-penalty"),
]
urlpatterns: list[URLPattern] = [
    path(f"v1/sessions/<int:pk>/{route}", view.as_view(actions), name=f"api-session-{name}")
    for view, route, actions, name in ROUTES
]
