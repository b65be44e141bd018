"""Movements for sections under one clock: rounds of the same length, and as nearly as many as can be."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from events.movements.recommend import MovementCandidate, Wish, recommend

# A round that only one section plays costs as much as a board more or less than wished.
EXTRA_ROUND_COST = 1.0

Find = Callable[[Wish], Sequence[MovementCandidate]]


def recommend_together(
    wishes: Sequence[Wish],
    *,
    boards_per_round: Collection[int] = (),
    rounds: int | None = None,
    find: Find = recommend,
) -> list[MovementCandidate]:
    """The best candidate for each wish, all with the same number of boards a round; empty where none have it in common.

    `boards_per_round` are the lengths to choose from where they are laid down already, `rounds` how many rounds the
    other sections play.
    """
    found = []
    for length in sorted(boards_per_round) or _between([list(find(wish)) for wish in wishes]):
        rows = [find(replace(wish, boards_per_round=length)) for wish in wishes]
        if all(rows):
            found.append(_alike(rows, rounds))
    return min(found, key=_total, default=(0.0, []))[1]


def _between(rows: list[list[MovementCandidate]]) -> range:
    """From the shortest to the longest round that any of them would play alone."""
    lengths = [row[0].movement.boards_per_set for row in rows if row]
    return range(min(lengths), max(lengths) + 1) if lengths else range(0)


def _alike(rows: Sequence[Sequence[MovementCandidate]], rounds: int | None) -> tuple[float, list[MovementCandidate]]:
    """Of each section one candidate, with the cost of all together: what differs in rounds is paid for."""
    targets = {rounds} if rounds else {len(one.movement.rounds) for row in rows for one in row}
    return min((_nearest(rows, target) for target in sorted(targets)), key=_total)


def _nearest(rows: Sequence[Sequence[MovementCandidate]], target: int) -> tuple[float, list[MovementCandidate]]:
    def cost(one: MovementCandidate) -> float:
        return one.cost + EXTRA_ROUND_COST * abs(len(one.movement.rounds) - target)

    chosen = [min(row, key=cost) for row in rows]
    return sum(map(cost, chosen)), chosen


def _total(found: tuple[float, list[MovementCandidate]]) -> float:
    return found[0]
