from typing import Any

from django.urls import URLPattern, path

from exchange.api.views.imports import ResultsImportViewSet
from exchange.api.views.sessions import SessionFileViewSet

IMPORTS = "v1/clubs/<slug:slug>/results-imports/"
ROUTES: list[tuple[str, dict[str, Any], str]] = [
    (IMPORTS, {"get": "list", "post": "create"}, "list"),
    (f"{IMPORTS}<int:pk>/", {"get": "retrieve"}, "detail"),
    (f"{IMPORTS}<int:pk>/files/", {"get": "files", "post": "add"}, "files"),
    (f"{IMPORTS}<int:pk>/files/<int:file_id>/", {"put": "choose"}, "file"),
    (f"{IMPORTS}<int:pk>/files/<int:file_id>/undo/", {"post": "undo_file"}, "file-undo"),
    (f"{IMPORTS}<int:pk>/names/", {"get": "names", "post": "answer_names"}, "names"),
    (f"{IMPORTS}<int:pk>/confirm/", {"post": "confirm"}, "confirm"),
    (f"{IMPORTS}<int:pk>/drop/", {"post": "drop"}, "drop"),
    (f"{IMPORTS}<int:pk>/undo/", {"post": "undo"}, "undo"),
]
urlpatterns: list[URLPattern] = [
    path(route, ResultsImportViewSet.as_view(actions), name=f"api-club-results-import-{name}")
    for route, actions, name in ROUTES
]
urlpatterns += [
    path("v1/sessions/<int:pk>/export/", SessionFileViewSet.as_view({"get": "leave"}), name="api-session-export"),
    path(
        "v1/clubs/<slug:slug>/sessions/import/",
        SessionFileViewSet.as_view({"post": "arrive"}),
        name="api-club-session-import",
    ),
]
