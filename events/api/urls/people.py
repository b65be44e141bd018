from typing import Any

from django.urls import path

from events.api.views.people import LineUpViewSet, MoneyViewSet, OfficialViewSet, SubstituteViewSet

ADDRESSES: list[tuple[str, Any, dict[str, Any], str]] = [
    ("money/", MoneyViewSet, {"get": "account", "post": "take"}, "money"),
    ("money/<int:money>/correct/", MoneyViewSet, {"post": "correct"}, "money-correct"),
    ("money/<int:money>/withdraw/", MoneyViewSet, {"post": "withdraw"}, "money-withdraw"),
    ("officials/", OfficialViewSet, {"get": "officials", "post": "appoint"}, "officials"),
    ("officials/<int:official>/charge/", OfficialViewSet, {"post": "charge"}, "official-charge"),
    ("officials/<int:official>/", OfficialViewSet, {"patch": "deputy", "delete": "remove"}, "official-detail"),
    ("substitutes/", SubstituteViewSet, {"get": "substitutes", "post": "add"}, "substitutes"),
    ("substitutes/<int:substitution>/end/", SubstituteViewSet, {"post": "end"}, "substitute-end"),
    ("substitutes/<int:substitution>/withdraw/", SubstituteViewSet, {"post": "withdraw"}, "substitute-withdraw"),
    ("boards-played/", SubstituteViewSet, {"get": "boards_played"}, "boards-played"),
    ("line-ups/", LineUpViewSet, {"get": "line_ups", "put": "give"}, "line-ups"),
]
urlpatterns = [
    path(f"v1/sessions/<int:pk>/{route}", view.as_view(actions), name=f"api-session-{name}")
    for route, view, actions, name in ADDRESSES
]
