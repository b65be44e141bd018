"""What somebody may see of a session's results now.

During play the director says so for each section; afterwards everything is open. Always, whoever has yet to play a
board sees nothing of it, and a stranger, who might play it, sees it when no table can play it any more (Law 16D).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Q

from core.actors import Actor
from core.permissions import may
from events.models import BoardSet, Play, Section, Session
from events.models.plays import PlayState
from events.selectors.officials import at_the_table, hidden_boards
from events.selectors.seal import board_set_seals, board_set_sight
from scoring.models.table_rules import Shown, When
from scoring.selectors.own_plays import contestants_of_player
from scoring.selectors.table_rules import table_rules_by_section

# From the least to the most that is shown.
LINES = (Shown.NOTHING, Shown.OWN, Shown.ALL)
RANKINGS = (When.NEVER, When.END, When.ROUND, When.LIVE)


@dataclass(frozen=True)
class ResultsSight:
    """`own` are the contestants for whom this person plays."""

    session: Session
    own: frozenset[int]
    lines: str
    ranking: str
    # Boards that this person has yet to play: nothing of them is shown, whoever it is.
    hidden: frozenset[int] = frozenset()
    # Boards that a table can still play: only those see them who have played them, or run the session.
    closed: frozenset[int] = frozenset()
    played: frozenset[int] = frozenset()
    runs_it: bool = False
    sections: tuple[Section, ...] = field(default=())

    @property
    def sees_any_lines(self) -> bool:
        return self.lines == Shown.ALL or (self.lines == Shown.OWN and bool(self.own))

    @property
    def sees_ranking(self) -> bool:
        return self.ranking == When.LIVE or (self.ranking == When.ROUND and self.rounds_over > 0)

    @property
    def rounds_over(self) -> int:
        return self.session.round if self.session.is_over else max(0, self.session.round - 1)

    @property
    def ranking_through(self) -> int | None:
        """The ranking as it stood after that round; None for as it stands."""
        return self.rounds_over if self.ranking == When.ROUND else None

    def sees_board(self, number: int) -> bool:
        """Its results, at least the own one."""
        if number in self.hidden or not self.sees_any_lines:
            return False
        return number not in self.closed or self.runs_it or number in self.played

    def sees_line(self, number: int, round_number: int, contestants: Iterable[int]) -> bool:
        if not self.sees_board(number):
            return False
        # In a match the other room's result is the teams' own business until the round is over.
        if self._is_in_a_match(round_number):
            return False
        return self.lines == Shown.ALL or not self.own.isdisjoint(contestants)

    def _is_in_a_match(self, round_number: int) -> bool:
        if self.runs_it or self.session.is_over or not self.session.event.is_for_teams:
            return False
        return round_number >= self.session.round

    def sees_match_total(self, rounds: Iterable[int], contestants: Iterable[int]) -> bool:
        """What matches of pairs gave: with the ranking that it makes, and to those who played them as it comes in."""
        if self.ranking == When.LIVE or not self.own.isdisjoint(contestants):
            return True
        return self.ranking == When.ROUND and max(rounds, default=0) <= self.rounds_over

    def sees_card(self, contestant: int) -> bool:
        return self.sees_any_lines and (self.lines == Shown.ALL or contestant in self.own)


def results_sight(actor: Actor, session: Session) -> ResultsSight:
    """A number of queries that does not grow with the tables."""
    sections = tuple(session.sections.select_related("board_set").defer("movement_data").order_by("letter"))
    runs_it = actor.is_system or may(actor, "session.run", session)
    own = own_contestants(actor, session)
    lines, ranking = _rules(session, sections, own, runs_it=runs_it)
    hidden, closed, played = _boards(actor, session, sections, own)
    return ResultsSight(session, own, lines, ranking, hidden, closed, played, runs_it, sections)


def own_contestants(actor: Actor, session: Session) -> frozenset[int]:
    """Those for whom this person plays in the session, if only as a substitute."""
    return frozenset(contestants_of_player(actor.player, session)) if actor.player else frozenset()


def _rules(session: Session, sections: tuple[Section, ...], own: frozenset[int], *, runs_it: bool) -> tuple[str, str]:
    """A player by the rules of the own section, and of those that are ranked with it; others by the strictest."""
    if runs_it or session.is_over:
        return Shown.ALL, When.LIVE
    rules = table_rules_by_section(sections, session.event.club_id)
    own_sections = ranked = {section.pk for section in sections}
    if own:
        own_sections = set(session.places.filter(contestant__in=own).values_list("section_id", flat=True))
        together = Section.objects.filter(fields__sections__in=own_sections).values_list("pk", flat=True)
        ranked = own_sections | set(together)
    lines = [rules[pk].traveller for pk in own_sections if pk in rules]
    rankings = [rules[pk].ranking for pk in ranked if pk in rules]
    return (
        min(lines, key=lambda value: LINES.index(Shown(value)), default=Shown.NOTHING),
        min(rankings, key=lambda value: RANKINGS.index(When(value)), default=When.NEVER),
    )


def _boards(
    actor: Actor, session: Session, sections: tuple[Section, ...], own: frozenset[int]
) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
    """Hidden from this person, closed to strangers, and played by this person."""
    hidden = set(hidden_boards(actor, session))
    plays = Play.objects.filter(section__session=session)
    closed = set(plays.filter(_still_in_play(session)).values_list("board", flat=True).distinct())
    sets = {section.board_set for section in sections if section.board_set is not None}
    for seal in board_set_seals(sets).values():
        closed |= set(seal.sealed)
    if actor.player is not None:
        hidden |= _in_other_sessions(actor, sets)
    played: set[int] = set()
    if own:
        done_plays = plays.filter(at_the_table(list(own)), state=PlayState.DONE)
        played = set(done_plays.values_list("board", flat=True)) - hidden
    return frozenset(hidden), frozenset(closed), frozenset(played)


def _still_in_play(session: Session) -> Q:
    """Plays of boards that a table has before it. A result alone ends nothing: their round has to be over."""
    due = Q(state=PlayState.DUE)
    return due if session.is_over else due | (Q(round__gte=session.round) & ~Q(state=PlayState.DROPPED))


def _in_other_sessions(actor: Actor, sets: Iterable[BoardSet]) -> set[int]:
    """The same boards may lie on the tables of another session, in which this person plays later."""
    return {number for board_set in sets for number in board_set_sight(actor, board_set).to_be_played}
