"""Ranks by balances, what is missing to the next one, promotions, and points of one kind turned into another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from points.schemes.evaluation import show
from points.schemes.model import Conversion, Rank
from points.schemes.words import Note
from scoring.engine.numbers import ZERO

Balances = Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Promotion:
    """A rank that was reached, with what it was reached by: what a certificate says."""

    rank: Rank
    told: Note


def _reached(way: Sequence[tuple[str, Fraction]], balances: Balances) -> bool:
    return all(balances.get(kind, ZERO) >= least for kind, least in way)


def has_rank(rank: Rank, balances: Balances) -> bool:
    return any(_reached(way, balances) for way in rank.ways)


def rank_for(ranks: Sequence[Rank], balances: Balances) -> Rank | None:
    """The highest rank that the balances reach; None below the first."""
    return next((rank for rank in reversed(ranks) if has_rank(rank, balances)), None)


def next_rank(ranks: Sequence[Rank], balances: Balances) -> tuple[Rank, Note] | None:
    """The rank after the highest reached, and what is missing by the shortest way to it; None above the last."""
    reached = rank_for(ranks, balances)
    above = ranks[ranks.index(reached) + 1 :] if reached else ranks
    if not above:
        return None
    ways = [_missing(way, balances) for way in above[0].ways]
    shortest = min(ways, key=lambda way: sum(way.values(), ZERO))
    told = " and ".join(f"{show(points)} {kind}" for kind, points in shortest.items())
    return above[0], Note.of("rank-missing", rank=above[0].name, missing=told)


def _missing(way: Sequence[tuple[str, Fraction]], balances: Balances) -> dict[str, Fraction]:
    lacking = ((kind, least - balances.get(kind, ZERO)) for kind, least in way)
    return {kind: points for kind, points in lacking if points > 0}


def promotions(ranks: Sequence[Rank], before: Balances, after: Balances) -> tuple[Promotion, ...]:
    """The ranks that came with the change from one set of balances to another, lowest first."""
    old = rank_for(ranks, before)
    gained = ranks[ranks.index(old) + 1 if old else 0 :]
    return tuple(_promotion(rank, after) for rank in gained if has_rank(rank, after))


def _promotion(rank: Rank, balances: Balances) -> Promotion:
    way = next(way for way in rank.ways if _reached(way, balances))
    told = " and ".join(f"{show(balances.get(kind, ZERO))} {kind}" for kind, _ in way)
    return Promotion(rank, Note.of("rank-reached", rank=rank.name, way=told))


@dataclass(frozen=True, slots=True)
class Converted:
    """Points of another kind, what is left of the first, and the steps."""

    points: Fraction
    kind: str
    rest: Fraction
    steps: tuple[Note, ...]


def convert(conversion: Conversion, points: Fraction) -> Converted:
    """Points turned into another kind; the rest waits where only whole ones count."""
    times = points / conversion.at
    counted = Fraction(times.numerator // times.denominator) if conversion.whole else times
    rest = points - counted * conversion.at
    worth = counted * conversion.worth
    used = show(points - rest)
    steps = [Note.of("converted", value=used, kind=conversion.kind, worth=show(worth), into=conversion.into)]
    if rest:
        steps.append(Note.of("rest", value=show(rest), kind=conversion.kind))
    return Converted(worth, conversion.into, rest, tuple(steps))
