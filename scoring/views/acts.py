"""What is done on the desk itself: calls, announcements, claims, odd results."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubs.views.bodies import Request
from core.posted import number_in, whole_numbers
from events.models import Play, Session
from scoring.forms.director import AnnouncementForm
from scoring.models import Announcement, DirectorCall, ScoreEntry
from scoring.selectors.history import refuse_unplayed, session_plays
from scoring.services import announcements, director_calls, repairs
from scoring.services.entries import settle_entry
from scoring.views.base import act_on
from scoring.views.desk import render_desk

MOST_PLAYS = 400


@act_on(render_desk)
def call(request: Request, session: Session, call_id: int) -> str:
    """Take it (from another director: a hand-over), or close it."""
    calls = DirectorCall.objects.filter(section__session=session)
    director_call = get_object_or_404(calls.select_related("section__session__event__club__federation"), pk=call_id)
    version = number_in(request.POST, "version")
    if request.POST.get("act") == "close":
        director_calls.close_call(
            actor=request.actor, call=director_call, note=request.POST.get("note", ""), version=version
        )
        return _("The call is closed.")
    director_calls.take_call(actor=request.actor, call=director_call, version=version)
    return _("The call is yours.")


@act_on(render_desk)
def announce(request: Request, session: Session) -> HttpResponse | str:
    form = AnnouncementForm(request.POST, session=session)
    if not form.is_valid():
        errors = [str(message) for field_messages in form.errors.values() for message in field_messages]
        return render_desk(request, session, errors=errors, announcement=form)
    section, table = form.cleaned_data["table"]
    announcements.announce(
        actor=request.actor, session=session, text=form.cleaned_data["text"], section=section, table=table
    )
    return _("The tables can read it now.")


@act_on(render_desk)
def withdraw_announcement(request: Request, session: Session, announcement_id: int) -> str:
    shown_announcements = Announcement.objects.filter(session=session).select_related(
        "session__event__club__federation"
    )
    announcements.withdraw_announcement(
        actor=request.actor, announcement=get_object_or_404(shown_announcements, pk=announcement_id)
    )
    return _("It is no longer shown.")


@act_on(render_desk)
def settle(request: Request, session: Session, entry_id: int) -> str:
    """A claim counts, or is set aside."""
    entries = ScoreEntry.objects.filter(play__section__session=session)
    entry = get_object_or_404(entries.select_related("play__section__session__event__club__federation"), pk=entry_id)
    refuse_unplayed(request.actor, session, entry.play.board)
    take = request.POST.get("take") == "yes"
    settle_entry(actor=request.actor, entry=entry, take=take, reason=request.POST.get("reason", ""))
    return _("%(result)s counts.") % {"result": entry.text} if take else _("The claim is set aside.")


@act_on(render_desk)
def odd(request: Request, session: Session) -> str:
    """Put an odd result right, or say that it is right as it is."""
    plays = _plays(request, session)
    refuse_unplayed(request.actor, session, *(play.board for play in plays))
    act, actor = request.POST.get("act", ""), request.actor
    if act == "right":
        repairs.mark_checked(actor=actor, plays=plays)
        return _("Noted: it is right as it is.")
    # Two directors press the same button: the second would turn everything back.
    seen = request.POST.get("seen", "")
    if act == "exchange" and len(plays) == 2:
        repairs.exchange_results(actor=actor, first_play=plays[0], second_play=plays[1], reason="", seen=seen)
        return _("The two boards have changed places.")
    if act == "declarer" and len(plays) == 1:
        result = repairs.other_declarer(actor=actor, play=plays[0], reason="", seen=seen)
        return _("It is now %(result)s.") % {"result": result.text}
    if act == "sat":
        repairs.turn_results(actor=actor, plays=plays, reason="", seen=seen)
        return _("The other pair has the score now. The same button on the result takes it back.")
    if act == "turn":
        repairs.turn_results(actor=actor, plays=plays, reason="", rotate=True, seen=seen)
        return _("Turned. The same button on the result takes it back.")
    raise ValidationError(_("Choose one of the buttons."))


def _plays(request: Request, session: Session) -> list[Play]:
    play_ids = whole_numbers(request.POST.get("plays", "").split(","))
    plays = list(session_plays(session).filter(pk__in=play_ids[:MOST_PLAYS]))
    if not plays or len(plays) != len(set(play_ids)):
        raise ValidationError(_("These results are no longer there. Look again."), code="gone")
    return plays
