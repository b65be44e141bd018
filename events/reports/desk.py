"""Of an event: who is entered, and what it is played under."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.actors import Actor
from events.models import Event
from events.models.contestants import Status
from events.reports.sources import EVENT
from events.selectors.conditions import condition_groups
from events.selectors.entries import names_for, waiting_contestants
from events.selectors.seats import with_people
from printing.registry import Context, Group, NothingToPrint, printed_report


@printed_report(
    "entry-list",
    title=gettext_lazy("Entry list"),
    source=EVENT,
    group=Group.ROOM,
    template="events/print/entry_list.html",
    act="club.view",
)
def entry_list(actor: Actor, event: Event, period: str) -> Context:
    """Who is entered, in the order of entry, and who waits; with a box to tick at the door."""
    entered = with_people(event.contestants.filter(status=Status.ENTERED)).order_by("entered_at", "pk")
    waiting = with_people(waiting_contestants(event))
    lists = [
        [{"contestant": one, "names": names_for(actor, one)} for one in contestants]
        for contestants in (entered, waiting)
    ]
    if not any(lists):
        raise NothingToPrint(_("Nobody has entered yet."))
    return {"event": event, "entered": lists[0], "waiting": lists[1]}


@printed_report(
    "conditions",
    title=gettext_lazy("Conditions of contest"),
    source=EVENT,
    group=Group.ROOM,
    template="events/print/conditions.html",
    act="club.view",
)
def conditions(actor: Actor, event: Event, period: str) -> Context:
    """What is played, how it is scored, how ties are broken, the periods for corrections and appeals (Law 78D)."""
    return {"event": event, "groups": condition_groups(event)}
