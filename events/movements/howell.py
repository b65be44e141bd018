"""One field: Howells full and shortened, hesitation Mitchells, and the barometer."""

from bisect import bisect_right
from collections import Counter
from dataclasses import replace

from events.movements.designs import Design, design, rounds_on_file
from events.movements.errors import MovementError
from events.movements.model import Movement, MovementKind, Note, Rest, Round, Seating, Unit, board_numbers
from events.movements.orientation import turn_tables
from events.movements.starters import Lines, Rows, Starter, StarterCell

MOST_PAIRS = 80

# Two tables: no design exists, both tables share the boards of each round. Perfectly balanced.
TWO_TABLES: Rows = [
    [StarterCell(0, 3, 0, 0), StarterCell(1, 1, 2, 0)],
    [StarterCell(0, 3, 1, 1), StarterCell(1, 2, 0, 1)],
    [StarterCell(0, 3, 2, 2), StarterCell(1, 0, 1, 2)],
]
# Three tables: two ways to split the meetings of six into rounds have one round in common, so four
# rounds need no sharing and in the fifth all three tables share the last set.
THREE_TABLES: Rows = [
    [StarterCell(0, 5, 0, 2), StarterCell(1, 1, 4, 1), StarterCell(2, 2, 3, 0)],
    [StarterCell(0, 5, 1, 0), StarterCell(1, 2, 0, 1), StarterCell(2, 3, 4, 3)],
    [StarterCell(0, 5, 2, 3), StarterCell(1, 3, 1, 2), StarterCell(2, 4, 0, 0)],
    [StarterCell(0, 5, 3, 1), StarterCell(1, 4, 2, 2), StarterCell(2, 0, 1, 3)],
    [StarterCell(0, 5, 4, 4), StarterCell(1, 0, 3, 4), StarterCell(2, 1, 2, 4)],
]


def howell(pairs: int, boards: int, rounds: int | None = None) -> Movement:
    """A Howell for any number of pairs from 4 to 80; an odd number has a sit-out in each round."""
    even = _even_number(pairs)
    full = even - 1
    round_count = default_rounds(even) if rounds is None else rounds
    if round_count > full and even <= 8 and round_count <= 2 * full:
        return _double_round(howell(pairs, boards, full), round_count)
    if round_count > full:
        what = "a Howell (a double round for up to 8 pairs)" if even <= 8 else "a Howell"
        most = 2 * full if even <= 8 else full
        raise MovementError("too-many-rounds", rounds=round_count, what=what, number=f"{pairs} pairs", most=most)
    if even <= 6:
        return _small(pairs, boards).cut(round_count)
    order = next(stored for stored in rounds_on_file(even) if stored >= round_count)
    return _from_design(MovementKind.HOWELL, _stored_design(even, order), pairs, boards).cut(round_count)


def hesitation(pairs: int, boards: int, rounds: int | None = None) -> Movement:
    """One round more than tables: the moving pairs hesitate once to meet one of their own."""
    even = _even_number(pairs)
    most = even // 2 + 1
    stored = design(even, most)
    if stored is None:
        raise MovementError("too-few", option="pairs", number=pairs, what="hesitation Mitchell", least=9)
    if rounds is not None and rounds > most:
        number = f"{pairs} pairs"
        raise MovementError("too-many-rounds", rounds=rounds, what="a hesitation Mitchell", number=number, most=most)
    movement = _from_design(MovementKind.HESITATION, stored, pairs, boards)
    sharing = isinstance(stored.form, Starter) and stored.form.sharing
    notes = (Note.of("hesitation"), *((Note.of("hesitation-shares"),) if sharing else ()))
    return replace(movement, notes=notes + movement.notes).cut(rounds or most)


def barometer(pairs: int, boards: int, rounds: int | None = None) -> Movement:
    """All play all, everyone on the same boards in each round."""
    even = _even_number(pairs)
    round_count = min(even - 1, default_rounds(even)) if rounds is None else rounds
    if round_count > even - 1:
        number = f"{pairs} pairs"
        raise MovementError("too-many-rounds", rounds=round_count, what="a barometer", number=number, most=even - 1)
    rows = [[cell._replace(board_set=number) for cell in row] for number, row in enumerate(circle(even)[:round_count])]
    flips, _ = turn_tables(rows, even, 0)
    rows = [[cell.turned() if flips[cell.table] else cell for cell in row] for row in rows]
    movement = _seat(MovementKind.BAROMETER, rows, pairs, even, boards)
    return replace(movement, copies=even // 2, stationary=(), notes=(Note.of("same-boards"), *movement.notes))


def default_rounds(even: int) -> int:
    """All play all up to seven tables, then the shortest Howell near thirteen rounds."""
    if even <= 14:
        return even - 1
    return max(13, even // 2 + 2)


def circle(even: int) -> Rows:
    """The circle method: one stays, the others turn around it."""
    turning = even - 1
    rows = []
    for number in range(turning):
        cells = [StarterCell(0, turning, number, number)]
        cells += [
            StarterCell(step, (number + step) % turning, (number - step) % turning, number)
            for step in range(1, even // 2)
        ]
        rows.append(cells)
    return rows


def _even_number(pairs: int) -> int:
    if pairs < 4:
        raise MovementError("too-few", option="pairs", number=pairs, what="movement for pairs", least=4)
    if pairs > MOST_PAIRS:
        raise MovementError("too-many", option="pairs", number=pairs, most=MOST_PAIRS)
    return pairs + pairs % 2


def _stored_design(pairs: int, rounds: int) -> Design:
    stored = design(pairs, rounds)
    assert stored is not None, "rounds_on_file named a design that is not there"
    return stored


def _small(pairs: int, boards: int) -> Movement:
    even = pairs + pairs % 2
    if even == 4:
        return _seat(MovementKind.HOWELL, TWO_TABLES, pairs, even, boards, (Note.of("both-share"),))
    return _seat(MovementKind.HOWELL, THREE_TABLES, pairs, even, boards, (Note.of("all-share-round", round=5),))


def _from_design(kind: MovementKind, stored: Design, pairs: int, boards: int) -> Movement:
    even = stored.pairs
    notes: list[Note] = []
    stationary = tuple(x + 1 for x in stored.stationary if x < pairs)
    if isinstance(stored.form, Starter):
        notes = [Note.of("stationary", contestants=stationary), Note.of("follow", last=stored.form.order)]
    if isinstance(stored.form, Lines):
        notes = [Note.of("one-visit", last=stored.form.order)]
    switched = tuple(range(stored.rounds - stored.switched + 1, stored.rounds + 1))
    if switched:
        notes.append(Note.of("arrow-switch", rounds=switched))
    movement = _seat(kind, stored.rows(), pairs, even, boards, tuple(notes), _places(stored))
    return replace(movement, stationary=stationary, arrow_switched=switched)


def _places(stored: Design) -> list[int] | None:
    return stored.form.places() if isinstance(stored.form, Starter) else None


def _seat(
    kind: MovementKind,
    rows: Rows,
    pairs: int,
    even: int,
    boards: int,
    notes: tuple[Note, ...] = (),
    places: list[int] | None = None,
) -> Movement:
    """Number a design from 1. In an odd field the highest number does not exist."""
    amount = 1 + max(cell.board_set for row in rows for cell in row)
    sets = [board_numbers(board_set, boards) for board_set in range(1, amount + 1)]
    if pairs < even:
        notes = (*notes, Note.of("sit-out-phantom", number=even))
    numbered_rounds = tuple(_round(row, number, pairs, sets, places) for number, row in enumerate(rows))
    stationary = (even,) if even == pairs and even <= 6 else ()
    return Movement(kind, Unit.PAIR, pairs, numbered_rounds, boards, amount, stationary=stationary, notes=notes)


def _round(
    row: list[StarterCell], number: int, pairs: int, sets: list[tuple[int, ...]], places: list[int] | None
) -> Round:
    played, out = [], []
    for cell in row:
        if cell.ns < pairs and cell.ew < pairs:
            played.append(cell)
        else:
            out.append(min(cell.ns, cell.ew) + 1)
    busy = Counter(cell.board_set for cell in played)
    seatings = tuple(
        Seating(cell.table + 1, (cell.ns + 1, cell.ew + 1), sets[cell.board_set], busy[cell.board_set] > 1)
        for cell in sorted(played, key=lambda cell: cell.table)
    )
    resting = tuple(
        Rest(_stand(board_set, number, len(sets), places, len(row)), sets[board_set])
        for board_set in range(len(sets))
        if board_set not in busy
    )
    return Round(seatings, tuple(out), resting)


def _stand(board_set: int, number: int, sets: int, places: list[int] | None, tables: int) -> int:
    """The table after which a resting set lies: between the tables its place falls between."""
    return tables if places is None else bisect_right(places, (board_set - number) % sets)


def _double_round(once: Movement, rounds: int) -> Movement:
    """A double round with new boards, the second time the other way round."""
    shift = once.board_sets * once.boards_per_set
    again = tuple(_with_new_boards(round_.switched(), shift) for round_ in once.rounds)
    doubled = replace(
        once,
        rounds=once.rounds + again,
        board_sets=2 * once.board_sets,
        meetings=2,
        notes=(*once.notes, Note.of("double-round")),
    )
    return doubled.cut(rounds)


def _with_new_boards(round_: Round, shift: int) -> Round:
    def later(boards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(board + shift for board in boards)

    return Round(
        tuple(replace(seating, boards=later(seating.boards)) for seating in round_.seatings),
        round_.sitting_out,
        tuple(Rest(rest.after_table, later(rest.boards)) for rest in round_.resting),
    )
