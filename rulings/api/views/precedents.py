"""Earlier rulings and the federation's figures for programs: read only, with the rights of the pages."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.on_body import OnBodyViewSet
from clubs.models import Federation
from core.api.views import BaseViewSet, PrivateMixin
from core.permissions import require
from rulings.api.serializers import precedents as forms
from rulings.forms.precedents import PrecedentForm
from rulings.models import Ruling
from rulings.selectors.figures import ruling_figures
from rulings.selectors.precedents import precedent_lines, precedents

ASKED = [
    OpenApiParameter("law", OpenApiTypes.STR, description="A law or a paragraph: 27 finds 27B1(a)."),
    OpenApiParameter("tree", OpenApiTypes.STR, description="The irregularity, such as L27."),
    OpenApiParameter("outcome", OpenApiTypes.STR, description="Such as L27.B2."),
    OpenApiParameter("event", OpenApiTypes.STR, description="A part of its name; in one's own clubs."),
    OpenApiParameter("director", OpenApiTypes.STR, description="A part of the name; in one's own clubs."),
    OpenApiParameter("adjusted", OpenApiTypes.BOOL, description="Only those with an adjusted score."),
]
YEAR = OpenApiParameter("year", OpenApiTypes.INT, description="Only that year, such as 2026.")


class PrecedentViewSet(PrivateMixin, BaseViewSet):
    """Rulings that stand, of sessions that are over, within one's national federations."""

    tag = "Rulings"
    view_act = "precedent.view"
    queryset = Ruling.objects.none()
    serializer_class = forms.PrecedentSerializer
    filter_backends: list[Any] = []
    summaries = {"list": "Earlier rulings; those of other clubs nameless"}

    def visible(self) -> QuerySet[Ruling]:
        form = PrecedentForm(self.request.query_params)
        if not form.is_valid():
            raise ValidationError({name: [str(error) for error in errors] for name, errors in form.errors.items()})
        return precedents(self.actor, form.wanted())

    @extend_schema(parameters=ASKED, responses={200: forms.PrecedentSerializer(many=True)})
    def list(self, request: Request) -> Response:
        require(self.actor, self.view_act)
        page = self.paginate_queryset(self.get_queryset())
        assert page is not None
        return self.get_paginated_response(self.get_serializer(precedent_lines(self.actor, page), many=True).data)


class FiguresViewSet(OnBodyViewSet):
    tag = "Rulings"
    kind = Federation.kind
    view_act = "ruling.view"
    queryset = Ruling.objects.none()
    serializer_class = forms.FiguresSerializer
    pagination_class = None
    filter_backends: list[Any] = []
    summaries = {"figures": "A federation's rulings in figures"}

    @extend_schema(parameters=[YEAR], responses={200: forms.FiguresSerializer})
    def figures(self, request: Request, slug: str) -> Response:
        require(self.actor, self.view_act, self.body)
        year = request.query_params.get("year", "")
        if year and not (year.isdecimal() and year.isascii() and len(year) == 4 and int(year)):
            raise ValidationError({"year": _("Write the year with four digits, such as 2026.")})
        return Response(forms.FiguresSerializer(ruling_figures(self.body, int(year) if year else None)).data)
