"""A real club's evening: imported as a finished session, and read while it would have been played."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from events.models import Section, Session
from events.movements.model import Movement, MovementKind, Round, Seating, Unit
from events.movements.storage import pack
from events.services.tables import give_codes
from scoring.interchange import files
from scoring.interchange.bridgemate import reader
from scoring.interchange.bridgemate.records import BridgemateFile
from scoring.models import Standing
from scoring.services.bridgemate.taking import take_records
from scoring.services.bridgemate.writing import write_session_file
from scoring.services.imports import import_results
from tests.cast import Cast
from tests.events.evening import make_plays, make_session
from tests.scoring.golden import needs_golden
from tests.scoring.interchange.bridgemate.test_read_files import CLUB

pytestmark = [needs_golden, pytest.mark.django_db]


def scores_of(file: BridgemateFile, shift: int = 0) -> set[tuple[object, ...]]:
    """Who scored what on which board, by the numbers that the session has; without a contract nobody declared."""
    return {
        (row.board, row.ns, row.ew + shift, row.contract, row.direction * row.has_result, row.result, row.remarks)
        for row in file.newest_results().values()
    }


def test_it_is_imported_with_its_names_and_hands_and_leaves_again_with_the_same_results(cast: Cast) -> None:
    imported = import_results(actor=cast.actor("secretary"), club=cast.harbour, document=files.read(CLUB))
    assert imported.problems == []
    session = imported.sessions[0]
    assert session.sections.get().board_set is not None
    best = Standing.objects.filter(run__field__session=session, rank=1).order_by("shown_percent")
    assert [standing.shown_percent for standing in best] == ["55.44", "58.34"]
    original = reader.parse(CLUB.read_bytes())
    back = reader.parse(write_session_file(actor=cast.actor("secretary"), session=session))
    assert len(back.results) == 270
    # Of the 36 boards that were dealt 27 were played.
    assert {row.board for row in back.hands} == {row.board for row in back.results}
    shift = max(row.ew for row in back.rounds) - max(row.ew for row in original.rounds)
    assert scores_of(back) == scores_of(original, shift)


def tonight(cast: Cast, file: BridgemateFile) -> Session:
    """A session in play with the movement that the file has, its pairs East-West numbered from 11."""
    rounds = [
        Round(
            tuple(Seating(row.table, (row.ns, row.ew + 10), row.boards) for row in file.rounds if row.round == number)
        )
        for number in range(1, 10)
    ]
    movement = Movement(MovementKind.MITCHELL, Unit.PAIR, 20, tuple(rounds), 3, 9, copies=2, winners=2)
    session = make_session(cast.harbour, 20, kind=MovementKind.MITCHELL, state="draft")
    Session.objects.filter(pk=session.pk).update(
        state="playing", round=1, starts_at=datetime(2026, 1, 26, 9, 30, tzinfo=UTC)
    )
    Section.objects.filter(session=session).update(movement_data=pack(movement))
    session.refresh_from_db()
    make_plays(session.sections.get())
    give_codes(session, actor=cast.actor("secretary"))
    return session


def test_it_is_read_again_and_again_into_a_session_in_play(cast: Cast) -> None:
    """The first three rounds of nine: what an evening asks for, in a third of the time."""
    whole = reader.parse(CLUB.read_bytes())
    session, director = tonight(cast, whole), cast.actor("director")
    for number in (1, 2, 3):
        so_far = tuple(row for row in whole.results if row.round <= number)
        report = take_records(actor=director, session=session, file=replace(whole, results=so_far))
        assert (report.new, report.unchanged, report.for_director) == (30, 30 * (number - 1), [])
        # Nobody here has the numbers of that club's members.
        assert report.counts["left_out"] == 40
        assert len(report.left_out) == 1
        session.refresh_from_db()
        assert session.round == number
