"""What has happened so far in a movement: who met whom, who held which boards, who sat out."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from events.movements.model import Round, Seating


class Ledger:
    """Counts rounds as they are played or settled."""

    def __init__(self, rounds: Iterable[Round] = ()) -> None:
        self.met: Counter[frozenset[int]] = Counter()
        self.held: defaultdict[int, set[int]] = defaultdict(set)
        self.sat_out: Counter[int] = Counter()
        for round_ in rounds:
            self.add(round_)

    def add(self, round_: Round) -> None:
        for seating in round_.seatings:
            self.add_table(seating)
        self.sat_out.update(round_.sitting_out)

    def add_table(self, seating: Seating) -> None:
        ns, ew = seating.sides
        for a in ns:
            for b in ew:
                self.met[frozenset((a, b))] += 1
        for contestant in seating.seats:
            self.held[contestant].update(seating.boards)

    def have_met(self, first: int, second: int) -> bool:
        return self.met[frozenset((first, second))] > 0

    def fresh(self, boards: Iterable[int], *contestants: int) -> bool:
        """Nobody among them has held any of the boards."""
        return not any(board in self.held[x] for x in contestants for board in boards)

    def conflicts(self, rounds: Iterable[Round]) -> int:
        """How many boards and meetings of a plan would be repeats, after what has happened."""
        total = 0
        for seating in (seating for round_ in rounds for seating in round_.seatings):
            total += sum(board in self.held[x] for x in seating.seats for board in seating.boards)
            ns, ew = seating.sides
            total += sum(self.have_met(a, b) for a in ns for b in ew)
        return total
