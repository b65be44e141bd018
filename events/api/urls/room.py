from typing import Any

from django.urls import URLPattern, path

from events.api.views.room import ClockActViewSet, RoomViewSet, TableCodeViewSet
from events.api.views.standing_codes import StandingCodeViewSet

ROUTES: list[tuple[Any, str, dict[str, Any], str]] = [
    (RoomViewSet, "clock/", {"get": "clock"}, "clock"),
    (RoomViewSet, "seating/", {"get": "seating"}, "seating"),
    (RoomViewSet, "movement/", {"get": "movement"}, "movement"),
    (RoomViewSet, "where-next/", {"get": "where_next"}, "where-next"),
    (ClockActViewSet, "clock/lengths/", {"post": "lengths"}, "clock-lengths"),
    (ClockActViewSet, "clock/restart/", {"post": "restart"}, "clock-restart"),
    (ClockActViewSet, "clock/pause/", {"post": "pause"}, "clock-pause"),
    (ClockActViewSet, "clock/resume/", {"post": "resume"}, "clock-resume"),
    (ClockActViewSet, "clock/time/", {"post": "add_time"}, "clock-time"),
    (ClockActViewSet, "clock/move/", {"post": "call_move"}, "clock-move"),
    (ClockActViewSet, "clock/break/", {"post": "begin_break"}, "clock-break"),
    (ClockActViewSet, "clock/play-on/", {"post": "play_on"}, "clock-play-on"),
    (TableCodeViewSet, "table-codes/", {"get": "codes", "post": "add_codes"}, "table-codes"),
    (TableCodeViewSet, "table-codes/<int:code>/revoke/", {"post": "revoke"}, "revoke-table-code"),
    (TableCodeViewSet, "seat-claims/", {"get": "claims"}, "seat-claims"),
    (TableCodeViewSet, "seat-claims/<int:claim>/accept/", {"post": "accept"}, "accept-seat-claim"),
    (TableCodeViewSet, "seat-claims/<int:claim>/dismiss/", {"post": "dismiss"}, "dismiss-seat-claim"),
]
STANDING: list[tuple[str, dict[str, Any], str]] = [
    ("", {"get": "codes", "post": "make"}, "standing-codes"),
    ("stop/", {"post": "stop"}, "stop-standing-codes"),
    ("<int:pk>/renew/", {"post": "renew"}, "renew-standing-code"),
]
urlpatterns: list[URLPattern] = [
    *(
        path(f"v1/sessions/<int:pk>/{route}", view.as_view(actions), name=f"api-session-{name}")
        for view, route, actions, name in ROUTES
    ),
    *(
        path(
            f"v1/clubs/<slug:slug>/standing-codes/{route}",
            StandingCodeViewSet.as_view(actions),
            name=f"api-club-{name}",
        )
        for route, actions, name in STANDING
    ),
]
