from typing import Any

from django.urls import path

from events.api.views import entries, events

LIST: dict[str, Any] = {"get": "list", "post": "create"}
ONE: dict[str, Any] = {"get": "retrieve", "patch": "partial_update"}
ROUTES: list[tuple[str, Any, dict[str, Any], str]] = [
    ("clubs/<slug:slug>/events/", events.ClubEventViewSet, LIST, "club-events"),
    ("events/<int:pk>/", events.EventViewSet, ONE | {"delete": "destroy"}, "event-detail"),
    ("events/<int:pk>/bring-back/", events.EventViewSet, {"post": "bring_back"}, "event-bring-back"),
    ("events/<int:pk>/publish/", events.EventViewSet, {"post": "publish"}, "event-publish"),
    ("events/<int:pk>/cancel/", events.EventViewSet, {"post": "cancel"}, "event-cancel"),
    ("events/<int:pk>/restore/", events.EventViewSet, {"post": "restore"}, "event-restore"),
    ("clubs/<slug:slug>/series/", events.ClubSeriesViewSet, LIST, "club-series"),
    ("series/<int:pk>/", events.SeriesViewSet, ONE, "series-detail"),
    ("series/<int:pk>/make/", events.SeriesViewSet, {"post": "make"}, "series-make"),
    ("events/<int:event>/sessions/", events.EventSessionViewSet, LIST, "event-sessions"),
    ("sessions/<int:pk>/", events.SessionViewSet, ONE | {"delete": "destroy"}, "session-detail"),
    ("events/<int:event>/contestants/", entries.EventContestantViewSet, LIST, "event-contestants"),
    ("contestants/<int:pk>/", entries.ContestantViewSet, ONE, "contestant-detail"),
    ("contestants/<int:pk>/withdraw/", entries.ContestantViewSet, {"post": "withdraw"}, "contestant-withdraw"),
    ("contestants/<int:pk>/promote/", entries.ContestantViewSet, {"post": "promote"}, "contestant-promote"),
    (
        "events/<int:event>/entry/",
        entries.EntryViewSet,
        {"get": "retrieve", "post": "create", "delete": "destroy"},
        "event-entry",
    ),
    ("events/<int:event>/wishes/", entries.EventWishViewSet, LIST, "event-wishes"),
    ("events/<int:event>/wishes/match/", entries.EventWishViewSet, {"post": "match"}, "event-match"),
    ("wishes/<int:pk>/", entries.WishViewSet, {"delete": "destroy"}, "wish-detail"),
    ("wishes/<int:pk>/accept/", entries.WishViewSet, {"post": "accept"}, "wish-accept"),
    ("clubs/<slug:slug>/desk/people/", entries.DeskPeopleViewSet, LIST, "desk-people"),
]
urlpatterns = [path(f"v1/{route}", view.as_view(actions), name=f"api-{name}") for route, view, actions, name in ROUTES]
