"""Federations and clubs."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.filters import ClubFilter, FederationFilter
from clubs.api.serializers.bodies import (
    ClubChangeSerializer,
    ClubSerializer,
    FederationChangeSerializer,
    FederationSerializer,
)
from clubs.models import Club, Federation
from clubs.selectors.visible import visible_clubs, visible_federations
from clubs.services.bodies import add_club, add_federation, change_club, change_federation
from core.api.views import BaseViewSet, ListMixin, RetrieveMixin


class BodyViewSet(ListMixin, RetrieveMixin, BaseViewSet):
    lookup_field = "slug"
    versioned_actions = ("partial_update",)
    search_fields = ["name", "slug"]
    ordering_fields = ["name", "slug"]
    ordering = ["name"]
    change_serializer_class: type[Any]

    def get_serializer_class(self) -> type[Any]:
        change = getattr(self, "action", "") == "partial_update"
        return self.change_serializer_class if change else super().get_serializer_class()


class FederationViewSet(BodyViewSet):
    tag = "Federations"
    summaries = {
        "list": "Federations",
        "retrieve": "One federation",
        "create": "Add a federation under another",
        "partial_update": "Change a federation",
    }
    view_act = "federation.view"
    queryset = Federation.objects.none()
    serializer_class = FederationSerializer
    change_serializer_class = FederationChangeSerializer
    filterset_class = FederationFilter
    ordering_fields = ["name", "slug", "level"]

    def visible(self) -> QuerySet[Federation]:
        return visible_federations(self.actor)

    def create(self, request: Request) -> Response:
        federation = add_federation(actor=self.actor, **self.read())
        return self.answer(federation, 201, at=reverse("api-federation-detail", args=[federation.slug]))

    def partial_update(self, request: Request, slug: str) -> Response:
        federation = self.get_object()
        fields = self.read(federation, partial=True)
        return self.answer(
            change_federation(actor=self.actor, federation=federation, version=self.version(federation), **fields)
        )


class ClubViewSet(BodyViewSet):
    tag = "Clubs"
    summaries = {
        "list": "Clubs",
        "retrieve": "One club",
        "create": "Add a club to a federation",
        "partial_update": "Change a club",
    }
    view_act = "club.view"
    queryset = Club.objects.none()
    serializer_class = ClubSerializer
    change_serializer_class = ClubChangeSerializer
    filterset_class = ClubFilter
    search_fields = ["name", "slug", "venue", "address"]

    def visible(self) -> QuerySet[Club]:
        return visible_clubs(self.actor)

    def create(self, request: Request) -> Response:
        club = add_club(actor=self.actor, **self.read())
        return self.answer(club, 201, at=reverse("api-club-detail", args=[club.slug]))

    def partial_update(self, request: Request, slug: str) -> Response:
        club = self.get_object()
        fields = self.read(club, partial=True)
        return self.answer(change_club(actor=self.actor, club=club, version=self.version(club), **fields))
