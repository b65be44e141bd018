"""Bridgemates for programs: what their software needs of a session, and what comes back from the tables."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from events.models import Session
from scoring.api.serializers import bridgemate as forms
from scoring.api.views.director import DeskViewSet
from scoring.interchange.bridgemate.records import BridgemateFile, FilePlayer, FileResult, FileSection
from scoring.selectors.bridgemate.plain import session_for_bridgemates
from scoring.services.bridgemate.taking import read_session_file, take_records
from scoring.services.bridgemate.writing import file_name, write_session_file


class BridgemateViewSet(DeskViewSet):
    """A session on Bridgemates."""

    serializer_class = forms.BridgemateSessionSerializer
    summaries = {
        "movement": "What Bridgemate's software is told of a session",
        "take_rows": "Take results and keyed numbers as Bridgemates have them",
        "write_file": "The session as a .bws file",
        "read_file": "Take what is new in a .bws file",
    }

    def movement(self, request: Request, pk: int) -> Response:
        data = session_for_bridgemates(actor=self.actor, session=self._session())
        return Response(forms.BridgemateSessionSerializer(data).data)

    @extend_schema(request=forms.SentRowsSerializer, responses={200: forms.BridgemateReportSerializer})
    def take_rows(self, request: Request, pk: int) -> Response:
        session = self._session()
        file = _as_file(session, self.sent(forms.SentRowsSerializer))
        report = take_records(actor=self.actor, session=session, file=file)
        return Response(forms.BridgemateReportSerializer(report).data)

    @extend_schema(request=None, responses={200: forms.WrittenFileSerializer})
    def write_file(self, request: Request, pk: int) -> Response:
        session = self._session()
        data = write_session_file(actor=self.actor, session=session)
        return Response({"name": file_name(session), "file": base64.b64encode(data).decode()})

    @extend_schema(request=forms.SentFileSerializer, responses={200: forms.BridgemateReportSerializer})
    def read_file(self, request: Request, pk: int) -> Response:
        session, sent = self._session(), self.sent(forms.SentFileSerializer)
        report = read_session_file(
            actor=self.actor,
            session=session,
            data=sent["file"],
            with_processed=sent["with_processed"],
            with_deals=sent["with_deals"],
            of_any_day=sent["of_any_day"],
        )
        return Response(forms.BridgemateReportSerializer(report).data)


def _as_file(session: Session, sent: Mapping[str, Any]) -> BridgemateFile:
    """What was sent as the records of a file; later rows are younger."""
    letters = sorted(section.letter for section in session.sections.all())
    letters += sorted({row["section"] for row in (*sent["results"], *sent["players"])} - set(letters))
    idents = {letter: at for at, letter in enumerate(letters, start=1)}
    return BridgemateFile(
        sections=tuple(FileSection(ident, letter) for letter, ident in idents.items()),
        results=tuple(_result(at, idents[row["section"]], row) for at, row in enumerate(sent["results"], start=1)),
        players=tuple(
            FilePlayer(idents[row["section"]], row["table"], row["direction"], row["number"], row["name"])
            for row in sent["players"]
        ),
    )


def _result(at: int, section: int, row: Mapping[str, Any]) -> FileResult:
    same = ("table", "round", "board", "ns", "ew", "south", "west", "declarer", "direction", "contract", "result")
    values = {name: row[name] for name in (*same, "lead", "remarks")}
    return FileResult(ident=at, section=section, is_erased=row["erased"], **values)
