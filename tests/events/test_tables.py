from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.actors import Actor, ActorKind, system
from events.models import Entrant, LineUp, Place, Section, Session, Substitution
from events.movements.catalogue import MovementRequest, build_movement
from events.movements.model import MovementKind, Unit
from events.movements.storage import pack
from events.selectors.tables import ranges, sees_names, session_room
from tests.cast import Cast
from tests.events.evening import EVENING, enter, make_players, make_session


def fresh(session: Session) -> Session:
    return Session.objects.select_related("event__club").get(pk=session.pk)


def test_each_table_has_four_people_two_numbers_and_its_boards(cast: Cast) -> None:
    session = make_session(cast.harbour, 10)
    tables = session_room(session, open_names=True).tables(1)
    assert [table.name for table in tables] == ["1", "2", "3", "4", "5"]
    for table in tables:
        ns, ew = table.ns.numbers[0], table.ew.numbers[0]
        assert [sitter.name for sitter in table.seats] == [
            f"Player {2 * ns - 1:03d}",
            f"Player {2 * ew - 1:03d}",
            f"Player {2 * ns:03d}",
            f"Player {2 * ew:03d}",
        ]
        assert [sitter.seat for sitter in table.seats] == ["N", "E", "S", "W"]
        assert len(table.boards) == 3


def test_boards_carry_the_numbers_that_lie_on_the_table(cast: Cast) -> None:
    session = make_session(cast.harbour, 10)
    Section.objects.update(first_board=101)
    boards = {board for table in session_room(session, open_names=True).tables(1) for board in table.boards}
    assert min(boards) >= 101


def test_with_several_sections_tables_carry_the_letter(cast: Cast) -> None:
    session = make_session(cast.harbour, 6)
    movement = build_movement(MovementRequest(Unit.PAIR, 4, MovementKind.HOWELL))
    Section.objects.create(session=session, letter="B", movement_data=pack(movement))
    room = session_room(session, open_names=True)
    assert [table.name for table in room.tables(1)] == ["A1", "A2", "A3", "B1", "B2"]
    assert [table.ns.names for table in room.tables(1)][-1] == ""


def test_a_section_without_a_movement_is_not_in_the_room(cast: Cast) -> None:
    session = make_session(cast.harbour, 6)
    Section.objects.create(session=session, letter="B")
    assert [table.name for table in session_room(session, open_names=True).tables(1)] == ["1", "2", "3"]


def test_a_substitute_is_named_in_the_rounds_played_and_no_others(cast: Cast) -> None:
    session = make_session(cast.harbour, 6)
    place = Place.objects.get(number=2)
    entrant = place.contestant.entrants.get(position=1)
    stand_in = make_players(1, "Stand-in")[0]
    Substitution.objects.create(
        place=place, entrant=entrant, player=stand_in, first_round=2, last_round=3, made_at=EVENING
    )
    Substitution.objects.create(
        place=place, entrant=entrant, player=stand_in, first_round=1, made_at=EVENING, withdrawn_at=EVENING
    )
    section = session_room(session, open_names=True).sections[0]
    played = [section.party(2, number).names[0] for number in range(1, 6)]
    assert played == ["Player 003", "Stand-in 001", "Stand-in 001", "Player 003", "Player 003"]
    sitters = [sitter for table in section.tables(2) for sitter in table.seats if sitter.is_substitute]
    assert [sitter.player for sitter in sitters] == [stand_in]


def test_a_team_sits_one_and_two_at_home_and_three_and_four_away(cast: Cast) -> None:
    session = make_session(cast.harbour, 4, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN)
    section = session_room(session, open_names=True).sections[0]
    found = {(side.numbers[0], side.side): side.names for table in section.tables(1) for side in table.sides}
    assert found[1, "NS"] == "Player 001 – Player 002"
    assert found[1, "EW"] == "Player 003 – Player 004"
    stops = [section.stop(1, number) for number in range(1, section.certain + 1)]
    assert all({side for _table, side in stop.tables} == {"NS", "EW"} for stop in stops)


def test_a_line_up_holds_from_its_round_until_the_next(cast: Cast) -> None:
    session = make_session(cast.harbour, 4, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN)
    place = Place.objects.get(number=1)
    a, b, c, d = place.contestant.entrants.all()
    fields: dict[str, Any] = {"place": place, "made_at": EVENING}
    LineUp.objects.create(first_round=2, north=c, south=a, east=b, west=d, **fields)
    LineUp.objects.create(first_round=3, north=a, south=b, east=d, west=c, **fields)
    section = session_room(session, open_names=True).sections[0]

    def lined_up(number: int) -> list[str]:
        sides = {side.side: side.names for table in section.tables(number) for side in table.sides if 1 in side.numbers}
        return [sides["NS"], sides["EW"]]

    assert lined_up(1) == ["Player 001 – Player 002", "Player 003 – Player 004"]
    assert lined_up(2) == ["Player 003 – Player 001", "Player 002 – Player 004"]
    assert lined_up(3) == ["Player 001 – Player 002", "Player 004 – Player 003"]


def test_in_an_individual_four_numbers_sit_at_a_table(cast: Cast) -> None:
    session = make_session(cast.harbour, 8, unit=Unit.PLAYER, kind=MovementKind.INDIVIDUAL)
    section = session_room(session, open_names=True).sections[0]
    for table in section.tables(1):
        assert [sitter.name for sitter in table.seats] == [f"Player {sitter.number:03d}" for sitter in table.seats]
        assert len(table.ns.numbers) == 2
    assert {side for number in range(1, section.certain + 1) for _table, side in section.stop(1, number).tables} <= {
        "N",
        "E",
        "S",
        "W",
    }


def test_only_certain_rounds_are_shown_of_a_swiss(cast: Cast) -> None:
    session = make_session(cast.harbour, 8, kind=MovementKind.SWISS)
    section = session_room(session, open_names=True).sections[0]
    assert (section.certain, len(section.tables(2))) == (1, 0)
    data = dict(section.section.movement_data or {})
    data["notes"] = [*data["notes"], ["drawn", {"rounds": 3}]]
    Section.objects.update(movement_data=data)
    section = session_room(fresh(session), open_names=True).sections[0]
    assert (section.certain, len(section.tables(3)), len(section.tables(4))) == (3, 4, 0)


def test_who_sits_out_has_no_table_in_that_round(cast: Cast) -> None:
    session = make_session(cast.harbour, 7)
    section = session_room(session, open_names=True).sections[0]
    [party] = section.sitting_out(1)
    assert section.stop(party.number, 1).sits_out
    assert party.title


def test_strangers_and_devices_read_what_each_player_lets_them(cast: Cast) -> None:
    session = make_session(cast.harbour, 6)
    players = [entrant.player for entrant in Entrant.objects.filter(contestant__places__number=1)]
    for player, privacy in zip(players, ("hidden", "initials"), strict=True):
        assert player
        player.privacy = privacy
        player.save()
    assert session_room(session, open_names=False).sections[0].party(1).names == ("a player", "P. 0.")
    assert session_room(session, open_names=True).sections[0].party(1).names == ("Player 001", "Player 002")
    assert not sees_names(Actor(ActorKind.USER), cast.harbour)
    assert not sees_names(Actor(ActorKind.DEVICE, device="table:1"), cast.harbour)
    assert not sees_names(cast.actor("stranger"), cast.harbour)
    assert sees_names(cast.actor("member"), cast.harbour)
    assert sees_names(system(), cast.harbour)


def test_somebody_unknown_is_said_to_be(cast: Cast) -> None:
    players = make_players(6)
    session = make_session(cast.harbour, 4, state="seating", players=[*players, *make_players(2, "Other")])
    Entrant.objects.filter(player=players[1]).update(player=None)
    Entrant.objects.filter(player__in=players[2:4]).update(player=None)
    section = session_room(session, open_names=True).sections[0]
    assert section.party(1).title == "Player 001 – unknown"
    assert section.party(2).title == ""
    assert section.party(2).names == ("unknown", "unknown")


@pytest.mark.parametrize("contestants", [6, 40])
def test_a_big_room_takes_as_many_queries_as_a_small_one(cast: Cast, contestants: int) -> None:
    session = fresh(make_session(cast.harbour, contestants, state="seating"))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        room = session_room(session, open_names=False)
        for number in range(1, room.rounds + 1):
            assert room.tables(number)
        assert len(room.sections[0].parties()) == contestants
    assert len(queries) <= 6


def test_runs_of_numbers() -> None:
    assert ranges((7, 8, 9, 12)) == "7–9, 12"
    assert ranges((4,)) == "4"
    assert ranges(()) == ""


def test_a_contestant_who_is_late_is_named_with_the_round(cast: Cast) -> None:
    session = make_session(cast.harbour, 7, state="seating")
    section = Section.objects.get(session=session)
    data = dict(section.movement_data or {})
    data["late"], data["contestants"] = [[8, 3]], 8
    Section.objects.update(movement_data=data)
    Place.objects.create(
        session=session, section=section, contestant=enter(session.event, *make_players(2, "Late")), number=8
    )
    room = session_room(session, open_names=True).sections[0]
    assert [(first, party.title) for first, party in room.late(1)] == [(3, "Late 001 – Late 002")]
    assert room.late(3) == []
