"""One pair too many: the rover visits North-South tables and the pair there sits out for a round."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from events.movements.errors import MovementError
from events.movements.mitchell import plain_plan, seat_pairs_by_plan, skip_plan
from events.movements.model import Movement, MovementKind, Note, Round, Seating

LEAST_PAIRS = 7
MOST_STEPS = 6000


def rover(pairs: int, boards: int, rounds: int | None = None) -> Movement:
    """An odd number of pairs on full tables; the last number is the rover and sits out round 1."""
    if pairs % 2 == 0:
        raise MovementError("odd-needed", option="pairs", number=pairs, what="rover movement", instead="mitchell")
    if pairs < LEAST_PAIRS:
        raise MovementError("too-few", option="pairs", number=pairs, what="rover movement", least=LEAST_PAIRS)
    tables = pairs // 2
    plan = plain_plan(tables) if tables % 2 else skip_plan(tables)
    round_count = plan.rounds if rounds is None else rounds
    if round_count > plan.rounds:
        number = f"{pairs} pairs"
        raise MovementError(
            "too-many-rounds", rounds=round_count, what="a rover Mitchell", number=number, most=plan.rounds
        )
    base = seat_pairs_by_plan(plan, pairs - 1, boards, round_count)
    visits, repeats = visit_order(base)
    displaced = [_displace(round_, pairs, table) for round_, table in zip(base.rounds, (None, *visits), strict=True)]
    notes = [Note.of("rover", pair=pairs, tables=visits)] + [Note.of("rover-repeats")] * bool(repeats)
    return replace(
        base,
        kind=MovementKind.ROVER,
        contestants=pairs,
        rounds=tuple(displaced),
        meetings=2 if repeats else 1,
        notes=(*base.notes, *notes),
    )


def visit_order(base: Movement) -> tuple[tuple[int, ...], int]:
    """Tables for rounds 2 and on, and how many opponents had to be met again.

    With a number of tables that three divides, no order for every round avoids a second meeting;
    the search soon gives that up.
    """
    for allowed in range(4):
        tables = visit_tables(base.rounds[1:], allowed)
        if tables is not None:
            return tables, allowed
    raise MovementError(
        "too-many-rounds",
        rounds=len(base.rounds),
        what="a rover Mitchell",
        number=f"{base.contestants + 1} pairs",
        most=len(base.rounds) - 1,
    )


def visit_tables(rounds: Sequence[Round], allowed: int = 0) -> tuple[int, ...] | None:
    """A table for each round whose North-South make way: new boards always, nobody made to sit out
    twice, and at most `allowed` opponents met again."""
    search = _Visits(rounds)
    return tuple(search.tables) if search.visit(0, allowed) else None


class _Visits:
    """Backtracking over the tables of the rover."""

    def __init__(self, rounds: Sequence[Round]) -> None:
        self.rounds = rounds
        self.tables: list[int] = []
        self.gone: list[int] = []
        self.met: list[int] = []
        self.held: list[int] = []
        self.steps = count()

    def visit(self, index: int, allowed: int) -> bool:
        if index == len(self.rounds):
            return True
        if next(self.steps) > MOST_STEPS:
            return False
        for seating in _nearest_first(self.rounds[index], self.tables):
            again = seating.ew in self.met
            if seating.ns in self.gone or seating.boards[0] in self.held or again > allowed:
                continue
            self._note(seating)
            if self.visit(index + 1, allowed - again):
                return True
            for trail in (self.tables, self.gone, self.met, self.held):
                trail.pop()
        return False

    def _note(self, seating: Seating) -> None:
        self.tables.append(seating.table)
        self.gone.append(seating.ns)
        self.met.append(seating.ew)
        self.held.append(seating.boards[0])


def _nearest_first(round_: Round, chosen: Sequence[int]) -> list[Seating]:
    """Two tables on is the usual step and nearly always leads home without turning back."""
    target = chosen[-1] + 2 if chosen else 1
    size = len(round_.seatings)
    return sorted(round_.seatings, key=lambda seating: (seating.table - target) % size)


def _displace(round_: Round, pair: int, table: int | None) -> Round:
    if table is None:
        return replace(round_, sitting_out=(*round_.sitting_out, pair))
    seatings, out = [], []
    for seating in round_.seatings:
        if seating.table == table:
            out.append(seating.ns)
            seating = replace(seating, seats=(pair, seating.ew))
        seatings.append(seating)
    return replace(round_, seatings=tuple(seatings), sitting_out=tuple(out))
