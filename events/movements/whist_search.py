"""Finding whist tournaments; run once by `script/find_starters`, the result is kept as data.

Partnerships first: couples that use every difference once, by hill climbing. Then the couples are
joined two by two into tables so that every difference between opponents comes up twice, by
backtracking; a set of couples that does not join soon is thrown away.
"""

import random
from itertools import count

from events.movements.whist import Group, Table, WhistStarter, group

Couple = tuple[int, int]
BOARD_TRIES = 60


def find_whist(players: int, moduli: tuple[int, ...], seed: int = 0, attempts: int = 10**6) -> WhistStarter | None:
    """A whist tournament, with board sets that travel when some are found in a number of tries."""
    rng = random.Random(f"whist:{players}:{moduli}:{seed}")  # noqa: S311 - a search, not a secret
    fallback: WhistStarter | None = None
    patience = BOARD_TRIES if players <= 24 else 1
    for _ in range(attempts):
        tables = _try_whist(players, group(moduli), rng)
        if tables is None:
            continue
        adders = _board_adders(tables, group(moduli), rng)
        if adders is not None:
            return WhistStarter(players, moduli, tables, adders)
        fallback = fallback or WhistStarter(players, moduli, tables)
        patience -= 1
        if patience <= 0:
            break
    return fallback


def _try_whist(players: int, group_: Group, rng: random.Random) -> tuple[Table, ...] | None:
    fixed = players == group_.order + 1
    couples = _couples(group_, rng)
    if couples is None:
        return None
    if fixed:
        lone = ({*range(group_.order)} - {x for couple in couples for x in couple}).pop()
        couples.append((lone, group_.order))
    return _CoupleJoiner(couples, group_, rng).solve()


def _couples(group_: Group, rng: random.Random) -> list[Couple] | None:
    """A starter: couples of distinct differences that leave out one element, moved to be zero's place."""
    order = group_.order
    partner: dict[int, int] = {}
    halves = [d for d in range(1, order) if d <= group_.minus[0][d]]
    free = halves[:]
    for _ in range(500 * order):
        if not free:
            break
        at = rng.randrange(len(free))
        a = rng.randrange(order)
        b = group_.add[a][free[at]]
        blocked = {(min(x, partner[x]), max(x, partner[x])) for x in (a, b) if x in partner}
        if len(blocked) > 1:
            continue
        free[at] = free[-1]
        free.pop()
        for first, second in blocked:
            difference = group_.minus[first][second]
            free.append(min(difference, group_.minus[0][difference]))
            del partner[first], partner[second]
        partner[a], partner[b] = b, a
    if free:
        return None
    lone = (set(range(order)) - set(partner)).pop()
    shift = group_.minus[0][lone]
    return [(group_.add[a][shift], group_.add[b][shift]) for a, b in partner.items() if a < b]


class _CoupleJoiner:
    """Join couples into tables so that each difference between opponents comes up twice."""

    def __init__(self, couples: list[Couple], group_: Group, rng: random.Random) -> None:
        self.couples = couples
        self.group = group_
        self.left = [2] * group_.order
        self.left[0] = 0
        self.rng = rng
        self.steps = count()
        self.tables: list[Table] = []
        size = len(couples)
        self.uses = {(i, j): self._differences(couples[i], couples[j]) for i in range(size) for j in range(i + 1, size)}

    def solve(self) -> tuple[Table, ...] | None:
        return tuple(self.tables) if self._join(frozenset(range(len(self.couples)))) else None

    def _differences(self, first: Couple, second: Couple) -> list[int]:
        """One of each two opposite differences, which always come up together."""
        differences = []
        for a in first:
            for b in second:
                if max(a, b) < self.group.order:
                    difference = self.group.minus[a][b]
                    differences.append(min(difference, self.group.minus[0][difference]))
        return differences

    def _join(self, free: frozenset[int]) -> bool:
        if not free:
            return True
        if next(self.steps) > 4000:
            return False
        options = self._most_constrained(free)
        self.rng.shuffle(options)
        for i, j in options:
            uses = self.uses[i, j]
            for difference in uses:
                self.left[difference] -= 1
            (n, s), (e, w) = self.couples[i], self.couples[j]
            self.tables.append((n, e, s, w))
            if self._join(free - {i, j}):
                return True
            self.tables.pop()
            for difference in uses:
                self.left[difference] += 1
        return False

    def _most_constrained(self, free: frozenset[int]) -> list[tuple[int, int]]:
        options: dict[int, list[tuple[int, int]]] = {i: [] for i in free}
        ordered = sorted(free)
        for at, i in enumerate(ordered):
            for j in ordered[at + 1 :]:
                if self._fits(self.uses[i, j]):
                    options[i].append((i, j))
                    options[j].append((i, j))
        return min((options[i] for i in ordered), key=len)

    def _fits(self, uses: list[int]) -> bool:
        return all(self.left[difference] >= uses.count(difference) for difference in uses)


def _board_adders(tables: tuple[Table, ...], group_: Group, rng: random.Random) -> tuple[int, ...] | None:
    """Distinct adders that send the tables to disjoint places again."""
    blocks = [[x for x in table if x < group_.order] for table in tables]
    chosen: list[int] = []
    steps = count()

    def place(index: int, covered: frozenset[int]) -> bool:
        if index == len(blocks):
            return True
        for adder in rng.sample(range(group_.order), group_.order) if index else [0]:
            moved = frozenset(group_.add[x][adder] for x in blocks[index])
            if adder in chosen or moved & covered or next(steps) > 30_000:
                continue
            chosen.append(adder)
            if place(index + 1, covered | moved):
                return True
            chosen.pop()
        return False

    return tuple(chosen) if place(0, frozenset()) else None
