"""A federation's own desk for programs."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.on_body import OnBodyViewSet
from clubs.models import Club, Federation
from core.api.views import ListMixin, RetrieveMixin
from core.permissions import require
from office.api import serializers as forms
from office.models import DirectorLicence
from office.selectors.closures import is_closed
from office.selectors.register import counts_over_time, licences_of
from office.services.register import (
    add_director,
    change_director,
    close_club,
    move_club,
    move_federation,
    reopen_club,
    withdraw_director,
)

TAG = "Register"


class LicenceViewSet(ListMixin, RetrieveMixin, OnBodyViewSet):
    tag = TAG
    summaries = {
        "list": "The directors’ register, with those of the federations below",
        "retrieve": "One director of the register",
        "create": "Take a director into the register",
        "partial_update": "Change a director’s grade, what they may direct, or until when",
        "destroy": "Take a director out of the register",
    }
    view_act = "licence.view"
    versioned_actions = ("partial_update",)
    queryset = DirectorLicence.objects.none()
    serializer_class = forms.LicenceSerializer
    search_fields = ["player__display_name", "grade"]
    ordering_fields = ["grade", "starts", "ends", "directs_up_to"]
    ordering = ["-directs_up_to"]
    body: Federation

    def get_serializer_class(self) -> Any:
        return forms.LicenceChangeSerializer if self.action == "partial_update" else super().get_serializer_class()

    def visible(self) -> QuerySet[DirectorLicence]:
        return licences_of(self.body)

    def create(self, request: Request, slug: str) -> Response:
        require(self.actor, "licence.keep", self.body)
        licence = add_director(actor=self.actor, federation=self.body, **self.read())
        return self.answer(licence, 201, at=reverse("api-director", args=[slug, licence.pk]))

    def partial_update(self, request: Request, slug: str, pk: int) -> Response:
        licence = self.get_object()
        sent = self.read(licence, partial=True)
        return self.answer(change_director(actor=self.actor, licence=licence, version=self.version(licence), **sent))

    def destroy(self, request: Request, slug: str, pk: int) -> Response:
        withdraw_director(actor=self.actor, licence=self.get_object())
        return Response(status=204)


class StandingViewSet(OnBodyViewSet):
    """Moving federations and clubs, closing clubs, and counting them."""

    tag = TAG
    summaries = {
        "counts": "Clubs and members at the end of each of the last years, and today",
        "move": "Move to another federation",
        "close": "Close a club",
        "reopen": "Open a closed club again",
    }
    view_act = "register.view"
    versioned_actions = ("move",)
    queryset = Federation.objects.none()
    serializer_class = forms.StandingSerializer

    def _check(self, act: str) -> None:
        require(self.actor, act, self.body)

    @extend_schema(responses={200: forms.CountOnDaySerializer(many=True)})
    def counts(self, request: Request, slug: str) -> Response:
        self._check("register.view")
        assert isinstance(self.body, Federation)
        rows: Any = counts_over_time(self.body, self.body.day(self.actor.at))
        return Response(forms.CountOnDaySerializer(rows, many=True).data)

    @extend_schema(request=forms.MoveSerializer, responses={200: forms.StandingSerializer})
    def move(self, request: Request, slug: str) -> Response:
        self._check("register.keep")
        to, version = self.sent(forms.MoveSerializer)["to"], self.version(self.body)
        if isinstance(self.body, Club):
            return _standing(move_club(actor=self.actor, club=self.body, to=to, version=version))
        return _standing(move_federation(actor=self.actor, federation=self.body, to=to, version=version))

    @extend_schema(request=forms.CloseSerializer, responses={200: forms.StandingSerializer})
    def close(self, request: Request, slug: str) -> Response:
        self._check("register.keep")
        assert isinstance(self.body, Club)
        return _standing(close_club(actor=self.actor, club=self.body, **self.sent(forms.CloseSerializer)).club)

    @extend_schema(request=None, responses={200: forms.StandingSerializer})
    def reopen(self, request: Request, slug: str) -> Response:
        self._check("register.keep")
        assert isinstance(self.body, Club)
        return _standing(reopen_club(actor=self.actor, club=self.body))


def _standing(body: Club | Federation) -> Response:
    above = body.federation if isinstance(body, Club) else body.parent
    closed = isinstance(body, Club) and is_closed(body)
    row = {"slug": body.slug, "under": above.slug if above else None, "is_closed": closed}
    return Response(forms.StandingSerializer(row).data)
