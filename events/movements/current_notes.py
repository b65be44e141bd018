"""The sentences of a movement as far as its rounds bear them out now: repairs and draws change what was announced."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

from events.movements.drawing import certain_rounds
from events.movements.model import Movement, Note, Round
from events.movements.triangles import triangle_notes

Place = tuple[int, int]


def current_notes(movement: Movement) -> tuple[Note, ...]:
    """The movement's notes; one that its rounds contradict is put right, or left out where nothing takes its place."""
    notes = ((CHECKED[note.code](movement, note) if note.code in CHECKED else note) for note in movement.notes)
    return tuple(note for note in notes if note is not None)


def staying_numbers(movement: Movement) -> tuple[int, ...]:
    """Those who keep one place in all the rounds they play, turns of the arrow apart."""
    places = _places(movement)
    seated = Counter(number for round_places in places for number in round_places)
    number_places = {(number, place) for round_places in places for number, place in round_places.items()}
    different = Counter(number for number, _place in number_places)
    return tuple(
        number
        for number in sorted(seated)
        if number not in movement.withdrawn and seated[number] > 1 and different[number] == 1
    )


def _places(movement: Movement) -> list[dict[int, Place]]:
    """Where everybody sits, round after round, since two last played each other's seats."""
    exchanged = [int(str(note["round"])) for note in movement.notes if note.code == "seats-exchanged"]
    since = max(exchanged, default=0)
    return [
        _places_in(round_, turned=number in movement.arrow_switched)
        for number, round_ in enumerate(movement.rounds[since:], start=since + 1)
    ]


def _places_in(round_: Round, *, turned: bool) -> dict[int, Place]:
    return {
        number: (seating.table, side ^ turned)
        for seating in round_.seatings
        for side, number in enumerate(seating.seats)
    }


def _stationary(movement: Movement, note: Note) -> Note | None:
    if len(_places(movement)) < 2:
        return note
    staying = staying_numbers(movement)
    return Note.of(note.code, contestants=staying) if staying else None


def _follow(movement: Movement, note: Note) -> Note | None:
    last = int(str(note["last"]))
    places = _places(movement)
    for before, after in pairwise(places):
        for number in range(1, last + 1):
            left = before.get(number - 1 or last)
            if left and number in after and after[number] != left:
                return None
    return note


def _same_boards(movement: Movement, note: Note) -> Note | None:
    triangles = triangle_notes(movement)
    for number, round_ in enumerate(movement.rounds[: certain_rounds(movement)], start=1):
        apart = {
            x for triangle in triangles if number - int(str(triangle["round"])) in (0, 1) for x in _teams(triangle)
        }
        if len({seating.boards for seating in round_.seatings if not apart.issuperset(seating.seats)}) > 1:
            return None
    return Note.of("others-same-boards") if triangles else note


def _teams(note: Note) -> tuple[int, ...]:
    teams = note["teams"]
    assert isinstance(teams, tuple)
    return teams


def _drawn(movement: Movement, note: Note) -> Note:
    rounds = len(movement.rounds)
    return note if certain_rounds(movement) < rounds else Note.of("all-drawn", rounds=rounds)


CHECKED: dict[str, Callable[[Movement, Note], Note | None]] = {
    "stationary": _stationary,
    "follow": _follow,
    "same-boards": _same_boards,
    "drawn": _drawn,
}
