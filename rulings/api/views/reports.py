"""The recorder's file for programs: a token needs the scope `report`, to read too."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.on_body import OnBodyViewSet
from clubs.models import Club, Player
from core.actors import system
from core.api.views import ListMixin, RetrieveMixin
from core.errors import field_error
from core.permissions import require
from events.models import Session
from events.selectors.people import pickable_players
from rulings.api.serializers import reports as forms
from rulings.models import Report
from rulings.selectors.reports import filed_reports
from rulings.services import reports
from rulings.services.reports import About


class ReportViewSet(ListMixin, RetrieveMixin, OnBodyViewSet):
    """Directors see what they have filed; the recorder, and officers where the regulation says so, see all."""

    tag = "Records"
    view_act = "report.file"
    queryset = Report.objects.none()
    serializer_class = forms.ReportSerializer
    filter_backends: list[Any] = []
    summaries = {
        "list": "The recorder's file, as far as one may read it",
        "retrieve": "One report",
        "file": "File a report",
        "classify": "Classify a psychic call",
        "note": "Add a note to a report",
        "close": "Close a report",
    }

    def visible(self) -> QuerySet[Report]:
        assert isinstance(self.body, Club)
        return filed_reports(self.body, self.actor)

    def _report(self) -> Report:
        require(self.actor, self.view_act, self.body)
        report: Report = self.get_object()
        return report

    def _answer(self, report: Report, code: int = 200) -> Response:
        return Response(forms.ReportSerializer(self.visible().get(pk=report.pk)).data, status=code)

    @extend_schema(request=forms.FileReportSerializer, responses={201: forms.ReportSerializer})
    def file(self, request: Request, slug: str) -> Response:
        assert isinstance(self.body, Club)
        session = self._session(request.data)
        require(self.actor, "report.file", session or self.body)
        sent = self.sent(forms.FileReportSerializer)
        sent.pop("session")
        people = self._people(sent.pop("subjects")), self._people(sent.pop("partners"))
        about = About(sent.pop("kind"), *people, session)
        return self._answer(reports.file_report(actor=self.actor, club=self.body, about=about, **sent), 201)

    def _session(self, sent: Any) -> Session | None:
        """The session named, if it is one of the club's: the right is asked for there, before anything is read."""
        session_id = sent.get("session") if isinstance(sent, dict) else None
        if not str(session_id or "").isdecimal() or len(str(session_id)) > 18:
            return None
        rows = Session.objects.filter(pk=int(str(session_id)), event__club=self.body.pk)
        return get_object_or_404(rows.select_related("event__club__federation"))

    def _people(self, ids: list[int]) -> list[Player]:
        assert isinstance(self.body, Club)
        players = pickable_players(actor=system(self.actor.at), club=self.body, ids=ids)
        if missing := [pk for pk in ids if pk not in players]:
            raise field_error("subjects", _("There is no player %(number)s here.") % {"number": missing[0]}, "unknown")
        return [players[pk] for pk in dict.fromkeys(ids)]

    @extend_schema(request=forms.ClassifySerializer, responses={200: forms.ReportSerializer})
    def classify(self, request: Request, slug: str, pk: int) -> Response:
        report = self._report()
        sent = self.sent(forms.ClassifySerializer)
        classified = reports.classify(actor=self.actor, report=report, colour=sent["classed"], reason=sent["reason"])
        return self._answer(classified)

    @extend_schema(request=forms.FileNoteSerializer, responses={201: forms.ReportSerializer})
    def note(self, request: Request, slug: str, pk: int) -> Response:
        report = self._report()
        reports.add_note(actor=self.actor, report=report, **self.sent(forms.FileNoteSerializer))
        return self._answer(report, 201)

    @extend_schema(request=None, responses={200: forms.ReportSerializer})
    def close(self, request: Request, slug: str, pk: int) -> Response:
        return self._answer(reports.close_report(actor=self.actor, report=self._report()))
