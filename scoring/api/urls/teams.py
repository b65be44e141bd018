from typing import Any

from django.urls import URLPattern, path

from scoring.api.views.teams import DrawViewSet, EventActViewSet, EventResultsViewSet, MatchActViewSet, MatchViewSet

MATCH = "matches/<int:round>/<int:home>/<int:away>/"
DRAW = "draws/<int:section>/"
SESSION: list[tuple[Any, str, dict[str, Any], str]] = [
    (MatchViewSet, "matches/", {"get": "matches"}, "matches"),
    (MatchViewSet, MATCH, {"get": "match"}, "match"),
    (MatchActViewSet, f"{MATCH}agree/", {"post": "agree"}, "match-agree"),
    (MatchActViewSet, f"{MATCH}witness/", {"post": "witness"}, "match-witness"),
    (MatchActViewSet, f"{MATCH}terms/", {"post": "add_term"}, "match-terms"),
    (MatchActViewSet, "match-terms/<int:term>/withdraw/", {"post": "withdraw_term"}, "match-withdraw-term"),
    (MatchViewSet, "butler/", {"get": "butler"}, "butler"),
    (DrawViewSet, DRAW, {"get": "proposal", "post": "draw"}, "draw"),
    (DrawViewSet, f"{DRAW}again/", {"post": "again"}, "draw-again"),
    (DrawViewSet, f"{DRAW}take-back/", {"post": "take_back"}, "draw-take-back"),
    (DrawViewSet, "fields/", {"get": "groups", "put": "set_groups"}, "fields"),
]
EVENT: list[tuple[Any, str, dict[str, Any], str]] = [
    (EventResultsViewSet, "results/", {"get": "results"}, "results"),
    (EventResultsViewSet, "knockout/", {"get": "sheet"}, "knockout"),
    (EventActViewSet, "qualify/", {"post": "qualify"}, "qualify"),
    (EventActViewSet, "qualify/<int:session>/take-back/", {"post": "take_back_stage"}, "qualify-take-back"),
    (EventActViewSet, "knockout/draw/", {"post": "draw_sheet"}, "knockout-draw"),
    (EventActViewSet, "knockout/next/", {"post": "seat_next"}, "knockout-next"),
    (EventActViewSet, "knockout/winner/", {"post": "say_winner"}, "knockout-winner"),
    (EventActViewSet, "knockout/take-back/", {"post": "take_back_round"}, "knockout-take-back"),
]
urlpatterns: list[URLPattern] = [
    *(
        path(f"v1/sessions/<int:pk>/{route}", view.as_view(actions), name=f"api-session-{name}")
        for view, route, actions, name in SESSION
    ),
    *(
        path(f"v1/events/<int:pk>/{route}", view.as_view(actions), name=f"api-event-{name}")
        for view, route, actions, name in EVENT
    ),
]
