from typing import Any

from django.urls import path

from events.api.views.desk import DeskViewSet

ACTS: list[tuple[str, dict[str, Any], str]] = [
    ("sections/", {"get": "section_list", "post": "add_section"}, "sections"),
    ("seats/", {"get": "seats", "post": "seat"}, "seats"),
    ("seats/<int:place>/", {"delete": "unseat"}, "seat-detail"),
    ("seats/<int:place>/leave/", {"post": "leave"}, "seat-leave"),
    ("seats/<int:place>/come-back/", {"post": "come_back"}, "seat-come-back"),
    ("swap/", {"post": "swap"}, "swap"),
    ("arrange/", {"post": "arrange"}, "arrange"),
    ("movement/choose/", {"post": "movement"}, "choose-movement"),
    ("plays/", {"get": "plays"}, "plays"),
    ("start/", {"post": "start"}, "start"),
    ("start/take-back/", {"post": "take_back_start"}, "take-back-start"),
    ("rounds/next/", {"post": "next_round"}, "next-round"),
    ("rounds/recall/", {"post": "recall_round"}, "recall-round"),
    ("finish/", {"post": "finish"}, "finish"),
    ("reopen/", {"post": "reopen"}, "reopen"),
]
urlpatterns = [
    path(f"v1/sessions/<int:pk>/{route}", DeskViewSet.as_view(actions), name=f"api-session-{name}")
    for route, actions, name in ACTS
]
