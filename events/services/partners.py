"""The partner desk: those without a partner find one another, or are brought together."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.models import Player
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import locked
from core.errors import field_error
from core.permissions import may, require
from events.models import Contestant, Event, PartnerWish
from events.models.conditions import Form
from events.models.contestants import WishState
from events.selectors.entries import next_playing_day, player_entry
from events.services.contestants import locked_event, make_contestant, resolve_players
from events.services.entries import own_player, refuse_closed
from events.services.entry_checks import refuse_non_members, refuse_over


@transaction.atomic
def leave_wish(*, actor: Actor, event: Event, note: str = "") -> PartnerWish:
    """Say that one looks for a partner; saying it again changes the note."""
    player = own_player(actor, event)
    refuse_closed(actor, event)
    return _wish(actor, event, player, note)


@transaction.atomic
def add_wish(*, actor: Actor, event: Event, player: Player | str, note: str = "") -> PartnerWish:
    """The desk writes down somebody who has come alone; a name is a visitor's."""
    require(actor, "entry.manage", event)
    (person,) = resolve_players(actor=actor, club=event.club, people=[player])
    assert person is not None
    return _wish(actor, event, person, note)


@transaction.atomic
def withdraw_wish(*, actor: Actor, wish: PartnerWish, version: int | None = None) -> PartnerWish:
    event = wish.event
    if actor.player is None or actor.player.pk != wish.person_id:
        require(actor, "entry.manage", event)
    else:
        require(actor, "entry.manage" if may(actor, "entry.manage", event) else "entry.make", event)
    wish = locked(wish, version=version)
    if wish.state != WishState.OPEN:
        return wish
    before = values(wish, {"state"})
    wish.state = WishState.WITHDRAWN
    wish.version += 1
    wish.save(update_fields=["state", "version"])
    record(
        actor=actor,
        act="partner.withdraw",
        body=event.club,
        target=wish,
        before=before,
        after=values(wish, {"state"}),
    )
    return wish


@transaction.atomic
def accept_wish(*, actor: Actor, wish: PartnerWish, version: int | None = None) -> Contestant:
    """Play with somebody who looks for a partner: the pair is entered at once."""
    player = own_player(actor, wish.event)
    refuse_closed(actor, wish.event)
    event = locked_event(wish.event)
    wish = _open(wish, version)
    if wish.person_id == player.pk:
        raise field_error("wish", _("That is your own wish. Choose somebody else."), "own_wish")
    return make_contestant(actor=actor, event=event, players=[wish.player, player])


@transaction.atomic
def match_wishes(*, actor: Actor, first: PartnerWish, second: PartnerWish) -> Contestant:
    """The desk brings two together, also after the deadline."""
    require(actor, "entry.manage", first.event)
    if first.event_id != second.event_id or first.pk == second.pk:
        raise field_error("wishes", _("Choose two different people who look for a partner in this event."), "not_two")
    event = locked_event(first.event)
    first, second = _open(first), _open(second)
    return make_contestant(actor=actor, event=event, players=[first.player, second.player])


def _wish(actor: Actor, event: Event, player: Player, note: str) -> PartnerWish:
    event = locked_event(event)
    refuse_over(event)
    if event.form != Form.PAIRS:
        raise field_error("event", _("Only in an event for pairs does anybody look for a partner."), "not_pairs")
    entry = player_entry(event, player)
    if entry is not None:
        sentence = _("%(name)s is entered already: %(title)s.") % {"name": player, "title": entry.title}
        raise field_error("player", sentence, "entered")
    refuse_non_members(event, [player], day=next_playing_day(event, actor.at))
    wish = PartnerWish.objects.filter(event=event, player=player, state=WishState.OPEN).first()
    if wish is not None and wish.note == note:
        return wish
    wish = wish or PartnerWish(event=event, player=player, made_at=actor.at, version=0)
    wish.note = note
    wish.version += 1
    wish.full_clean(exclude={"event", "player"}, validate_constraints=False)
    wish.save()
    record(actor=actor, act="partner.wish", body=event.club, target=wish, after=values(wish, {"player", "note"}))
    return wish


def _open(wish: PartnerWish, version: int | None = None) -> PartnerWish:
    wish = locked(wish, version=version)
    if wish.state != WishState.OPEN:
        gaps = {"name": wish.player}
        sentence = (
            _("%(name)s has found a partner meanwhile.")
            if wish.state == WishState.MATCHED
            else _("%(name)s no longer looks for a partner.")
        )
        raise field_error("wish", sentence % gaps, "closed")
    return wish
