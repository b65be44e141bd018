"""The plays that a section's movement asks for. Only what differs is written, so that what hangs on a play stays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from events.models import Play, Section
from events.models.plays import PlayState
from events.movements.drawing import certain_rounds
from events.movements.model import Movement

SIDES = ("north_id", "east_id", "south_id", "west_id")
Slot = tuple[int, int, int]


def write_plays(section: Section, *, first_round: int = 1, happened: int | None = None) -> None:
    """Bring the plays from a round on into line with the section's movement and places.

    What is done stays, but for the round that `happened` otherwise: there nothing is left that was not played. Where
    something was entered for it the database refuses.
    """
    movement = section.movement
    assert movement is not None, "a section in play has a movement"
    places = dict(section.places.values_list("number", "contestant_id"))
    expected = dict(_expected_plays(section, movement, places, first_round))
    existing = {_slot(play): play for play in section.plays.filter(round__gte=first_round)}
    gone = [
        play.pk
        for slot, play in existing.items()
        if slot not in expected
        and (play.state == PlayState.DUE or (play.state == PlayState.DONE and play.round == happened))
    ]
    Play.objects.filter(pk__in=gone).delete()
    changed = [play for slot, play in existing.items() if slot in expected and _reseat(play, expected[slot])]
    Play.objects.bulk_update(changed, ["north", "east", "south", "west"])
    missing = [(slot, seats) for slot, seats in expected.items() if slot not in existing]
    Play.objects.bulk_create(
        Play(section=section, round=number, table=table, board=board, **seats)
        for (number, table, board), seats in missing
    )


def _expected_plays(
    section: Section, movement: Movement, places: dict[int, int], first_round: int
) -> Iterator[tuple[Slot, dict[str, int | None]]]:
    for number, round_ in enumerate(movement.rounds[: certain_rounds(movement)], start=1):
        if number < first_round:
            continue
        for seating in round_.seatings:
            people = [places[seat] for seat in seating.seats]
            seats: dict[str, Any] = dict.fromkeys(SIDES) | dict(zip(SIDES, people, strict=False))
            for board in seating.boards:
                yield (number, seating.table, section.board(board)), seats


def _slot(play: Play) -> Slot:
    return play.round, play.table, play.board


def _reseat(play: Play, seats: dict[str, int | None]) -> bool:
    """Put the right contestants on a play; whether that changed anything."""
    if all(getattr(play, side) == seat for side, seat in seats.items()):
        return False
    for side, seat in seats.items():
        setattr(play, side, seat)
    return True
