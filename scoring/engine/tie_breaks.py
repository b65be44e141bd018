"""The usual tie-breaks, from what contestants made against each other: on boards, in matches, over sessions."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.engine.cards import Side
from scoring.engine.numbers import ZERO
from scoring.engine.ranking import TieBreak
from scoring.engine.results import SessionScore
from scoring.engine.teams import MatchScore

# For somebody who lost nothing: better than any quotient that can be had.
NOTHING_LOST = 10**9


@dataclass(frozen=True, slots=True)
class Encounter:
    """What a contestant made against others: on a board of pairs, in a match of teams.

    `points` is what places are decided by, `net` what the boards were scored in; `boards` has for each board what the
    contestant made and what the opponents made.
    """

    contestant: str
    against: tuple[str, ...]
    points: Fraction
    net: Fraction
    boards: tuple[tuple[Fraction, Fraction], ...] = ()
    tops: int = 0


def in_session(
    session: SessionScore, players: Callable[[str], Sequence[str]] | None = None, of: Collection[str] | None = None
) -> list[Encounter]:
    """Board by board; `players` are those behind the name of a side, where each is ranked alone.

    `of`: only what these have met, who may be few in a large field.
    """
    behind = players or (lambda name: (name,))
    encounters = []
    for board in session.boards:
        for line in board.lines:
            for side in Side:
                ranked = [who for who in behind(line.line.contestant(side)) if of is None or who in of]
                own_points, other_points = line.points(side), line.points(side.other)
                if not ranked or own_points is None or other_points is None:
                    continue
                against = tuple(behind(line.line.contestant(side.other)))
                is_top = int(bool(own_points.top) and own_points.counted == own_points.top)
                pair = ((own_points.counted, other_points.counted),)
                encounters += [
                    Encounter(who, against, own_points.counted, own_points.counted, pair, is_top) for who in ranked
                ]
    return encounters


def in_matches(matches: Iterable[MatchScore]) -> list[Encounter]:
    encounters = []
    for match in matches:
        home = tuple((board.home, board.away) for board in match.boards)
        away = tuple((board.away, board.home) for board in match.boards)
        for who, other, net, vps, boards in (
            (match.match.home, match.match.away, match.home, match.home_vps, home),
            (match.match.away, match.match.home, match.away, match.away_vps, away),
        ):
            encounters.append(Encounter(who, (other,), net if vps is None else vps, net, boards))
    return encounters


def tie_breaks_in_order(
    order: Iterable[str], encounters: Sequence[Encounter], totals: Mapping[str, Fraction], seed: str = ""
) -> list[TieBreak]:
    """Tie-breaks by name, in the declared order; a name that is not known here is left out."""
    by_contestant: dict[str, list[Encounter]] = {}
    for encounter in encounters:
        by_contestant.setdefault(encounter.contestant, []).append(encounter)
    table = _Table(by_contestant, totals, seed)
    rules = {
        "head-to-head": TieBreak("head-to-head", table.head_to_head, applies=table.have_all_met),
        "opponents": TieBreak("opponents", table.opponents),
        "imps": TieBreak("imps", table.net),
        "quotient": TieBreak("quotient", table.quotient),
        "tops": TieBreak("tops", table.tops),
        "boards-won": TieBreak("boards-won", table.boards_won),
        "lot": TieBreak("lot", table.lot),
    }
    return [rules[name] for name in order if name in rules]


@dataclass(frozen=True, slots=True)
class _Table:
    own: Mapping[str, Sequence[Encounter]]
    totals: Mapping[str, Fraction]
    seed: str

    def _encounters(self, who: str) -> Sequence[Encounter]:
        return self.own.get(who, ())

    def have_all_met(self, tied: Sequence[str]) -> bool:
        """The result between the tied says something only where each of them has met each other."""
        for who in tied:
            met = {other for encounter in self._encounters(who) for other in encounter.against}
            if not met.issuperset(other for other in tied if other != who):
                return False
        return True

    def head_to_head(self, who: str, tied: Sequence[str]) -> Fraction:
        others = set(tied) - {who}
        return sum(
            (encounter.points for encounter in self._encounters(who) if others.intersection(encounter.against)), ZERO
        )

    def opponents(self, who: str, tied: Sequence[str]) -> Fraction:
        met = {other for encounter in self._encounters(who) for other in encounter.against}
        return sum((self.totals.get(other, ZERO) for other in met), ZERO)

    def net(self, who: str, tied: Sequence[str]) -> Fraction:
        return sum((encounter.net for encounter in self._encounters(who)), ZERO)

    def quotient(self, who: str, tied: Sequence[str]) -> Fraction:
        swings = [own for encounter in self._encounters(who) for own, _ in encounter.boards]
        won = sum((swing for swing in swings if swing > 0), ZERO)
        lost = -sum((swing for swing in swings if swing < 0), ZERO)
        return won / lost if lost else won * NOTHING_LOST

    def tops(self, who: str, tied: Sequence[str]) -> Fraction:
        return Fraction(sum(encounter.tops for encounter in self._encounters(who)))

    def boards_won(self, who: str, tied: Sequence[str]) -> Fraction:
        boards = [pair for encounter in self._encounters(who) for pair in encounter.boards]
        return sum((Fraction((own > theirs) * 2 + (own == theirs), 2) for own, theirs in boards), ZERO)

    def lot(self, who: str, tied: Sequence[str]) -> Fraction:
        """A lot that is the same whenever it is looked at, and that nobody can influence."""
        return Fraction(int(hashlib.sha256(f"{self.seed}:{who}".encode()).hexdigest()[:8], 16))
