"""Who directs and scores a session, who of them plays, and their deputies."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.views.bodies import Request
from core.posted import posted
from core.refusals import collect_refusals, refusals_as_messages, status_of
from events.forms.people import DutyForm
from events.models import Session, SessionOfficial
from events.models.sessions import Duty
from events.selectors.officials import (
    deputy_gaps,
    director_in_charge,
    missing_deputies,
    playing_officials,
    role_holders,
    session_officials,
)
from events.selectors.presence import Presence
from events.selectors.tables import ranges
from events.services.officials import name_official, put_in_charge, remove_official, set_deputy
from events.views.base import session_page, session_url
from events.views.naming import FIRST, name_field, person_in, render_people


@dataclass(frozen=True)
class OfficialRow:
    official: SessionOfficial
    in_charge: bool
    plays: bool
    lacks_deputy: bool
    gaps: str


@require_http_methods(["GET", "POST"])
@session_page("session.run")
def officials(request: Request, session: Session) -> HttpResponse:
    field = name_field(request, session, _("Who"))
    form = DutyForm(posted(request))
    errors: list[str] = []
    if request.method == "POST" and form.is_valid():
        with collect_refusals() as errors:
            official = name_official(
                actor=request.actor, session=session, player=person_in(field), duty=form.cleaned_data["duty"]
            )
            gaps = {"name": official.player, "duty": official.get_duty_display()}
            messages.success(request, _("%(duty)s: %(name)s.") % gaps)
            return redirect(session_url(session, FIRST))
    return _render(request, session, form=form, name_fields=[field], errors=errors)


def _render(request: Request, session: Session, *, form: DutyForm, errors: list[str], **more: Any) -> HttpResponse:
    context = {
        "rows": _rows(session, request.actor.at),
        "in_charge": director_in_charge(session, request.actor.at),
        "holders": role_holders(session, request.actor.at),
        "form": form,
        "errors": errors,
    }
    return render_people(request, session, "events/officials.html", context | more, status=status_of(form, errors))


def _rows(session: Session, at: datetime) -> list[OfficialRow]:
    named = list(session_officials(session))
    first = director_in_charge(session, at)
    playing = {official.pk for official in playing_officials(session)} if named else set()
    missing = {official.pk for official in missing_deputies(session)} if playing else set()
    presence = Presence.of(session) if playing else None
    return [
        OfficialRow(
            official,
            official.duty == Duty.DIRECTOR and official.player == first,
            official.pk in playing,
            official.pk in missing,
            ranges(deputy_gaps(presence, official)) if presence and official.pk in playing else "",
        )
        for official in named
    ]


def _official(session: Session, official_id: int) -> SessionOfficial:
    return get_object_or_404(session_officials(session), pk=official_id)


@require_http_methods(["GET", "POST"])
@session_page("session.run")
def deputy(request: Request, session: Session, official_id: int) -> HttpResponse:
    """Who rules at the own table of a director who plays; an empty field takes the name away."""
    official = _official(session, official_id)
    now = official.deputy
    field = name_field(request, session, _("Deputy"), now.display_name if now else "", str(now.pk) if now else "")
    errors: list[str] = []
    if request.method == "POST":
        with collect_refusals() as errors:
            who = None if field.answer.empty else person_in(field)
            set_deputy(actor=request.actor, official=official, deputy=who)
            messages.success(request, _("Saved."))
            return redirect(session_url(session, FIRST))
    context = {"official": official, "name_fields": [field], "errors": errors, "back": session_url(session, FIRST)}
    return render_people(request, session, "events/deputy.html", context, status=status_of(errors))


@require_POST
@session_page("session.run")
def charge(request: Request, session: Session, official_id: int) -> HttpResponse:
    with refusals_as_messages(request):
        official = put_in_charge(actor=request.actor, official=_official(session, official_id))
        messages.success(request, _("%(name)s is in charge.") % {"name": official.player})
    return redirect(session_url(session, FIRST))


@require_POST
@session_page("session.run")
def remove(request: Request, session: Session, official_id: int) -> HttpResponse:
    remove_official(actor=request.actor, official=_official(session, official_id))
    messages.success(request, _("Taken off the list."))
    return redirect(session_url(session, FIRST))
