"""For the desk and the director: slips to go on with, and the penalties of a session."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.actors import Actor
from events.models import Session
from events.reports.sources import SESSION
from events.selectors.seats import session_places
from events.selectors.tables import sees_names, session_room
from printing.registry import Context, Group, NothingToPrint, printed_report
from scoring.models import Penalty
from scoring.score_authority import holders_by_authority

SLIPS = 6


@printed_report(
    "pick-up-slips",
    title=gettext_lazy("Pick-up slips"),
    source=SESSION,
    group=Group.ROOM,
    template="scoring/print/slips.html",
    is_cut=True,
)
def pick_up_slips(actor: Actor, session: Session, period: str) -> Context:
    """A slip for each table and round, from the round being played on."""
    room = session_room(session, open_names=sees_names(actor, session))
    first = 1 if session.is_over else max(1, session.round)
    tables = [table for number in range(first, room.rounds + 1) for table in room.tables(number)]
    if not tables:
        raise NothingToPrint(_("There is no round left to play, or its draw is not made yet."))
    return {"slips": tables, "event": session.event}


@printed_report(
    "correction-slips",
    title=gettext_lazy("Score corrections slip"),
    source=SESSION,
    group=Group.ROOM,
    template="scoring/print/correction_slips.html",
    act="club.view",
    is_cut=True,
)
def correction_slips(actor: Actor, session: Session, period: str) -> Context:
    """A sheet of slips on which players ask for a score to be put right (Law 79C)."""
    return {"event": session.event, "slips": range(SLIPS)}


@printed_report(
    "penalties",
    title=gettext_lazy("Penalties"),
    source=SESSION,
    group=Group.DIRECTOR,
    template="scoring/print/penalties.html",
    same_for_all=True,
)
def penalties(actor: Actor, session: Session, period: str) -> Context:
    """What was taken from whom, and why (Laws 90 and 91); those withdrawn are marked."""
    given = list(
        Penalty.objects.filter(field__session=session).select_related("made_by__player").order_by("made_at", "pk")
    )
    if not given:
        raise NothingToPrint(_("No penalty was given."))
    holders = holders_by_authority(penalty.authority for penalty in given)
    names = {place.contestant_id: f"{place.number} {place.contestant}" for place in session_places(session)}
    rows = [
        {"penalty": penalty, "who": names.get(penalty.contestant_id, ""), "by": holders.get(penalty.authority)}
        for penalty in given
    ]
    return {"rows": rows}
