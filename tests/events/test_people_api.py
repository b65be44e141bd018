"""Table money, officials, substitutes and line-ups through the API."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from clubs.models import Player
from events.models import LineUp, Play, Session, SessionOfficial, Substitution, TableMoney
from events.movements import MovementKind, Unit
from tests.cast import Cast
from tests.clubs.api.conftest import Api
from tests.events.evening import make_players, make_session

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("documented_answers")]


@pytest.fixture
def session(cast: Cast, people: list[Player]) -> Session:
    return make_session(cast.harbour, 8, players=people, fee=Decimal(4), visitor_fee=Decimal("5.50"))


@pytest.fixture
def desk(cast: Cast) -> Api:
    return Api(cast.scorer)


def refusal(answer: Any, field: str, code: str) -> str:
    assert answer.status_code == 400, answer.content
    [error] = answer.json()["errors"]
    assert (error["field"], error["code"]) == (field, code)
    return error["message"]


# --- Money ----------------------------------------------------------------------------------------------------------
def test_money_is_taken_put_right_and_taken_back(desk: Api, session: Session, people: list[Player]) -> None:
    where = f"sessions/{session.pk}/money/"
    [row] = desk.post(where, {"players": [people[0].pk]}).json()
    assert (row["amount"], row["how"], row["taken_by"]["name"]) == ("5.50", "cash", "Scorer Tenace")
    account = desk.get(where).json()
    assert account["totals"] == {
        "cash": "5.50",
        "card": "0.00",
        "free": 0,
        "paid": 1,
        "open": 15,
        "open_sum": "82.50",
    }
    assert len(account["lines"]) == 16
    right = desk.post(f"{where}{row['id']}/correct/", {"how": "free", "reason": "helps"}).json()
    assert (right["how"], right["amount"]) == ("free", "0.00")
    gone = desk.post(f"{where}{right['id']}/withdraw/").json()
    assert gone["withdrawn_at"]
    assert TableMoney.objects.count() == 2


def test_money_is_not_taken_twice(desk: Api, session: Session, people: list[Player]) -> None:
    where = f"sessions/{session.pk}/money/"
    desk.post(where, {"players": [people[0].pk]})
    message = refusal(desk.post(where, {"players": [people[0].pk]}), "", "already_paid")
    assert "taken by Scorer Tenace" in message
    sent = {"players": [one.pk for one in people], "expected": "88.00"}
    assert "now it is 82.50" in refusal(desk.post(where, sent), "", "changed")


def test_an_id_that_the_desk_does_not_know_pays_nothing(desk: Api, session: Session, cast: Cast) -> None:
    where = f"sessions/{session.pk}/money/"
    refusal(desk.post(where, {"players": [999_999]}), "players", "does_not_exist")
    refusal(desk.post(where, {"players": [cast.member.player.pk]}), "players", "not_seated")
    refusal(desk.post(where, {"players": []}), "players", "min_length")
    refusal(desk.post(where, {"players": [10**30]}), "players.0", "max_value")
    assert desk.post(f"{where}99999/withdraw/").status_code == 404


# --- Officials ------------------------------------------------------------------------------------------------------
def test_officials_are_named_and_taken_off(desk: Api, session: Session, cast: Cast, people: list[Player]) -> None:
    where = f"sessions/{session.pk}/officials/"
    made = desk.post(where, {"player": people[0].pk, "duty": "director", "deputy": cast.member.player.pk})
    assert made.status_code == 201
    assert made.json()["deputy"]["name"] == "Member Tenace"
    one = f"{where}{made.json()['id']}/"
    assert "plays with" in refusal(desk.patch(one, {"deputy": people[1].pk}), "deputy", "unfit_deputy")
    assert desk.patch(one, {"deputy": None}).json()["deputy"] is None
    refusal(desk.post(where, {"duty": "director"}), "player", "one_of_two")
    refusal(desk.post(where, {"player": people[0].pk, "duty": "director"}), "player", "named_twice")
    assert desk.delete(one).status_code == 204
    assert not SessionOfficial.objects.exists()
    assert desk.get(where).json() == []


# --- Substitutes ----------------------------------------------------------------------------------------------------
def test_a_substitute_is_taken_ended_and_withdrawn(desk: Api, session: Session, cast: Cast) -> None:
    where = f"sessions/{session.pk}/substitutes/"
    entrant = session.places.get(number=1).contestant.entrants.get(position=1)
    sent = {"player": cast.member.player.pk, "entrant": entrant.pk, "first_round": 2}
    made = desk.post(where, sent)
    assert made.status_code == 201
    assert made.json()["instead_of"] == entrant.title
    assert "already plays for" in refusal(desk.post(where, sent), "first_round", "overlap")
    ended = desk.post(f"{where}{made.json()['id']}/end/", {"last_round": 3}).json()
    assert ended["last_round"] == 3
    Play.objects.filter(round__lte=2).update(state="done")
    parts = desk.get(f"sessions/{session.pk}/boards-played/").json()
    [helped] = [part for part in parts if part["is_substitute"]]
    assert (helped["player"]["name"], helped["share"], len(helped["boards"])) == ("Member Tenace", 50, 4)
    assert desk.post(f"{where}{ended['id']}/withdraw/").json()["withdrawn_at"]
    assert desk.get(where).json() == []
    assert Substitution.objects.count() == 2


def test_an_entrant_of_another_session_is_not_there(desk: Api, session: Session, cast: Cast) -> None:
    other = make_session(cast.harbour, 8, name="Other").places.get(number=1).contestant.entrants.get(position=1)
    sent = {"visitor": "Wanda", "entrant": other.pk, "first_round": 1}
    assert desk.post(f"sessions/{session.pk}/substitutes/", sent).status_code == 404
    assert not Player.objects.filter(display_name="Wanda").exists()


# --- Line-ups -------------------------------------------------------------------------------------------------------
def test_line_ups_by_the_desk_and_by_the_captain(desk: Api, cast: Cast) -> None:
    players = [cast.member.player, *make_players(15, "Team")]
    session = make_session(
        cast.harbour, 4, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN, players=players, name="Teams"
    )
    own, other = session.places.get(number=1), session.places.get(number=2)
    own.contestant.entrants.filter(position=1).update(is_captain=True)

    def seats(place: Any, first: int = 2) -> dict[str, int]:
        north, south, east, west = (one.pk for one in place.contestant.entrants.order_by("-position"))
        sent = {"north": north, "south": south, "east": east, "west": west}
        return {"place": place.pk, "first_round": first, **sent}

    where, captain = f"sessions/{session.pk}/line-ups/", Api(cast.member)
    assert captain.call("PUT", where, seats(own)).status_code == 200
    refusal(captain.call("PUT", where, seats(own, 1)), "first_round", "begun")
    refusal(captain.call("PUT", where, seats(other)), "place", "does_not_exist")
    assert desk.call("PUT", where, seats(other)).status_code == 200
    refusal(desk.call("PUT", where, seats(other) | {"north": seats(own)["north"]}), "north", "elsewhere")
    assert (len(captain.get(where).json()), len(desk.get(where).json())) == (1, 2)
    assert LineUp.objects.count() == 2
    assert Api(cast.stranger).get(where).status_code == 403
