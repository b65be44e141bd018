"""Results out of a Bridgemate file: new ones, again and again, corrected, erased, contradicted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from clubs.models import AuditEntry
from events.models import Play, Session
from events.models.sessions import SessionState
from scoring.models import BoardResult, ScoreAdjustment, ScoreEntry, ScoringRun
from scoring.result_input import ResultInput
from scoring.services.entries import settle_entry
from scoring.services.results import set_result
from tests.cast import Cast
from tests.scoring.at_tables import score_everything
from tests.scoring.bridgemate.laptop import DAY, Laptop

pytestmark = pytest.mark.django_db
DISPUTE = "another result stands here: decide at the desk which one counts."


@pytest.fixture
def laptop(cast: Cast, session: Session) -> Laptop:
    return Laptop(cast, session)


def current(play: Play) -> BoardResult | None:
    return BoardResult.objects.current().filter(play=play).first()


def play_at(session: Session, round_number: int = 1, table: int = 1, board: int = 0) -> Play:
    plays = Play.objects.filter(section__session=session, round=round_number, table=table).order_by("board")
    return plays.get(board=board) if board else plays[0]


def test_a_round_counts_at_once_and_is_known_when_the_file_is_read_again(laptop: Laptop, session: Session) -> None:
    laptop.play_round(1)
    count = len(laptop.rows)
    report = laptop.read()
    assert (report.new, report.unchanged, report.left_out, report.for_director) == (count, 0, [], [])
    result = current(play_at(session))
    assert result is not None
    assert (result.contract, result.source, result.turned) == ("4S", "program", False)
    versions = BoardResult.objects.count(), ScoreEntry.objects.count(), AuditEntry.objects.count()
    again = laptop.read()
    assert (again.new, again.unchanged) == (0, count)
    assert (BoardResult.objects.count(), ScoreEntry.objects.count(), AuditEntry.objects.count()) == versions


def test_only_what_is_new_is_taken_from_a_file_that_has_grown(laptop: Laptop) -> None:
    at = laptop.meeting(1)
    laptop.enter(at, at.boards[0])
    assert laptop.read().new == 1
    laptop.enter(at, at.boards[1], "3 NT", "-1")
    report = laptop.read()
    assert (report.new, report.unchanged) == (1, 1)


def test_the_bridgemates_call_the_rounds_and_the_ranking_follows(laptop: Laptop, session: Session) -> None:
    laptop.play_round(1)
    laptop.read()
    session.refresh_from_db()
    assert session.round == 1
    laptop.enter(laptop.meeting(2), laptop.meeting(2).boards[0])
    laptop.read()
    session.refresh_from_db()
    assert session.round == 2
    score_everything()
    assert ScoringRun.objects.filter(field__in=session.fields.all()).exists()


def test_a_table_that_is_rounds_ahead_is_taken_while_others_play(laptop: Laptop, session: Session) -> None:
    at = laptop.meeting(3)
    laptop.enter(at, at.boards[0])
    assert laptop.read().new == 1
    session.refresh_from_db()
    assert session.round == 1


def test_rows_of_another_program_are_passed_over_unless_asked_for(laptop: Laptop) -> None:
    at = laptop.meeting(1)
    laptop.enter(at, at.boards[0], is_processed=True)
    report = laptop.read()
    assert (report.new, report.processed) == (0, 1)
    assert laptop.read(with_processed=True).new == 1


def test_a_correction_in_the_round_counts_and_a_late_one_goes_to_the_director(laptop: Laptop, session: Session) -> None:
    laptop.play_round(1)
    laptop.read()
    at = laptop.meeting(1)
    laptop.enter(at, at.boards[0], "4 S", "+1")
    report = laptop.read()
    assert (report.new, report.corrected) == (0, 1)
    laptop.play_round(2)
    laptop.read()
    laptop.enter(at, at.boards[0], "4 S", "-1")
    report = laptop.read()
    assert report.corrected == 0
    assert report.for_director == [f"Table A1, round 1, board {at.boards[0]}: {DISPUTE}"]
    assert laptop.read().for_director == []  # said once
    entry = ScoreEntry.objects.get(state="disputed")
    settle_entry(actor=laptop.cast.actor("director"), entry=entry, take=True, reason="Both pairs agree")
    result = current(play_at(session, board=at.boards[0]))
    assert result is not None
    assert result.tricks == 9


def test_a_correction_that_the_other_program_made_counts_at_any_time(laptop: Laptop, session: Session) -> None:
    for number in (1, 2):
        laptop.play_round(number)
    laptop.read()
    at = laptop.meeting(1)
    laptop.enter(at, at.boards[0], "4 S", "-2", is_external=True)
    report = laptop.read()
    assert (report.corrected, report.for_director) == (1, [])
    result = current(play_at(session, board=at.boards[0]))
    assert result is not None
    assert (result.tricks, result.reason) == (8, "Corrected in the program that keeps the Bridgemates.")


def test_what_the_director_has_set_here_stays(laptop: Laptop, session: Session) -> None:
    at = laptop.meeting(1)
    laptop.enter(at, at.boards[0])
    laptop.read()
    play = play_at(session, board=at.boards[0])
    director = laptop.cast.actor("director")
    set_result(actor=director, play=play, result=ResultInput.parse("4S-3 N"), reason="Revoke (Law 64A)")
    assert laptop.read().unchanged == 1
    laptop.enter(at, at.boards[0], "4 S", "+2", is_external=True)
    assert laptop.read().for_director == [f"Table A1, round 1, board {at.boards[0]}: {DISPUTE}"]
    result = current(play)
    assert result is not None
    assert result.tricks == 7


def test_an_erased_result_is_not_played_until_the_board_is_entered_again(laptop: Laptop, session: Session) -> None:
    at = laptop.meeting(1)
    laptop.enter(at, at.boards[0], is_erased=True)
    assert laptop.read().counts["new"] == 0  # it was never here
    laptop.enter(at, at.boards[0])
    laptop.read()
    laptop.rows[-1] = replace(laptop.rows[-1], is_erased=True)
    assert laptop.read().corrected == 1
    play = play_at(session, board=at.boards[0])
    result = current(play)
    assert result is not None
    assert result.outcome == "not-played"
    laptop.enter(at, at.boards[0], "3 NT", "=")
    assert laptop.read().corrected == 1
    result = current(play)
    assert result is not None
    assert result.contract == "3NT"


def test_remarks_are_not_played_or_a_score_of_the_director_or_said(laptop: Laptop, session: Session) -> None:
    at = laptop.meeting(1)
    first, second = at.boards[:2]
    laptop.remark(at, first, "Not played")
    laptop.remark(at, second, "60%-40%")
    other = laptop.meeting(1, 2)
    laptop.remark(other, other.boards[0], "Arbitral score")
    laptop.enter(other, other.boards[1], remarks="Lead out of turn")
    report = laptop.read()
    assert report.new == 3
    result = current(play_at(session, board=first))
    assert result is not None
    assert result.outcome == "not-played"
    adjustment = ScoreAdjustment.objects.current().get()
    assert (adjustment.play.board, adjustment.law, adjustment.reason) == (second, "12C2", "Given on the Bridgemate.")
    place = f"Table A2, round 1, board {other.boards[0]}"
    assert report.left_out == [f"{place}: it is marked “Arbitral score” without a result: enter it by hand."]
    assert len(report.for_director) == 1
    assert "it is marked “Lead out of turn” beside its result: look at it." in report.for_director[0]
    again = laptop.read()
    assert (again.new, again.unchanged) == (0, 3)
    laptop.remark(at, second, "40%-60%")
    assert "an adjusted score stands here already" in laptop.read().left_out[0]


def test_pairs_that_sat_the_other_way_are_scored_the_other_way(laptop: Laptop, session: Session) -> None:
    at = laptop.meeting(1)
    laptop.enter(at, at.boards[0], declarer=at.ew, direction="N")
    laptop.enter(at, at.boards[1], ns=at.ew, ew=at.ns, declarer=at.ew, direction="S")
    assert laptop.read().new == 2
    results = [current(play_at(session, board=board)) for board in at.boards[:2]]
    assert [result.turned for result in results if result] == [True, True]


def test_numbers_that_count_both_directions_from_one_are_understood(laptop: Laptop) -> None:
    """Only where the file says so for the whole section: in a Howell pair 2 is pair 2."""
    at = laptop.meeting(1)
    laptop.enter(at, at.boards[0], ew=at.ew + 1)
    report = laptop.read()
    assert report.new == 0
    assert f"the file has {at.ns}–{at.ew + 1} at the table, the session {at.ns}–{at.ew}" in report.left_out[0]


def test_what_is_played_nowhere_in_this_session_is_said_once_for_all(laptop: Laptop) -> None:
    at = laptop.meeting(1)
    for table in range(20, 30):
        laptop.enter(replace(at, table=table), at.boards[0])
    report = laptop.read()
    assert report.counts["left_out"] == 10
    assert len(report.left_out) == 1
    assert report.left_out[0].endswith("and 4 more: this board is not played there in this session.")


def test_a_contract_that_cannot_be_is_left_out_with_its_place(laptop: Laptop) -> None:
    at = laptop.meeting(1)
    laptop.enter(at, at.boards[0], "8 S")
    laptop.enter(at, at.boards[1], "4 S", "+9")
    report = laptop.read()
    assert report.new == 0
    assert len(report.left_out) == 2
    assert all(sentence.startswith("Table A1, round 1, board") for sentence in report.left_out)


# --- The wrong file, the wrong time, the wrong person ----------------------------------------------------------------
def test_last_weeks_file_is_refused_unless_somebody_insists(laptop: Laptop) -> None:
    laptop.play_round(1)
    laptop.rows = [replace(row, date=DAY - 7) for row in laptop.rows]
    laptop.file = replace(laptop.file, guid="F" * 32)
    with pytest.raises(ValidationError) as error:
        laptop.read()
    sentence = error.value.message_dict["file"][0]
    assert "of 9 November 2026" in sentence
    assert "this session is of 16 November 2026" in sentence
    assert not BoardResult.objects.exists()
    assert laptop.read(of_any_day=True).new == len(laptop.rows)


def test_a_file_that_we_wrote_for_this_session_is_known_whatever_the_clock_says(laptop: Laptop) -> None:
    laptop.play_round(1)
    laptop.rows = [replace(row, date=30_000.0) for row in laptop.rows]
    assert laptop.read().new == len(laptop.rows)


@pytest.mark.parametrize("state", [SessionState.DRAFT, SessionState.SEATING])
def test_before_the_start_nothing_is_taken(laptop: Laptop, session: Session, state: str) -> None:
    Session.objects.filter(pk=session.pk).update(state=state, round=0)
    with pytest.raises(ValidationError, match="not being played"):
        laptop.read()


@pytest.mark.parametrize("data", [b"", b"nothing of the kind", b"\x00\x01\x00\x00Standard Jet DB\x00" + bytes(50)])
def test_a_file_that_is_none_changes_nothing(laptop: Laptop, monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(Laptop, "data", lambda _self: data)
    with pytest.raises(ValidationError) as error:
        laptop.read()
    assert error.value.message_dict["file"][0].startswith("monday.bws")
    assert not ScoreEntry.objects.exists()


def test_the_act_is_audited_with_its_figures(laptop: Laptop) -> None:
    laptop.play_round(1)
    laptop.read()
    entry = AuditEntry.objects.get(act="bridgemate.read")
    assert entry.after["new"] == len(laptop.rows)
