"""Double dummy and par by a job: right, kept with the board, safe to repeat, silent about the cards."""

from __future__ import annotations

import logging
import subprocess
import sys

import pytest

from core import actors
from core.errors import Forbidden
from events.models import Board, BoardSet
from events.services import analysis
from events.services.analysis import ask_for_analysis
from events.services.boards import import_boards, redeal
from jobs import services as jobs
from jobs.models import Job, JobState
from tests.events.decks import make_set

# Every suit in one hand: nothing but the strain matters, and no trump beats another hand's suit.
ALL_SUITS = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
ORDINARY = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"


def imported(cast, *deals: str) -> BoardSet:
    lines = [f'[Board "{number}"]\n[Deal "{deal}"]\n' for number, deal in enumerate(deals, start=1)]
    return import_boards(actor=cast.actor("secretary"), club=cast.harbour, name="", data="\n".join(lines).encode())


def run_job(board_set: BoardSet) -> Job:
    job = Job.objects.filter(key=board_set.key).latest("pk")
    jobs.run(job.pk)
    job.refresh_from_db()
    return job


def test_tricks_and_par_are_kept_with_the_board(cast):
    made = imported(cast, ALL_SUITS, ORDINARY)
    job = run_job(made)
    assert (job.state, job.result) == (JobState.DONE, {"boards": 2, "skipped": []})
    first, second = made.boards.order_by("number")
    assert first.double_dummy["N"] == {"NT": 0, "S": 13, "H": 0, "D": 13, "C": 0}
    assert first.double_dummy["E"] == {"NT": 0, "S": 0, "H": 13, "D": 0, "C": 13}
    assert first.par["score"] == 1510
    assert first.par["contracts"] == [{"level": 7, "strain": "S", "doubled": False, "result": 0, "declarers": "NS"}]
    assert second.double_dummy == by_the_library_alone(ORDINARY)


def by_the_library_alone(deal: str) -> dict[str, dict[str, int]]:
    """Out of what the library prints: columns by strain, rows by declarer."""
    from endplay.dds import calc_dd_table
    from endplay.types import Deal

    head, *rows = str(calc_dd_table(Deal(deal))).split(";")
    strains = ["CDHS"["♣♦♥♠".index(sign)] if sign in "♣♦♥♠" else sign for sign in head.split(",")]
    return {row[0]: dict(zip(strains, map(int, row[2:].split(",")), strict=True)) for row in rows}


def test_the_score_is_as_north_south_sees_it_and_knows_the_vulnerability(cast):
    turned = "N:...AKQJT98765432 AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432."
    made = imported(cast, turned, turned)
    run_job(made)
    first, second = made.boards.order_by("number")
    assert (first.vulnerable, first.par["score"]) == ("None", -1510)
    assert (second.vulnerable, second.par["score"]) == ("NS", -1510)
    assert first.par["contracts"][0]["declarers"] == "EW"


def test_it_is_asked_for_when_boards_are_made_and_once_while_it_waits(cast):
    made = make_set(cast.harbour, 4, actor=cast.actor("secretary"))
    assert Job.objects.filter(kind=analysis.KIND, state="waiting", club=cast.harbour).count() == 1
    ask_for_analysis(actor=cast.actor("director"), board_set=made)
    assert Job.objects.filter(kind=analysis.KIND).count() == 1
    with pytest.raises(Forbidden):
        ask_for_analysis(actor=cast.actor("scorer"), board_set=made)


def test_repeated_it_computes_only_what_is_missing(cast, monkeypatch):
    made = imported(cast, ALL_SUITS, ORDINARY)
    run_job(made)
    redeal(actor=cast.actor("secretary"), board_set=made, number=2, reason="A card was seen")
    asked = []
    monkeypatch.setattr(analysis, "analyse_boards", counting(asked))
    assert run_job(made).state == JobState.DONE
    assert [[board.number for board in batch] for batch in asked] == [[2]]
    ask_for_analysis(actor=cast.actor("secretary"), board_set=made)
    assert run_job(made).state == JobState.DONE
    assert len(asked) == 1


def counting(asked: list, fail_at: int = 0):
    def analyse(boards: list[Board]) -> None:
        asked.append(boards)
        if len(asked) == fail_at:
            raise RuntimeError("the worker was shot")
        for board in boards:
            board.double_dummy, board.par = {"N": {}}, {"score": 0, "contracts": []}
        Board.objects.bulk_update(boards, ["double_dummy", "par"])

    return analyse


def test_it_says_how_far_it_is_after_each_batch(cast, monkeypatch):
    made = make_set(cast.harbour, 40)
    asked: list = []
    said: list[tuple[int, int]] = []
    monkeypatch.setattr(analysis, "analyse_boards", counting(asked))
    analysis.analyse_set(made.pk, lambda done, total: said.append((done, total)))
    assert said == [(0, 40), (18, 40), (36, 40)]
    assert [len(batch) for batch in asked] == [18, 18, 4]


def test_killed_half_way_it_goes_on_where_it_was(cast, monkeypatch):
    made = make_set(cast.harbour, 40)
    asked: list = []
    monkeypatch.setattr(analysis, "analyse_boards", counting(asked, fail_at=2))
    job = run_job(made)
    assert job.state == JobState.WAITING
    assert made.boards.filter(double_dummy__isnull=True).count() == 22
    Job.objects.filter(pk=job.pk).update(run_after=job.asked_at)
    assert run_job(made).state == JobState.DONE
    assert [batch[0].number for batch in asked] == [1, 19, 19, 37]


def test_a_board_with_unknown_hands_is_left_out_and_named(cast):
    made = imported(cast, ALL_SUITS, ORDINARY)
    Board.objects.filter(number=2).update(deal="N:AKQJT98765432... - - -")
    job = run_job(made)
    assert job.result == {"boards": 1, "skipped": [2]}
    assert job.outcome == "Computed for 1 board. Board 2 is left out: not all of its hands are known."
    assert made.boards.get(number=2).double_dummy is None


def test_a_failure_says_nothing_of_the_cards(cast, monkeypatch, caplog):
    made = imported(cast, ALL_SUITS)
    from events import double_dummy

    def fail(boards):
        raise ValueError(f"cannot solve {boards[0].deal}")

    monkeypatch.setattr(double_dummy, "analyse", fail)
    with caplog.at_level(logging.DEBUG):
        job = run_job(made)
    assert job.error == "AnalysisFailed: Boards 1 cannot be analysed (ValueError)."
    assert "AKQJT9" not in job.error + str(job.result) + str(job.arguments) + caplog.text


def test_the_web_does_not_load_endplay():
    """It brings matplotlib along: two seconds and a hundred megabytes for every process."""
    code = (
        "import django, sys; django.setup(); from django.urls import get_resolver; get_resolver().url_patterns;"
        "import events.jobs, config.wsgi; sys.exit('endplay' in sys.modules or 'matplotlib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], env=None, check=False, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


def test_many_boards_are_analysed_in_parts_that_the_library_takes(cast):
    from events.double_dummy import MOST, analyse
    from events.selectors.boards import as_deal

    board = as_deal(imported(cast, ALL_SUITS).boards.get())
    found = analyse([board] * (MOST + 2))
    assert len(found) == MOST + 2
    assert found[0] == found[-1]
    assert actors.system().is_system
