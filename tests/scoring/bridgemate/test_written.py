"""The file that a session gives to Bridgemates: movement, people, settings, and no deal that is sealed."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from clubs.models import AuditEntry
from core.errors import Forbidden
from events.models import Section, Session
from events.movements.model import MovementKind, Unit
from events.services.board_use import deal_for_session
from events.services.seals import open_seal
from scoring.interchange.bridgemate import reader
from scoring.interchange.bridgemate.jet_reader import JetFile
from scoring.interchange.bridgemate.records import BridgemateFile
from scoring.services.bridgemate.writing import file_name, write_session_file
from scoring.services.table_rules import set_rules
from tests.cast import Cast
from tests.events.evening import make_session
from tests.scoring.bridgemate.laptop import Laptop

pytestmark = pytest.mark.django_db


def file_of(cast: Cast, session: Session, **options: object) -> BridgemateFile:
    return reader.parse(write_session_file(actor=cast.actor("director"), session=session, **options))


def test_every_table_has_every_round_with_its_pairs_and_boards(cast: Cast, session: Session) -> None:
    file = file_of(cast, session)
    movement = Section.objects.get(session=session).movement
    assert movement is not None
    meetings = {
        (number, seating.table): (*seating.seats, seating.boards)
        for number, each in enumerate(movement.rounds, start=1)
        for seating in each.seatings
    }
    assert {(row.round, row.table): (row.ns, row.ew, row.boards) for row in file.rounds} == meetings
    assert [(section.letter, section.winners, section.tables) for section in file.sections] == [("A", 1, 4)]
    assert [table.table for table in file.tables] == [1, 2, 3, 4]


def test_people_are_where_they_sit_down_and_members_are_listed_by_number(cast: Cast, session: Session) -> None:
    file = file_of(cast, session)
    assert {(row.table, row.direction) for row in file.players} == {(t, seat) for t in range(1, 5) for seat in "NESW"}
    assert all(row.name.startswith("Player") and row.is_processed for row in file.players)
    assert {row.name for row in file.names} <= {name for name in (row.name for row in file.names) if name}


def test_mitchell_pairs_of_both_directions_and_a_sit_out(cast: Cast) -> None:
    session = make_session(cast.harbour, 9, kind=MovementKind.MITCHELL)
    file = file_of(cast, session)
    assert file.sections[0].winners == 2
    empty = [row for row in file.rounds if not row.boards]
    assert all((row.ns, row.ew) == (0, 0) for row in empty)


def test_an_individual_names_all_four(cast: Cast) -> None:
    session = make_session(cast.harbour, 8, unit=Unit.PLAYER, kind=MovementKind.INDIVIDUAL)
    row = next(row for row in file_of(cast, session).rounds if row.boards)
    assert len({row.ns, row.ew, row.south, row.west}) == 4
    assert 0 not in (row.ns, row.ew, row.south, row.west)


def test_the_rules_for_devices_are_the_settings(cast: Cast, session: Session) -> None:
    section = Section.objects.get(session=session)
    set_rules(actor=cast.actor("director"), section=section, lead=True, traveller="nothing")
    settings = file_of(cast, session).settings[1]
    assert (settings["LeadCard"], settings["ShowResults"], settings["MemberNumbers"]) == (True, False, True)


def test_sealed_deals_stay_out_until_this_person_has_opened_the_seal(cast: Cast, session: Session) -> None:
    deal_for_session(actor=cast.actor("secretary"), session=session)
    assert file_of(cast, session).hands == ()
    board_set = Section.objects.get(session=session).board_set
    assert board_set is not None
    open_seal(actor=cast.actor("director"), board_set=board_set, reason="For the Bridgemates")
    assert len(file_of(cast, session).hands) == board_set.boards.count()
    assert file_of(cast, session, with_hands=False).hands == ()
    theirs = reader.parse(write_session_file(actor=cast.actor("secretary"), session=session))
    assert theirs.hands == ()


def test_results_are_in_it_when_play_is_over_and_marked_as_known(cast: Cast, session: Session) -> None:
    laptop = Laptop(cast, session)
    laptop.play_round(1)
    at = laptop.meeting(2)
    laptop.remark(at, at.boards[0], "60%-40%")
    laptop.remark(at, at.boards[1], "Not played")
    laptop.read()
    assert file_of(cast, session).results == ()
    file = file_of(cast, session, with_results=True)
    ours = {row.slot: (row.contract, row.result, row.remarks, row.ns, row.ew) for row in file.results}
    sent = {row.slot: (row.contract, row.result, row.remarks, row.ns, row.ew) for row in laptop.rows}
    assert ours == sent
    assert all(row.is_processed for row in file.results)


def test_a_session_without_a_movement_has_nothing_to_write(cast: Cast, session: Session) -> None:
    Section.objects.filter(session=session).update(movement_data=None)
    session.sections.get().plays.all().delete()
    with pytest.raises(ValidationError, match="no movement yet"):
        write_session_file(actor=cast.actor("director"), session=session)


def test_it_is_named_by_event_and_day_and_audited(cast: Cast, session: Session) -> None:
    data = write_session_file(actor=cast.actor("director"), session=session, computer="Club-PC")
    assert file_name(session) == "monday-pairs-2026-11-16.bws"
    assert [row["Computer"] for row in JetFile(data).rows("Clients")] == ["Club-PC"]
    assert AuditEntry.objects.get(act="bridgemate.write").after == {"hands": 0, "results": 0}


@pytest.mark.parametrize("persona", ["member", "other_secretary", "stranger"])
def test_nobody_else_takes_it_or_reads_one(cast: Cast, session: Session, persona: str) -> None:
    with pytest.raises(Forbidden):
        write_session_file(actor=cast.actor(persona), session=session)
    with pytest.raises(Forbidden):
        Laptop(cast, session).read(persona)
