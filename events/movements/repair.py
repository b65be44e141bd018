"""When the evening goes wrong: what was played stays, the rest is made legal again.

Every repair keeps the rounds already played as they were (or as they really happened), then settles
the remaining rounds one after the other: boards that someone at the table has held are replaced or
dropped, contestants without opponents meet each other, newcomers are fitted in.
"""

from dataclasses import dataclass, replace

from events.movements.checker import MovementReport, check
from events.movements.current_notes import staying_numbers
from events.movements.errors import MovementError
from events.movements.ledger import Ledger
from events.movements.model import Departure, Movement, Note, Round, Seating, Unit
from events.movements.rover import visit_tables
from events.movements.settle import Settler

# Notes of a movement with an empty place, untrue once somebody has come late.
EMPTY_PLACE = {"sit-out-phantom", "half-table-ns", "half-table-ew"}


@dataclass(frozen=True, slots=True)
class MovementRepair:
    """The movement as it now stands, what was changed, and what is now unequal."""

    movement: Movement
    changes: tuple[Note, ...]
    report: MovementReport


def late_pair(movement: Movement, played: int) -> MovementRepair:
    """A pair comes after so many rounds: into an empty place if there is one, else as a rover."""
    if movement.unit is not Unit.PAIR:
        raise MovementError("repair-pairs-only", what="newcomers", unit=movement.unit)
    _require_round_left(movement, played)
    number = movement.contestants + 1
    grown = replace(
        movement,
        contestants=number,
        late=(*movement.late, (number, played + 1)),
        notes=tuple(note for note in movement.notes if note.code not in EMPTY_PLACE),
    )
    fitted = _fit_in(grown, played, number)
    if not grown.stationary or number not in staying_numbers(fitted.movement):
        return fitted
    return replace(fitted, movement=replace(fitted.movement, stationary=(*grown.stationary, number)))


def _fit_in(movement: Movement, played: int, number: int, notes: tuple[Note, ...] = ()) -> MovementRepair:
    """Somebody is there from now on: in an empty place, or as a rover."""
    plan = movement.rounds[played:]
    visits: tuple[int, ...] | None = None
    if not any(round_.sitting_out for round_ in plan):
        visits = visit_tables(plan)
    return _settle(_without_plans(movement), played, plan, notes, newcomer=number, visits=visits or ())


def leave(movement: Movement, played: int, contestant: int) -> MovementRepair:
    """Someone leaves after so many rounds; opponents sit out, or meet each other where they can."""
    _require_round_left(movement, played)
    _require_contestant(movement, contestant)
    departure = Departure(contestant, played + 1, movement.rounds[played:], len(movement.notes))
    without = replace(
        movement,
        withdrawn=(*movement.withdrawn, contestant),
        departures=(*movement.departures, departure),
    )
    note = Note.of("left", contestant=contestant, round=played + 1)
    plan = tuple(_without(round_, contestant) for round_ in movement.rounds[played:])
    return _settle(without, played, plan, (note,))


def come_back(movement: Movement, played: int, contestant: int) -> MovementRepair:
    """Who had left plays again: as it was planned before, unless something else has changed since; then they are
    fitted in like a pair that comes late. A Swiss draws them from the next round on."""
    _require_round_left(movement, played)
    _require_contestant(movement, contestant)
    if contestant not in movement.withdrawn:
        raise MovementError("not-left", contestant=contestant)
    departure = _open_departure(movement, contestant)
    still_gone = tuple(x for x in movement.withdrawn if x != contestant)
    back = replace(movement, withdrawn=still_gone, departures=_after_return(movement, departure, played + 1))
    note = Note.of("came-back", contestant=contestant, round=played + 1)
    if movement.kind.traits.is_drawn:
        waiting = tuple(_sitting_out_too(round_, contestant) for round_ in movement.rounds[played:])
        return _settle(back, played, waiting, (note,))
    if not departure.planned:
        if movement.unit is not Unit.PAIR:
            raise MovementError("repair-pairs-only", what="newcomers", unit=movement.unit)
        return _fit_in(back, played, contestant, (note,))
    plan = departure.planned[played + 1 - departure.round :]
    for gone in still_gone:
        plan = tuple(_without(round_, gone) for round_ in plan)
    earlier, since = movement.notes[: departure.notes], movement.notes[departure.notes :]
    notes = (
        *earlier,
        *(later_note for later_note in since if int(str(dict(later_note.params).get("round", 0))) <= played),
    )
    return _settle(replace(back, notes=notes), played, plan, (note,) if played >= departure.round else ())


def can_resume(movement: Movement, number: int, contestant: int) -> bool:
    """Whether who had left can sit down in the round being played: nobody there sits otherwise than was planned."""
    departure = _open_departure(movement, contestant)
    if not departure.planned or not departure.round <= number <= len(movement.rounds):
        return False
    planned = departure.planned[number - departure.round]
    for gone in movement.withdrawn:
        if gone != contestant:
            planned = _without(planned, gone)
    return set(movement.rounds[number - 1].seatings) <= set(planned.seatings)


def _open_departure(movement: Movement, contestant: int) -> Departure:
    gone = (departure for departure in movement.departures if departure.contestant == contestant and not departure.back)
    return next(gone, Departure(contestant, 1))


def _after_return(movement: Movement, departure: Departure, number: int) -> tuple[Departure, ...]:
    """Those who left later were taken out of rounds that lacked this contestant: their plan is the fuller one now."""
    departures, is_later = [], False
    for other in movement.departures:
        if other == departure:
            is_later = True
            departures.append(replace(other, planned=(), back=number))
        elif is_later and other.planned and not other.back:
            departures.append(replace(other, planned=departure.planned[other.round - departure.round :]))
        else:
            departures.append(other)
    return tuple(departures)


def _without_plans(movement: Movement) -> Movement:
    """Rounds change for everybody: what was planned before somebody left holds no longer."""
    return replace(movement, departures=tuple(replace(departure, planned=()) for departure in movement.departures))


def _sitting_out_too(round_: Round, contestant: int) -> Round:
    return replace(round_, sitting_out=tuple(sorted({*round_.sitting_out, contestant})))


def _without(round_: Round, contestant: int) -> Round:
    stay = tuple(seating for seating in round_.seatings if contestant not in seating.seats)
    freed = {x for seating in round_.seatings if contestant in seating.seats for x in seating.seats}
    out = (set(round_.sitting_out) | freed) - {contestant} - {x for seating in stay for x in seating.seats}
    return replace(round_, seatings=stay, sitting_out=tuple(sorted(out)))


def wrong_table(movement: Movement, number: int, first: int, second: int, played: int | None = None) -> MovementRepair:
    """Two contestants played each other's seats in a round: from here on each takes the better track.

    `played` is how many rounds have begun meanwhile, where it was noticed later: those stay as they were.
    """
    _require_contestant(movement, first)
    _require_contestant(movement, second)
    index = _round_index(movement, number)
    played = max(number, played or 0)
    swap = {first: second, second: first}
    happened = _swap_contestants(movement.rounds[index], swap)
    remaining = movement.rounds[played:]
    changed = _with_round(movement, index, happened)
    notes = [Note.of("seats-exchanged", a=first, b=second, round=number)]
    before = Ledger(movement.rounds[:index])
    for seating in happened.seatings:
        if first in seating.seats or second in seating.seats:
            notes += _law_15(before, seating, seating.boards, number)
    notes += _played_again(changed, number, played, {first, second})
    ledger = Ledger(changed.rounds[:played])
    crossed = tuple(_swap_contestants(round_, swap) for round_ in remaining)
    if ledger.conflicts(crossed) < ledger.conflicts(remaining):
        remaining = crossed
        notes.append(Note.of("tracks-exchanged", a=first, b=second))
    return _settle(changed, played, remaining, tuple(notes))


def _with_round(movement: Movement, index: int, round_: Round) -> Movement:
    """The movement with one round as it really was."""
    return replace(_without_plans(movement), rounds=(*movement.rounds[:index], round_, *movement.rounds[index + 1 :]))


def _swap_contestants(round_: Round, swap: dict[int, int]) -> Round:
    seatings = tuple(
        replace(seating, seats=tuple(swap.get(x, x) for x in seating.seats)) for seating in round_.seatings
    )
    return replace(round_, seatings=seatings, sitting_out=tuple(swap.get(x, x) for x in round_.sitting_out))


def wrong_opponents(
    movement: Movement, number: int, table: int, other_table: int, played: int | None = None
) -> MovementRepair:
    """East-West of two tables sat at each other's: the results stand, the rest avoids repeats."""
    first, second = _seating_at(movement, number, table), _seating_at(movement, number, other_table)
    repair = wrong_table(movement, number, first.ew, second.ew, played)
    notes = (
        Note.of("wrong-opponents", ns=first.ns, ew=second.ew, table=table, round=number),
        Note.of("wrong-opponents", ns=second.ns, ew=first.ew, table=other_table, round=number),
    )
    return replace(repair, changes=notes + repair.changes)


def wrong_boards(
    movement: Movement, number: int, table: int, boards: tuple[int, ...], played: int | None = None
) -> MovementRepair:
    """A table played other boards than it should: Law 15B for each, and no board twice from here on."""
    index = _round_index(movement, number)
    played = max(number, played or 0)
    seating = _seating_at(movement, number, table)
    before = Ledger(movement.rounds[:index])
    wrong = tuple(board for board in boards if board not in seating.boards)
    notes = _law_15(before, seating, wrong, number)
    due = tuple(board for board in seating.boards if board not in boards)
    if due:
        notes.append(Note.of("boards-still-due", boards=due, table=table, round=number))
    happened = replace(seating, boards=boards)
    seatings = tuple(happened if s == seating else s for s in movement.rounds[index].seatings)
    changed = _with_round(movement, index, replace(movement.rounds[index], seatings=seatings))
    notes += _played_again(changed, number, played, set(seating.seats))
    return _settle(changed, played, changed.rounds[played:], tuple(notes))


def _law_15(before: Ledger, seating: Seating, boards: tuple[int, ...], number: int) -> list[Note]:
    """Which results stand, and which are cancelled because someone at the table had held the board."""
    where = {"table": seating.table, "round": number}
    again = tuple(board for board in boards if not before.fresh((board,), *seating.seats))
    stand = tuple(board for board in boards if board not in again)
    notes = [Note.of("result-stands", boards=stand, **where)] if stand else []
    if again:
        had = tuple(x for x in seating.seats if not before.fresh(again, x))
        notes.append(Note.of("result-cancelled", boards=again, contestants=had, **where))
    return notes


def _played_again(movement: Movement, number: int, played: int, who: set[int]) -> list[Note]:
    """Rounds that were played before anybody noticed: boards that one of them held a second time (Law 15B)."""
    notes = []
    for later in range(number + 1, played + 1):
        before = Ledger(movement.rounds[: later - 1])
        for seating in movement.rounds[later - 1].seatings:
            if who & set(seating.seats):
                law_notes = _law_15(before, seating, seating.boards, later)
                notes += [note for note in law_notes if note.code == "result-cancelled"]
    return notes


def _settle(
    movement: Movement,
    played: int,
    plan: tuple[Round, ...],
    notes: tuple[Note, ...] = (),
    newcomer: int | None = None,
    visits: tuple[int, ...] = (),
) -> MovementRepair:
    past = movement.rounds[:played]
    settler = Settler(movement, Ledger(past), newcomer, dict(enumerate(visits, start=played + 1)))
    future = []
    for offset, round_ in enumerate(plan):
        future.append(settler.settle(played + offset + 1, round_, plan[offset + 1 :]))
    meetings = max([movement.meetings, *settler.ledger.met.values()])
    changes = (*notes, *settler.notes)
    repaired = replace(
        movement, rounds=(*past, *future), meetings=_meetings(movement, meetings), notes=movement.notes + changes
    )
    return MovementRepair(repaired, changes, check(repaired, since_round=played + 1))


def _meetings(movement: Movement, seen: int) -> int:
    return seen if movement.unit is not Unit.TEAM else max(movement.meetings, (seen + 1) // 2)


def _require_round_left(movement: Movement, played: int) -> None:
    if not 0 <= played < len(movement.rounds):
        raise MovementError("bad-repair", round=played + 1, most=len(movement.rounds))


def _round_index(movement: Movement, number: int) -> int:
    if not 1 <= number <= len(movement.rounds):
        raise MovementError("bad-repair", round=number, most=len(movement.rounds))
    return number - 1


def _require_contestant(movement: Movement, contestant: int) -> None:
    if not 1 <= contestant <= movement.contestants:
        raise MovementError("no-such-contestant", contestant=contestant, most=movement.contestants)


def _seating_at(movement: Movement, number: int, table: int) -> Seating:
    round_ = movement.rounds[_round_index(movement, number)]
    for seating in round_.seatings:
        if seating.table == table:
            return seating
    raise MovementError("no-such-table", table=table, round=number)
