from typing import Any

from django.urls import URLPattern, path

from rulings.api.views.rulings import RestrictionViewSet, RulingViewSet

ONE = "rulings/<int:ruling>/"
ROUTES: list[tuple[Any, str, dict[str, Any], str]] = [
    (RulingViewSet, "rulings/", {"get": "rulings", "post": "open"}, "rulings"),
    (RulingViewSet, ONE, {"get": "ruling", "patch": "write"}, "ruling"),
    (RulingViewSet, f"{ONE}answer/", {"post": "answer_question"}, "ruling-answer"),
    (RulingViewSet, f"{ONE}take-back/", {"post": "take_back"}, "ruling-take-back"),
    (RulingViewSet, f"{ONE}preview/", {"post": "preview"}, "ruling-preview"),
    (RulingViewSet, f"{ONE}give/", {"post": "give"}, "ruling-give"),
    (RulingViewSet, f"{ONE}count-tricks/", {"post": "count_tricks"}, "ruling-count-tricks"),
    (RulingViewSet, f"{ONE}amend/", {"post": "amend"}, "ruling-amend"),
    (RulingViewSet, f"{ONE}withdraw/", {"post": "withdraw"}, "ruling-withdraw"),
    (RestrictionViewSet, "restrictions/", {"get": "restrictions"}, "restrictions"),
    (RestrictionViewSet, "restrictions/<int:restriction>/end/", {"post": "end"}, "end-restriction"),
    (RestrictionViewSet, "restrictions/<int:restriction>/continue/", {"post": "go_on"}, "continue-restriction"),
    (RestrictionViewSet, "reminders/", {"get": "reminders"}, "reminders"),
    (RestrictionViewSet, "reminders/<int:reminder>/decide/", {"post": "decide"}, "decide-reminder"),
    (RestrictionViewSet, "reminders/<int:reminder>/settle/", {"post": "settle"}, "settle-reminder"),
]
urlpatterns: list[URLPattern] = [
    path(f"v1/sessions/<int:pk>/{route}", view.as_view(actions), name=f"api-session-{name}")
    for view, route, actions, name in ROUTES
]
