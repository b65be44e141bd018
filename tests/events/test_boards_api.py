"""Boards for programs: the same acts, and the same seal."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.models import Board, BoardSet, SealOpening
from events.selectors.boards import as_deal
from scoring.interchange import deals as files
from tests.cast import Cast
from tests.clubs.api.conftest import Api
from tests.events.decks import make_set, play, some_boards, take, the_section
from tests.events.evening import make_players, make_session

pytestmark = pytest.mark.usefixtures("documented_answers")


@pytest.fixture
def director(cast: Cast) -> Api:
    return Api(cast.director)


def errors(answer: Any) -> dict[str, str]:
    assert answer.status_code == 400, answer.content
    return {error["field"]: error["message"] for error in answer.json()["errors"]}


def base(data: bytes) -> str:
    return base64.b64encode(data).decode()


def test_a_set_is_dealt_and_answered_without_its_deals(cast, director):
    made = director.post("clubs/harbour/board-sets/", {"name": "Monday", "count": 3, "first": 4})
    assert made.status_code == 201
    assert (made.json()["boards"], made.json()["sealed"], made.json()["played_in"]) == (3, 3, [])
    whole = director.get(made["Location"])
    assert [record["number"] for record in whole.json()["records"]] == [4, 5, 6]
    assert {record["sealed"] for record in whole.json()["records"]} == {"unused"}
    assert not any(record["deal"] or record["double_dummy"] or record["par"] for record in whole.json()["records"])


def test_bad_numbers_are_told_at_their_field(director):
    said = errors(director.post("clubs/harbour/board-sets/", {"name": "", "count": 0, "first": "one"}))
    assert set(said) == {"name", "count", "first"}
    said = errors(director.post("clubs/harbour/board-sets/", {"name": "x", "count": 9, "first": 995}))
    assert "The last board would be 1003" in said["first"]


@pytest.mark.parametrize("notation", ["pbn", "lin", "dup"])
def test_a_file_comes_in_and_goes_out(cast, director, notation):
    data = files.write(some_boards(3), notation)
    made = director.post("clubs/harbour/board-sets/import/", {"file": base(data), "file_name": "three.file"})
    assert made.status_code == 201
    address = made["Location"]
    assert director.get(f"{address}export/{notation}/").status_code == 403
    assert director.post(f"{address}open/", {"reason": "For the machine"}).status_code == 201
    answer = director.get(f"{address}export/{notation}/").json()
    assert answer["boards"] == [1, 2, 3]
    assert base64.b64decode(answer["file"]) == data


def test_a_bad_file_is_told(director):
    good = some_boards(2)
    hand = str(good[0].deal.hands[0]).encode()
    data = files.write(good, "pbn").replace(hand, hand[1:], 1)
    assert (
        "12 cards instead of 13"
        in errors(director.post("clubs/harbour/board-sets/import/", {"file": base(data)}))["file"]
    )
    assert "not base64" in errors(director.post("clubs/harbour/board-sets/import/", {"file": "[Board]"}))["file"]
    assert not BoardSet.objects.exists()


def test_open_boards_are_read_by_anybody_who_is_signed_in(cast):
    session, board_set = make_session(cast.harbour), make_set(cast.harbour)
    take(session, board_set)
    Board.objects.update(par={"score": 420, "contracts": []})
    play(session, 3)
    records = Api(cast.stranger).get(f"board-sets/{board_set.pk}/").json()["records"]
    assert [record["number"] for record in records if record["deal"]] == [3]
    third = next(record for record in records if record["number"] == 3)
    assert (third["sealed"], third["par"]["score"]) == (None, 420)
    assert third["deal"] == as_deal(board_set.boards.get(number=3)).deal.pbn()
    assert next(record for record in records if record["number"] == 4)["sealed"] == "in-play"


def test_a_token_that_may_only_read_sees_no_more_than_others(cast, with_token_of):
    board_set = make_set(cast.harbour, 4)
    SealOpening.objects.create(
        board_set=board_set, user=cast.director, opened_at=cast.actor("director").at, reason="To print"
    )
    assert with_token_of("read").get(f"board-sets/{board_set.pk}/").status_code == 404
    records = with_token_of("read", "deal").get(f"board-sets/{board_set.pk}/").json()["records"]
    assert all(record["deal"] for record in records)


@pytest.fixture
def with_token_of(cast: Cast) -> Any:
    from datetime import timedelta

    from clubs.services.tokens import make_token

    def make(*scopes: str) -> Api:
        actor = cast.actor("director")
        expires = actor.at + timedelta(days=2)
        return Api(token=make_token(actor=actor, name="Program", scopes=scopes, expires_at=expires)[1])

    return make


def test_who_plays_does_not_open_the_seal(cast, director):
    session = make_session(cast.harbour, players=[cast.director.player, *make_players(15)])
    board_set = make_set(cast.harbour)
    take(session, board_set)
    answer = director.post(f"board-sets/{board_set.pk}/open/", {"reason": "To look"})
    assert answer.status_code == 403
    assert "You play these boards" in answer.json()["detail"]


def test_a_board_is_dealt_again_from_the_version_that_was_seen(cast, director):
    board_set = make_set(cast.harbour, 4)
    address = f"board-sets/{board_set.pk}/"
    seen = director.get(address)["ETag"]
    again = director.post(f"{address}boards/2/redeal/", {"reason": "A card was seen"}, If_Match=seen)
    assert again.status_code == 200
    assert again.json()["version"] == 2
    stale = director.post(f"{address}boards/2/redeal/", {"reason": "A card was seen"}, If_Match=seen)
    assert stale.status_code == 412
    assert "has no board 9" in errors(director.post(f"{address}boards/9/redeal/", {"reason": "Seen"}))[""]


def test_a_section_takes_a_set_and_gets_what_it_lacks(cast, director):
    session = make_session(cast.harbour, state="seating")
    address = f"sessions/{session.pk}/boards/"
    assert director.get(address).json()[0]["board_set"] is None
    short = make_set(cast.harbour, 4)
    assert "lacks boards" in errors(director.put(f"{address}A/", {"board_set": short.pk}))["board_set"]
    other = make_set(cast.hillside, 28, seed=8)
    assert "board_set" in errors(director.put(f"{address}A/", {"board_set": other.pk}))
    whole = make_set(cast.harbour, 28, seed=9)
    answer = director.put(f"{address}A/", {"board_set": whole.pk})
    assert (answer.status_code, answer.json()["board_set"]) == (200, whole.pk)
    assert director.put(f"{address}Z/", {"board_set": whole.pk}).status_code == 404
    assert director.put(f"{address}A/", {"board_set": None}).json()["board_set"] is None
    assert director.post(f"{address}deal/").status_code == 201
    assert the_section(session).board_set.boards.count() == 28
    assert director.post(f"{address}A/complete/").status_code == 200


def test_double_dummy_is_asked_for(cast, director):
    board_set = make_set(cast.harbour, 4)
    answer = director.post(f"board-sets/{board_set.pk}/analyse/")
    assert (answer.status_code, answer.json()["kind"]) == (202, "boards.analyse")


def test_a_longer_list_costs_no_more_queries(cast, director):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            director.get("clubs/harbour/board-sets/")
        return len(queries)

    take(make_session(cast.harbour, name="One"), make_set(cast.harbour))
    count()
    before = count()
    for seed in range(6, 10):
        take(make_session(cast.harbour, name=str(seed)), make_set(cast.harbour, seed=seed))
    assert count() == before
    assert director.get("clubs/harbour/board-sets/", Accept="*/*").json()["count"] == 5
