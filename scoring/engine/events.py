"""Beyond one session: several sessions, carry-over, handicaps, qualifying, Swiss pairs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from scoring.engine import errors
from scoring.engine.cards import Side
from scoring.engine.errors import SheetError
from scoring.engine.numbers import ZERO
from scoring.engine.ranking import TieBreak, break_ties, rank_standings
from scoring.engine.results import ScoredStanding, SessionScore
from scoring.engine.sheet import CarryOver
from scoring.engine.victory import percent_to_vp


class Combining(Enum):
    """How the sessions of an event are put together."""

    SUM = "sum"  # totals are added
    MEAN_PERCENT = "mean"  # percentages are averaged, each session weighing as much as its boards


def combine(
    sessions: Sequence[Sequence[ScoredStanding]],
    how: Combining = Combining.SUM,
    carry_overs: Sequence[CarryOver] = (),
    tie_breaks: Sequence[TieBreak] = (),
) -> tuple[ScoredStanding, ...]:
    """The standings of an event over several sessions."""
    entries: dict[str, list[ScoredStanding]] = {}
    for standings in sessions:
        for standing in standings:
            entries.setdefault(standing.contestant, []).append(standing)
    carried: dict[str, Fraction] = {}
    for carry in carry_overs:
        carried[carry.contestant] = carried.get(carry.contestant, ZERO) + carry.amount
    merged = [_merged(found, carried.get(contestant, ZERO), how) for contestant, found in entries.items()]
    values = {
        standing.contestant: standing.total if how is Combining.SUM else standing.percent or ZERO for standing in merged
    }
    return break_ties(rank_standings(merged, values), tie_breaks)


def _merged(found: list[ScoredStanding], carried: Fraction, how: Combining) -> ScoredStanding:
    boards = sum(standing.boards for standing in found)
    percents = [standing.percent * standing.boards for standing in found if standing.percent is not None]
    if how is Combining.MEAN_PERCENT and len(percents) < len(found):
        raise SheetError(errors.PERCENT_METHOD, method="A session")
    percent = sum(percents, ZERO) / boards if len(percents) == len(found) and boards else None
    total = sum((standing.total for standing in found), ZERO) + carried
    penalty = sum((standing.penalty for standing in found), ZERO)
    return ScoredStanding(
        0,
        False,
        found[0].contestant,
        boards,
        total,
        percent,
        found[0].ranking,
        carry_over=carried,
        penalty=penalty,
    )


def with_handicaps(
    standings: Sequence[ScoredStanding], handicaps: Mapping[str, Fraction]
) -> tuple[ScoredStanding, ...]:
    """A second ranking: percentage points (or points, where there are no percentages) added to each score."""
    adjusted = [_handicapped(standing, handicaps.get(standing.contestant, ZERO)) for standing in standings]
    values = {
        standing.contestant: standing.total if standing.percent is None else standing.percent for standing in adjusted
    }
    return rank_standings(adjusted, values)


def _handicapped(standing: ScoredStanding, handicap: Fraction) -> ScoredStanding:
    if standing.percent is None:
        return replace(standing, total=standing.total + handicap, tie_break=())
    return replace(standing, percent=standing.percent + handicap, tie_break=())


@dataclass(frozen=True, slots=True)
class Qualified:
    """Who goes on; `undecided` are tied for the last places, and only a tie-break can part them."""

    through: tuple[str, ...]
    undecided: tuple[str, ...] = ()
    places_left: int = 0


def qualify(standings: Sequence[ScoredStanding], places: int) -> Qualified:
    """The first so many of a ranking."""
    through = [standing for standing in standings if standing.rank <= places]
    if len(through) <= places:
        return Qualified(tuple(standing.contestant for standing in through))
    last = through[-1].rank
    safe = tuple(standing.contestant for standing in through if standing.rank < last)
    tied = tuple(standing.contestant for standing in through if standing.rank == last)
    return Qualified(safe, tied, places - len(safe))


def swiss_pairs_vps(session: SessionScore) -> dict[str, Fraction]:
    """Victory points of each contestant for its percentage in a match of matchpointed Swiss pairs."""
    vps = {}
    for standing in session.standings:
        if standing.percent is None:
            raise SheetError(errors.PERCENT_METHOD, method=session.method.name)
        vps[standing.contestant] = percent_to_vp(standing.percent, standing.boards)
    return vps


def met_each_other(session: SessionScore) -> TieBreak:
    """Points made on the boards played against those one is tied with."""

    def figure(contestant: str, tied: Sequence[str]) -> Fraction:
        total = ZERO
        for _, line, side in session.scores_of(contestant):
            points = line.of(side)
            if points is not None and line.line.contestant(side.other) in tied:
                total += points.counted
        return total

    return TieBreak("against each other", figure)


def boards_won(session: SessionScore) -> TieBreak:
    """Boards on which one scored more than the opponents at the table; equal ones count half."""

    def figure(contestant: str, tied: Sequence[str]) -> Fraction:
        won = ZERO
        for _, line, side in session.scores_of(contestant):
            mine, theirs = line.of(side), line.of(side.other)
            if mine is not None and theirs is not None:
                won += Fraction((mine.counted > theirs.counted) * 2 + (mine.counted == theirs.counted), 2)
        return won

    return TieBreak("boards won", figure)


def directions_sat(session: SessionScore, contestant: str) -> dict[Side, int]:
    """How often a contestant sat in each direction."""
    sat = dict.fromkeys(Side, 0)
    for _, _, side in session.scores_of(contestant):
        sat[side] += 1
    return sat
