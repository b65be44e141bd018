"""The table's own page, on a phone that belongs to nobody."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from clubs.models import AuditEntry, Membership, Player
from core.actors import system
from events.models import Entrant, Play, SeatClaim, Section, Session, TableCode
from events.movements.model import MovementKind
from events.services.tables import give_codes, revoke_code
from events.views.code_rate_limit import MOST
from tests.cast import Cast
from tests.events.evening import make_players, make_session


@pytest.fixture
def session(cast: Cast) -> Session:
    session = make_session(cast.harbour, 6, kind=MovementKind.MITCHELL)
    Entrant.objects.update(player=None)
    give_codes(session, actor=system())
    return session


@pytest.fixture
def members(cast: Cast) -> list[Player]:
    players = make_players(6, "Member")
    Membership.objects.bulk_create(
        Membership(player=player, club=cast.harbour, number=str(20 + at), starts=date(2020, 1, 1))
        for at, player in enumerate(players)
    )
    return players


def address(table: int, rest: str = "") -> str:
    return f"/t/{TableCode.objects.get(table=table, revoked_at=None).code}/{rest}"


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def test_the_page_says_who_sits_where_with_which_boards_and_what_comes_next(client: Client, session: Session) -> None:
    Entrant.objects.filter(contestant__places__number=2, position=1).update(player=make_players(1, "Known")[0])
    shown = text(client.get(address(2)))
    assert "Table 2" in shown
    assert "Round 1 of 3" in shown
    assert "Known 001" in shown
    assert "unknown" in shown
    assert "2 stays here" in shown
    assert "5 goes to table 3, East-West" in shown
    assert "At this table in round 2" in shown


def test_no_other_table_is_read(client: Client, session: Session) -> None:
    for number, name in ((1, "Elsewhere"), (3, "Far")):
        Entrant.objects.filter(contestant__places__number=number, position=1).update(player=make_players(1, name)[0])
    shown = text(client.get(address(2)))
    assert "Elsewhere" not in shown
    assert "Far 001" not in shown


def test_numbers_become_names_after_two_taps(client: Client, session: Session, members: list[Player]) -> None:
    typed = {"N": "20", "E": "21", "S": "22", "W": "23"}
    asked = client.post(address(1, "names/"), typed | {"step": "look"})
    assert "Is this right?" in text(asked)
    assert "Member 001" in text(asked)
    assert not Entrant.objects.filter(player__isnull=False).exists()
    done = client.post(address(1, "names/"), typed | {"step": "save"}, follow=True)
    assert "Thank you" in text(done)
    assert "Member 003" in text(done)
    assert Entrant.objects.filter(player__isnull=False).count() == 4
    [entry, _other] = AuditEntry.objects.filter(act="seating.identify")
    assert entry.actor_kind == "device"


def test_no_goes_back_to_the_numbers_and_keeps_them(client: Client, session: Session, members: list[Player]) -> None:
    again = client.post(address(1, "names/"), {"N": "20", "step": "again"})
    assert again.status_code == 200
    assert 'value="20"' in text(again)
    assert "Show the names" in text(again)


def test_a_wrong_number_keeps_what_was_typed(client: Client, session: Session, members: list[Player]) -> None:
    answer = client.post(address(1, "names/"), {"N": "20", "E": "999", "step": "look"})
    assert answer.status_code == 422
    assert "Nobody has number 999" in text(answer)
    assert 'value="20"' in text(answer)


def test_another_name_is_told_to_the_desk_and_shown_there(
    cast: Cast, client: Client, session: Session, members: list[Player]
) -> None:
    client.post(address(1, "names/"), {"N": "20", "S": "21", "step": "save"})
    answer = client.post(address(1, "names/"), {"N": "24", "step": "save"}, follow=True)
    assert "The desk has been told" in text(answer)
    client.force_login(cast.director)
    desk = text(client.get(f"/clubs/harbour/sessions/{session.pk}/tables/"))
    assert "Member 005" in desk
    assert "instead of Member 001" in desk
    claim = SeatClaim.objects.get()
    client.post(f"/clubs/harbour/sessions/{session.pk}/claims/{claim.pk}/", {"take": "yes"})
    assert Entrant.objects.filter(player=members[4]).exists()


def test_names_follow_what_each_player_lets_strangers_see(
    cast: Cast, client: Client, session: Session, members: list[Player]
) -> None:
    Player.objects.filter(pk=members[0].pk).update(privacy="hidden")
    client.force_login(cast.director)
    asked = client.post(address(1, "names/"), {"N": "20", "step": "look"})
    assert "Member 001" not in text(asked)
    assert "a player" in text(asked)


def test_after_the_first_round_nothing_is_keyed_in(client: Client, session: Session, members: list[Player]) -> None:
    Session.objects.update(round=2)
    assert "Key in your numbers" not in text(client.get(address(1)))
    answer = client.post(address(1, "names/"), {"N": "20", "step": "save"})
    assert answer.status_code == 422
    assert not Entrant.objects.filter(player__isnull=False).exists()


def test_a_revoked_code_a_finished_session_and_a_guess_look_alike(cast: Cast, client: Client, session: Session) -> None:
    code = TableCode.objects.select_related("section__session__event__club").get(table=1)
    revoke_code(actor=cast.actor("director"), code=code)
    revoked = client.get(f"/t/{code.code}/")
    guessed = client.get("/t/ABCDEFGH/")
    other = address(2)
    Session.objects.update(state="finished")
    finished = client.get(other)
    assert [answer.status_code for answer in (revoked, guessed, finished)] == [404, 404, 404]
    assert text(revoked) == text(guessed) == text(finished)


def test_whoever_guesses_is_stopped_and_who_has_a_code_never_is(client: Client, session: Session) -> None:
    """The hall shares one address: one who guesses there keeps nobody from the own table."""
    for _guess in range(MOST):
        assert client.get("/t/ABCDEFGH/").status_code == 404
    assert client.get("/t/ABCDEFGH/").status_code == 429
    assert client.get("/t/ABCDEFGH/", REMOTE_ADDR="192.0.2.7").status_code == 404
    assert client.get(address(1)).status_code == 200


def test_a_phone_on_last_weeks_page_guesses_nothing(cast: Cast, client: Client, session: Session) -> None:
    code = TableCode.objects.select_related("section__session__event__club").get(table=1)
    revoke_code(actor=cast.actor("director"), code=code)
    for _question in range(2 * MOST):
        assert client.get(f"/t/{code.code}/state/").status_code == 404
        assert client.get(f"/t/{code.code}/").status_code == 404
    assert client.get("/t/ABCDEFGH/").status_code == 404, "nothing was counted"


def test_the_code_can_be_typed(client: Client, session: Session) -> None:
    code = TableCode.objects.get(table=1).code
    answer = client.get("/t/", {"code": f"{code[:4].lower()} - {code[4:]}"})
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{code}/")
    assert client.get("/t/", {"code": " /"}).status_code == 200


def test_a_table_that_the_movement_no_longer_has_says_so(client: Client, session: Session) -> None:
    Section.objects.update(movement_data=None)
    Play.objects.all().delete()
    assert "Nobody plays at this table" in text(client.get(address(2)))


def test_an_unlisted_clubs_players_reach_their_table(cast: Cast, client: Client, session: Session) -> None:
    type(cast.harbour).objects.update(is_listed=False)
    assert client.get(address(1)).status_code == 200


def test_digits_alone_bring_up_the_keys_for_them(
    cast: Cast, client: Client, session: Session, members: list[Player]
) -> None:
    assert 'inputmode="numeric"' in text(client.get(address(1, "names/")))
    Membership.objects.filter(player=members[0]).update(number="HA20")
    assert 'inputmode="numeric"' not in text(client.get(address(1, "names/")))


def test_codes_are_revoked_on_a_page_of_their_own(cast: Cast, client: Client, session: Session) -> None:
    client.force_login(cast.director)
    code = TableCode.objects.get(table=1)
    where = f"/clubs/harbour/sessions/{session.pk}/tables/{code.pk}/revoke/"
    assert "Revoke the code of table A1?" in text(client.get(where))
    assert client.post(where, {"reason": "lost"}).status_code == 302
    assert TableCode.objects.get(table=1, revoked_at=None).code != code.code
    assert client.post(where, {"reason": "lost"}).status_code == 422
