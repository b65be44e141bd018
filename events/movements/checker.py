"""The checker: is a movement sound, what is unequal in it, and how well is it balanced."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from events.movements.balance import Balance, Spread, balance
from events.movements.model import Movement, Note, Round, Seating, Unit


@dataclass(frozen=True, slots=True)
class MovementReport:
    """Faults make a movement unsound; remarks say what its contestants do not have in equal measure."""

    faults: tuple[Note, ...]
    remarks: tuple[Note, ...]
    tables: int
    # How many of them are in play at the most; fewer where whoever sits out leaves another table empty in each round.
    tables_at_once: int
    rounds: int
    boards_in_play: int
    boards_per_contestant: Spread
    sit_outs: Spread
    opponents: Spread
    shared_rounds: int
    copies: int
    winners: int
    balance: Balance | None

    @property
    def sound(self) -> bool:
        return not self.faults


def check(movement: Movement, since_round: int = 1) -> MovementReport:
    """Judge a movement; faults in rounds before `since_round` are history and become remarks."""
    tally = _Tally(movement, since_round)
    boards, sit_outs, opponents = tally.boards_per_contestant(), tally.sit_outs(), tally.opponents()
    shared = sum(any(seating.shared for seating in round_.seatings) for round_ in movement.rounds)
    spreads = Spread.of(boards), Spread.of(sit_outs), Spread.of(opponents)
    return MovementReport(
        faults=tuple(tally.faults),
        remarks=(*tally.history, *_remarks(movement, spreads, shared)),
        tables=movement.tables,
        tables_at_once=movement.tables_at_once,
        rounds=len(movement.rounds),
        boards_in_play=movement.boards_in_play,
        boards_per_contestant=spreads[0],
        sit_outs=spreads[1],
        opponents=spreads[2],
        shared_rounds=shared,
        copies=movement.copies,
        winners=movement.winners,
        balance=None if tally.strangers else balance(movement),
    )


class _Tally:
    """Counts every round once and keeps what is wrong."""

    def __init__(self, movement: Movement, since_round: int) -> None:
        self.movement = movement
        self.since_round = since_round
        self.arrived = dict(movement.late)
        self.strangers: set[int] = set()
        self.faults: list[Note] = []
        self.history: list[Note] = []
        self.met: Counter[tuple[int, int]] = Counter()
        self.partnered: Counter[tuple[int, int]] = Counter()
        self.held: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
        for number, round_ in enumerate(movement.rounds, start=1):
            self._places(number, round_)
            self._boards_at_once(number, round_)
            self._plays(number, round_)

    def _add(self, number: int, code: str, **params: object) -> None:
        where = self.faults if number >= self.since_round else self.history
        where.append(Note.of(code, round=number, **params))

    def _places(self, number: int, round_: Round) -> None:
        """Every contestant at one table, a team at two, or sitting out."""
        due_places = 2 if self.movement.unit is Unit.TEAM else 1
        seen = Counter(x for seating in round_.seatings for x in seating.seats)
        out = Counter(round_.sitting_out)
        for contestant in range(1, self.movement.contestants + 1):
            places = seen.pop(contestant, 0) + due_places * out.pop(contestant, 0)
            if places > due_places:
                self._add(number, "seated-twice", contestant=contestant)
            elif places < due_places and not self._away(contestant, number):
                self._add(number, "not-seated", contestant=contestant)
        self.strangers |= {*seen, *out}
        for stranger in sorted({*seen, *out}):
            self._add(number, "unknown-contestant", contestant=stranger)
        tables = Counter(seating.table for seating in round_.seatings)
        for table in (table for table, amount in tables.items() if amount > 1):
            self._add(number, "table-twice", table=table)

    def _away(self, contestant: int, number: int) -> bool:
        if contestant in self.movement.withdrawn or number < self.arrived.get(contestant, 1):
            return True
        return any(
            departure.contestant == contestant and departure.round <= number < departure.back
            for departure in self.movement.departures
        )

    def _boards_at_once(self, number: int, round_: Round) -> None:
        """A board at no more tables than there are copies; those that share need one copy together."""
        tables: defaultdict[int, list[Seating]] = defaultdict(list)
        for seating in round_.seatings:
            for board in seating.boards:
                tables[board].append(seating)
        for board, places in tables.items():
            if len(places) <= self.movement.copies:
                continue
            alone = sum(not seating.shared for seating in places)
            if alone + (alone < len(places)) > self.movement.copies:
                numbers = tuple(seating.table for seating in places)
                self._add(number, "board-at-two-tables", board=board, tables=numbers)

    def _plays(self, number: int, round_: Round) -> None:
        most = self.movement.meetings * (2 if self.movement.unit is Unit.TEAM else 1)
        for seating in round_.seatings:
            ns, ew = seating.sides
            for side in (ns, ew):
                if len(side) == 2:
                    self._count(self.partnered, number, side[0], side[1], 1, "partners-again")
            for a in ns:
                for b in ew:
                    self._count(self.met, number, a, b, most, "met-again")
            self._hold(number, seating)

    def _count(self, counter: Counter[tuple[int, int]], number: int, a: int, b: int, most: int, code: str) -> None:
        key = (a, b) if a < b else (b, a)
        counter[key] += 1
        if counter[key] > most:
            self._add(number, code, a=key[0], b=key[1], times=counter[key])

    def _hold(self, number: int, seating: Seating) -> None:
        """Nobody holds a board twice; of a team, each of its two pairs once."""
        team = self.movement.unit is Unit.TEAM
        for seat, contestant in enumerate(seating.seats):
            held_boards = self.held[contestant, seat if team else 0]
            if not held_boards.isdisjoint(seating.boards):
                for board in held_boards.intersection(seating.boards):
                    self._add(number, "board-again", contestant=contestant, board=board)
            held_boards.update(seating.boards)

    def contestants(self) -> Iterator[int]:
        gone = set(self.movement.withdrawn)
        return (x for x in range(1, self.movement.contestants + 1) if x not in gone)

    def boards_per_contestant(self) -> list[int]:
        return [len(self.held[x, 0] | self.held[x, 1]) for x in self.contestants()]

    def sit_outs(self) -> list[int]:
        counts = Counter(x for round_ in self.movement.rounds for x in round_.sitting_out)
        return [counts[x] for x in self.contestants()]

    def opponents(self) -> list[int]:
        counts = [0] * (self.movement.contestants + 1)
        for a, b in self.met:
            if b < len(counts):
                counts[a] += 1
                counts[b] += 1
        return [counts[x] for x in self.contestants()]


def _remarks(movement: Movement, spreads: tuple[Spread, Spread, Spread], shared: int) -> Iterator[Note]:
    boards, sit_outs, opponents = spreads
    if boards.minimum != boards.maximum:
        yield Note.of("unequal-boards", low=boards.minimum, high=boards.maximum)
    if sit_outs.minimum != sit_outs.maximum:
        yield Note.of("unequal-sit-outs", low=sit_outs.minimum, high=sit_outs.maximum)
    if opponents.minimum != opponents.maximum:
        yield Note.of("unequal-opponents", low=opponents.minimum, high=opponents.maximum)
    if shared and movement.unit is not Unit.TEAM:
        yield Note.of("boards-shared", rounds=shared)
    if movement.copies > 1:
        yield Note.of("copies-needed", copies=movement.copies)
    if movement.withdrawn:
        yield Note.of("withdrawn", contestants=movement.withdrawn)
