"""The draw sheet of a knock-out."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.views.bodies import Request
from core.permissions import may
from core.posted import number_in
from core.refusals import refusals_as_messages
from events.models import Event
from events.models.contestants import Status
from events.selectors.entries import title_for
from events.selectors.seats import with_people
from events.views.event_base import event_page, event_url, posted_text, render_event
from scoring.models import MatchTerm
from scoring.selectors.knockouts import knockout_sheet
from scoring.services.knockouts import declare_winner, draw_knockout, seat_next, take_back_round
from scoring.services.matches import withdraw_term

PAGE = "event-knockout"


@require_safe
@event_page("event.view")
def sheet(request: Request, event: Event) -> HttpResponse:
    if not event.movement_traits.is_knockout:
        raise Http404
    draw_sheet = knockout_sheet(event, request.actor)
    entered = with_people(event.contestants.filter(status=Status.ENTERED)).order_by("seed", "entered_at", "pk")
    context = {
        "sheet": draw_sheet,
        "champion": title_for(request.actor, draw_sheet.champion)
        if draw_sheet is not None and draw_sheet.champion
        else "",
        "entered": list(entered) if draw_sheet is None else [],
        "may_run": may(request.actor, "session.run", event),
        "may_manage": may(request.actor, "event.manage", event),
        "is_all_seated": draw_sheet is not None and draw_sheet.seated >= len(draw_sheet.rounds),
    }
    return render_event(request, event, "scoring/knockout.html", context)


@require_POST
@event_page("session.run")
def act(request: Request, event: Event) -> HttpResponse:
    """Draw the sheet, seat the next round, or take the last one back."""
    with refusals_as_messages(request):
        messages.success(request, _carry_out(request, event))
    return redirect(event_url(event, PAGE))


def _carry_out(request: Request, event: Event) -> str:
    act_name, reason = posted_text(request, "act", 10), posted_text(request, "reason", 300)
    if act_name == "draw":
        draw_knockout(actor=request.actor, event=event)
        return _("The draw sheet is made and the first round has its seats.")
    if act_name == "next":
        session = seat_next(actor=request.actor, event=event)
        return _("Round %(round)s has its seats.") % {"round": session.number}
    if act_name == "winner":
        number, team = (number_in(request.POST, name) or 0 for name in ("match", "team"))
        declare_winner(actor=request.actor, event=event, number=number, team=team, reason=reason)
        return _("Written down who goes on.")
    if act_name == "unsay":
        terms = MatchTerm.objects.filter(session__event=event).select_related("session__event__club__federation")
        withdraw_term(actor=request.actor, term=get_object_or_404(terms, pk=number_in(request.POST, "term")))
        return _("It no longer counts.")
    if act_name == "undo":
        take_back_round(actor=request.actor, event=event, reason=reason)
        return _("The last round seated is open again.")
    raise ValidationError(_("Choose one of the buttons."))
