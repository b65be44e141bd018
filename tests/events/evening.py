"""An evening of bridge to test with: people, an event, a session and its places."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from clubs.models import Club, Player
from events.models import Contestant, Entrant, Event, Place, Play, Section, Session
from events.models.conditions import Form
from events.models.plays import PlayState
from events.movements.catalogue import MovementRequest, build_movement
from events.movements.model import MovementKind, Unit
from events.movements.storage import pack

EVENING = datetime(2026, 11, 16, 19, 15, tzinfo=UTC)


def make_players(count: int, prefix: str = "Player") -> list[Player]:
    return Player.objects.bulk_create([Player(display_name=f"{prefix} {at:03d}") for at in range(1, count + 1)])


def make_event(club: Club, **fields: Any) -> Event:
    given: dict[str, Any] = {"name": "Monday pairs", "made_at": EVENING - timedelta(days=3)}
    given["published_at"] = EVENING - timedelta(days=3)
    return Event.objects.create(club=club, **(given | fields))


def enter(event: Event, *players: Player | None, **fields: Any) -> Contestant:
    contestant = Contestant.objects.create(event=event, entered_at=EVENING - timedelta(days=1), **fields)
    Entrant.objects.bulk_create(
        Entrant(event=event, contestant=contestant, player=player, position=at)
        for at, player in enumerate(players, start=1)
    )
    return contestant


def make_session(
    club: Club,
    contestants: int = 8,
    *,
    unit: Unit = Unit.PAIR,
    kind: MovementKind = MovementKind.HOWELL,
    state: str = "playing",
    players: list[Player] | None = None,
    boards_per_round: int | None = None,
    rounds: int | None = None,
    **fields: Any,
) -> Session:
    """A session with one section, everybody seated; in play its first round has begun, finished it is over."""
    event = make_event(club, form=unit.value, **fields)
    begun = state in ("playing", "finished")
    session = Session.objects.create(event=event, starts_at=EVENING, state=state, round=int(begun))
    request = MovementRequest(unit, contestants, kind, rounds=rounds, boards_per_round=boards_per_round)
    movement = build_movement(request)
    section = Section.objects.create(session=session, letter="A", movement_data=pack(movement))
    size = Form(event.form).size
    people = iter(players or make_players(size * contestants))
    for number in range(1, contestants + 1):
        contestant = enter(event, *(next(people) for _ in range(size)))
        Place.objects.create(session=session, section=section, contestant=contestant, number=number)
    if begun:
        make_plays(section)
    if state == "finished":
        section.plays.filter(round=1).update(state=PlayState.DONE)
        section.plays.filter(round__gt=1).update(state=PlayState.DROPPED)
    return session


def make_plays(section: Section) -> None:
    movement = section.movement
    assert movement is not None
    places = {place.number: place.contestant_id for place in section.places.all()}
    sides = ("north_id", "east_id", "south_id", "west_id")
    Play.objects.bulk_create(
        Play(
            section=section,
            round=number,
            table=seating.table,
            board=section.board(board),
            **{side: places[seat] for side, seat in zip(sides, seating.seats, strict=False)},
        )
        for number, round_ in enumerate(movement.rounds, start=1)
        for seating in round_.seatings
        for board in seating.boards
    )
