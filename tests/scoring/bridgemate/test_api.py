"""Bridgemates for programs: the movement, results as they come, files in base64."""

from __future__ import annotations

import base64

import pytest

from events.models import Session
from scoring.interchange.bridgemate import reader
from scoring.models import BoardResult
from tests.cast import Cast
from tests.clubs.api.conftest import Api
from tests.scoring.bridgemate.laptop import Laptop

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("documented_answers")]


def where(session: Session, path: str = "") -> str:
    return f"sessions/{session.pk}/bridgemate/{path}"


def test_the_movement_is_told_with_its_tables_players_and_seats(cast: Cast, session: Session) -> None:
    told = Api(cast.director).get(where(session)).json()
    assert (told["form"], told["scoring"], told["state"]) == ("pair", "matchpoints", "playing")
    assert [len(section["tables"]) for section in told["sections"]] == [4]
    assert len(told["seats"]) == 16
    assert told["hands"] == []
    assert len(told["guid"]) == 32


@pytest.mark.parametrize(
    ("scoring", "word"), [("cross-imps", "cross-imps"), ("butler", "imps"), ("matchpoints", "matchpoints")]
)
def test_the_method_is_one_of_bridgemates(cast: Cast, session: Session, scoring: str, word: str) -> None:
    type(session.event).objects.filter(pk=session.event_id).update(scoring=scoring)
    assert Api(cast.director).get(where(session)).json()["scoring"] == word


def test_results_go_in_and_what_became_of_them_comes_back(cast: Cast, session: Session) -> None:
    api = Api(cast.director)
    table = api.get(where(session)).json()["sections"][0]["tables"][0]
    meeting = table["rounds"][0]
    row = {"section": "A", "table": table["table"], "round": 1, "ns": meeting["ns"], "ew": meeting["ew"]}
    played = {**row, "board": meeting["boards"][0], "direction": "N", "declarer": meeting["ns"], "contract": "4 S"}
    rows = {"results": [{**played, "result": "="}, {**row, "board": 99, "contract": "PASS"}]}
    report = api.post(where(session, "results/"), rows).json()
    assert (report["new"], report["unchanged"], report["deals"]) == (1, 0, 0)
    place = f"Table A{table['table']}, round 1, board 99"
    assert report["left_out"] == [f"{place}: this board is not played there in this session."]
    assert api.post(where(session, "results/"), rows).json()["unchanged"] == 1
    assert BoardResult.objects.count() == 1


def test_a_file_goes_out_and_comes_back(cast: Cast, session: Session) -> None:
    api = Api(cast.director)
    written = api.post(where(session, "new-file/"), {}).json()
    assert written["name"] == "monday-pairs-2026-11-16.bws"
    assert len(reader.parse(base64.b64decode(written["file"])).tables) == 4
    laptop = Laptop(cast, session)
    laptop.play_round(1)
    sent = {"file": base64.b64encode(laptop.data()).decode()}
    assert api.post(where(session, "file/"), sent).json()["new"] == len(laptop.rows)


@pytest.mark.parametrize(
    ("file", "words"),
    [("not base64!", "Encode the bytes"), (base64.b64encode(b"no file").decode(), "not a Bridgemate file")],
)
def test_what_is_no_file_is_a_problem_of_its_field(cast: Cast, session: Session, file: str, words: str) -> None:
    answer = Api(cast.director).post(where(session, "file/"), {"file": file})
    assert answer.status_code in (400, 422)
    error = answer.json()["errors"][0]
    assert error["field"] == "file"
    assert words in error["detail"] if "detail" in error else words in str(error)


def test_too_many_rows_or_a_seat_that_is_none_are_refused_with_their_place(cast: Cast, session: Session) -> None:
    api = Api(cast.director)
    row = {"section": "A", "table": 1, "round": 1, "board": 1, "ns": 1, "ew": 2, "contract": "PASS"}
    assert api.post(where(session, "results/"), {"results": [row] * 2001}).status_code in (400, 422)
    seat = {"section": "A", "table": 1, "direction": "X", "number": "1"}
    answer = api.post(where(session, "results/"), {"players": [seat]})
    assert "direction" in str(answer.json()["errors"])
