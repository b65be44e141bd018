"""Claims from the tables, what counts, and the standings that follow."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db.models import F

from core.errors import Conflict, Forbidden
from events.models import Play, Session, TableCode
from events.movements.model import MovementKind, Unit
from events.services.sessions import call_round
from events.services.tables import give_codes
from jobs import services as jobs
from jobs.models import Job
from scoring.adjusted.storage import pack
from scoring.engine.boards import Conditions
from scoring.engine.contract import Result
from scoring.engine.law77 import table_score
from scoring.engine.methods import MATCHPOINTS
from scoring.engine.session import score_session
from scoring.engine.sheet import AVERAGE_MINUS, AVERAGE_PLUS, Board, Line, Scoresheet
from scoring.models import BoardResult, ComparisonField, ScoreAdjustment, ScoreEntry, ScoringRun, Standing, TableRules
from scoring.result_input import ResultInput
from scoring.runs.field_scores import score_field
from scoring.runs.sheets import read_field_sheet
from scoring.services.entries import Claim, confirm_entry, settle_entry, submit_claim
from scoring.services.results import drop_board, set_result
from scoring.services.runs import write_run
from tests.cast import Cast
from tests.events.evening import EVENING, make_session
from tests.scoring.at_tables import RESULTS, at_table, code_of, due, play_all, say, score_everything
from tests.scoring.contest import enter_results

pytestmark = pytest.mark.django_db


def test_a_result_counts_when_the_opponents_agree(session: Session) -> None:
    play = due(session)
    entry = say(play, "4S= N")
    assert entry.state == "waiting"
    assert not BoardResult.objects.exists()
    entry = confirm_entry(actor=at_table(code_of(play)), entry=entry, agrees=True, side="EW", code=code_of(play))
    result = BoardResult.objects.get()
    assert (entry.state, result.text, result.score, result.version) == ("agreed", "4S= N", 420, 1)
    play.refresh_from_db()
    assert play.state == "done"


def test_the_same_claim_sent_twice_is_one(session: Session) -> None:
    play = due(session)
    one = say(play, "4S= N", key="same", confirmed=True)
    two = say(play, "4S= N", key="same", confirmed=True)
    assert one.pk == two.pk
    assert BoardResult.objects.count() == 1


def test_two_phones_that_say_the_same_need_no_more(session: Session) -> None:
    play = due(session)
    say(play, "3NT= S", phone="a")
    assert say(play, "3NT= S", phone="b").state == "agreed"
    assert BoardResult.objects.get().text == "3NT= S"


def test_two_phones_that_contradict_each_other_are_both_on_the_desk(cast: Cast, session: Session) -> None:
    play = due(session)
    one = say(play, "3NT= S", phone="a")
    two = say(play, "3NT-1 S", phone="b")
    one.refresh_from_db()
    assert (one.state, two.state) == ("disputed", "disputed")
    assert not BoardResult.objects.exists()
    settle_entry(actor=cast.actor("director"), entry=two, take=True)
    one.refresh_from_db()
    assert one.state == "set-aside"
    assert BoardResult.objects.get().text == "3NT-1 S"


def test_whoever_mistyped_types_again(session: Session) -> None:
    play = due(session)
    first = say(play, "3NT= S")
    second = say(play, "3NT+1 S")
    first.refresh_from_db()
    assert (first.state, second.state) == ("withdrawn", "waiting")


def test_a_correction_in_the_round_counts_and_keeps_the_old_version(session: Session) -> None:
    play = due(session)
    say(play, "4S= N", confirmed=True)
    say(play, "4S-1 N", confirmed=True, seen=1)
    assert list(BoardResult.objects.order_by("version").values_list("score", flat=True)) == [420, -50]
    assert BoardResult.objects.current().get().version == 2


def test_a_correction_from_an_old_page_is_for_the_director(session: Session) -> None:
    play = due(session)
    say(play, "4S= N", confirmed=True)
    say(play, "4S-1 N", confirmed=True, seen=1)
    assert say(play, "4S+1 N", confirmed=True, seen=1).state == "disputed"
    assert BoardResult.objects.current().get().score == -50


def test_after_the_round_a_change_is_asked_for_but_a_first_result_is_taken(cast: Cast, session: Session) -> None:
    played, late = due(session), due(session, 1)
    say(played, "4S= N", confirmed=True)
    call_round(actor=cast.actor("director"), session=session)
    assert say(played, "4S-1 N", confirmed=True, seen=1).state == "disputed"
    assert say(late, "P", confirmed=True).state == "agreed"


def test_a_board_of_a_later_round_is_not_due(session: Session) -> None:
    with pytest.raises(ValidationError, match="is due in round 2"):
        say(due(session, round_number=2), "4S= N")


def test_a_code_opens_its_own_table_only(session: Session) -> None:
    one = due(session)
    other = Play.objects.filter(section__session=session, round=1).exclude(table=one.table)[0]
    code = code_of(one)
    with pytest.raises(Forbidden):
        submit_claim(actor=at_table(code), play=other, claim=Claim("k", ResultInput.parse("P")), code=code)
    TableCode.objects.filter(pk=code.pk).update(revoked_at=EVENING)
    code.refresh_from_db()
    with pytest.raises(Forbidden):
        submit_claim(actor=at_table(code), play=one, claim=Claim("k", ResultInput.parse("P")), code=code)


@pytest.mark.parametrize(
    ("said", "field"),
    [
        (ResultInput(contract="8S", declarer="N", tricks=9), "contract"),
        (ResultInput(contract="4S", declarer="X", tricks=9), "declarer"),
        (ResultInput(contract="4S", declarer="N", tricks=14), "tricks"),
        (ResultInput(contract="4S", declarer="N"), "tricks"),
        (ResultInput(contract="4S", declarer="N", tricks=10, lead="1Z"), "lead"),
        (ResultInput(outcome="forgotten"), "outcome"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(session: Session, said: ResultInput, field: str) -> None:
    play = due(session)
    code = code_of(play)
    with pytest.raises(ValidationError) as refused:
        submit_claim(actor=at_table(code), play=play, claim=Claim("k", said), code=code)
    assert list(refused.value.error_dict) == [field]
    assert not ScoreEntry.objects.exists()


def test_without_confirmation_a_result_counts_at_once(session: Session) -> None:
    play = due(session)
    TableRules.objects.create(section=play.section, confirm=False, exceptions=["confirm"])
    assert say(play, "P").state == "agreed"


def test_not_played_is_no_score_and_can_still_be_played(cast: Cast, session: Session) -> None:
    play = due(session)
    say(play, "NP", confirmed=True)
    play.refresh_from_db()
    assert play.state == "due"
    drop_board(actor=cast.actor("director"), play=play, reason="No time")
    with pytest.raises(ValidationError, match="not to be played"):
        say(play, "4S= N", confirmed=True)


def test_the_directors_word_needs_a_reason_and_no_old_page(cast: Cast, session: Session) -> None:
    play = due(session)
    say(play, "4S= N", confirmed=True)
    actor = cast.actor("director")
    with pytest.raises(ValidationError, match="Say why"):
        set_result(actor=actor, play=play, result=ResultInput.parse("4S-1 N"))
    with pytest.raises(Conflict):
        set_result(actor=actor, play=play, result=ResultInput.parse("4S-1 N"), reason="Law 79B", seen=0)
    set_result(actor=actor, play=play, result=ResultInput.parse("4S-1 N"), reason="Both sides agree", seen=1)
    assert BoardResult.objects.current().get().score == -50
    with pytest.raises(Forbidden):
        set_result(actor=cast.actor("member"), play=play, result=ResultInput.parse("P"), reason="Mine")


def true_sheet(session: Session, said: dict[int, str]) -> Scoresheet:
    """The same results, straight to the engine."""
    boards: dict[int, list[Line]] = {}
    for play in Play.objects.filter(section__session=session).order_by("board", "section", "round", "table"):
        result = Result.parse(said[play.pk])
        score = table_score(result, Conditions.of(play.board))
        line = Line.played(str(play.north_id), str(play.east_id), score, result=result)
        boards.setdefault(play.board, []).append(line)
    return Scoresheet(tuple(Board(number, tuple(lines)) for number, lines in sorted(boards.items())))


def have_all_played(session: Session) -> int:
    """Every board has a result, taken in one act; how many there are."""
    chance = random.Random(7)
    results = [(play, chance.choice(RESULTS)) for play in Play.objects.filter(section__session=session)]
    enter_results(session, results)
    return len(results)


def test_the_standings_are_the_engines(cast: Cast, session: Session) -> None:
    said = play_all(cast, session)
    assert score_everything() == 1, "a burst of entries costs one run"
    field = ComparisonField.objects.get()
    assert field.scored_revision == field.revision == len(said)
    expected = score_session(true_sheet(session, said), MATCHPOINTS)
    found = {str(row.contestant_id): (row.rank, row.tied, row.total, row.percent) for row in Standing.objects.all()}
    assert found == {
        place.contestant: (place.rank, place.tied, str(place.total), str(place.percent)) for place in expected.standings
    }


def test_a_run_that_is_behind_is_followed_by_another(session: Session) -> None:
    say(due(session), "4S= N", confirmed=True)
    score_everything()
    say(due(session, 1), "4S= N", confirmed=True)
    assert ScoringRun.objects.get().revision == 1
    score_everything()
    assert ScoringRun.objects.get().revision == 2
    assert score_everything() == 0


def test_an_adjusted_score_goes_before_the_result(cast: Cast, session: Session) -> None:
    have_all_played(session)
    play = due(session)
    ScoreAdjustment.objects.create(
        play=play,
        kind="artificial",
        north_south=pack(AVERAGE_PLUS),
        east_west=pack(AVERAGE_MINUS),
        reason="Law 12C2",
        made_at=EVENING,
    )
    ComparisonField.objects.update(revision=F("revision") + 1)
    score_everything()
    lines = [line for board in ScoringRun.objects.get().boards for line in board["lines"] if line["play"] == play.pk]
    assert float(lines[0]["ns_percent"]) >= 60
    assert float(lines[0]["ew_percent"]) <= 40


def test_teams_compare_their_two_tables(cast: Cast) -> None:
    session = make_session(cast.harbour, 4, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN, scoring="vp")
    give_codes(session, actor=cast.actor("secretary"))
    have_all_played(session)
    score_everything()
    run = ScoringRun.objects.get()
    assert len(run.boards) == 6
    assert sum(float(row.shown_total) for row in Standing.objects.all()) == pytest.approx(120, abs=0.1)


def test_in_an_individual_partners_share_what_they_make(cast: Cast) -> None:
    session = make_session(cast.harbour, 8, unit=Unit.PLAYER, kind=MovementKind.INDIVIDUAL)
    give_codes(session, actor=cast.actor("secretary"))
    have_all_played(session)
    score_everything()
    rows = list(Standing.objects.all())
    assert len(rows) == 8
    assert sum(float(row.shown_percent) for row in rows) / 8 == pytest.approx(50, abs=0.2)


def test_a_field_that_nobody_asked_for_is_found_by_the_sweep(session: Session) -> None:
    say(due(session), "4S= N", confirmed=True)
    Job.objects.all().delete()
    assert score_everything() == 0
    jobs.sweep("live")
    assert score_everything() == 1
    jobs.sweep("live")
    assert score_everything() == 0


def test_statements_for_an_entry_do_not_grow_with_the_tables(cast: Cast, django_assert_max_num_queries: Any) -> None:
    counted = []
    for pairs in (8, 40):
        session = make_session(cast.harbour, pairs, kind=MovementKind.HOWELL)
        give_codes(session, actor=cast.actor("secretary"))
        say(due(session), "4S= N", confirmed=True)
        code = code_of(due(session, 1))
        with django_assert_max_num_queries(60) as queries:
            claim = Claim(f"key-{pairs}", ResultInput.parse("4S= N"), side="NS", confirmed=True)
            submit_claim(actor=at_table(code), play=due(session, 1), claim=claim, code=code)
        counted.append(len(queries))
        score_everything()
        with django_assert_max_num_queries(60) as queries:
            write_run(
                field_sheet=(read := read_field_sheet(ComparisonField.objects.get(session=session).pk)),
                field_score=score_field(read),
                at=EVENING,
            )
        counted.append(len(queries))
    assert counted[:2] == counted[2:]
