"""Individual contests: partners share what their side makes on a board; totals and places are each player's own."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.engine.cards import Side
from scoring.engine.numbers import ZERO
from scoring.engine.ranking import TieBreak, break_ties, rank_standings
from scoring.engine.results import ScoredStanding, SessionScore


def partners_in(side: str) -> list[str]:
    """The players of an individual behind the name of a side."""
    return side.split("+")


def players_by_side(score: SessionScore) -> dict[str, list[str]]:
    """The players behind each side that a session names."""
    sides = {line.line.contestant(side) for board in score.boards for line in board.lines for side in Side}
    return {side: partners_in(side) for side in sides}


def individual_standings(
    score: SessionScore,
    players: Mapping[str, Sequence[str]],
    penalties: Mapping[str, Fraction] | None = None,
    tie_breaks: Sequence[TieBreak] = (),
) -> tuple[ScoredStanding, ...]:
    """Places of players, from a session that was scored by sides; `players` are those behind each side's name."""
    totals: dict[str, Fraction] = {}
    tops: dict[str, Fraction] = {}
    boards: dict[str, int] = {}
    for board in score.boards:
        for line in board.lines:
            for side in Side:
                points = line.points(side)
                if points is None:
                    continue
                for player in players[line.line.contestant(side)]:
                    totals[player] = totals.get(player, ZERO) + points.counted
                    tops[player] = tops.get(player, ZERO) + points.top
                    boards[player] = boards.get(player, 0) + 1
    penalties_taken = penalties or {}
    standings = [
        _standing(score, who, boards[who], totals[who], tops[who], penalties_taken.get(who, ZERO)) for who in totals
    ]
    values = {
        standing.contestant: standing.total if standing.percent is None else standing.percent for standing in standings
    }
    return break_ties(rank_standings(standings, values), tie_breaks)


def _standing(
    score: SessionScore, who: str, boards: int, total: Fraction, top: Fraction, penalty: Fraction
) -> ScoredStanding:
    net = total - penalty
    percent = net * 100 / top if score.method.gives_percentages and top else None
    return ScoredStanding(0, False, who, boards, net, percent, penalty=penalty)
