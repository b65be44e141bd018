"""Which sections are compared together."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.views.bodies import Request
from core.errors import Conflict
from core.forms import add_errors
from events.models import Session
from events.selectors.seats import sections_of
from events.views.base import render_session, session_page, session_url
from scoring.forms.teams import GroupsForm
from scoring.services.grouping import group_sections, groups_of


@require_http_methods(["GET", "HEAD", "POST"])
@session_page("session.run")
def fields(request: Request, session: Session) -> HttpResponse:
    sections = sections_of(session)
    now = {f"section_{pk}": number for pk, number in groups_of(session).items()}
    initial = now | {"version": session.version}
    form = GroupsForm(request.POST if request.method == "POST" else None, sections=sections, initial=initial)
    if request.method == "POST" and form.is_valid() and _grouped(request, session, form):
        messages.success(request, _("The standings follow in a moment."))
        return redirect(session_url(session, "session-fields"))
    context = {"form": form, "sections": sections}
    wrong = form.is_bound and bool(form.errors)
    return render_session(request, session, "scoring/fields.html", context, status=422 if wrong else 200)


def _grouped(request: Request, session: Session, form: GroupsForm) -> bool:
    said = form.cleaned_data
    try:
        group_sections(
            actor=request.actor, session=session, groups=form.groups, reason=said["reason"], version=said["version"]
        )
    except Conflict as conflict:
        form.add_error(None, str(conflict.message))
    except ValidationError as error:
        add_errors(form, error)
    return not form.errors
