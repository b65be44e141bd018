"""Several sessions and stages of an event as one ranking, with what is carried over from stage to stage."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from scoring.engine.numbers import HALF, ONE, ZERO
from scoring.engine.ranking import TieBreak, break_ties, rank_standings
from scoring.engine.results import ScoredStanding


class Combining(Enum):
    """How the sessions of an event are put together."""

    SUM = "sum"  # totals are added
    MEAN_PERCENT = "mean"  # percentages are averaged, each session weighing as much as its boards


class Carry(Enum):
    """What a contestant brings from one stage into the next."""

    NONE = "none"
    FULL = "full"
    HALF = "half"
    PROPORTION = "proportion"  # scaled to the boards of the later stage, then halved


@dataclass(frozen=True, slots=True)
class Leg:
    """One session of a stage, as a contestant has it."""

    session: str
    standing: ScoredStanding


@dataclass(frozen=True, slots=True)
class Overall:
    """A contestant over the sessions of a stage, and what it brought into the stage."""

    standing: ScoredStanding
    legs: tuple[Leg, ...]
    # The part of the earlier stage's score that counts, and what that is worth here.
    share: Fraction = ZERO
    carried: Fraction = ZERO
    # By percentages: the earlier stage's, and what penalties have taken from this one; None where that is not known.
    carried_percent: Fraction | None = None
    penalty_percent: Fraction | None = None


def carried_share(carry: Carry, boards_before: int, boards_now: int) -> Fraction:
    """How much of a score is carried over."""
    if carry is Carry.NONE or boards_before < 1:
        return ZERO
    if carry is Carry.FULL:
        return ONE
    if carry is Carry.HALF:
        return HALF
    return HALF * min(ONE, Fraction(boards_now, boards_before))


def stage(
    sessions: Mapping[str, Sequence[ScoredStanding]],
    how: Combining,
    *,
    before: Iterable[Overall] = (),
    carry: Carry = Carry.NONE,
    tie_breaks: Sequence[TieBreak] = (),
) -> tuple[Overall, ...]:
    """One stage. By percentages each session weighs as much as its boards, and so does what is carried over."""
    legs: dict[str, list[Leg]] = {}
    for name, standings in sessions.items():
        for standing in standings:
            legs.setdefault(standing.contestant, []).append(Leg(name, standing))
    earlier = {overall.standing.contestant: overall.standing for overall in before}
    entries = {
        who: _entry(tuple(contestant_legs), earlier.get(who), carry, how) for who, contestant_legs in legs.items()
    }
    values = {who: _value(entry.standing, how) for who, entry in entries.items()}
    places = break_ties(rank_standings([entry.standing for entry in entries.values()], values), tie_breaks)
    return tuple(replace(entries[place.contestant], standing=place) for place in places)


def _value(standing: ScoredStanding, how: Combining) -> Fraction:
    if how is Combining.SUM:
        return standing.total
    return standing.percent if standing.percent is not None else ZERO


def _entry(legs: tuple[Leg, ...], earlier: ScoredStanding | None, carry: Carry, how: Combining) -> Overall:
    standings = [leg.standing for leg in legs]
    boards = sum(standing.boards for standing in standings)
    total = sum((standing.total for standing in standings), ZERO)
    penalty = sum((standing.penalty for standing in standings), ZERO)
    share = carried_share(carry, earlier.boards, boards) if earlier else ZERO
    percent = lost = None
    if how is Combining.MEAN_PERCENT:
        parts = [
            (standing.percent, Fraction(standing.boards)) for standing in standings if standing.percent is not None
        ]
        if earlier is not None and earlier.percent is not None and share:
            parts.append((earlier.percent, share * earlier.boards))
        weight = sum((part for _, part in parts), ZERO)
        percent = sum((value * part for value, part in parts), ZERO) / weight if weight else None
        lost = _lost_by_penalties(standings, weight)
    carried = earlier.total * share if earlier else ZERO
    first = standings[0]
    standing = ScoredStanding(
        0, False, first.contestant, boards, total + carried, percent, first.ranking, carried, penalty
    )
    return Overall(standing, legs, share, carried, earlier.percent if earlier and share else None, lost)


def _lost_by_penalties(standings: Sequence[ScoredStanding], weight: Fraction) -> Fraction | None:
    """Percentage points over sessions that weigh so many boards; None where a session's scale is not known."""
    penalized = [standing for standing in standings if standing.penalty]
    if any(not standing.total or standing.percent is None for standing in penalized) or not weight:
        return None
    lost = (standing.penalty * (standing.percent or ZERO) / standing.total * standing.boards for standing in penalized)
    return sum(lost, ZERO) / weight


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
