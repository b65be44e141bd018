"""Bridgemates on the page of a session: a file for them, and their results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.views.bodies import Request
from core.posted import posted
from core.refusals import refusals_on, status_of
from events.models import Session
from events.models.sessions import SessionState
from events.views.base import render_session, session_page
from scoring.forms.bridgemate import ReadFileForm, TakeFileForm
from scoring.services.bridgemate.report import BridgemateReport
from scoring.services.bridgemate.taking import read_session_file
from scoring.services.bridgemate.writing import file_name, write_session_file

COMPANION = Path(__file__).resolve().parents[1] / "companion" / "tenace_bridgemate.py"


@require_http_methods(["GET", "HEAD", "POST"])
@session_page("session.run")
def bridgemate(request: Request, session: Session) -> HttpResponse:
    form = ReadFileForm(posted(request), request.FILES or None)
    report = None
    if request.method == "POST" and form.is_valid():
        upload: Any = form.cleaned_data.pop("file")
        with refusals_on(form):
            report = read_session_file(
                actor=request.actor,
                session=session,
                data=upload.read(),
                name=(upload.name or "")[-100:],
                **form.cleaned_data,
            )
            session.refresh_from_db()
            form = ReadFileForm()
    return _render(request, session, form, TakeFileForm(), report)


def _render(
    request: Request, session: Session, reading: ReadFileForm, taking: TakeFileForm, report: BridgemateReport | None
) -> HttpResponse:
    context = {
        "reading": reading,
        "taking": taking,
        "report": report,
        "may_read": session.state in (SessionState.PLAYING, SessionState.FINISHED),
        "address": request.build_absolute_uri("/").rstrip("/"),
    }
    return render_session(request, session, "scoring/bridgemate.html", context, status=status_of(reading, taking))


@require_POST
@session_page("session.run")
def take_file(request: Request, session: Session) -> HttpResponse:
    """The file is an answer of its own; what keeps it from being made is said on the page."""
    form = TakeFileForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            data = write_session_file(actor=request.actor, session=session, **form.cleaned_data)
            answer = HttpResponse(data, content_type="application/octet-stream")
            answer["Content-Disposition"] = f'attachment; filename="{file_name(session)}"'
            answer["Cache-Control"] = "private, no-store"
            return answer
    return _render(request, session, ReadFileForm(), form, None)


@require_safe
@session_page("session.run")
def companion(request: Request, session: Session) -> HttpResponseBase:
    """The program for the computer with Bridgemate's software."""
    return FileResponse(COMPANION.open("rb"), as_attachment=True, content_type="text/x-python")
