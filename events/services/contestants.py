"""Contestants: who competes in an event. The desk and entries online both come here.

The event's row is the lock for its list of entries: two people cannot both find the last place free. Whoever also
changes a session locks the session first, then the event.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.services.players import make_player
from core import transaction
from core.actors import Actor
from core.audit import Deed, record, record_all, values
from core.changes import locked, reject_unknown_fields
from core.errors import field_error
from core.locks import lock_all
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
    refuse_captain,
    refuse_clashes,
    refuse_full,
    refuse_non_members,
    refuse_over,
    refuse_wrong_number,
)
from events.services.entry_notices import tell_of_entry, tell_of_promotion

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
    players = resolve_players(actor=actor, club=event.club, people=people)
    return add_contestant(actor=actor, event=event, players=players, **fields)


@transaction.atomic
def change_people(*, actor: Actor, contestant: Contestant, people: People, **fields: Any) -> Contestant:
    """As `change_contestant`, with visitors made on the spot."""
    require(actor, "entry.manage", contestant)
    players = resolve_players(actor=actor, club=contestant.club, people=people)
    return change_contestant(actor=actor, contestant=contestant, players=players, **fields)


def resolve_players(*, actor: Actor, club: Club, people: People) -> list[Player | None]:
    """The players as they are, None for somebody unknown; a name is added to the records as a visitor's."""
    return [
        add_visitor(actor=actor, club=club, display_name=person) if isinstance(person, str) else person
        for person in people
    ]


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
    looked = _close_wishes(actor, event, players)
    record(actor=actor, act="contestant.add", body=event.club, target=contestant, after=audited_contestant(contestant))
    tell_of_entry(actor=actor, contestant=contestant, found_partner=looked)
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
    _lock_sessions_with(contestant)
    event = locked_event(contestant.event)
    contestant = locked(contestant, version=version)
    contestant.event = event
    _refuse_withdrawn(contestant)
    before = audited_contestant(contestant)
    if players is not None or captain is not None:
        _change_players(actor, contestant, players, captain)
    for name, value in fields.items():
        setattr(contestant, name, value)
    contestant.full_clean(exclude={"event", "entered_by"})
    if audited_contestant(contestant) != before or set(fields) & contestant.PERSONAL:
        contestant.version += 1
        contestant.save(update_fields=[*sorted(fields), "version"])
        record(
            actor=actor,
            act="contestant.change",
            body=event.club,
            target=contestant,
            before=before,
            after=audited_contestant(contestant),
        )
    return contestant


def put_names(*, actor: Actor, contestant: Contestant, players: Players) -> Contestant:
    """For the services that have already asked whether they may, hold the session's lock and audit it themselves."""
    event = locked_event(contestant.event)
    contestant = locked(contestant)
    contestant.event = event
    _refuse_withdrawn(contestant)
    _change_players(actor, contestant, players, None)
    contestant.version += 1
    contestant.save(update_fields=["version"])
    return contestant


@transaction.atomic
def withdraw_contestant(
    *, actor: Actor, contestant: Contestant, reason: str = "", version: int | None = None
) -> Withdrawal:
    require(actor, "entry.manage", contestant)
    return write_withdrawal(actor=actor, contestant=contestant, reason=reason, version=version)


def write_withdrawal(
    *, actor: Actor, contestant: Contestant, reason: str = "", version: int | None = None
) -> Withdrawal:
    """For the services that have already asked whether they may. The first who waits gets the place."""
    event = locked_event(contestant.event)
    contestant = locked(contestant, version=version)
    contestant.event = event
    _refuse_withdrawn(contestant)
    _refuse_seated(contestant)
    before = values(contestant, {"status"})
    contestant.status, contestant.withdrawn_at = Status.WITHDRAWN, actor.at
    contestant.version += 1
    contestant.save(update_fields=["status", "withdrawn_at", "version"])
    contestant.entrants.update(is_active=False)
    record(
        actor=actor,
        act="contestant.withdraw",
        body=event.club,
        target=contestant,
        before=before,
        after=values(contestant, {"status"}),
        reason=reason,
    )
    return Withdrawal(contestant, fill_places(actor=actor, event=event))


@transaction.atomic
def promote(*, actor: Actor, contestant: Contestant, version: int | None = None) -> Contestant:
    """From the waiting list into the event, also past others who wait: the desk knows who is here."""
    require(actor, "entry.manage", contestant)
    event = locked_event(contestant.event)
    contestant = locked(contestant, version=version)
    contestant.event = event
    if contestant.status != Status.WAITING:
        sentence = _("%(title)s is not on the waiting list. Look at the list again.") % {"title": contestant.title}
        raise field_error("status", sentence, "not_waiting")
    refuse_over(event)
    refuse_full(event)
    return _promote(actor, event, [contestant])[0]


def fill_places(*, actor: Actor, event: Event) -> list[Contestant]:
    """Those who wait move up in order, as long as nobody has sat down; later the desk decides who gets a place."""
    free = free_places(event)
    if free == 0 or event.cancelled_at or has_begun(event):
        return []
    waiting = waiting_contestants(event) if free is None else waiting_contestants(event)[:free]
    return _promote(actor, event, list(with_people(waiting)))


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
    current = locked(event)
    current.club = event.club
    return current


def _lock_sessions_with(contestant: Contestant) -> None:
    """Sessions in which it has a seat, before the event, always in the same order."""
    seated = Place.objects.filter(contestant=contestant).values("session")
    lock_all(Session.objects.filter(pk__in=seated).exclude(state=SessionState.FINISHED))


def _refuse_withdrawn(contestant: Contestant) -> None:
    if contestant.status == Status.WITHDRAWN:
        sentence = _("%(title)s has withdrawn. Enter it again instead.") % {"title": contestant.title}
        raise field_error("status", sentence, "withdrawn")


def _refuse_seated(contestant: Contestant) -> None:
    place = contestant.places.exclude(session__state=SessionState.FINISHED).select_related("section", "session").first()
    if place is None:
        return
    gaps = {"title": contestant.title, "place": place}
    if place.session.state == SessionState.PLAYING:
        sentence = _(
            "%(title)s is playing now as %(place)s. Take a substitute, or let the director repair the movement."
        )
        raise field_error("status", sentence % gaps, "playing")
    sentence = _("%(title)s is seated as %(place)s. Take the seat away first; at the desk that is one step.")
    raise field_error("status", sentence % gaps, "seated")


def _change_players(actor: Actor, contestant: Contestant, players: Players | None, captain: Player | None) -> None:
    event = contestant.event
    entrants = list(contestant.entrants.select_related("player"))
    old = [entrant.player for entrant in entrants]
    new = list(old if players is None else players)
    refuse_wrong_number(event, new)
    refuse_captain(event, new, captain)
    refuse_clashes(event, new, besides=contestant)
    refuse_non_members(event, [player for player in new if player not in old], day=next_playing_day(event, actor.at))
    old_captain = next((entrant.player for entrant in entrants if entrant.is_captain), None)
    new_captain = captain or (old_captain if old_captain in new else first_of_team(event, new))
    rewrite_entrants(contestant, entrants, new, new_captain)
    _close_wishes(actor, event, new)


def _promote(actor: Actor, event: Event, contestants: Iterable[Contestant]) -> list[Contestant]:
    promoted, deeds = [], []
    for contestant in contestants:
        before = values(contestant, {"status"})
        contestant.status = Status.ENTERED
        contestant.version += 1
        contestant.save(update_fields=["status", "version"])
        deeds.append(Deed("contestant.promote", contestant, before=before, after=values(contestant, {"status"})))
        promoted.append(contestant)
    if deeds:
        record_all(actor=actor, body=event.club, deeds=deeds)
    for contestant in promoted:
        tell_of_promotion(actor=actor, contestant=contestant)
    return promoted


def _close_wishes(actor: Actor, event: Event, players: Players) -> list[int]:
    """Whoever is entered looks for nobody any more; gives the players who did."""
    wishes = PartnerWish.objects.filter(event=event, state=WishState.OPEN, player__in=[p for p in players if p])
    deeds = []
    for wish in wishes:
        wish.state = WishState.MATCHED
        wish.version += 1
        wish.save(update_fields=["state", "version"])
        deeds.append(Deed("partner.match", wish, after=values(wish, {"state", "player"})))
    if deeds:
        record_all(actor=actor, body=event.club, deeds=deeds)
    return [wish.player_id for wish in wishes]
