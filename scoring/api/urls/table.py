from typing import Any

from django.urls import URLPattern, path

from scoring.api.views.table_rules import ClubTableRulesViewSet

ACTIONS: dict[str, Any] = {"get": "retrieve", "patch": "partial_update"}
urlpatterns: list[URLPattern] = [
    path("v1/clubs/<slug:slug>/table-rules/", ClubTableRulesViewSet.as_view(ACTIONS), name="api-club-table-rules"),
]
