"""Addresses of the office's API."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, include, path

from clubs.api.urls import on_bodies
from office.api import register, views

CLUB, FEDERATION = "clubs/<slug:slug>/", "federations/<slug:slug>/"
YEAR = f"{CLUB}membership-years/<int:pk>/"
RENEWAL = f"{CLUB}renewals/<int:pk>/"


def at(route: str, view: Any, actions: dict[str, str], name: str) -> URLPattern:
    kind = {"kind": "federation"} if route.startswith(FEDERATION) else {}
    pattern: URLPattern = path(route, view.as_view(actions, **kind), name=f"api-{name}")
    return pattern


v1 = [
    at(
        f"{CLUB}membership-years/",
        views.MembershipYearViewSet,
        {"get": "list", "post": "create"},
        "membership-years",
    ),
    at(YEAR, views.MembershipYearViewSet, {"get": "retrieve", "patch": "partial_update"}, "membership-year"),
    at(f"{YEAR}renewals/", views.MembershipYearViewSet, {"get": "renewals"}, "membership-year-renewals"),
    *(
        at(f"{YEAR}{act}/", views.MembershipYearViewSet, {"post": act}, f"membership-year-{act}")
        for act in ("invite", "letters", "members")
    ),
    at(RENEWAL, views.RenewalViewSet, {"get": "retrieve", "patch": "partial_update"}, "renewal"),
    at(f"{RENEWAL}answer/", views.RenewalViewSet, {"post": "note_answer"}, "renewal-answer"),
    at(f"{RENEWAL}payments/", views.RenewalViewSet, {"post": "pay"}, "renewal-payments"),
    at(f"{CLUB}dues-payments/", views.DuesPaymentViewSet, {"get": "list"}, "dues-payments"),
    at(
        f"{CLUB}dues-payments/<int:pk>/withdraw/",
        views.DuesPaymentViewSet,
        {"post": "withdraw"},
        "dues-payment-withdraw",
    ),
    *on_bodies("mail-groups/", views.GroupMailViewSet, {"get": "groups"}, "mail-groups"),
    *on_bodies("messages/", views.GroupMailViewSet, {"get": "list", "post": "create"}, "messages"),
    *on_bodies("undelivered/", views.UndeliveredViewSet, {"get": "list"}, "undelivered"),
    *on_bodies("undelivered/<int:pk>/settle/", views.UndeliveredViewSet, {"post": "settle"}, "undelivered-settle"),
    *on_bodies("undelivered/<int:pk>/again/", views.UndeliveredViewSet, {"post": "again"}, "undelivered-again"),
    at(f"{FEDERATION}directors/", register.LicenceViewSet, {"get": "list", "post": "create"}, "directors"),
    at(
        f"{FEDERATION}directors/<int:pk>/",
        register.LicenceViewSet,
        {"get": "retrieve", "patch": "partial_update", "delete": "destroy"},
        "director",
    ),
    at(f"{FEDERATION}counts/", register.StandingViewSet, {"get": "counts"}, "counts"),
    *on_bodies("move/", register.StandingViewSet, {"post": "move"}, "move"),
    at(f"{CLUB}close/", register.StandingViewSet, {"post": "close"}, "club-close"),
    at(f"{CLUB}reopen/", register.StandingViewSet, {"post": "reopen"}, "club-reopen"),
    at("me/notices/", views.OwnNoticeViewSet, {"get": "list"}, "own-notices"),
    at("me/notices/read/", views.OwnNoticeViewSet, {"post": "read_all"}, "own-notices-read"),
    at("me/mail/", views.OwnNoticeViewSet, {"get": "choices", "patch": "choose"}, "own-mail"),
]

urlpatterns = [path("v1/", include(v1))]
