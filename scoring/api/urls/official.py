from typing import Any

from django.urls import URLPattern, path

from scoring.api.views.official import AskViewSet, CorrectionViewSet, OfficialViewSet, PublishViewSet

CORRECTION = "corrections/<int:correction>/"
ROUTES: list[tuple[Any, str, dict[str, Any], str]] = [
    (OfficialViewSet, "official/", {"get": "official"}, "official"),
    (OfficialViewSet, "official/<int:number>/changes/", {"get": "changes"}, "publication-changes"),
    (PublishViewSet, "official/publish/", {"post": "publish"}, "publish"),
    (PublishViewSet, "official/take-back/", {"post": "take_back"}, "take-back-publication"),
    (PublishViewSet, "official/final/", {"post": "make_final"}, "make-final"),
    (AskViewSet, "corrections/ask/", {"post": "ask"}, "ask-correction"),
    (AskViewSet, f"{CORRECTION}take-back/", {"post": "take_back"}, "take-back-correction"),
    (CorrectionViewSet, "corrections/", {"get": "corrections"}, "corrections"),
    (CorrectionViewSet, f"{CORRECTION}decide/", {"post": "decide"}, "decide-correction"),
    (CorrectionViewSet, f"{CORRECTION}approve/", {"post": "approve"}, "approve-correction"),
    (CorrectionViewSet, "late-deadlines/", {"get": "deadlines"}, "late-deadlines"),
    (CorrectionViewSet, "late-deadlines/<int:late_deadline>/tell/", {"post": "tell"}, "tell-side"),
]
urlpatterns: list[URLPattern] = [
    path(f"v1/sessions/<int:pk>/{route}", view.as_view(actions), name=f"api-session-{name}")
    for view, route, actions, name in ROUTES
]
