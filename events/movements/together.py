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
    choices = []
    for length in sorted(boards_per_round) or _lengths_between([list(find(wish)) for wish in wishes]):
        candidates = [find(replace(wish, boards_per_round=length)) for wish in wishes]
        if all(candidates):
            choices.append(_best_alike(candidates, rounds))
    return min(choices, key=_total, default=(0.0, []))[1]


def _lengths_between(candidates: list[list[MovementCandidate]]) -> range:
    """From the shortest to the longest round that any of them would play alone."""
    lengths = [section_candidates[0].movement.boards_per_set for section_candidates in candidates if section_candidates]
    return range(min(lengths), max(lengths) + 1) if lengths else range(0)


def _best_alike(
    candidates: Sequence[Sequence[MovementCandidate]], rounds: int | None
) -> tuple[float, list[MovementCandidate]]:
    """Of each section one candidate, with the cost of all together: what differs in rounds is paid for."""
    targets = (
        {rounds}
        if rounds
        else {len(candidate.movement.rounds) for section_candidates in candidates for candidate in section_candidates}
    )
    return min((_nearest(candidates, target) for target in sorted(targets)), key=_total)


def _nearest(candidates: Sequence[Sequence[MovementCandidate]], target: int) -> tuple[float, list[MovementCandidate]]:
    def cost(candidate: MovementCandidate) -> float:
        return candidate.cost + EXTRA_ROUND_COST * abs(len(candidate.movement.rounds) - target)

    chosen = [min(section_candidates, key=cost) for section_candidates in candidates]
    return sum(map(cost, chosen)), chosen


def _total(choice: tuple[float, list[MovementCandidate]]) -> float:
    return choice[0]
