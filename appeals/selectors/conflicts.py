"""Why somebody should not hear a case. Some things keep people out; others are shown, and they sit with a reason."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max, Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from appeals.models import Appeal, Decision, DeclaredTie
from appeals.models.decisions import DecisionStage
from appeals.selectors.audience import member_users
from appeals.selectors.deadlines import rules_in
from appeals.selectors.in_charge import ruled_by
from appeals.selectors.parties import contestants_player_ids, sides_at
from clubs.models import Membership, User
from clubs.models.keys import person_ids, person_users
from clubs.selectors.roles import person_name
from events.models import Entrant, Play, Section, Session
from events.models.conditions import Form
from events.models.plays import PlayState
from events.models.sessions import Duty
from events.selectors.officials import at_the_table
from events.selectors.seal import players_in
from rulings.models import Opinion, PollAnswer

MONTH = timedelta(days=365.25 / 12)


@dataclass(frozen=True)
class Conflict:
    """`keeps_out`: this person cannot sit; otherwise it is a remark."""

    code: str
    words: str
    keeps_out: bool = True


ConflictsByUser = dict[int, list[Conflict]]


@dataclass(frozen=True)
class AdjudicatorCandidate:
    user: User
    conflicts: tuple[Conflict, ...] = ()

    @property
    def may_sit(self) -> bool:
        return not any(conflict.keeps_out for conflict in self.conflicts)

    @property
    def name(self) -> str:
        return person_name(self.user)


def check_conflicts(appeal: Appeal, users: Iterable[User], at: datetime) -> list[AdjudicatorCandidate]:
    """Everybody against everything, for a fixed number of queries."""
    people = list(users)
    conflicts: ConflictsByUser = defaultdict(list)
    players = {user.player.pk: user.pk for user in people if hasattr(user, "player")}
    _ruled(appeal, {user.pk for user in people}, conflicts)
    contestants = [pk for ids in sides_at(appeal.ruling).values() for pk in ids]
    parties = contestants_player_ids(contestants, appeal.session)
    _ties(people, parties, conflicts)
    if players:
        _at_table(players, parties, conflicts)
        _teammates(appeal, contestants, players, parties, conflicts)
        _partners(appeal, players, parties, at, conflicts)
        _same_event(appeal, players, parties, conflicts)
        _same_club(appeal, players, parties, conflicts, at)
        _yet_to_play(appeal, players, conflicts)
    return [AdjudicatorCandidate(user, tuple(conflicts[user.pk])) for user in people]


def kept_from_deciding(appeal: Appeal, user: User, at: datetime) -> str:
    """Why somebody neither admits nor decides a case for the federation; empty where nothing keeps them from it."""
    [candidate] = check_conflicts(appeal, [user], at)
    reasons = [conflict.words for conflict in candidate.conflicts if conflict.keeps_out]
    below = Decision.objects.filter(appeal__ruling=appeal.ruling_id).exclude(stage=DecisionStage.FURTHER)
    if user.pk in member_users(appeal) or below.filter(made_by=user).exists():
        reasons.append(_("has heard the case or decided on it"))
    return f"{candidate.name} {', '.join(reasons)}" if reasons else ""


def _ruled(appeal: Appeal, users: set[int], conflicts: ConflictsByUser) -> None:
    ruling = appeal.ruling
    gave = ruled_by(appeal)
    consulted = set(Opinion.objects.filter(ruling=ruling).values_list("asked", flat=True))
    for pk in users & gave:
        conflicts[pk].append(Conflict("ruled", _("gave the ruling")))
    for pk in (users & consulted) - gave:
        conflicts[pk].append(Conflict("consulted", _("was consulted on the ruling")))
    polled = PollAnswer.objects.filter(poll__ruling=ruling)
    for pk in (users - gave - consulted).intersection(polled.values_list(person_users(), flat=True)):
        conflicts[pk].append(Conflict("polled", _("was polled on the case")))
    directing = appeal.session.officials.filter(duty=Duty.DIRECTOR)
    for pk in (users - gave - consulted).intersection(directing.values_list(person_users(), flat=True)):
        conflicts[pk].append(Conflict("directed", _("directed the session"), keeps_out=False))


def _at_table(players: dict[int, int], parties: set[int], conflicts: ConflictsByUser) -> None:
    for player in players.keys() & parties:
        conflicts[players[player]].append(Conflict("party", _("is a party to the case")))


def _teammates(
    appeal: Appeal, contestants: list[int], players: dict[int, int], parties: set[int], conflicts: ConflictsByUser
) -> None:
    if not appeal.session.event.is_for_teams:
        return
    rows = Entrant.objects.filter(contestant__in=contestants, player__in=players).exclude(player__in=parties)
    for player in rows.values_list(person_ids(), flat=True):
        conflicts[players[player]].append(Conflict("teammate", _("is a teammate of a party")))


def _partners(
    appeal: Appeal, players: dict[int, int], parties: set[int], at: datetime, conflicts: ConflictsByUser
) -> None:
    """Partners and teammates, present and past, with when they last played together."""
    together = Entrant.objects.filter(player__in=players, contestant__entrants__player__in=parties)
    rows = together.exclude(player__in=parties).values_list(
        person_ids(), "contestant__entrants__player__display_name", "contestant__event__form"
    )
    dated = rows.exclude(contestant=appeal.contestant_id).annotate(last=Max("event__sessions__starts_at"))
    last_played: list[Any] = list(dated.order_by())
    months = rules_in(appeal.session).partner_months
    for player, name, form, last_day in last_played:
        if last_day is None:
            continue
        recent = at - last_day <= months * MONTH
        sentence = _("played in a team with %(name)s, last on %(day)s")
        if form == Form.PAIRS:
            sentence = _("played with %(name)s, last on %(day)s")
        words = sentence % {"name": name, "day": date_format(last_day, "DATE_FORMAT")}
        conflicts[players[player]].append(Conflict("partner", words, keeps_out=recent))


def _same_event(appeal: Appeal, players: dict[int, int], parties: set[int], conflicts: ConflictsByUser) -> None:
    """Whoever plays in the event has an interest in its ranking."""
    for player in (players.keys() & players_in(appeal.session)) - parties:
        words = _("plays in the same event and has an interest in the ranking")
        conflicts[players[player]].append(Conflict("interest", words))


def _same_club(
    appeal: Appeal, players: dict[int, int], parties: set[int], conflicts: ConflictsByUser, at: datetime
) -> None:
    rules = rules_in(appeal.session)
    day = appeal.club.day(at)
    running = Q(ends__isnull=True) | Q(ends__gte=day)
    party_clubs = Membership.objects.filter(running, player__in=parties, starts__lte=day).values("club")
    rows = Membership.objects.filter(running, player__in=players, club__in=party_clubs, starts__lte=day)
    for player in set(rows.values_list(person_ids(), flat=True)) - parties:
        conflict = Conflict("club", _("is a member of a party’s club"), keeps_out=rules.same_club)
        conflicts[players[player]].append(conflict)


def _ties(people: list[User], parties: set[int], conflicts: ConflictsByUser) -> None:
    rows = DeclaredTie.objects.filter(user__in=people, player__in=parties, ended_at=None).select_related("player")
    for tie in rows:
        sentence = _("has declared a tie with %(name)s: %(kind)s")
        words = sentence % {"name": tie.player.display_name, "kind": tie.get_kind_display()}
        conflicts[tie.user_id].append(Conflict("tie", words))


def _yet_to_play(appeal: Appeal, players: dict[int, int], conflicts: ConflictsByUser) -> None:
    """Law 16D: nobody hears about a board that they have yet to play, here or in another session."""
    board = appeal.ruling.board
    if board is None:
        return
    sections = _sections_with(appeal)
    entered: dict[int, set[int]] = defaultdict(set)
    rows = Entrant.objects.filter(player__in=players, contestant__places__session__sections__in=sections)
    for contestant, player in rows.values_list("contestant_id", person_ids()):
        entered[contestant].add(player)
    due = Play.objects.filter(at_the_table(list(entered)), section__in=sections, board=board, state=PlayState.DUE)
    late = {player for play in due for pk in play.contestant_ids for player in entered.get(pk, ())}
    ahead = Session.objects.filter(sections__in=sections, state__in=["draft", "seating"])
    waiting = Entrant.objects.filter(player__in=players, is_active=True, contestant__event__sessions__in=ahead)
    for player in late | set(waiting.values_list(person_ids(), flat=True)):
        conflicts[players[player]].append(Conflict("board", _("has yet to play the board (Law 16D)")))


def _sections_with(appeal: Appeal) -> list[int]:
    own_section = appeal.ruling.section
    if own_section is None:
        return []
    same = Section.objects.filter(pk=own_section.pk)
    if own_section.board_set_id:
        same = same | Section.objects.filter(board_set=own_section.board_set_id)
    return list(same.values_list("pk", flat=True))
