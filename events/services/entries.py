"""Entries online: members of the club enter themselves until the deadline; afterwards the desk does it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.selectors.memberships import current_memberships
from core import transaction
from core.actors import Actor
from core.errors import Forbidden
from core.names import name_key
from core.permissions import require
from events.models import Contestant, Event
from events.models.sessions import SessionState
from events.selectors.entries import closes_at
from events.services.contestants import Withdrawal, make_contestant, write_withdrawal
from events.wording import local_moment


class NotOneMember(ValidationError):
    """A name that no current member has, or several. `place` is where it stood, from 1."""

    def __init__(self, sentence: str, place: int) -> None:
        super().__init__(sentence, code="not_one")
        self.place = place


@transaction.atomic
def enter_event(
    *, actor: Actor, event: Event, others: Sequence[str] = (), name: str = "", note: str = ""
) -> Contestant:
    """Enter oneself, with `others` named in full or by their number; whoever enters a team is its captain."""
    player = own_player(actor, event)
    refuse_closed(actor, event)
    named = find_members(event.club, others, day=event.club.day(actor.at))
    captain = player if event.is_for_teams else None
    fields = {"note": note} | ({"name": name} if event.is_for_teams else {})
    return make_contestant(actor=actor, event=event, players=[player, *named], captain=captain, **fields)


@transaction.atomic
def withdraw_entry(*, actor: Actor, contestant: Contestant, version: int | None = None) -> Withdrawal:
    """Any of its players may withdraw an entry, and whoever made it, until the deadline."""
    event = contestant.event
    player = own_player(actor, event)
    is_mine = contestant.entered_by_id == actor.user_id
    if not is_mine and not contestant.entrants.filter(player=player, is_active=True).exists():
        raise Forbidden
    refuse_closed(actor, event)
    return write_withdrawal(actor=actor, contestant=contestant, version=version)


def own_player(actor: Actor, event: Event) -> Player:
    """Who enters: a member of the club, in person."""
    require(actor, "entry.make", event)
    if actor.player is None or actor.user is None:
        raise Forbidden
    return actor.player


def refuse_closed(actor: Actor, event: Event) -> None:
    """With a sentence that says whom to ask instead."""
    if sentence := why_closed(actor, event):
        raise ValidationError(sentence, code="closed")


def why_closed(actor: Actor, event: Event) -> str:
    """Why nobody enters online any more, or not at all; empty while entries are open."""
    gaps = {"event": event, "whom": whom_to_ask(event.club)}
    if event.cancelled_at:
        return _("“%(event)s” has been cancelled.") % gaps
    if not event.published_at:
        return _("“%(event)s” has not been announced yet.") % gaps
    if not event.takes_entries:
        return _("“%(event)s” takes no entries online. %(whom)s") % gaps
    if event.sessions.filter(state__in=[SessionState.SEATING, SessionState.PLAYING, SessionState.FINISHED]).exists():
        return _("The players are being seated already. %(whom)s") % gaps
    closed = closes_at(event)
    if closed is not None and closed <= actor.at:
        gaps["moment"] = local_moment(event.club, closed)
        return _("Entries closed on %(moment)s. %(whom)s") % gaps
    return ""


def whom_to_ask(club: Club) -> str:
    if club.email:
        return _("Ask the club's secretary: %(email)s.") % {"email": club.email}
    return _("Ask the club's secretary, or come to the desk.")


def find_members(club: Club, names: Sequence[str], *, day: date) -> list[Player]:
    """Current members by full name or number, exactly one for each: nobody browses the list of members here.

    What is left empty names nobody; each problem carries its place in `names`, from 1.
    """
    members, problems = [], []
    for place, words in enumerate(names, start=1):
        if not words.strip():
            continue
        players = _members_called(club, " ".join(words.split()), day)
        if len(players) == 1:
            members.append(players[0])
        else:
            problems.append(NotOneMember(_not_one_sentence(words, len(players)), place))
    if problems:
        raise ValidationError({"others": problems})
    return members


def _members_called(club: Club, words: str, day: date) -> list[Player]:
    """By member number, else by federation number, else by the full name in any order and without its accents."""
    current = current_memberships(day=day).filter(club=club, player__erased_at=None).select_related("player")
    key = name_key(words)
    for named in (Q(number__iexact=words), Q(player__federation_number__iexact=words), Q(player__name_key=key)):
        if words and key and (memberships := list(current.filter(named)[:3])):
            return list({membership.player_id: membership.player for membership in memberships}.values())
    return []


def _not_one_sentence(words: str, count: int) -> str:
    if count:
        sentence = _("Several members are called “%(words)s”. Write the member number instead.")
    else:
        sentence = _(
            "No current member is called “%(words)s”. Write first and last name as the club does, or the member"
            " number; for a visitor ask the club’s secretary."
        )
    return sentence % {"words": words}
