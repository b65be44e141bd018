"""Places, ties, and breaking ties in a declared order."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from scoring.engine.results import ScoredStanding

Value = Fraction | int


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One rule of a declared order: a name to print, and a figure for a contestant among those it is tied
    with.
    """

    name: str
    figure: Callable[[str, Sequence[str]], Fraction]
    higher_is_better: bool = True
    # Whether it says anything about these contestants; one that does not is passed over.
    applies: Callable[[Sequence[str]], bool] | None = None


def places(values: Mapping[str, Value]) -> dict[str, tuple[int, bool]]:
    """Rank and whether it is shared, best first: 1, 2=, 2=, 4."""
    ordered = sorted(values, key=lambda who: values[who], reverse=True)
    ranks: dict[str, tuple[int, bool]] = {}
    for _, tied in groupby(ordered, key=lambda who: values[who]):
        together = list(tied)
        ranks |= dict.fromkeys(together, (len(ranks) + 1, len(together) > 1))
    return ranks


def rank_standings(standings: Iterable[ScoredStanding], values: Mapping[str, Value]) -> tuple[ScoredStanding, ...]:
    """The standings with places by `values`, each ranking on its own, best first."""
    rankings: dict[str, list[ScoredStanding]] = {}
    for standing in standings:
        rankings.setdefault(standing.ranking, []).append(standing)
    ranked: list[ScoredStanding] = []
    for members in rankings.values():
        ranks = places({member.contestant: values[member.contestant] for member in members})
        placed = [
            replace(member, rank=ranks[member.contestant][0], tied=ranks[member.contestant][1]) for member in members
        ]
        ranked += sorted(placed, key=lambda standing: standing.rank)
    return tuple(ranked)


def without_places(standings: Sequence[ScoredStanding], without_place: Collection[str]) -> tuple[ScoredStanding, ...]:
    """The standings with some of the contestants below the others and without a place; the others move up."""
    replaced: list[ScoredStanding] = []
    for _, members in groupby(standings, key=lambda standing: standing.ranking):
        together = list(members)
        placed = [member for member in together if member.contestant not in without_place]
        ranks = [member.rank for member in placed]
        for member in placed:
            rank = 1 + sum(other < member.rank for other in ranks)
            replaced.append(replace(member, rank=rank, tied=ranks.count(member.rank) > 1))
        last = len(placed) + 1
        unplaced = (member for member in together if member.contestant in without_place)
        replaced += [replace(member, rank=last, tied=False, tie_break=(), is_ranked=False) for member in unplaced]
    return tuple(replaced)


def break_ties(standings: Sequence[ScoredStanding], order: Sequence[TieBreak]) -> tuple[ScoredStanding, ...]:
    """Apply the declared rules one after the other to every shared place, and keep what each of them said."""
    broken: list[ScoredStanding] = []
    for _, tied in groupby(standings, key=lambda standing: (standing.ranking, standing.rank)):
        together = list(tied)
        has_places = all(member.is_ranked for member in together)
        broken += _break_group(together, list(order)) if len(together) > 1 and has_places else together
    return tuple(broken)


def _break_group(together: list[ScoredStanding], order: list[TieBreak]) -> list[ScoredStanding]:
    if len(together) == 1 or not order:
        return [replace(standing, tied=len(together) > 1) for standing in together]
    rule, later_rules = order[0], order[1:]
    names = [standing.contestant for standing in together]
    if rule.applies is not None and not rule.applies(names):
        return _break_group(together, later_rules)
    figures = {name: rule.figure(name, names) for name in names}
    ranks = places(figures if rule.higher_is_better else {name: -figure for name, figure in figures.items()})
    first = together[0].rank
    noted = [
        replace(
            standing,
            rank=first + ranks[standing.contestant][0] - 1,
            tie_break=(*standing.tie_break, f"{rule.name}: {figures[standing.contestant]}"),
        )
        for standing in together
    ]
    noted.sort(key=lambda standing: standing.rank)
    broken: list[ScoredStanding] = []
    for _, still in groupby(noted, key=lambda standing: standing.rank):
        broken += _break_group(list(still), later_rules)
    return broken
