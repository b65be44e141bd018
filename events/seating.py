"""Which contestant gets which number of a movement: kept seats, needs, fairness, a draw, seeds.

Pure: a movement and wishes in, numbers out. `docs/algorithms/seating.md` says how, with an example.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from events.movements.model import Movement
from events.movements.seats import TableSeat, assignable_numbers, seats_in, sit_outs, stationary_numbers

__all__ = ["Want", "arrange", "arrange_by_seed", "assignable_numbers", "draw", "sit_outs", "stationary_numbers"]


@dataclass(frozen=True, slots=True)
class Want:
    """What a contestant needs or has: `sat_out` counts past weeks, `preferred` is a seat in round 1, seed 1 is best."""

    needs_stationary: bool = False
    sat_out: int = 0
    preferred: TableSeat | None = None
    seed: int | None = None


def arrange(movement: Movement, wants: Sequence[Want]) -> list[int]:
    """A number for each want, in their order.

    Whoever needs a stationary number gets one as long as there are any. Everybody else keeps the preferred seat, unless
    somebody before them prefers it too or it is the last one that a player who must not move can have. The others
    fill what is left: the more often somebody sat out, the fewer rounds out they get; the first come first.
    """
    return _Plan(movement, wants).arrange()


def draw(movement: Movement, wants: Sequence[Want], randbelow: Callable[[int], int]) -> list[int]:
    """Numbers by lot. Needs for a stationary number are met; every way of doing that is equally likely."""
    plan = _Plan(movement, wants)
    people = _shuffled(range(len(wants)), randbelow)
    plan.needy = set([person for person in people if wants[person].needs_stationary][: len(plan.stationary)])
    plan.trim()
    plan.deal(sorted(people, key=lambda person: person not in plan.needy), _shuffled(plan.free, randbelow))
    return plan.answer()


def arrange_by_seed(movement: Movement, wants: Sequence[Want]) -> list[int]:
    """Numbers by strength: fields equally strong where there are two, and the strongest spread over the tables.

    Needs for a stationary number are met first. Contestants without a seed follow those that have one.
    """
    plan = _Plan(movement, wants)
    plan.trim()
    people = sorted(range(len(wants)), key=lambda person: (wants[person].seed is None, wants[person].seed or 0, person))
    if movement.winners == 2 and plan.stationary:
        plan.balance(people)
    else:
        plan.deal(people, _snake(movement, plan.free))
    return plan.answer()


@dataclass
class _Plan:
    """Numbers given so far. `free` are left, and `needy` are those still to get a stationary one."""

    movement: Movement
    wants: Sequence[Want]
    assigned: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.free = assignable_numbers(self.movement)
        if len(self.wants) > len(self.free):
            raise ValueError(f"{len(self.wants)} contestants for {len(self.free)} numbers")
        self.outs = sit_outs(self.movement)
        self.stationary = stationary_numbers(self.movement)
        self.seats = {seat: number for number, seat in seats_in(self.movement, 1).items()}
        self.needy = set(self._most_needy()[: len(self.stationary)])

    # --- Giving ----------------------------------------------------------------------------------------------------
    def give(self, person: int, number: int) -> None:
        self.assigned[person] = number
        self.free.remove(number)
        self.needy.discard(person)

    def answer(self) -> list[int]:
        return [self.assigned[person] for person in range(len(self.wants))]

    def _most_needy(self) -> list[int]:
        """Those who need a stationary number, whoever already sits on one before the others."""
        needy = [person for person, want in enumerate(self.wants) if want.needs_stationary]
        holders = {self._preferred(person): person for person in reversed(needy)}
        sitting = {person for number, person in holders.items() if number in self.stationary}
        return sorted(needy, key=lambda person: (person not in sitting, person))

    def _preferred(self, person: int) -> int | None:
        seat = self.wants[person].preferred
        return self.seats.get(seat) if seat else None

    def _allowed(self, person: int) -> Callable[[int], bool]:
        """Which numbers this person may have with enough stationary ones left for those who need them."""
        if person in self.needy:
            return lambda number: number in self.stationary
        spare = len(self.stationary.intersection(self.free)) > len(self.needy)
        return lambda number: spare or number not in self.stationary

    # --- Arranging -------------------------------------------------------------------------------------------------
    def arrange(self) -> list[int]:
        self._keep_seats()
        self._make_room()
        self.trim()
        self._fill()
        return self.answer()

    def _keep_seats(self) -> None:
        """Seats that are there and that nobody else has a better claim to."""
        claims = [(person, number) for person in range(len(self.wants)) if (number := self._preferred(person))]
        for person, number in sorted(claims, key=lambda claim: claim[0] not in self.needy):
            suits = person not in self.needy or number in self.stationary
            if number in self.free and suits:
                self.give(person, number)

    def _make_room(self) -> None:
        """Where those who must not move have no stationary number left, others on one make way: those across the
        same table first, else whoever came last. They take the seat that the other would have had, if it is free."""
        for person in sorted(self.needy):
            if len(self.stationary.intersection(self.free)) >= len(self.needy):
                return
            preferred = self._preferred(person)
            victim = max(self._who_can_move(), key=lambda other: (self._across(other, person), other))
            number = self.assigned.pop(victim)
            self.free.append(number)
            self.free.sort()
            self.give(person, number)
            if preferred in self.free:
                self.give(victim, preferred)

    def _who_can_move(self) -> list[int]:
        return [
            person
            for person, number in self.assigned.items()
            if number in self.stationary and not self.wants[person].needs_stationary
        ]

    def _across(self, other: int, person: int) -> bool:
        first, second = self.wants[other].preferred, self.wants[person].preferred
        return first is not None and second is not None and first.table == second.table

    def trim(self) -> None:
        """With fewer contestants than numbers, those with the most rounds out stay empty, the last of them first."""
        missing = len(self.wants) - len(self.assigned)
        while len(self.free) > missing:
            keep = len(self.stationary.intersection(self.free)) <= len(self.needy)
            spare = [number for number in self.free if not (keep and number in self.stationary)]
            self.free.remove(max(spare, key=lambda number: (self.outs[number], number)))

    def _fill(self) -> None:
        """Who sat out most chooses first, and chooses few rounds out; among equals numbers go in order of entry."""
        people = [person for person in range(len(self.wants)) if person not in self.assigned]
        needy = self.needy.copy()
        people.sort(key=lambda person: (-self.wants[person].sat_out, person))
        self.deal(people, sorted(self.free, key=lambda number: (self.outs[number], number)))
        classes: defaultdict[int, list[int]] = defaultdict(list)
        for person in sorted(people):
            classes[self.outs[self.assigned[person]]].append(person)
        for equals in classes.values():
            self.free = sorted(self.assigned.pop(person) for person in equals)
            self.needy = needy.intersection(equals)
            self.deal(equals, self.free)

    # --- Dealing out -----------------------------------------------------------------------------------------------
    def deal(self, people: Iterable[int], numbers: Iterable[int]) -> None:
        """Each in turn takes the first number that they may have."""
        order = list(numbers)
        for person in people:
            number = next(filter(self._allowed(person), order))
            self.give(person, number)
            order.remove(number)

    def balance(self, people: Iterable[int]) -> None:
        """Two fields: each in turn joins the smaller field, or the weaker one of two equally large."""
        seats = seats_in(self.movement, 1)
        tables = _spread(self.movement.tables)
        fields = {True: tables, False: tables[::-1]}
        total: Counter[bool] = Counter()
        size: Counter[bool] = Counter()
        for rank, person in enumerate(people, start=1):
            open_to = {number in self.stationary for number in filter(self._allowed(person), self.free)}
            chosen = min(open_to, key=lambda side: (size[side], -total[side], not side))
            numbers = [number for number in self.free if (number in self.stationary) == chosen]
            at = {number: fields[chosen].index(seats[number].table) for number in numbers if number in seats}
            self.give(person, min(numbers, key=lambda number: (at.get(number, len(tables)), number)))
            total[chosen] += rank
            size[chosen] += 1


def _shuffled(values: Iterable[int], randbelow: Callable[[int], int]) -> list[int]:
    """Fisher and Yates: every order equally likely where `randbelow` is uniform."""
    shuffled = list(values)
    for last in range(len(shuffled) - 1, 0, -1):
        other = randbelow(last + 1)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return shuffled


def _spread(tables: int) -> list[int]:
    """The tables in an order in which each lies far from those before it: of eight, 1 5 3 7 2 6 4 8."""
    bits = max(1, (tables - 1).bit_length())
    return sorted(range(1, tables + 1), key=lambda table: f"{table - 1:0{bits}b}"[::-1])


def _snake(movement: Movement, free: Iterable[int]) -> list[int]:
    """Numbers for one field: a seat at each table in turn, then the next seats in the opposite order."""
    seats = seats_in(movement, 1)
    tables: defaultdict[int, list[int]] = defaultdict(list)
    for number in sorted(free, key=lambda number: (number not in seats, number)):
        tables[seats[number].table if number in seats else 0].append(number)
    last = tables.pop(0, [])
    order = [table for table in _spread(movement.tables) if table in tables]
    for at, table in enumerate(order):
        tables[table].sort(key=lambda number: seats[number].order, reverse=at % 2 == 1)
    most_seats = max((len(numbers) for numbers in tables.values()), default=0)
    ordered = []
    for seat_index in range(most_seats):
        turn = order if seat_index % 2 == 0 else order[::-1]
        ordered += [tables[table][seat_index] for table in turn if seat_index < len(tables[table])]
    return ordered + last
