"""A club's standing codes for programs: for whoever keeps its events, because a code opens a table's page."""

from __future__ import annotations

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.on_body import OnBodyViewSet
from clubs.models import Club
from core.permissions import require
from events.api.serializers import room as forms
from events.api.serializers.desk import ReasonSerializer
from events.models import StandingCode
from events.selectors.standing_codes import club_standing_codes
from events.services.standing_codes import make_standing_codes, renew_standing_code, stop_standing_codes


class StandingCodeViewSet(OnBodyViewSet):
    tag = "Room"
    summaries = {
        "codes": "The codes of tables that stay from week to week",
        "make": "Make the standing codes of a section's tables",
        "renew": "Revoke a standing code, and make a new one",
        "stop": "Give the standing codes of a section up",
    }
    view_act = "event.manage"
    queryset = StandingCode.objects.none()
    serializer_class = forms.StandingCodeSerializer
    body: Club

    def visible(self) -> QuerySet[StandingCode]:
        return StandingCode.objects.filter(club=self.body).select_related("club__federation")

    @extend_schema(responses={200: forms.StandingCodeSerializer(many=True)})
    def codes(self, request: Request, slug: str) -> Response:
        require(self.actor, self.view_act, self.body)
        return self._list_codes(200)

    @extend_schema(request=forms.NewStandingCodesSerializer, responses={201: forms.StandingCodeSerializer(many=True)})
    def make(self, request: Request, slug: str) -> Response:
        """All the codes there are then."""
        require(self.actor, self.view_act, self.body)
        make_standing_codes(actor=self.actor, club=self.body, **self.sent(forms.NewStandingCodesSerializer))
        return self._list_codes(201)

    @extend_schema(request=ReasonSerializer, responses={201: forms.StandingCodeSerializer})
    def renew(self, request: Request, slug: str, pk: int) -> Response:
        code = self.get_object()
        return self.answer(renew_standing_code(actor=self.actor, code=code, **self.sent(ReasonSerializer)), 201)

    @extend_schema(request=forms.StopStandingCodesSerializer, responses={200: forms.StoppedSerializer})
    def stop(self, request: Request, slug: str) -> Response:
        require(self.actor, self.view_act, self.body)
        fields = self.sent(forms.StopStandingCodesSerializer)
        stopped = stop_standing_codes(actor=self.actor, club=self.body, **fields)
        return Response(forms.StoppedSerializer({"stopped": stopped}).data)

    def _list_codes(self, status: int) -> Response:
        return Response(self.get_serializer(club_standing_codes(self.body), many=True).data, status=status)
