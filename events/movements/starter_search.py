"""Finding Howell starters: run once by `script/find_starters`, the result is kept as data.

Two searches. The climb looks for strong starters, where the adder of a couple is minus its sum:
the translate is then the mirror image of the starter and the partition holds by itself, so only
distinct sums remain to be found. Small orders that have no strong starter are left to a plain
backtracking search over all adders.
"""

import random
from itertools import count

from events.movements.starters import Starter

SMALL_ORDER = 16


def find_starter(order: int, tables: int, seed: int = 0, attempts: int = 2000, sharing: bool = False) -> Starter | None:
    """A starter for H(order, 2 * tables), or None when the attempts run out."""
    rng = random.Random(f"{order}:{tables}:{seed}")  # noqa: S311 - a search, not a secret
    for attempt in range(attempts):
        starter = strong_starter(order, tables, rng, sharing)
        if starter is None and not sharing and order <= SMALL_ORDER and attempt % 4 == 3:
            starter = any_starter(order, tables, rng)
        if starter is not None:
            return starter
    return None


def strong_starter(order: int, tables: int, rng: random.Random, sharing: bool = False) -> Starter | None:
    couples = climb_couples(order, order - tables, rng)
    if couples is None:
        return None
    used_sums = {sum(couple) % order for couple in couples}
    singles = sorted(set(range(order)) - {x for couple in couples for x in couple})
    images = climb_singles(singles, used_sums, order, rng, repeats=int(sharing))
    if images is None:
        return None
    adders = [-(a + b) % order for a, b in couples]
    adders += [-(x + y) % order for x, y in zip(singles, images, strict=True)]
    return Starter(order, tuple(couples), tuple(singles), tuple(adders), sharing)


def climb_couples(order: int, amount: int, rng: random.Random) -> list[tuple[int, int]] | None:
    """Disjoint couples with distinct differences and distinct sums, by hill climbing."""
    by_sum: dict[int, tuple[int, int]] = {}
    partner: dict[int, int] = {}
    free = list(range(1, (order + 1) // 2))
    for _ in range(400 * order):
        if len(by_sum) == amount:
            return sorted(by_sum.values())
        difference = rng.choice(free)
        a = rng.randrange(order)
        b = (a + difference) % order
        blocking = {_couple(a, partner), _couple(b, partner), by_sum.get((a + b) % order)} - {None}
        if len(blocking) > 1:
            continue
        for couple in blocking:
            assert couple is not None
            _release(couple, by_sum, partner, free, order)
        by_sum[(a + b) % order] = (a, b)
        partner[a], partner[b] = b, a
        free.remove(difference)
    return None


def _couple(x: int, partner: dict[int, int]) -> tuple[int, int] | None:
    return None if x not in partner else (min(x, partner[x]), max(x, partner[x]))


def _release(
    couple: tuple[int, int],
    by_sum: dict[int, tuple[int, int]],
    partner: dict[int, int],
    free: list[int],
    order: int,
) -> None:
    a, b = couple
    del by_sum[(a + b) % order]
    del partner[a], partner[b]
    free.append(min((a - b) % order, (b - a) % order))


def climb_singles(
    singles: list[int], used_sums: set[int], order: int, rng: random.Random, repeats: int = 0
) -> list[int] | None:
    """A rearrangement of the singles whose sums with them are distinct and not taken, by swaps."""
    if not singles:
        return []
    images = singles[:]
    rng.shuffle(images)
    used = [1 if value in used_sums else 0 for value in range(order)]
    for x, y in zip(singles, images, strict=True):
        used[(x + y) % order] += 1
    excess = sum(amount - 1 for amount in used if amount > 1)
    size = len(singles)
    for _ in range(300 * order):
        if excess == repeats:
            return images
        i, j = rng.randrange(size), rng.randrange(size)
        change = _swap_change(singles, images, used, i, j, order)
        if change <= 0 or rng.random() < 0.002:
            excess += _swap(singles, images, used, i, j, order)
    return None


def _swap_change(singles: list[int], images: list[int], used: list[int], i: int, j: int, order: int) -> int:
    change = _swap(singles, images, used, i, j, order)
    _swap(singles, images, used, i, j, order)
    return change


def _swap(singles: list[int], images: list[int], used: list[int], i: int, j: int, order: int) -> int:
    """Exchange two images and return by how much the repeated sums changed."""
    change = 0
    for k in (i, j) if i != j else ():
        value = (singles[k] + images[k]) % order
        used[value] -= 1
        change -= used[value] >= 1
    images[i], images[j] = images[j], images[i]
    for k in (i, j) if i != j else ():
        value = (singles[k] + images[k]) % order
        change += used[value] >= 1
        used[value] += 1
    return change


def any_starter(order: int, tables: int, rng: random.Random) -> Starter | None:
    """A random starter, then backtracking over every way to add."""
    couples = _random_couples(order, order - tables, rng)
    if couples is None:
        return None
    singles = sorted(set(range(order)) - {x for couple in couples for x in couple})
    blocks = [*couples, *((x,) for x in singles)]
    adders = _add(blocks, order, rng)
    return None if adders is None else Starter(order, tuple(couples), tuple(singles), tuple(adders))


def _random_couples(order: int, amount: int, rng: random.Random) -> list[tuple[int, int]] | None:
    differences = rng.sample(range(1, (order + 1) // 2), amount)
    differences.sort(reverse=True)
    left = set(range(order))
    couples = []
    for difference in differences:
        places = [x for x in sorted(left) if (x + difference) % order in left]
        if not places:
            return None
        a = rng.choice(places)
        couples.append((a, (a + difference) % order))
        left -= set(couples[-1])
    return couples


def _add(blocks: list[tuple[int, ...]], order: int, rng: random.Random) -> list[int] | None:
    """Distinct adders that translate the blocks into a partition again."""
    chosen: list[int] = []
    covered: set[int] = set()
    ways = rng.sample(range(order), order)
    steps = count()

    def place(index: int) -> bool:
        if index == len(blocks):
            return True
        for adder in ways:
            moved = {(x + adder) % order for x in blocks[index]}
            if adder in chosen or moved & covered or next(steps) > 20_000:
                continue
            chosen.append(adder)
            covered.update(moved)
            if place(index + 1):
                return True
            chosen.pop()
            covered.difference_update(moved)
        return False

    return chosen if place(0) else None
