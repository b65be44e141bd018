"""A Bridgemate file as results: what counts of its rows, who played, which remarks are scores."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.interchange import files
from scoring.interchange.bridgemate import writer
from scoring.interchange.bridgemate.document import awards_text, to_document
from scoring.interchange.bridgemate.records import BridgemateFile, FileHand, FileResult, FileRound, FileSection
from scoring.interchange.run import run
from scoring.interchange.scored import ScoringOptions
from tests.scoring.golden import needs_golden
from tests.scoring.interchange.bridgemate.test_read_files import CLUB
from tests.scoring.interchange.bridgemate.test_written_files import EVENING, FULL, HELD

SECTION = (FileSection(1, "A", 2),)
ROUNDS = (FileRound(1, 1, 1, 1, 3, 1, 2), FileRound(1, 2, 1, 2, 4, 1, 2))


def row(ident: int, **more: object) -> FileResult:
    given = {"declarer": 1, "direction": "N", "contract": "4 S", "result": "=", **more}
    return replace(FileResult(ident, 1, 1, 1, 1, 1, 3), **given)


def document(*rows: FileResult, **more: object):
    return to_document(replace(BridgemateFile(SECTION, rounds=ROUNDS, results=rows), **more))


@needs_golden
def test_the_real_evening_is_a_mitchell_with_two_winners() -> None:
    found = files.read(CLUB)
    assert (found.winners, found.played_on, found.problems) == (2, "2026-01-26", ())
    assert (len(found.rows), len(found.people), len(found.hands)) == (270, 20, 36)
    assert found.contestant_name("A", "1", "NS") == "P1Nxxxxxx & P1Sxxxxxxxxxxxxxxx"


@needs_golden
def test_the_command_ranks_the_real_evening() -> None:
    text = run(CLUB, ScoringOptions()).text.splitlines()
    assert text[0] == "matchpoints, profile exact: 27 boards, 264 results"
    winners = [line.split() for line in text if line.lstrip().startswith("1 ")]
    assert winners == [["1", "3NS", "27", "269.44", "55.44"], ["1", "2EW", "27", "283.56", "58.34"]]


def test_the_last_row_for_a_board_counts_and_an_erased_one_takes_it_away() -> None:
    assert [line.tricks for line in document(row(1), row(2, result="+1")).rows] == ["+1"]
    assert document(row(1), row(2, is_erased=True)).rows == ()
    assert [line.tricks for line in document(row(1, is_erased=True), row(2, result="-1")).rows] == ["-1"]


def test_what_a_table_sent_board_by_board_counts_until_the_whole_round_is_in() -> None:
    first = row(7, result="-2", is_intermediate=True)
    assert [line.tricks for line in document(first).rows] == ["-2"]
    assert [line.tricks for line in document(first, row(1)).rows] == ["="]


@pytest.mark.parametrize(
    ("remark", "text"),
    [("60%-40%", "A60/40"), ("50% - 50%", "A50/50"), ("100-0", "A100/0"), ("Not played", ""), ("60%", ""), ("", "")],
)
def test_a_remark_of_two_percentages_is_an_artificial_score(remark: str, text: str) -> None:
    assert awards_text(remark) == text


def test_remarks_without_a_score_are_left_for_a_person() -> None:
    empty = {"contract": "", "result": "", "direction": "", "declarer": 0}
    found = document(
        row(1, remarks="Arbitral score", **empty), replace(row(2, remarks="Wrong direction", **empty), board=2)
    )
    assert found.rows == ()
    assert [problem.message for problem in found.problems] == [
        "Table 1 in round 1 has an adjusted score ('Arbitral score') that the file does not give: enter it.",
        "The result of table 1 in round 1 is marked 'Wrong direction': it is left out; enter it.",
    ]
    assert document(row(1, remarks="not played", **empty)).rows[0].contract == "Not played"


def test_a_pair_that_declared_from_the_other_side_has_sat_the_other_way() -> None:
    turned = document(row(1, declarer=3, direction="S")).rows[0]
    assert (turned.ns, turned.ew) == ("3", "1")
    stated = document(row(1, remarks="Wrong direction")).rows[0]
    assert (stated.ns, stated.ew) == ("3", "1")


def test_a_result_of_a_section_that_the_file_does_not_list_is_reported() -> None:
    found = document(replace(row(1), section=9))
    assert [problem.message for problem in found.problems] == [
        "The result belongs to section 9, which the file does not list: it is left out."
    ]


def test_hands_that_are_not_four_of_thirteen_are_reported_and_empty_ones_are_not() -> None:
    wrong = {**HELD, next(iter(HELD)): ("AKQJT98765432", "2", "", "")}
    empty = dict.fromkeys(HELD, ("", "", "", ""))
    found = document(row(1), hands=(FileHand(1, 1, HELD), FileHand(1, 2, wrong), FileHand(1, 3, empty)))
    assert list(found.hands) == [1]
    assert [problem.board for problem in found.problems] == [2]


def test_the_bytes_say_what_a_file_is_whatever_it_is_called() -> None:
    found = files.parse(writer.write(FULL, EVENING), "results.txt")
    assert found.format == "BWS"
    assert {line.contract for line in found.rows} == {"4 S x", "", "PASS"}
