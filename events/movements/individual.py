"""Players on their own: whist tournaments where they exist, else the most even schedule found."""

from collections import Counter
from collections.abc import Iterable

import networkx as nx

from events.movements.errors import MovementError
from events.movements.howell import circle
from events.movements.model import Movement, MovementKind, Note, Round, Seating, Unit, board_numbers
from events.movements.whist import SIZES, Table, whist_starter

LEAST_PLAYERS, MOST_PLAYERS = 4, 40
SWEEPS = 3

Couple = tuple[int, int]
Schedule = list[list[Table]]


def whist(players: int, boards: int, rounds: int | None = None) -> Movement:
    """Everyone with everyone as partner once and against everyone twice."""
    _size(players)
    starter = whist_starter(players)
    if starter is None:
        raise MovementError("not-whist", number=players, most=max(SIZES))
    _most_rounds(rounds, starter.group.order, players)
    unfolded = starter.rounds()
    schedule = [[_from_one(table) for table, _ in row] for row in unfolded]
    sets = [[board_set for _, board_set in row] for row in unfolded] if starter.adders else None
    movement = _movement(MovementKind.WHIST, players, schedule, boards, (Note.of("whist"),), sets)
    return movement if rounds is None else movement.cut(rounds)


def individual(players: int, boards: int, rounds: int | None = None) -> Movement:
    """A schedule of any length in which no partnership repeats, opponents as even as the search gets them."""
    _size(players)
    most = players - 1 + players % 2
    _most_rounds(rounds, most, players)
    round_count = min(most, 13) if rounds is None else rounds
    if players in SIZES and round_count == most:
        return whist(players, boards)
    schedule = _most_even(players, round_count)
    low, high = _opponent_range(schedule, players)
    return _movement(
        MovementKind.INDIVIDUAL, players, schedule, boards, (Note.of("opponents-even", low=low, high=high),)
    )


def _size(players: int) -> None:
    if players < LEAST_PLAYERS:
        raise MovementError(
            "too-few", option="players", number=players, what="movement for players", least=LEAST_PLAYERS
        )
    if players > MOST_PLAYERS:
        raise MovementError("too-many", option="players", number=players, most=MOST_PLAYERS)


def _most_rounds(rounds: int | None, most: int, players: int) -> None:
    if rounds is not None and rounds > most:
        number = f"{players} players"
        raise MovementError("too-many-rounds", rounds=rounds, what="an individual", number=number, most=most)


def _from_one(table: Table) -> Table:
    n, e, s, w = table
    return n + 1, e + 1, s + 1, w + 1


def _most_even(players: int, rounds: int) -> Schedule:
    """The search's schedule, or the beginning of a whist tournament where that is more even."""
    candidates = [_even_schedule(players, rounds)]
    starter = whist_starter(players)
    if starter is not None:
        candidates.append([[_from_one(table) for table, _ in row] for row in starter.rounds()[:rounds]])
    return min(candidates, key=_unevenness)


def _unevenness(schedule: Schedule) -> int:
    tally = _Opponents()
    for tables in schedule:
        tally.add(tables)
    return sum(amount**2 for amount in tally.met.values())


def _even_schedule(players: int, rounds: int) -> Schedule:
    """Partners by the circle method, then partnerships matched into tables round by round.

    A few sweeps take each round out and match it again against all the others.
    """
    partnerships = [_partnerships(players, number) for number in range(rounds)]
    tally = _Opponents()
    schedule: Schedule = [[] for _ in range(rounds)]
    for sweep in range(SWEEPS):
        for number, couples in enumerate(partnerships):
            tally.remove(schedule[number])
            schedule[number] = tally.best_tables(couples, spread=number + sweep)
            tally.add(schedule[number])
    return schedule


def _partnerships(players: int, number: int) -> list[Couple]:
    even = players + players % 2
    couples = [(cell.ns + 1, cell.ew + 1) for cell in circle(even)[number]]
    return [couple for couple in couples if max(couple) <= players]


class _Opponents:
    """How often each two players have been opponents, and each player out."""

    def __init__(self) -> None:
        self.met: Counter[Couple] = Counter()
        self.played: Counter[int] = Counter()

    def add(self, tables: Iterable[Table], amount: int = 1) -> None:
        for n, e, s, w in tables:
            for player in (n, e, s, w):
                self.played[player] += amount
            for a in (n, s):
                for b in (e, w):
                    self.met[min(a, b), max(a, b)] += amount

    def remove(self, tables: Iterable[Table]) -> None:
        self.add(tables, -1)

    def best_tables(self, couples: list[Couple], spread: int) -> list[Table]:
        """The matching of partnerships that repeats the fewest oppositions.

        An odd partnership sits out: the one whose players have played most.
        """
        couples = couples[spread % len(couples) :] + couples[: spread % len(couples)]
        if len(couples) % 2:
            couples.remove(max(couples, key=lambda couple: sum(self.played[x] for x in couple)))
        graph: nx.Graph[Couple] = nx.Graph()
        for at, first in enumerate(couples):
            for second in couples[at + 1 :]:
                graph.add_edge(first, second, weight=self._cost(first, second))
        matched = nx.min_weight_matching(graph)
        tables = [(a[0], b[0], a[1], b[1]) for a, b in (sorted(edge) for edge in matched)]
        return sorted(tables)

    def _cost(self, first: Couple, second: Couple) -> int:
        """Growing with the cube keeps any two from meeting much more often than the rest."""
        return sum((self.met[min(a, b), max(a, b)] + 1) ** 3 for a in first for b in second)


def _opponent_range(schedule: Schedule, players: int) -> tuple[int, int]:
    tally = _Opponents()
    for tables in schedule:
        tally.add(tables)
    counts = [tally.met[a, b] for b in range(2, players + 1) for a in range(1, b)]
    return min(counts), max(counts)


def _movement(
    kind: MovementKind,
    players: int,
    schedule: Schedule,
    boards: int,
    notes: tuple[Note, ...],
    sets: list[list[int]] | None = None,
) -> Movement:
    """Give the tables their boards: travelling sets where known, else one set a round for all."""
    tables = len(schedule[0])
    together = sets is None
    if sets is None:
        sets = [[number] * tables for number in range(len(schedule))]
        notes = (*notes, Note.of("both-share") if tables == 2 else Note.of("same-boards"))
    shared = together and tables == 2
    rounds = tuple(_round(row, own, players, boards, shared) for row, own in zip(schedule, sets, strict=True))
    count = 1 + max(max(own) for own in sets)
    copies = tables if together and not shared else 1
    return Movement(kind, Unit.PLAYER, players, rounds, boards, count, copies=copies, meetings=len(rounds), notes=notes)


def _round(tables: list[Table], sets: list[int], players: int, boards: int, shared: bool) -> Round:
    seatings = tuple(
        Seating(table, seats, board_numbers(board_set + 1, boards), shared)
        for table, (seats, board_set) in enumerate(zip(tables, sets, strict=True), start=1)
    )
    seen = {x for seats in tables for x in seats}
    return Round(seatings, tuple(x for x in range(1, players + 1) if x not in seen))
