from __future__ import annotations

from typing import Any

import pytest

from core.actors import system
from events.models import Clock, Entrant, Session, TableCode
from events.movements.model import MovementKind, Unit
from events.services.clock import begin_round
from events.services.tables import give_codes
from tests.cast import Cast
from tests.clubs.api.conftest import Api
from tests.events.evening import EVENING, make_session

pytestmark = pytest.mark.usefixtures("documented_answers")


@pytest.fixture
def session(cast: Cast) -> Session:
    session = make_session(cast.harbour, 6, kind=MovementKind.MITCHELL)
    begin_round(session, EVENING, actor=system(EVENING))
    return session


def at(session: Session, rest: str) -> str:
    return f"sessions/{session.pk}/{rest}"


def test_the_clock_is_open_to_all_and_unchanged_it_is_not_sent_again(session: Session) -> None:
    answer = Api().get(at(session, "clock/"))
    assert answer.status_code == 200
    assert answer.json()["phase"] == "playing"
    assert answer.json()["ends_at"]
    assert Api().get(at(session, "clock/"), If_None_Match=answer["ETag"]).status_code == 304


def test_a_program_stops_the_clock_it_has_seen_and_no_other(cast: Cast, session: Session) -> None:
    api = Api(cast.director)
    seen = api.get(at(session, "clock/"))["ETag"]
    stopped = api.post(at(session, "clock/pause/"), If_Match=seen)
    assert stopped.json()["paused"] is True
    assert stopped.json()["seconds_left"] is not None
    assert api.post(at(session, "clock/resume/"), If_Match=seen).status_code == 412
    assert api.post(at(session, "clock/resume/")).status_code == 200


def test_minutes_and_lengths_are_checked(cast: Cast, session: Session) -> None:
    api = Api(cast.director)
    assert api.post(at(session, "clock/time/"), {"minutes": 3}).status_code == 200
    assert api.post(at(session, "clock/time/"), {"minutes": 0}).status_code == 400
    assert api.post(at(session, "clock/break/"), {"minutes": 500}).status_code == 400
    assert api.post(at(session, "clock/lengths/"), {"round_seconds": 900, "move_seconds": 60}).status_code == 200
    assert Clock.objects.get().round_seconds == 900


def test_the_seating_of_a_round(session: Session) -> None:
    shown = Api().get(at(session, "seating/?round=2")).json()
    assert shown["round"] == 2
    [first, *_rest] = shown["tables"]
    assert (first["name"], first["ns"]["numbers"], first["ew"]["numbers"]) == ("1", [1], [6])
    assert [one["seat"] for one in first["ns"]["players"]] == ["N", "S"]
    assert Api().get(at(session, "seating/?round=9")).status_code == 400
    assert Api().get(at(session, "seating/?round=x")).status_code == 400


def test_names_follow_who_asks(cast: Cast, session: Session) -> None:
    player = Entrant.objects.order_by("pk")[0].player
    assert player
    player.privacy = "hidden"
    player.save()
    assert "Player 001" not in str(Api().get(at(session, "seating/")).json())
    assert "Player 001" not in str(Api(cast.stranger).get(at(session, "seating/")).json())
    assert "Player 001" in str(Api(cast.member).get(at(session, "seating/")).json())


def test_the_movement_with_its_sentences(session: Session) -> None:
    [section] = Api().get(at(session, "movement/")).json()
    assert (section["kind"], section["planned_rounds"], len(section["rounds"])) == ("mitchell", 3, 3)
    assert section["rounds"][0]["sentences"][1] == "East-West move up one table."
    assert section["rounds"][0]["regular"]
    assert section["rounds"][0]["tables"][0]["ns"] == 1


def test_where_next(session: Session) -> None:
    [found] = Api().get(at(session, "where-next/?q=4")).json()
    assert found["contestant"]["number"] == 4
    assert [(leg["table"], leg["side"]) for leg in found["rounds"]] == [("1", "EW"), ("2", "EW"), ("3", "EW")]


@pytest.mark.parametrize(
    ("unit", "kind", "count"), [(Unit.TEAM, MovementKind.ROUND_ROBIN, 4), (Unit.PLAYER, MovementKind.WHIST, 8)]
)
def test_teams_and_individuals(cast: Cast, unit: Unit, kind: MovementKind, count: int) -> None:
    session = make_session(cast.harbour, count, unit=unit, kind=kind)
    for rest in ("seating/", "movement/", "where-next/?q=1"):
        assert Api().get(at(session, rest)).status_code == 200


def test_codes_are_for_the_desk(cast: Cast, session: Session) -> None:
    give_codes(session, actor=system())
    assert Api().get(at(session, "table-codes/")).status_code == 401
    assert Api(cast.member).get(at(session, "table-codes/")).status_code == 403
    listed = Api(cast.scorer).get(at(session, "table-codes/")).json()
    assert [row["table"] for row in listed] == [1, 2, 3]
    made: Any = Api(cast.scorer).post(at(session, f"table-codes/{listed[0]['id']}/revoke/"), {"reason": "lost"})
    assert made.status_code == 201
    assert made.json()["code"] != listed[0]["code"]
    assert TableCode.objects.filter(revoked_at=None).count() == 3
    assert Api(cast.scorer).post(at(session, "table-codes/999999/revoke/"), {}).status_code == 404


def test_a_planned_session_of_an_unpublished_event_is_not_there(cast: Cast) -> None:
    session = make_session(cast.harbour, 6, state="draft", published_at=None)
    assert Api().get(at(session, "clock/")).status_code == 404
    assert Api(cast.director).get(at(session, "clock/")).status_code == 200
