"""Memberships and players."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.filters import MembershipFilter
from clubs.api.on_body import OnBodyViewSet
from clubs.api.serializers.joining import SeparateSerializer
from clubs.api.serializers.people import (
    EndSerializer,
    MembershipSerializer,
    NewMembershipSerializer,
    PlayerSerializer,
)
from clubs.models import Club, Membership, Player
from clubs.selectors.visible import keeping_club, visible_memberships, visible_players
from clubs.services.joining import separate_from_account
from clubs.services.memberships import add_membership, add_new_member, change_membership, end_membership
from clubs.services.players import change_player
from core.api.views import BaseViewSet, ListMixin, PrivateMixin, RetrieveMixin

TAG = "Members"


class ClubMembershipViewSet(ListMixin, OnBodyViewSet):
    tag = TAG
    summaries = {"list": "A club's memberships", "create": "Add a membership"}
    view_act = "membership.view"
    queryset = Membership.objects.none()
    serializer_class = MembershipSerializer
    filterset_class = MembershipFilter
    search_fields = ["player__display_name", "player__federation_number", "number"]
    ordering_fields = ["player__display_name", "number", "starts", "ends"]
    ordering = ["player__display_name", "starts"]
    body: Club

    def visible(self) -> QuerySet[Membership]:
        return visible_memberships(self.actor).filter(club=self.body)

    @extend_schema(request=NewMembershipSerializer, responses={201: MembershipSerializer})
    def create(self, request: Request, slug: str) -> Response:
        serializer = NewMembershipSerializer(data=request.data, context=self.get_serializer_context())
        serializer.is_valid(raise_exception=True)
        fields: dict[str, Any] = dict(serializer.validated_data)
        person = fields.pop("new_player", None)
        membership = (
            add_new_member(actor=self.actor, club=self.body, person=person, **fields)
            if person
            else add_membership(actor=self.actor, club=self.body, **fields)
        )
        return self.answer(membership, 201, at=reverse("api-membership-detail", args=[membership.pk]))


class MembershipViewSet(PrivateMixin, RetrieveMixin, BaseViewSet):
    tag = TAG
    summaries = {
        "retrieve": "One membership",
        "partial_update": "Change a membership",
        "end": "End a membership",
        "separate": "Separate the account that was joined to the member",
    }
    view_act = "membership.view"
    versioned_actions = ("partial_update", "end")
    queryset = Membership.objects.none()
    serializer_class = MembershipSerializer

    def visible(self) -> QuerySet[Membership]:
        return visible_memberships(self.actor)

    def partial_update(self, request: Request, pk: int) -> Response:
        membership = self.get_object()
        fields = self.read(membership, partial=True)
        return self.answer(
            change_membership(actor=self.actor, membership=membership, version=self.version(membership), **fields)
        )

    @extend_schema(request=EndSerializer, responses={200: MembershipSerializer})
    def end(self, request: Request, pk: int) -> Response:
        membership = self.get_object()
        serializer = EndSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        return self.answer(
            end_membership(
                actor=self.actor,
                membership=membership,
                version=self.version(membership),
                **serializer.validated_data,
            )
        )

    @extend_schema(request=SeparateSerializer, responses={200: MembershipSerializer})
    def separate(self, request: Request, pk: int) -> Response:
        membership = self.get_object()
        separate_from_account(actor=self.actor, membership=membership, **self.sent(SeparateSerializer))
        return self.answer(self.get_object())


class PlayerViewSet(PrivateMixin, RetrieveMixin, BaseViewSet):
    """Players are listed only as members of a club."""

    tag = "Players"
    summaries = {"retrieve": "One player", "partial_update": "Change a player's details"}
    view_act = "player.view"
    versioned_actions = ("partial_update",)
    queryset = Player.objects.none()
    serializer_class = PlayerSerializer

    def visible(self) -> QuerySet[Player]:
        return visible_players(self.actor)

    def partial_update(self, request: Request, pk: int) -> Response:
        player = self.get_object()
        fields = self.read(player, partial=True)
        return self.answer(
            change_player(
                actor=self.actor,
                player=player,
                club=keeping_club(self.actor, player),
                version=self.version(player),
                **fields,
            )
        )
