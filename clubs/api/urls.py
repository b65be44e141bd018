"""Addresses of the API. Include other apps' parts before this one: it answers for the rest of `/api/`."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, include, path, re_path

from clubs.api.views import account, bodies, joining, merging, office, pages, people, register
from clubs.models import Club, Federation

LIST: dict[str, Any] = {"get": "list", "post": "create"}
ONE: dict[str, Any] = {"get": "retrieve", "patch": "partial_update"}
OWN: dict[str, Any] = {"get": "retrieve", "post": "create", "delete": "destroy"}
REQUESTS = joining.JoinRequestViewSet.as_view


def on_bodies(route: str, view: Any, actions: dict[str, Any], name: str) -> list[URLPattern]:
    """The same address below a federation and below a club."""
    return [
        path(f"{kind}s/<slug:slug>/{route}", view.as_view(actions, kind=kind), name=f"api-{kind}-{name}")
        for kind in (Federation.kind, Club.kind)
    ]


def on_federations(route: str, view: Any, actions: dict[str, Any], name: str) -> list[URLPattern]:
    at = f"federations/<slug:slug>/{route}"
    return [path(at, view.as_view(actions, kind=Federation.kind), name=f"api-federation-{name}")]


v1 = [
    path("", pages.StartViewSet.as_view({"get": "start"}), name="api-start"),
    path("me/", account.MeViewSet.as_view({"get": "retrieve"}), name="api-me"),
    path("me/data/", register.OwnDataViewSet.as_view({"get": "list"}), name="api-own-data"),
    path("tokens/", account.TokenViewSet.as_view(LIST), name="api-token-list"),
    path("tokens/<int:pk>/", account.TokenViewSet.as_view({"delete": "destroy"}), name="api-token-detail"),
    path("federations/", bodies.FederationViewSet.as_view(LIST), name="api-federation-list"),
    path("federations/<slug:slug>/", bodies.FederationViewSet.as_view(ONE), name="api-federation-detail"),
    path("clubs/", bodies.ClubViewSet.as_view(LIST), name="api-club-list"),
    path("clubs/<slug:slug>/", bodies.ClubViewSet.as_view(ONE), name="api-club-detail"),
    path("clubs/<slug:slug>/memberships/", people.ClubMembershipViewSet.as_view(LIST), name="api-club-memberships"),
    path(
        "clubs/<slug:slug>/join-request/", joining.OwnJoinRequestViewSet.as_view(OWN), name="api-club-own-join-request"
    ),
    path("clubs/<slug:slug>/join-requests/", REQUESTS({"get": "list"}), name="api-club-join-requests"),
    path("clubs/<slug:slug>/join-requests/<int:pk>/", REQUESTS({"get": "retrieve"}), name="api-club-join-request"),
    *(
        path(
            f"clubs/<slug:slug>/join-requests/<int:pk>/{act}/", REQUESTS({"post": act}), name=f"api-join-request-{act}"
        )
        for act in ("join", "visitor", "add", "decline")
    ),
    path(
        "clubs/<slug:slug>/invitations/",
        joining.InvitationViewSet.as_view({"post": "create"}),
        name="api-club-invitations",
    ),
    path(
        "clubs/<slug:slug>/one-time-links/",
        joining.OneTimeLinkViewSet.as_view({"post": "create"}),
        name="api-club-one-time-links",
    ),
    path(
        "memberships/<int:pk>/separate/",
        people.MembershipViewSet.as_view({"post": "separate"}),
        name="api-membership-separate",
    ),
    path("memberships/<int:pk>/", people.MembershipViewSet.as_view(ONE), name="api-membership-detail"),
    path("memberships/<int:pk>/end/", people.MembershipViewSet.as_view({"post": "end"}), name="api-membership-end"),
    path("players/<int:pk>/", people.PlayerViewSet.as_view(ONE), name="api-player-detail"),
    *on_bodies("roles/", office.RoleViewSet, LIST, "roles"),
    *on_bodies("roles/<int:pk>/", office.RoleViewSet, {"get": "retrieve", "delete": "destroy"}, "role-detail"),
    *on_bodies("regulations/", office.RegulationViewSet, {"get": "list"}, "regulations"),
    *on_bodies(
        "regulations/<str:key>/",
        office.RegulationViewSet,
        ONE | {"put": "update", "delete": "destroy"},
        "regulation-detail",
    ),
    *on_bodies("audit/", office.AuditViewSet, {"get": "list"}, "audit"),
    *on_bodies("duplicates/", merging.DuplicateViewSet, {"get": "list"}, "duplicates"),
    *on_bodies(
        "duplicates/<int:kept_id>/<int:merged_id>/",
        merging.DuplicateViewSet,
        {"get": "preview"},
        "duplicate-preview",
    ),
    *on_bodies("duplicates/two-people/", merging.DuplicateViewSet, {"post": "two_people"}, "two-people"),
    *on_bodies("duplicates/two-people/forget/", merging.DuplicateViewSet, {"post": "forget"}, "two-people-forget"),
    *on_bodies("player-merges/", merging.PlayerMergeViewSet, LIST, "player-merges"),
    *on_bodies("player-merges/<int:pk>/", merging.PlayerMergeViewSet, {"get": "retrieve"}, "player-merge"),
    *on_bodies(
        "player-merges/<int:pk>/take-back/", merging.PlayerMergeViewSet, {"post": "take_back"}, "player-merge-take-back"
    ),
    *on_federations("register/", register.RegisterViewSet, {"get": "list"}, "register"),
    *on_federations("register/<int:pk>/", register.RegisterViewSet, {"get": "retrieve"}, "registered"),
    *on_federations(
        "register/<int:pk>/home-clubs/",
        register.RegisterViewSet,
        {"get": "home_clubs", "post": "home_club"},
        "home-clubs",
    ),
    *on_federations(
        "register/<int:pk>/registration/", register.RegisterViewSet, {"post": "registration"}, "registration"
    ),
    *on_federations("register-imports/", register.RegisterImportViewSet, LIST, "register-imports"),
    *on_federations(
        "register-imports/<int:pk>/",
        register.RegisterImportViewSet,
        {"get": "retrieve", "delete": "destroy"},
        "register-import",
    ),
    *on_federations(
        "register-imports/<int:pk>/confirm/", register.RegisterImportViewSet, {"post": "confirm"}, "register-confirm"
    ),
    *on_federations(
        "register-imports/<int:import_id>/rows/", register.RegisterImportRowViewSet, {"get": "list"}, "register-rows"
    ),
    *on_federations(
        "register-imports/<int:import_id>/rows/<int:pk>/",
        register.RegisterImportRowViewSet,
        {"post": "same_person"},
        "register-row",
    ),
    *on_bodies("jobs/", office.JobViewSet, {"get": "list"}, "jobs"),
    *on_bodies("jobs/check-audit/", office.JobViewSet, {"post": "check_audit"}, "job-check-audit"),
    *on_bodies("jobs/<int:pk>/", office.JobViewSet, {"get": "retrieve"}, "job-detail"),
    *on_bodies("jobs/<int:pk>/retry/", office.JobViewSet, {"post": "retry"}, "job-retry"),
]

urlpatterns = [
    path("v1/", include(v1)),
    path("schema/", pages.SchemaView.as_view(), name="api-schema"),
    path("docs/", pages.docs, name="api-docs"),
    re_path(r"", pages.UnknownAddress.as_view(), name="api-unknown"),
]
