"""A session that leaves as one file, comes in, and is found by its UUID."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.models import Club
from clubs.views.bodies import Request, body_page, render_body
from core.posted import posted
from core.refusals import refusals_as_messages, refusals_on
from events.models import Session
from events.selectors.visible import visible_sessions
from events.views.base import session_page, session_url
from exchange.forms.imports import FilesForm, SessionFileForm
from exchange.services.session_json import import_session
from scoring.services.exports import export_session, session_export_kinds


@require_safe
@session_page("session.export")
def export(request: Request, session: Session, file_kind: str) -> HttpResponse:
    """The session as a download, for other programs or for another installation."""
    chosen = session_export_kinds().get(file_kind)
    if chosen is None:
        raise Http404
    with refusals_as_messages(request):
        data = export_session(actor=request.actor, session=session, kind=file_kind)
        answer = HttpResponse(data, content_type=chosen.content_type)
        answer["Content-Disposition"] = f'attachment; filename="session-{session.pk}.{chosen.extension}"'
        answer["Cache-Control"] = "private, no-store"
        return answer
    return redirect(session_url(session, "session-results"))


@require_POST
@body_page("import.make")
def arrive(request: Request, body: Club) -> HttpResponse:
    form = SessionFileForm(posted(request), request.FILES or None)
    if form.is_valid():
        with refusals_on(form):
            arrived = import_session(actor=request.actor, club=body, data=form.cleaned_data["session"].read())
            for remark in arrived.remarks:
                messages.warning(request, remark)
            messages.success(request, _("“%(session)s” is here.") % {"session": arrived.session})
            return redirect(session_url(arrived.session, "session-results"))
    context = {"form": FilesForm(), "session_form": form, "past": []}
    return render_body(request, body, "exchange/imports.html", context, status=422)


@require_safe
def by_uuid(request: Request, uuid: UUID) -> HttpResponse:
    """Wherever the session is now."""
    session = get_object_or_404(visible_sessions(request.actor).select_related("event__club"), identity__uuid=uuid)
    return redirect(session_url(session, "session-results"))
