"""The club's rules for devices at its tables."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.on_body import OnBodyViewSet
from clubs.models import Club
from core.permissions import require
from scoring.api.serializers.table_rules import ClubTableRulesSerializer
from scoring.models import ClubTableRules
from scoring.selectors.table_rules import club_rules
from scoring.services.table_rules import set_club_rules


class ClubTableRulesViewSet(OnBodyViewSet):
    tag = "Director"
    summaries = {
        "retrieve": "The club's rules for devices at its tables",
        "partial_update": "Change the club's rules for devices at its tables",
    }
    view_act = "session.run"
    versioned_actions = ("partial_update",)
    queryset = ClubTableRules.objects.none()
    serializer_class = ClubTableRulesSerializer
    body: Club

    @extend_schema(responses={200: ClubTableRulesSerializer})
    def retrieve(self, request: Request, slug: str) -> Response:
        require(self.actor, self.view_act, self.body)
        return self.answer(club_rules(self.body.pk))

    def partial_update(self, request: Request, slug: str) -> Response:
        require(self.actor, "event.manage", self.body)
        rules = club_rules(self.body.pk)
        fields = self.read(rules, partial=True)
        return self.answer(set_club_rules(actor=self.actor, club=self.body, version=self.version(rules), **fields))
