"""Seats at tables: where a movement puts each number in a round."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from events.movements.model import Movement, Seating


@dataclass(frozen=True)
class TableSeat:
    """A seat at a table: `side` is NS or EW, or for players on their own N, E, S or W."""

    table: int
    side: str

    @property
    def order(self) -> tuple[int, int]:
        return self.table, ("NS", "N", "EW", "E", "S", "W").index(self.side)

    def __str__(self) -> str:
        return f"{self.table} {self.side}"


def seat_at(seating: Seating, number: int) -> TableSeat:
    sides = ("N", "E", "S", "W") if len(seating.seats) == 4 else ("NS", "EW")
    return TableSeat(seating.table, sides[seating.seats.index(number)])


def seats_in(movement: Movement, round_number: int) -> dict[int, TableSeat]:
    """Where each number sits in a round; one that sits out is not there. A team is named by its North-South table."""
    seats: dict[int, TableSeat] = {}
    for seating in movement.rounds[round_number - 1].seatings:
        for number in seating.seats:
            seats.setdefault(number, seat_at(seating, number))
            if seating.seats[0] == number:
                seats[number] = seat_at(seating, number)
    return seats


def assignable_numbers(movement: Movement) -> list[int]:
    """The numbers that can be given to somebody."""
    return [number for number in range(1, movement.contestants + 1) if number not in movement.withdrawn]


def sit_outs(movement: Movement) -> Counter[int]:
    """In how many rounds each number sits out."""
    return Counter(number for round_ in movement.rounds for number in round_.sitting_out)


def stationary_numbers(movement: Movement) -> frozenset[int]:
    """The numbers that keep their table: those the movement names, else those that are found to stay."""
    if movement.stationary:
        return frozenset(movement.stationary) - set(movement.withdrawn)
    tables: defaultdict[int, set[int]] = defaultdict(set)
    for number in range(1, len(movement.rounds) + 1):
        for contestant, seat in seats_in(movement, number).items():
            tables[contestant].add(seat.table)
    return frozenset(number for number in assignable_numbers(movement) if len(tables[number]) == 1)
