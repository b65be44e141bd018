"""Which boards of a match a reader may see: nobody learns of a board that they, or their table, have yet to play."""

from __future__ import annotations

from dataclasses import dataclass

from core.actors import Actor
from core.permissions import may
from events.models import Play, Session
from events.models.plays import PlayState
from events.selectors.officials import hidden_boards
from events.selectors.seal import board_set_sight
from events.selectors.seats import session_sections
from scoring.models.table_rules import Shown
from scoring.selectors.results_sight import ResultsSight, own_contestants, results_sight


@dataclass(frozen=True)
class MatchSight:
    """`own` are the teams of the reader. Their matches are seen as soon as both rooms have a result."""

    runs: bool
    own: frozenset[int]
    # Boards that the reader has to play, and those that anybody has.
    to_play: frozenset[int]
    in_play: frozenset[int]
    # Rounds in which a table still plays.
    open_rounds: frozenset[int]

    def is_own(self, *teams: int) -> bool:
        return bool(self.own.intersection(teams))

    def sees_board(self, number: int, *teams: int) -> bool:
        if number in self.to_play:
            return False
        return self.runs or self.is_own(*teams) or number not in self.in_play

    def sees_total(self, rounds: list[int], *teams: int) -> bool:
        """A running total is the teams' own business until the round is over everywhere."""
        return self.runs or self.is_own(*teams) or not self.open_rounds.intersection(rounds)

    def waits_for_ranking(self, rounds: list[int], *teams: int) -> bool:
        """Over everywhere, but to be seen with the ranking only. A match of two teams is a result of its own."""
        return False


@dataclass(frozen=True)
class PairSight(MatchSight):
    """Pairs are compared with the field: a match shows no more than travellers, scorecards and the ranking do."""

    results: ResultsSight

    def sees_board(self, number: int, *teams: int) -> bool:
        return number not in self.to_play and self.results.sees_line(number, 0, teams)

    def sees_total(self, rounds: list[int], *teams: int) -> bool:
        allowed = self.results.lines == Shown.ALL or (self.results.lines == Shown.OWN and self.is_own(*teams))
        is_open = self.results.sees_match_total(rounds, teams)
        return allowed and is_open and super().sees_total(rounds, *teams)

    def waits_for_ranking(self, rounds: list[int], *teams: int) -> bool:
        is_over = not self.open_rounds.intersection(rounds)
        return is_over and not self.results.sees_match_total(rounds, teams)


def match_sight(actor: Actor, session: Session) -> MatchSight:
    """In a number of queries that does not grow with the matches."""
    due = Play.objects.filter(section__session=session, state=PlayState.DUE)
    slots = set(due.order_by().values_list("round", "board").distinct())
    in_play = {board for _round, board in slots}
    to_play = set(hidden_boards(actor, session))
    for board_set in {section.board_set for section in session_sections(session) if section.board_set is not None}:
        sight = board_set_sight(actor, board_set)
        in_play |= set(sight.seal.sealed)
        to_play |= sight.to_be_played
    open_rounds = {number for number, _board in slots if number <= max(1, session.round)}
    if session.is_over:
        open_rounds = set()
    common = (
        may(actor, "session.run", session),
        own_contestants(actor, session),
        frozenset(to_play),
        frozenset(in_play),
        frozenset(open_rounds),
    )
    if session.event.is_for_teams:
        return MatchSight(*common)
    return PairSight(*common, results_sight(actor, session))
