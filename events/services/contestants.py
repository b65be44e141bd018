"""Contestants: who competes in an event. The desk and entries online both come here.

The event's row is the lock for its list of entries: two people cannot both find the last place free. Whoever also
changes a session locks the session first, then the event.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.services.players import make_player
from core.actors import Actor
from core.audit import Deed, record, record_all, values
from core.changes import locked, reject_unknown_fields
from core.permissions import require
from events.models import Contestant, Event, PartnerWish, Place, Session
from events.models.contestants import Status, WishState
from events.models.sessions import SessionState
from events.selectors.entries import has_begun, next_playing_day, waiting_contestants
from events.selectors.seats import with_people
from events.services.entrants import audited_contestant, first_of_team, rewrite_entrants, write_entrants
from events.services.entry_checks import (
    Players,
    free_places,
    refuse,
    refuse_captain,
    refuse_clashes,
    refuse_full,
    refuse_non_members,
    refuse_over,
    refuse_wrong_number,
)

People = Sequence[Player | str | None]
FIELDS = {"name", "seed", "note"}
VISITOR = {"federation", "federation_number", "needs_stationary_seat", "languages"}


@dataclass(frozen=True)
class Withdrawal:
    """Who is out, and who came in from the waiting list for it."""

    contestant: Contestant
    promoted: list[Contestant] = field(default_factory=list)


@transaction.atomic
def add_contestant(
    *, actor: Actor, event: Event, players: Players, captain: Player | None = None, **fields: Any
) -> Contestant:
    """Enter somebody at the desk. None among the players is somebody whose name is not known yet."""
    require(actor, "entry.manage", event)
    return make_contestant(actor=actor, event=event, players=players, captain=captain, **fields)


@transaction.atomic
def add_people(*, actor: Actor, event: Event, people: People, **fields: Any) -> Contestant:
    """Enter people at the desk, visitors among them made on the spot: all of it, or nothing."""
    require(actor, "entry.manage", event)
    players = known_or_visitors(actor=actor, club=event.club, people=people)
    return add_contestant(actor=actor, event=event, players=players, **fields)


@transaction.atomic
def change_people(*, actor: Actor, contestant: Contestant, people: People, **fields: Any) -> Contestant:
    """As `change_contestant`, with visitors made on the spot."""
    require(actor, "entry.manage", contestant)
    players = known_or_visitors(actor=actor, club=contestant.club, people=people)
    return change_contestant(actor=actor, contestant=contestant, players=players, **fields)


def known_or_visitors(*, actor: Actor, club: Club, people: People) -> list[Player | None]:
    """Players as they are, None for unknown; somebody given by name is a visitor new to the records."""
    return [add_visitor(actor=actor, club=club, display_name=one) if isinstance(one, str) else one for one in people]


def make_contestant(
    *, actor: Actor, event: Event, players: Players, captain: Player | None = None, **fields: Any
) -> Contestant:
    """For the services that have already asked whether they may. Where all places are taken, the new one waits."""
    reject_unknown_fields(fields, FIELDS)
    event = locked_event(event)
    refuse_over(event)
    refuse_wrong_number(event, players)
    refuse_captain(event, players, captain)
    refuse_clashes(event, players)
    refuse_non_members(event, players, day=next_playing_day(event, actor.at))
    contestant = Contestant(
        event=event,
        status=Status.WAITING if free_places(event) == 0 else Status.ENTERED,
        entered_at=actor.at,
        entered_by=actor.user,
        **fields,
    )
    contestant.full_clean(exclude={"event", "entered_by"})
    contestant.save()
    write_entrants(contestant, players, captain or first_of_team(event, players))
    _close_wishes(actor, event, players)
    record(actor=actor, act="contestant.add", body=event.club, target=contestant, after=audited_contestant(contestant))
    return contestant


@transaction.atomic
def change_contestant(
    *,
    actor: Actor,
    contestant: Contestant,
    players: Players | None = None,
    captain: Player | None = None,
    version: int | None = None,
    **fields: Any,
) -> Contestant:
    """Replace players, put names right, name a captain. Places in the contestant stay whose they were."""
    require(actor, "entry.manage", contestant)
    reject_unknown_fields(fields, FIELDS)
    _lock_sessions_of(contestant)
    event = locked_event(contestant.event)
    row = locked(contestant, version=version)
    row.event = event
    _refuse_withdrawn(row)
    before = audited_contestant(row)
    if players is not None or captain is not None:
        _change_players(actor, row, players, captain)
    for name, value in fields.items():
        setattr(row, name, value)
    row.full_clean(exclude={"event", "entered_by"})
    if audited_contestant(row) != before or set(fields) & row.PERSONAL:
        row.version += 1
        row.save(update_fields=[*sorted(fields), "version"])
        record(
            actor=actor,
            act="contestant.change",
            body=event.club,
            target=row,
            before=before,
            after=audited_contestant(row),
        )
    return row


def put_names(*, actor: Actor, contestant: Contestant, players: Players) -> Contestant:
    """For the services that have already asked whether they may, hold the session's lock and audit it themselves."""
    event = locked_event(contestant.event)
    row = locked(contestant)
    row.event = event
    _refuse_withdrawn(row)
    _change_players(actor, row, players, None)
    row.version += 1
    row.save(update_fields=["version"])
    return row


@transaction.atomic
def withdraw_contestant(
    *, actor: Actor, contestant: Contestant, reason: str = "", version: int | None = None
) -> Withdrawal:
    require(actor, "entry.manage", contestant)
    return take_out(actor=actor, contestant=contestant, reason=reason, version=version)


def take_out(*, actor: Actor, contestant: Contestant, reason: str = "", version: int | None = None) -> Withdrawal:
    """For the services that have already asked whether they may. The first who waits gets the place."""
    event = locked_event(contestant.event)
    row = locked(contestant, version=version)
    row.event = event
    _refuse_withdrawn(row)
    _refuse_seated(row)
    before = values(row, {"status"})
    row.status, row.withdrawn_at = Status.WITHDRAWN, actor.at
    row.version += 1
    row.save(update_fields=["status", "withdrawn_at", "version"])
    row.entrants.update(is_active=False)
    record(
        actor=actor,
        act="contestant.withdraw",
        body=event.club,
        target=row,
        before=before,
        after=values(row, {"status"}),
        reason=reason,
    )
    return Withdrawal(row, fill_places(actor=actor, event=event))


@transaction.atomic
def promote(*, actor: Actor, contestant: Contestant, version: int | None = None) -> Contestant:
    """From the waiting list into the event, also past others who wait: the desk knows who is here."""
    require(actor, "entry.manage", contestant)
    event = locked_event(contestant.event)
    row = locked(contestant, version=version)
    row.event = event
    if row.status != Status.WAITING:
        sentence = _("%(title)s is not on the waiting list. Look at the list again.") % {"title": row.title}
        raise refuse(sentence, "not_waiting", "status")
    refuse_over(event)
    refuse_full(event)
    return _promote(actor, event, [row])[0]


def fill_places(*, actor: Actor, event: Event) -> list[Contestant]:
    """Those who wait move up in order, as long as nobody has sat down; later the desk decides who gets a place."""
    free = free_places(event)
    if free == 0 or event.cancelled_at or has_begun(event):
        return []
    rows = waiting_contestants(event) if free is None else waiting_contestants(event)[:free]
    return _promote(actor, event, list(with_people(rows)))


@transaction.atomic
def add_visitor(*, actor: Actor, club: Club, display_name: str, **fields: Any) -> Player:
    """Somebody who is here to play and in no list yet. The desk may do this without keeping the list of members.

    Ask `events.selectors.people.similar_people` first: the person may be in the records already.
    """
    require(actor, "session.run", club)
    reject_unknown_fields(fields, VISITOR)
    fields.setdefault("federation", club.federation)
    name = " ".join(display_name.replace("\x00", "").split())
    return make_player(actor=actor, body=club, display_name=name, **fields)


def locked_event(event: Event) -> Event:
    """The event as it stands now, with its club at hand."""
    row = locked(event)
    row.club = event.club
    return row


def _lock_sessions_of(contestant: Contestant) -> None:
    """Sessions in which it has a seat, before the event, always in the same order."""
    seated = Place.objects.filter(contestant=contestant).values("session")
    list(Session.objects.select_for_update().filter(pk__in=seated).exclude(state=SessionState.FINISHED).order_by("pk"))


def _refuse_withdrawn(contestant: Contestant) -> None:
    if contestant.status == Status.WITHDRAWN:
        sentence = _("%(title)s has withdrawn. Enter it again instead.") % {"title": contestant.title}
        raise refuse(sentence, "withdrawn", "status")


def _refuse_seated(contestant: Contestant) -> None:
    place = contestant.places.exclude(session__state=SessionState.FINISHED).select_related("section", "session").first()
    if place is None:
        return
    said = {"title": contestant.title, "place": place}
    if place.session.state == SessionState.PLAYING:
        sentence = _(
            "%(title)s is playing now as %(place)s. Take a substitute, or let the director repair the movement."
        )
        raise refuse(sentence % said, "playing", "status")
    sentence = _("%(title)s is seated as %(place)s. Take the seat away first; at the desk that is one step.")
    raise refuse(sentence % said, "seated", "status")


def _change_players(actor: Actor, row: Contestant, players: Players | None, captain: Player | None) -> None:
    event = row.event
    entrants = list(row.entrants.select_related("player"))
    old = [entrant.player for entrant in entrants]
    new = list(old if players is None else players)
    refuse_wrong_number(event, new)
    refuse_captain(event, new, captain)
    refuse_clashes(event, new, besides=row)
    refuse_non_members(event, [player for player in new if player not in old], day=next_playing_day(event, actor.at))
    was = next((entrant.player for entrant in entrants if entrant.is_captain), None)
    chosen = captain or (was if was in new else first_of_team(event, new))
    rewrite_entrants(row, entrants, new, chosen)
    _close_wishes(actor, event, new)


def _promote(actor: Actor, event: Event, rows: Iterable[Contestant]) -> list[Contestant]:
    done, deeds = [], []
    for row in rows:
        before = values(row, {"status"})
        row.status = Status.ENTERED
        row.version += 1
        row.save(update_fields=["status", "version"])
        deeds.append(Deed("contestant.promote", row, before=before, after=values(row, {"status"})))
        done.append(row)
    if deeds:
        record_all(actor=actor, body=event.club, deeds=deeds)
    return done


def _close_wishes(actor: Actor, event: Event, players: Players) -> None:
    """Whoever is entered looks for nobody any more."""
    wishes = PartnerWish.objects.filter(event=event, state=WishState.OPEN, player__in=[p for p in players if p])
    deeds = []
    for wish in wishes:
        wish.state = WishState.MATCHED
        wish.version += 1
        wish.save(update_fields=["state", "version"])
        deeds.append(Deed("partner.match", wish, after=values(wish, {"state", "player"})))
    if deeds:
        record_all(actor=actor, body=event.club, deeds=deeds)
