"""What keeps somebody from entering an event, a sentence each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Membership, Player
from clubs.models.people import MembershipStatus
from core.errors import field_error
from events.models import Contestant, Entrant, Event
from events.models.conditions import Form
from events.models.contestants import Status
from events.selectors.seats import with_people

Players = Sequence[Player | None]


def refuse_wrong_number(event: Event, players: Players) -> None:
    """A pair is two, an individual one, a team four to six; somebody unknown counts."""
    form = Form(event.form)
    if form.size <= len(players) <= form.most:
        return
    few = len(players) < form.size
    if form == Form.TEAMS:
        sentence = _("A team has four to six players; here are %(count)s. Name the others, or leave some out.")
    elif form == Form.INDIVIDUAL:
        sentence = _("Everybody enters an individual alone; here are %(count)s players. Enter each of them.")
    elif few:
        sentence = _("A pair has two players; here are %(count)s. Name the partner, or leave the partner unknown.")
    else:
        sentence = _("A pair has two players; here are %(count)s. Enter the others as a pair of their own.")
    raise field_error("players", sentence % {"count": len(players)}, "too_few" if few else "too_many")


def refuse_clashes(event: Event, players: Players, *, besides: Contestant | None = None) -> None:
    """Nobody plays twice: neither within this contestant nor in another one of the event."""
    named = [player for player in players if player is not None]
    for at, player in enumerate(named):
        if any(player.is_same_person(other) for other in named[:at]):
            raise field_error(
                "players", _("%(name)s is named twice. Name somebody else once.") % {"name": player}, "named_twice"
            )
        if player.erased_at:
            raise field_error("players", _("This player has been erased and cannot enter."), "erased")
    others = _others_with(event, named, besides)
    for other in others:
        their_ids = {entrant.person_id for entrant in other.entrants.all()}
        if len(named) == len(players) and their_ids == {player.person_id for player in named}:
            sentence = _("%(title)s are already entered.") if len(named) > 1 else _("%(title)s is already entered.")
            raise field_error("players", sentence % {"title": other.title}, "entered_twice")
    problems = [
        ValidationError(_elsewhere_sentence(player, other), code="player_elsewhere")
        for other in others
        for player in named
        if any(entrant.person_id == player.person_id for entrant in other.entrants.all())
    ]
    if problems:
        raise ValidationError({"players": problems})


def _others_with(event: Event, players: Iterable[Player], besides: Contestant | None) -> list[Contestant]:
    """Contestants of the event in which one of these players is."""
    entrants = Entrant.objects.filter(event=event, is_active=True, player__in=[player.person_id for player in players])
    if besides is not None:
        entrants = entrants.exclude(contestant=besides)
    contestants = Contestant.objects.filter(pk__in=entrants.values("contestant")).order_by("entered_at", "pk")
    return list(with_people(contestants))


def _elsewhere_sentence(player: Player, other: Contestant) -> str:
    """Names both: the player and those with whom the player is entered already."""
    partners = [entrant.title for entrant in other.entrants.all() if entrant.person_id != player.person_id]
    if other.name:
        gaps = {"name": player, "team": other.name}
        return _("%(name)s already plays in the team “%(team)s”. Withdraw from it first.") % gaps
    gaps = {"name": player, "partners": " – ".join(partners)}
    if not partners:
        return _("%(name)s is already entered. Look at the list of entries.") % gaps
    return _("%(name)s is already entered with %(partners)s. Withdraw or change that entry first.") % gaps


def refuse_captain(event: Event, players: Players, captain: Player | None) -> None:
    if captain is None:
        return
    if not event.is_for_teams:
        raise field_error("captain", _("Only a team has a captain."), "no_captain")
    if captain not in players:
        sentence = _("%(name)s is not in the team. Choose a captain among its players.")
        raise field_error("captain", sentence % {"name": captain}, "captain_elsewhere")


def refuse_over(event: Event) -> None:
    """Neither what was called off nor what has been played to the end takes contestants."""
    if event.cancelled_at:
        raise field_error(
            "event", _("“%(event)s” has been cancelled: nobody can enter.") % {"event": event}, "cancelled"
        )
    states = list(event.sessions.values_list("state", flat=True))
    if len(states) >= event.sessions_planned and all(state == "finished" for state in states):
        raise field_error("event", _("“%(event)s” is over: nobody can enter any more.") % {"event": event}, "over")


def refuse_non_members(event: Event, players: Players, *, day: date) -> None:
    """Where the event is only for members: a sentence for each player whose membership does not run on the day."""
    named = [player for player in players if player is not None]
    if not event.members_only or not named:
        return
    memberships = Membership.objects.filter(
        club=event.club_id, player__in=[player.person_id for player in named]
    ).order_by("starts")
    by_player: dict[int, list[Membership]] = {player.person_id: [] for player in named}
    for membership in memberships:
        by_player[membership.player_id].append(membership)
    problems = [
        ValidationError(why_no_member(event, player, by_player[player.person_id], day), code="no_member")
        for player in named
        if not any(membership.runs_on(day) for membership in by_player[player.person_id])
    ]
    if problems:
        raise ValidationError({"players": problems})


def why_no_member(event: Event, player: Player, memberships: Sequence[Membership], day: date) -> str:
    """Why none of these memberships counts on the day; the last day is named."""
    gaps = {"name": player, "club": event.club, "day": date_format(day, "DATE_FORMAT")}
    begun = [membership for membership in memberships if membership.starts <= day]
    if not memberships:
        return _("%(name)s is no member of %(club)s, and this event is only for members.") % gaps
    if not begun:
        gaps["first"] = date_format(memberships[0].starts, "DATE_FORMAT")
        return _("The membership of %(name)s begins only on %(first)s; this event is only for members.") % gaps
    last = begun[-1]
    if last.status == MembershipStatus.SUSPENDED and (last.ends is None or last.ends >= day):
        return _("The membership of %(name)s is suspended; this event is only for members.") % gaps
    gaps["last"] = date_format(last.ends, "DATE_FORMAT") if last.ends else "—"
    return _("The membership of %(name)s has %(last)s as its last day; on %(day)s only members play. Renew it.") % gaps


def free_places(event: Event) -> int | None:
    """How many more can enter before the waiting list begins; None where nobody limits it."""
    if event.most_contestants is None:
        return None
    return max(0, event.most_contestants - event.contestants.filter(status=Status.ENTERED).count())


def refuse_full(event: Event) -> None:
    if free_places(event) == 0:
        count = event.most_contestants or 0
        sentence = ngettext("The only place is taken.", "All %(count)s places are taken.", count) % {"count": count}
        raise field_error("status", _("%(full)s Withdraw somebody or add places first.") % {"full": sentence}, "full")
