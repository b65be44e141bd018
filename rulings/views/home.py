"""The director's page on the phone: who calls, what holds at the tables, what is due, what was ruled."""

from __future__ import annotations

from typing import TypeVar

from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Model
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.views.bodies import Request
from core.permissions import may
from core.posted import number_in
from events.models import Session
from events.selectors.seats import session_sections
from events.views.base import render_session, session_url
from rulings.models import LiveRestriction, Opinion, Reminder
from rulings.models.rulings import RulingState
from rulings.reviews import open_reviews, with_reviews
from rulings.selectors.directors import session_directors
from rulings.selectors.listing import filter_rulings
from rulings.selectors.reach import director_reach
from rulings.selectors.restrictions import (
    draft_rulings,
    due_reminders,
    opinions_wanted,
    owed_scores,
    table_restrictions,
)
from rulings.selectors.trick_transfer import pending_transfers
from rulings.selectors.visible import visible_rulings
from rulings.services import calls, cases, opinions, restrictions, trick_transfer
from rulings.views.base import acting, find_case, ruling_page, ruling_url
from scoring.forms.director import find_table
from scoring.models import DirectorCall
from scoring.selectors.desk import visible_calls

PAGE = 30
Row = TypeVar("Row", bound=Model)


@require_safe
@ruling_page("ruling.list")
def home(request: Request, session: Session) -> HttpResponse:
    actor = request.actor
    reach = director_reach(actor, session)
    rules = may(actor, "ruling.make", session)
    given_rulings = visible_rulings(actor, session, reach).exclude(state=RulingState.DRAFT)
    rows, filters = filter_rulings(given_rulings, request.GET)
    transfers = pending_transfers(session, reach) if rules else []
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    page.object_list = with_reviews(actor, list(page.object_list))
    context = {
        "rules": rules,
        "calls": [
            call
            for call in visible_calls(session, set(reach.hidden))
            if reach.may_rule(call.section_id, call.round, call.table)
        ]
        if rules
        else [],
        "restrictions": table_restrictions(session, reach) if rules else [],
        "reminders": due_reminders(session, reach) if rules else [],
        "owed": owed_scores(session, reach) if rules else [],
        "transfers": transfers,
        "transfers_count": len(transfers),
        "drafts": draft_rulings(session, reach) if rules else [],
        "opinions": opinions_wanted(actor, session),
        "directors": [user for user in session_directors(session, at=actor.at) if user != actor.user] if rules else [],
        "rulings": page,
        "reviews": open_reviews(actor, session) if rules else [],
        "filters": filters,
        "several": len(session_sections(session)) > 1,
        "deputised": not reach.everywhere and bool(reach.deputised),
        "now": actor.at,
        "begun": session.round > 0,
        "may_report": may(actor, "report.file", session),
    }
    return render_session(request, session, "rulings/home.html", context)


@acting
def open_call(request: Request, session: Session) -> HttpResponse:
    """The director walks to a table: on record, taken, and straight into the assistant."""
    section, table = find_table(session, request.POST.get("table", ""))
    call = calls.open_call(
        actor=request.actor,
        section=section,
        table=table,
        board=number_in(request.POST, "board"),
        reason=request.POST.get("reason", ""),
    )
    return redirect(f"{session_url(session, 'ruling-new')}?call={call.pk}")


@acting
def call(request: Request, session: Session, call_id: int) -> HttpResponse | str:
    """Take it, hand it to a colleague, or close it; taking leads straight into the assistant."""
    rows = DirectorCall.objects.filter(section__session=session)
    director_call = get_object_or_404(rows.select_related("section__session__event__club__federation"), pk=call_id)
    version, act = number_in(request.POST, "version"), request.POST.get("act", "")
    if act == "close":
        calls.close_call(actor=request.actor, call=director_call, note=request.POST.get("note", ""), version=version)
        return _("The call is closed.")
    if act == "hand":
        directors = {user.pk: user for user in session_directors(session, at=request.actor.at)}
        to = directors.get(number_in(request.POST, "to") or 0)
        if to is None:
            raise ValidationError(_("Choose the director who takes over."))
        calls.hand_over(actor=request.actor, call=director_call, to=to, version=version)
        return _("%(name)s goes on.") % {"name": to.player.display_name}
    calls.take_call(actor=request.actor, call=director_call, version=version)
    return redirect(f"{session_url(session, 'ruling-new')}?call={director_call.pk}")


def _of_session(model: type[Row], session: Session, pk: int) -> Row:
    """Something about a ruling of this session, or 404."""
    rows = model._default_manager.filter(ruling__session=session)
    return get_object_or_404(rows.select_related("ruling__session__event__club__federation"), pk=pk)


@acting
def end_restriction(request: Request, session: Session, restriction_id: int) -> str:
    restriction = _of_session(LiveRestriction, session, restriction_id)
    restrictions.end_restriction(actor=request.actor, restriction=restriction)
    return _("It is off the screen.")


@acting
def continue_restriction(request: Request, session: Session, restriction_id: int) -> HttpResponse:
    """On with the assistant where the ruling stood: the choice was made, or the lead falls due."""
    restriction = _of_session(LiveRestriction, session, restriction_id)
    return redirect(ruling_url(cases.continue_ruling(actor=request.actor, restriction=restriction), "ruling-assistant"))


@acting
def tricks(request: Request, session: Session, ruling_id: int) -> str:
    """The tricks that a ruling transfers: counted in the result now, or by the table already."""
    ruling, _reach = find_case(request, session, ruling_id)
    actor, version = request.actor, number_in(request.POST, "version")
    if "counted" in request.POST:
        trick_transfer.tricks_are_counted(actor=actor, ruling=ruling, version=version)
        return _("Noted: the result has them.")
    counted = trick_transfer.count_tricks(actor=actor, ruling=ruling, to=request.POST.get("to", ""), version=version)
    assert counted.tricks_result is not None
    return _("The result is %(result)s now.") % {"result": counted.tricks_result.text}


@acting
def settle_reminder(request: Request, session: Session, reminder_id: int) -> str:
    reminder = _of_session(Reminder, session, reminder_id)
    restrictions.settle_reminder(actor=request.actor, reminder=reminder, answer=request.POST.get("answer", ""))
    return _("Noted.")


@acting
def decide_reminder(request: Request, session: Session, reminder_id: int) -> HttpResponse:
    """Question by question, in the tree that can decide it."""
    reminder = _of_session(Reminder, session, reminder_id)
    return redirect(ruling_url(cases.decide_reminder(actor=request.actor, reminder=reminder), "ruling-assistant"))


@acting
def give_opinion(request: Request, session: Session, opinion_id: int) -> str:
    opinion = _of_session(Opinion, session, opinion_id)
    opinions.give_opinion(actor=request.actor, opinion=opinion, answer=request.POST.get("answer", ""))
    return _("Your colleague can read it now.")
