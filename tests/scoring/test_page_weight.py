"""What the pages of a club evening cost: the boards and the hands are as cheap as the others."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.models import Board, Contestant
from scoring.interchange.files import read
from scoring.selectors import result_lines
from scoring.services.imports import Imported, import_results
from tests.cast import Cast
from tests.scoring.golden import PROFILES, needs_golden, path

pytestmark = [needs_golden, pytest.mark.django_db]
NAME = "compscore-mitchell.xml"
# A board with its hands, high-card points, tricks and par.
MOST_BYTES_A_BOARD = 3_300


@pytest.fixture
def evening(cast: Cast) -> Imported:
    document = read(path(NAME))
    made = import_results(actor=cast.actor("secretary"), club=cast.harbour, document=document, profile=PROFILES[NAME])
    tricks = {seat: dict.fromkeys(("C", "D", "H", "S", "NT"), 7) for seat in "NESW"}
    contracts = [{"level": 4, "strain": "S", "doubled": False, "declarers": "NS", "result": 0}]
    Board.objects.update(double_dummy=tricks, par={"score": 420, "contracts": contracts})
    return made


def url(evening: Imported, rest: str) -> str:
    return f"/clubs/harbour/sessions/{evening.sessions[0].pk}/results/{rest}"


@pytest.mark.parametrize("page", ["boards/", "hands/"])
def test_pages_that_show_no_line_do_not_read_the_lines_of_the_run(client: Client, evening: Imported, page: str) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url(evening, page)).status_code == 200
    assert not [query["sql"] for query in queries if '"scoring_scoringrun"."sheet"' in query["sql"]]


def test_a_board_and_a_card_unpack_their_own_lines_alone(
    client: Client, evening: Imported, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpacked: list[int] = []
    real = result_lines.unpack_line

    def counted(data: dict) -> object:
        unpacked.append(data["play"])
        return real(data)

    monkeypatch.setattr(result_lines, "unpack_line", counted)
    assert client.get(url(evening, "boards/1/")).status_code == 200
    assert len(unpacked) <= 19
    unpacked.clear()
    assert client.get(url(evening, f"scorecards/{Contestant.objects.all()[0].pk}/")).status_code == 200
    assert len(unpacked) <= 27


def test_the_page_of_all_hands_is_not_made_of_blanks(client: Client, evening: Imported) -> None:
    page = client.get(url(evening, "hands/")).content
    boards = page.count(b'<article class="board"')
    assert boards == 27
    assert len(page) < boards * MOST_BYTES_A_BOARD
    assert page.count('aria-label="spades">♠'.encode()) == boards * 6  # four hands, the tricks and the par
