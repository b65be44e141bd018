"""The end of a round, and repairs of what went wrong in one (Law 15)."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.views.bodies import Request
from core.posted import number_in, posted
from core.refusals import collect_refusals, refusals_on, status_of
from events.models import Place, Section, Session
from events.services import repairs as movements
from events.services.sessions import call_round, last_round
from events.views.base import render_session, session_page, session_url
from events.wording import note_sentence
from scoring.forms.director import RepairForm
from scoring.selectors.desk import session_desk
from scoring.selectors.draws import undrawn_sections
from scoring.services.repairs import repair_once, repairs_tag, turn_round
from scoring.views.base import find_section

FORM_METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(FORM_METHODS)
@session_page("session.run")
def finish_round(request: Request, session: Session) -> HttpResponse:
    """Call the next round; first a page that names the tables which still miss results."""
    errors: list[str] = []
    if request.method == "POST":
        with collect_refusals() as errors:
            called_session = call_round(
                actor=request.actor, session=session, version=number_in(request.POST, "version")
            )
            messages.success(request, _("Round %(round)s has begun.") % {"round": called_session.round})
            return redirect(session_url(session, "session-desk"))
        session.refresh_from_db()
    desk = session_desk(actor=request.actor, session=session)
    context = {
        "missing": [table_row for table_row in desk.rows if table_row.left],
        "late": desk.late,
        "calls": desk.calls,
        "is_last": session.round >= last_round(session),
        "next_round": session.round + 1,
        "undrawn": undrawn_sections(session),
        "errors": errors,
    }
    return render_session(request, session, "scoring/finish_round.html", context, status=status_of(errors))


@require_http_methods(FORM_METHODS)
@session_page("session.run")
def repairs(request: Request, session: Session) -> HttpResponse:
    form = _repair_form(session, posted(request), **_asked(request))
    done: list[str] = []
    if form.is_valid():
        with refusals_on(form, seen=lambda: repairs_tag(session)):
            repair = partial(_repair, request, session, form.cleaned_data)
            done = repair_once(repair, session=session, seen=form.cleaned_data["seen"])
    context = {
        "form": _repair_form(session, None) if done else form,
        "done": done,
        "substitutes_url": session_url(session, "session-substitutes"),
        "seating_url": session_url(session),
    }
    return render_session(request, session, "scoring/repairs.html", context, status=status_of(form))


def _asked(request: Request) -> dict[str, str]:
    names = ("what", "section", "round", "table")
    return {name: request.GET[name][:10] for name in names if name in request.GET}


def _repair_form(session: Session, sent: QueryDict | None, **initial: str) -> RepairForm:
    return RepairForm(sent, session=session, initial=initial | {"seen": repairs_tag(session)})


def _repair(request: Request, session: Session, data: dict[str, Any]) -> list[str]:
    actor, section, number = request.actor, data["section"], data["round"]
    reason: str = data["reason"]
    if data["what"] == "turned":
        section = find_section(session, section.pk)
        turned = turn_round(
            actor=actor, section=section, number=number, table=data["table"], reason=reason, rotate=data["rotate"]
        )
        return [_("%(count)s results turned.") % {"count": len(turned)}]
    if data["what"] == "opponents":
        repaired = movements.met_wrong_opponents(
            actor=actor,
            section=section,
            number=number,
            table=data["table"],
            other_table=data["other_table"],
            reason=reason,
        )
    elif data["what"] == "places":
        first_place, second_place = _place(section, data["one"]), _place(section, data["other"])
        repaired = movements.sat_at_wrong_table(
            actor=actor, first=first_place, second=second_place, number=number, reason=reason
        )
    else:
        repaired = movements.played_wrong_boards(
            actor=actor, section=section, number=number, table=data["table"], boards=data["boards"], reason=reason
        )
    return [_("Put right as it was played."), *(note_sentence(note) for note in repaired.changes)]


def _place(section: Section, number: int) -> Place:
    place = Place.objects.filter(section=section, number=number).select_related("section").first()
    if place is None:
        raise ValidationError(_("There is no number %(number)s in this section.") % {"number": number})
    return place
