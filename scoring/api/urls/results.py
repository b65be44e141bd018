from typing import Any

from django.urls import URLPattern, path

from scoring.api.views.results import ReadResultsViewSet

ROUTES: list[tuple[str, dict[str, Any], str]] = [
    ("ranking/", {"get": "ranking"}, "ranking"),
    ("ranking/<int:contestant>/why/", {"get": "why_place"}, "why-place"),
    ("travellers/<int:number>/", {"get": "board"}, "traveller"),
    ("travellers/plays/<int:play>/why/<str:side>/", {"get": "why_score"}, "why-score"),
    ("scorecards/<int:contestant>/", {"get": "scorecard"}, "scorecard"),
]
urlpatterns: list[URLPattern] = [
    path(f"v1/sessions/<int:pk>/{route}", ReadResultsViewSet.as_view(actions), name=f"api-session-{name}")
    for route, actions, name in ROUTES
]
