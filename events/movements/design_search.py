"""Finding the designs that starters do not reach; run once by `script/find_starters`."""

import random
from collections.abc import Iterator
from itertools import count

from events.movements.starters import Grid, Lines

Block = tuple[tuple[int, ...], tuple[int, ...]]
Factor = list[tuple[int, int]]


def find_lines(tables: int, seed: int = 0, attempts: int = 5000) -> Lines | None:
    """H(tables + 1, 2 * tables) for an even number of tables from 6."""
    rng = random.Random(f"lines:{tables}:{seed}")  # noqa: S311 - a search, not a secret
    for _ in range(attempts):
        lines = _try_lines(tables, rng)
        if lines is not None:
            return lines
    return None


def _try_lines(order: int, rng: random.Random) -> Lines | None:
    ups, downs = rng.sample(range(order), order), rng.sample(range(order), order)
    upper, lower = (ups[0], ups[1]), (downs[0], downs[1])
    if any(2 * (a - b) % order == 0 for a, b in (upper, lower)):
        return None
    across = _distinct_crossing(ups[2:], downs[2:], order, rng)
    if across is None:
        return None
    outside = across.pop()
    free = set(range(order)) - {(b - a) % order for a, b in (*across, outside)}
    blocks: list[Block] = [(upper, ()), ((), lower), *(((a,), (b,)) for a, b in across)]
    solved = _AdderSearch(blocks, order, free, rng).solve()
    if solved is None:
        return None
    adders, last = solved
    return Lines(order, upper, lower, outside, last, tuple(across), tuple(adders))


def _distinct_crossing(ups: list[int], downs: list[int], order: int, rng: random.Random) -> Factor | None:
    """Match the two lines with distinct differences, by swaps."""

    def repeats() -> int:
        return len(ups) - len({(b - a) % order for a, b in zip(ups, downs, strict=True)})

    now = repeats()
    for _ in range(60 * order):
        if now == 0:
            return list(zip(ups, downs, strict=True))
        i, j = rng.randrange(len(ups)), rng.randrange(len(ups))
        downs[i], downs[j] = downs[j], downs[i]
        after = repeats()
        if after <= now or rng.random() < 0.02:
            now = after
        else:
            downs[i], downs[j] = downs[j], downs[i]
    return None


class _AdderSearch:
    """Backtracking over adders, the most constrained meeting first."""

    def __init__(self, blocks: list[Block], order: int, free: set[int], rng: random.Random) -> None:
        self.blocks, self.order, self.free, self.rng = blocks, order, free, rng
        self.adders = [0] * len(blocks)
        self.last = (0, 0)
        self.steps = count()

    def solve(self) -> tuple[list[int], tuple[int, int]] | None:
        is_placed = self._place(list(range(len(self.blocks))), 0, 0, 0)
        return (self.adders, self.last) if is_placed else None

    def _place(self, left: list[int], ups: int, downs: int, used: int) -> bool:
        if next(self.steps) > 3000:
            return False
        if not left:
            return self._closes(ups, downs)
        choices = {index: self._options(self.blocks[index], ups, downs, used) for index in left}
        index = min(left, key=lambda i: len(choices[i]))
        self.rng.shuffle(choices[index])
        others = [other for other in left if other != index]
        for adder, up_mask, down_mask in choices[index]:
            self.adders[index] = adder
            if self._place(others, ups | up_mask, downs | down_mask, used | 1 << adder):
                return True
        return False

    def _closes(self, ups: int, downs: int) -> bool:
        """One place is left in each line: the two who meet in the round outside the turning."""
        full = (1 << self.order) - 1
        self.last = ((full & ~ups).bit_length() - 1, (full & ~downs).bit_length() - 1)
        return (self.last[1] - self.last[0]) % self.order in self.free

    def _options(self, block: Block, ups: int, downs: int, used: int) -> list[tuple[int, int, int]]:
        options = []
        for adder in range(self.order):
            up_mask, down_mask = (sum(1 << (x + adder) % self.order for x in side) for side in block)
            if not (used >> adder & 1 or up_mask & ups or down_mask & downs):
                options.append((adder, up_mask, down_mask))
        return options


def find_grid(pairs: int, order: int, seed: int = 0, attempts: int = 500) -> Grid | None:
    """A design by plain search: disjoint rounds at random, then board sets by backtracking."""
    rng = random.Random(f"grid:{pairs}:{order}:{seed}")  # noqa: S311 - a search, not a secret
    for _ in range(attempts):
        rounds = _disjoint_rounds(pairs, order, rng)
        sets = None if rounds is None else _Columns(rounds, pairs).solve()
        if sets is not None:
            return _grid(pairs, order, sets)
    return None


def _disjoint_rounds(pairs: int, order: int, rng: random.Random) -> list[Factor] | None:
    met: set[tuple[int, int]] = set()
    rounds = []
    for _ in range(order):
        factor = next(_factors(rng.sample(range(pairs), pairs), met), None)
        if factor is None:
            return None
        met.update(factor)
        rounds.append(factor)
    return rounds


def _factors(left: list[int], met: set[tuple[int, int]]) -> Iterator[Factor]:
    if not left:
        yield []
        return
    first, *others = left
    for other in others:
        meeting = (min(first, other), max(first, other))
        if meeting not in met:
            for further in _factors([x for x in others if x != other], met):
                yield [meeting, *further]


Placed = tuple[int, tuple[int, int]]


class _Columns:
    """Share the meetings out to board sets: each set sees every pair once, each round at most once."""

    def __init__(self, rounds: list[Factor], pairs: int) -> None:
        self.left = {(number, meeting) for number, factor in enumerate(rounds) for meeting in factor}
        self.pairs = pairs
        self.sets: list[list[Placed]] = []
        self.steps = count()

    def solve(self) -> list[list[Placed]] | None:
        return self.sets if self._fill([], set(), set()) else None

    def _fill(self, column: list[Placed], rounds: set[int], seen: set[int]) -> bool:
        if next(self.steps) > 20_000:
            return False
        if len(seen) == self.pairs:
            self.sets.append(column)
            if not self.left or self._fill([], set(), set()):
                return True
            self.sets.pop()
            return False
        pair = min(x for x in range(self.pairs) if x not in seen)
        for placed in sorted(entry for entry in self.left if pair in entry[1]):
            number, meeting = placed
            if number in rounds or seen & set(meeting):
                continue
            self.left.discard(placed)
            if self._fill([*column, placed], rounds | {number}, seen | set(meeting)):
                return True
            self.left.add(placed)
        return False


def _grid(pairs: int, order: int, sets: list[list[Placed]]) -> Grid:
    rows: list[list[tuple[int, int] | None]] = [[None] * order for _ in range(order)]
    for at, column in enumerate(sets):
        for number, meeting in column:
            rows[number][at] = meeting
    return Grid(pairs, tuple(tuple(row) for row in rows))
