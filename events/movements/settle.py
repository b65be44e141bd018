"""Settling a planned round against what has happened: the working part of every repair."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from events.movements.ledger import Ledger
from events.movements.model import Movement, Note, Rest, Round, Seating, Unit, board_numbers


class Settler:
    """Takes the planned rounds in order and makes each legal with as little change as possible."""

    def __init__(
        self,
        movement: Movement,
        ledger: Ledger,
        newcomer: int | None = None,
        visits: dict[int, int] | None = None,
    ) -> None:
        self.movement = movement
        self.ledger = ledger
        self.newcomer = newcomer
        self.visits = visits or {}
        self.notes: list[Note] = []
        self.fitted_in: dict[int, str] = {}
        self.sets = [
            board_numbers(board_set, movement.boards_per_set) for board_set in range(1, movement.board_sets + 1)
        ]

    def settle(self, number: int, planned: Round, later: tuple[Round, ...]) -> Round:
        plan = _Plan(later)
        seatings: list[Seating] = []
        out = list(planned.sitting_out)
        if self.newcomer is not None and self.newcomer not in out:
            out.append(self.newcomer)
        for seating in planned.seatings:
            legal = self._legal(number, seating, planned, seatings, plan)
            if legal is None:
                out += seating.seats
            else:
                seatings.append(legal)
        if self.movement.unit is Unit.PAIR:
            self._join_up(number, seatings, out, plan)
            if self.newcomer is not None and all(self.newcomer not in seating.seats for seating in seatings):
                self._rove(number, seatings, out, self.newcomer)
        seated = {x for seating in seatings for x in seating.seats}
        settled = Round(
            tuple(sorted(seatings, key=lambda seating: seating.table)),
            tuple(sorted({x for x in out if x not in seated})),
            self._resting_sets(planned, seatings),
        )
        self.ledger.add(settled)
        return settled

    def _legal(
        self, number: int, seating: Seating, planned: Round, settled: list[Seating], plan: "_Plan"
    ) -> Seating | None:
        """The table as planned, with other boards, with fewer boards, or not at all."""
        self._note_meeting(number, seating)
        if self.movement.unit is Unit.TEAM:
            return seating
        stale = {b for b in seating.boards if not self.ledger.fresh((b,), *seating.seats)}
        if not stale:
            return seating
        busy = self._busy([*planned.seatings, *settled])
        fresh_set = self._free_set(seating.seats, busy, plan)
        if fresh_set is not None:
            self.notes.append(Note.of("boards-replaced", round=number, table=seating.table, boards=fresh_set))
            return replace(seating, boards=fresh_set, shared=False)
        remaining = tuple(board for board in seating.boards if board not in stale)
        self.notes.append(Note.of("boards-dropped", round=number, table=seating.table, boards=tuple(sorted(stale))))
        if remaining:
            return replace(seating, boards=remaining)
        ns, ew = seating.sides
        self.notes.append(Note.of("nothing-left", round=number, a=ns[0], b=ew[0]))
        return None

    def _note_meeting(self, number: int, seating: Seating) -> None:
        ns, ew = seating.sides
        most = self.movement.meetings * (2 if self.movement.unit is Unit.TEAM else 1)
        for a, b in ((a, b) for a in ns for b in ew):
            if self.ledger.met[frozenset((a, b))] >= most:
                self.notes.append(Note.of("meets-again", round=number, table=seating.table, a=a, b=b))

    def _busy(self, seatings: Iterable[Seating]) -> set[int]:
        """Boards at as many tables as there are copies."""
        counts = Counter(board for seating in seatings for board in seating.boards)
        return {board for board, amount in counts.items() if amount >= self.movement.copies}

    def _free_set(self, seats: tuple[int, ...], busy: set[int], plan: "_Plan") -> tuple[int, ...] | None:
        """A set that nobody at the table has held or will be due, and that lies idle in this round."""
        for boards in self.sets:
            if busy.isdisjoint(boards) and self.ledger.fresh(boards, *seats) and not plan.due(boards, seats):
                return boards
        return None

    def _join_up(self, number: int, seatings: list[Seating], out: list[int], plan: "_Plan") -> None:
        """Those without opponents play each other where they have not met and boards can be found."""
        for a, b in combinations(sorted(out, key=lambda x: -self.ledger.sat_out[x]), 2):
            seated = {x for seating in seatings for x in seating.seats}
            if a in seated or b in seated or self.ledger.have_met(a, b):
                continue
            if not self._seat_with_boards(seatings, a, b, plan):
                continue
            if self.newcomer in (a, b):
                self._note_fitted(number, self.newcomer, "late-fills-sit-out")
            else:
                self.notes.append(Note.of("joined-up", round=number, a=a, b=b))

    def _seat_with_boards(self, seatings: list[Seating], a: int, b: int, plan: "_Plan") -> bool:
        """With an idle set, or by sharing the boards of another table."""
        table = self._free_table(seatings)
        idle = self._free_set((a, b), self._busy(seatings), plan)
        if idle is not None:
            seatings.append(Seating(table, (a, b), idle))
            return True
        for index, other in enumerate(seatings):
            fits = self.ledger.fresh(other.boards, a, b) and not plan.due(other.boards, (a, b))
            if fits and not other.shared and other.boards in self.sets:
                seatings[index] = replace(other, shared=True)
                seatings.append(Seating(table, (a, b), other.boards, shared=True))
                return True
        return False

    def _free_table(self, seatings: list[Seating]) -> int:
        used = {seating.table for seating in seatings}
        return next(table for table in range(1, len(used) + 2) if table not in used)

    def _rove(self, number: int, seatings: list[Seating], out: list[int], pair: int) -> None:
        """One newcomer takes the seat of whoever has sat out least, by the visits planned where there are some."""
        legal = []
        for index, seating in enumerate(seatings):
            for seat, opponent in ((0, seating.ew), (1, seating.ns)):
                gone = seating.seats[seat]
                if self.ledger.have_met(pair, opponent) or not self.ledger.fresh(seating.boards, pair):
                    continue
                unplanned = self.visits.get(number) != seating.table or seat == 1
                moving = gone not in self.movement.stationary
                legal.append((unplanned, self.ledger.sat_out[gone], moving, index, seat))
        if not legal:
            self.fitted_in.pop(pair, None)
            self.notes.append(Note.of("late-sits", contestant=pair, round=number))
            return
        *_, index, seat = min(legal)
        seating = seatings[index]
        out.append(seating.seats[seat])
        seats = (pair, seating.ew) if seat == 0 else (seating.ns, pair)
        seatings[index] = replace(seating, seats=seats)
        self._note_fitted(number, pair, "late-as-rover")

    def _note_fitted(self, number: int, newcomer: int, code: str) -> None:
        """How a newcomer plays from this round on, told once."""
        if self.fitted_in.get(newcomer) != code:
            self.notes.append(Note.of(code, contestant=newcomer, round=number))
        self.fitted_in[newcomer] = code

    def _resting_sets(self, planned: Round, seatings: list[Seating]) -> tuple[Rest, ...]:
        used = {board for seating in seatings for board in seating.boards}
        stands = {rest.boards: rest.after_table for rest in planned.resting}
        if self.movement.copies > 1:
            return planned.resting
        last = max((seating.table for seating in seatings), default=0)
        return tuple(Rest(stands.get(boards, last), boards) for boards in self.sets if used.isdisjoint(boards))


class _Plan:
    """Which boards each contestant is due in the rounds to come."""

    def __init__(self, later: tuple[Round, ...]) -> None:
        self.boards: dict[int, set[int]] = {}
        for seating in (seating for round_ in later for seating in round_.seatings):
            for contestant in seating.seats:
                self.boards.setdefault(contestant, set()).update(seating.boards)

    def due(self, boards: tuple[int, ...], contestants: tuple[int, ...]) -> bool:
        return any(not self.boards.get(x, set()).isdisjoint(boards) for x in contestants)
