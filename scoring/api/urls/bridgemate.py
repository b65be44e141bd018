from typing import Any

from django.urls import URLPattern, path

from scoring.api.views.bridgemate import BridgemateViewSet

ROUTES: list[tuple[str, dict[str, Any], str]] = [
    ("bridgemate/", {"get": "movement"}, "bridgemate"),
    ("bridgemate/results/", {"post": "take_rows"}, "bridgemate-results"),
    ("bridgemate/file/", {"post": "read_file"}, "bridgemate-read-file"),
    ("bridgemate/new-file/", {"post": "write_file"}, "bridgemate-write-file"),
]
urlpatterns: list[URLPattern] = [
    path(f"v1/sessions/<int:pk>/{route}", BridgemateViewSet.as_view(actions), name=f"api-session-{name}")
    for route, actions, name in ROUTES
]
