"""Stratified rankings: a contestant ranks in its own stratum and in all higher ones.

Values go in as they were frozen at the start: masterpoints, grades or kinds. Strata are listed from the highest, which
everybody ranks in, to the lowest.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.engine.ranking import places

#: Pairs without which the lowest stratum is not ranked, unless the conditions say otherwise (as the ACBL has it).
LEAST_PAIRS = 5
FEWEST_STRATA, MOST_STRATA = 2, 3


def _(text: str) -> str:
    """Marks a sentence for translators."""
    return text


UNKNOWN_VALUE = _("%(contestant)s has no value to be put in a stratum by: type one, or the highest stratum for it.")
UNKNOWN_KIND = _("%(contestant)s is %(kind)s, which is no stratum; there are %(known)s.")
BAD_NUMBER = _("%(count)s strata cannot be ranked: name two or three.")
BAD_LIMITS = _("The limits of the strata must fall from the highest to the lowest: %(limits)s do not.")
TOP_LIMIT = _("The highest stratum is for everybody: leave its limit out.")
NO_VALUES = _("A contestant without players has no value: name at least one.")


class StrataError(ValueError):
    """A sentence for a person: `sentence` is the untranslated template, `gaps` fills it."""

    def __init__(self, sentence: str, **gaps: object) -> None:
        super().__init__(sentence % gaps)
        self.sentence = sentence
        self.gaps: Mapping[str, object] = gaps


class ValueOfPair(StrEnum):
    """What a pair's or team's value is, from those of its players."""

    HIGHEST = "highest"
    MEAN = "mean"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class Stratum:
    """A stratum: who is below `limit` belongs to it (None: everybody), or who is of one of its `kinds`."""

    name: str
    limit: Fraction | None = None
    kinds: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StratumPlace:
    contestant: str
    rank: int
    tied: int


@dataclass(frozen=True, slots=True)
class StratumRanking:
    """The ranking of a stratum. It is empty with `too_few` where too few belong to it; they rank in higher ones."""

    stratum: Stratum
    places: tuple[StratumPlace, ...]
    too_few: bool = False


def contestant_value(values: Sequence[Fraction], how: ValueOfPair = ValueOfPair.HIGHEST) -> Fraction:
    """The value of a contestant from its players'."""
    if not values:
        raise StrataError(NO_VALUES)
    if how is ValueOfPair.HIGHEST:
        return max(values)
    total = sum(values, Fraction(0))
    return total if how is ValueOfPair.SUM else total / len(values)


def check_strata(strata: Sequence[Stratum]) -> None:
    """Refuses strata that are not two or three, or whose limits do not fall."""
    if not FEWEST_STRATA <= len(strata) <= MOST_STRATA:
        raise StrataError(BAD_NUMBER, count=len(strata))
    if any(stratum.kinds for stratum in strata):
        return
    if strata[0].limit is not None:
        raise StrataError(TOP_LIMIT)
    limits = [stratum.limit for stratum in strata[1:]]
    falling = all(limit is not None for limit in limits) and limits == sorted(set(limits), reverse=True)  # type: ignore[type-var]
    if not falling:
        raise StrataError(BAD_LIMITS, limits=", ".join("none" if limit is None else str(limit) for limit in limits))


def stratum_by_value(strata: Sequence[Stratum], contestant: str, value: Fraction | None) -> int:
    """The lowest stratum that a value belongs to, as its index: below the limit, so that 100 is not under 100."""
    if value is None:
        raise StrataError(UNKNOWN_VALUE, contestant=contestant)
    return max(index for index, stratum in enumerate(strata) if stratum.limit is None or value < stratum.limit)


def stratum_by_kind(strata: Sequence[Stratum], contestant: str, kind: str) -> int:
    """The stratum of a kind, such as junior or novice, as its index."""
    for index, stratum in enumerate(strata):
        if kind in stratum.kinds:
            return index
    known = ", ".join(sorted(kind for stratum in strata for kind in stratum.kinds))
    raise StrataError(UNKNOWN_KIND, contestant=contestant, kind=kind, known=known)


def rank_by_strata(
    strata: Sequence[Stratum], own: Mapping[str, int], scores: Mapping[str, Fraction], least: int = LEAST_PAIRS
) -> tuple[StratumRanking, ...]:
    """A ranking for each stratum, highest first. `own` is the index of each contestant's own stratum.

    The lowest stratum needs `least` contestants; where it has fewer, they rank in the higher ones alone, and the next
    stratum up is then the lowest.
    """
    check_strata(strata)
    rankings: list[StratumRanking] = []
    is_lowest = True
    for index in reversed(range(len(strata))):
        members = [contestant for contestant in scores if own[contestant] >= index]
        too_few = is_lowest and index > 0 and len(members) < least
        rankings.append(StratumRanking(strata[index], () if too_few else _ranked(members, scores), too_few))
        is_lowest = is_lowest and too_few
    return tuple(reversed(rankings))


def _ranked(members: Collection[str], scores: Mapping[str, Fraction]) -> tuple[StratumPlace, ...]:
    ranks = places({contestant: scores[contestant] for contestant in members})
    sizes: dict[int, int] = {}
    for rank, _ in ranks.values():
        sizes[rank] = sizes.get(rank, 0) + 1
    return tuple(StratumPlace(contestant, rank, sizes[rank]) for contestant, (rank, _) in ranks.items())
