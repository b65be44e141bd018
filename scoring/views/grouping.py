"""Which sections are compared together."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.views.bodies import Request
from core.posted import posted
from core.refusals import refusals_on, status_of
from events.models import Session
from events.selectors.seats import session_sections
from events.views.base import render_session, session_page, session_url
from scoring.forms.teams import GroupsForm
from scoring.services.grouping import group_sections, section_groups


@require_http_methods(["GET", "HEAD", "POST"])
@session_page("session.run")
def fields(request: Request, session: Session) -> HttpResponse:
    sections = session_sections(session)
    now = {f"section_{pk}": number for pk, number in section_groups(session).items()}
    initial = now | {"version": session.version}
    form = GroupsForm(posted(request), sections=sections, initial=initial)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with refusals_on(form):
            group_sections(
                actor=request.actor, session=session, groups=form.groups, reason=data["reason"], version=data["version"]
            )
            messages.success(request, _("The standings follow in a moment."))
            return redirect(session_url(session, "session-fields"))
    context = {"form": form, "sections": sections}
    return render_session(request, session, "scoring/fields.html", context, status=status_of(form))
