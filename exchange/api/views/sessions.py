"""A session as one file for programs."""

from __future__ import annotations

import json
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.models import Club
from clubs.selectors.visible import visible_clubs
from core.api.views import BaseViewSet, PrivateMixin
from core.permissions import require
from events.models import Session
from events.selectors.visible import visible_sessions
from exchange.services.session_json import export_session, import_session


class ArrivedSessionSerializer(serializers.Serializer[Any]):
    session = serializers.IntegerField(source="session.pk")
    remarks = serializers.ListField(child=serializers.CharField(), help_text="Where figures differ from the file's.")


class SessionFileViewSet(PrivateMixin, BaseViewSet):
    """A session with everything that its figures follow from (docs/imports-and-exports.md)."""

    tag = "Imports"
    view_act = "session.export"
    queryset = Session.objects.none()
    serializer_class = ArrivedSessionSerializer
    summaries = {"leave": "A finished session as a file of our own", "arrive": "Bring in a session from such a file"}

    def visible(self) -> QuerySet[Session]:
        return visible_sessions(self.actor).select_related("event__club__federation")

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def leave(self, request: Request, pk: int) -> Response:
        return Response(json.loads(export_session(actor=self.actor, session=self.get_object())))

    @extend_schema(request=OpenApiTypes.OBJECT, responses={201: ArrivedSessionSerializer})
    def arrive(self, request: Request, slug: str) -> Response:
        club = get_object_or_404(Club.objects.filter(pk__in=visible_clubs(self.actor)), slug=slug)
        require(self.actor, "import.make", club)
        data = json.dumps(request.data).encode()
        return self.answer(import_session(actor=self.actor, club=club, data=data), 201)
