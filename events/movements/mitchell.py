"""Two fields: North-South keep their tables, East-West move up, boards move down.

Tables, rounds and board sets are counted from 0 inside; numbers on paper begin at 1. North-South
pairs carry their table's number, East-West pairs follow on.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from events.movements.errors import MovementError
from events.movements.model import Movement, MovementKind, Note, Rest, Round, Seating, Unit, board_numbers

MOST_PAIRS = 400


@dataclass(frozen=True, slots=True)
class Plan:
    """The rule of a Mitchell: which East-West pair and which board set are at a table in a round."""

    kind: MovementKind
    tables: int
    rounds: int
    board_sets: int
    east_west: Callable[[int, int], int]
    board_set: Callable[[int, int], int]
    copies: int = 1
    sharing: tuple[int, ...] = ()
    stand_after: int | None = None
    same_boards: bool = False  # everyone on one set in each round, so that rounds not played need no boards
    notes: tuple[Note, ...] = ()


def plain_plan(tables: int) -> Plan:
    """An odd number of tables: nothing to arrange."""
    if tables % 2 == 0:
        raise MovementError("odd-needed", option="tables", number=tables, what="plain Mitchell", instead="skip")
    return Plan(
        MovementKind.MITCHELL,
        tables,
        tables,
        tables,
        east_west=lambda table, number: (table - number) % tables,
        board_set=lambda table, number: (table + number) % tables,
        notes=(Note.of("up-and-down"),),
    )


def skip_plan(tables: int) -> Plan:
    """An even number of tables: halfway East-West would meet old boards, so they skip a table."""
    half = tables // 2
    return Plan(
        MovementKind.SKIP,
        tables,
        tables - 1,
        tables,
        east_west=lambda table, number: (table - number - (number >= half)) % tables,
        board_set=lambda table, number: (table + number) % tables,
        notes=(Note.of("up-and-down"), Note.of("skip-after", round=half)),
    )


def relay_plan(tables: int) -> Plan:
    """An even number of tables, every round: the first and last share, a bye stand lies opposite."""
    half = tables // 2
    return Plan(
        MovementKind.RELAY,
        tables,
        tables,
        tables,
        east_west=lambda table, number: (table - number) % tables,
        board_set=lambda table, number: (table + number + (table >= half)) % tables,
        sharing=(0, tables - 1),
        stand_after=half,
        notes=(
            Note.of("up-and-down"),
            Note.of("share-and-relay", one=1, other=tables, low=half, high=half + 1),
        ),
    )


def web_plan(tables: int, rounds: int) -> Plan:
    """A large field with few board sets: they rise through one part and fall through the other.

    With an odd number of sets, tables in the first part hold set t + r and in the second c - t - r;
    the two runs of a pair that crosses meet end to end when both parts have the same size modulo
    the number of sets, and c is twice that size. An odd field gives the first part one full circle more.
    """
    sets = rounds if rounds % 2 else rounds + 1
    second = tables // 2 if tables % 2 == 0 else (tables - sets) // 2
    first = tables - second
    turn = 2 * first
    copies = -(-first // sets) + -(-second // sets)

    def board_set(table: int, number: int) -> int:
        place = table + 1
        return (place + number if table < first else turn - place - number) % sets

    return Plan(
        MovementKind.WEB,
        tables,
        rounds,
        sets,
        east_west=lambda table, number: (table - number) % tables,
        board_set=board_set,
        copies=copies,
        notes=(Note.of("web", first=first, second=first + 1, last=tables, copies=copies),),
    )


def barometer_plan(tables: int) -> Plan:
    """Everyone on the same boards in each round, so standings mean something after every round."""
    return Plan(
        MovementKind.BAROMETER,
        tables,
        tables,
        tables,
        east_west=lambda table, number: (table - number) % tables,
        board_set=lambda _table, number: number,
        copies=tables,
        same_boards=True,
        notes=(Note.of("same-boards"),),
    )


def seat_pairs_by_plan(plan: Plan, pairs: int, boards: int, rounds: int, missing: str = "ns") -> Movement:
    """Seat the pairs by the plan. An odd number leaves out the last North-South or East-West pair."""
    seats = _Seats(plan, pairs, missing)
    sets = [board_numbers(board_set, boards) for board_set in range(1, plan.board_sets + 1)]
    played_rounds = tuple(_round(plan, seats, number, sets) for number in range(min(rounds, plan.rounds)))
    notes = (*(note for note in plan.notes if note.code not in seats.moot), *seats.notes)
    return Movement(
        plan.kind,
        Unit.PAIR,
        pairs,
        played_rounds,
        boards_per_set=boards,
        board_sets=len(played_rounds) if plan.same_boards else plan.board_sets,
        copies=plan.copies,
        winners=2,
        stationary=tuple(range(1, seats.north_south + 1)),
        notes=notes,
    )


class _Seats:
    """Numbers for the seats of a Mitchell, with a half table where the pairs are odd."""

    def __init__(self, plan: Plan, pairs: int, missing: str) -> None:
        self.odd = pairs % 2
        self.missing_ns = self.odd == 1 and missing == "ns"
        self.north_south = plan.tables - self.missing_ns
        self.absent_east_west = plan.tables - 1 if self.odd and not self.missing_ns else None
        self.notes: tuple[Note, ...] = ()
        self.moot: tuple[str, ...] = ()
        if self.missing_ns:
            self.notes = (Note.of("half-table-ns", table=plan.tables),)
            if plan.stand_after is not None:
                self.moot = ("share-and-relay",)
                low = plan.stand_after
                self.notes += (Note.of("no-share-needed"), Note.of("bye-stand", low=low, high=low + 1))
        elif self.odd:
            self.notes = (Note.of("half-table-ew"),)

    def ns(self, table: int) -> int | None:
        return table + 1 if table < self.north_south else None

    def ew(self, place: int) -> int | None:
        return None if place == self.absent_east_west else self.north_south + place + 1


def _round(plan: Plan, seats: _Seats, number: int, sets: list[tuple[int, ...]]) -> Round:
    seatings, out = [], []
    used = set()
    sharing = plan.sharing if not seats.missing_ns else ()
    for table in range(plan.tables):
        ns, ew = seats.ns(table), seats.ew(plan.east_west(table, number))
        if ns is None or ew is None:
            out += [pair for pair in (ns, ew) if pair is not None]
            continue
        board_set = plan.board_set(table, number)
        used.add(board_set)
        seatings.append(Seating(table + 1, (ns, ew), sets[board_set], table in sharing))
    return Round(_unshare_lone_table(seatings), tuple(out), _resting_sets(plan, used, sets))


def _unshare_lone_table(seatings: list[Seating]) -> tuple[Seating, ...]:
    """A lone sharer has the boards to itself: its partner table is a half table in this round."""
    if sum(seating.shared for seating in seatings) == 1:
        return tuple(replace(seating, shared=False) for seating in seatings)
    return tuple(seatings)


def _resting_sets(plan: Plan, used: set[int], sets: list[tuple[int, ...]]) -> tuple[Rest, ...]:
    if plan.copies > 1:
        return ()
    stand = plan.stand_after if plan.stand_after is not None else plan.tables
    return tuple(Rest(stand, boards) for board_set, boards in enumerate(sets) if board_set not in used)


def switch_rounds(rounds: int) -> int:
    """How many rounds to turn the arrow for one winner: about an eighth, at least one."""
    return max(1, (rounds + 4) // 8)


def switch_arrow(movement: Movement, last: int | None = None) -> Movement:
    """One winner from two fields: the arrow turned in the last rounds."""
    amount = switch_rounds(len(movement.rounds)) if last is None else last
    begin = len(movement.rounds) - amount
    rounds = tuple(round_.switched() if index >= begin else round_ for index, round_ in enumerate(movement.rounds))
    numbers = tuple(range(begin + 1, len(rounds) + 1))
    note = Note.of("arrow-switch", rounds=numbers)
    return replace(movement, rounds=rounds, winners=1, arrow_switched=numbers, notes=(*movement.notes, note))
