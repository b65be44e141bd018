"""A file for the dealing machine without opening the seal to oneself: one named person takes it, who does not play."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from clubs.models import AuditEntry, Membership, Player
from core.errors import Forbidden
from events.models import BoardSet, DealFile, SealOpening, Session
from events.selectors.boards import as_deal
from events.selectors.seal import board_set_sight, current_boards
from events.services.deal_files import name_recipient, take_file, withdraw_recipient
from events.services.seating import enter_and_seat
from scoring.interchange import deals as files
from tests.cast import Cast
from tests.events.decks import make_set
from tests.events.evening import EVENING, enter, make_event, make_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def boards(cast: Cast) -> BoardSet:
    """The secretary is entered for the session that plays them."""
    event = make_event(cast.harbour)
    session = Session.objects.create(event=event, starts_at=EVENING, state="seating")
    made = make_set(cast.harbour, 6)
    session.sections.create(letter="A", board_set=made)
    enter(event, cast.secretary.player, *make_players(1))
    return made


def named(cast: Cast, boards: BoardSet, who: str = "scorer") -> DealFile:
    return name_recipient(actor=cast.actor("secretary"), board_set=boards, user=getattr(cast, who))


def test_the_named_person_takes_all_of_the_set(cast: Cast, boards: BoardSet) -> None:
    data = take_file(actor=cast.actor("scorer"), deal_file=named(cast, boards), notation="dup")
    assert data == files.write([as_deal(board) for board in current_boards(boards)], "dup")


def test_who_takes_it_is_written_down_as_knowing_the_deals(cast: Cast, boards: BoardSet) -> None:
    take_file(actor=cast.actor("scorer"), deal_file=named(cast, boards), notation="pbn")
    assert SealOpening.objects.get(board_set=boards).user == cast.scorer
    acts = list(AuditEntry.objects.filter(act__startswith="deal.file").order_by("pk").values_list("act", "user_id"))
    assert acts == [("deal.file_name", cast.secretary.pk), ("deal.file_take", cast.scorer.pk)]


def test_naming_somebody_is_not_yet_knowing(cast: Cast, boards: BoardSet) -> None:
    named(cast, boards)
    assert not SealOpening.objects.exists()


def test_who_has_taken_it_comes_into_no_session_with_these_boards(cast: Cast, boards: BoardSet) -> None:
    take_file(actor=cast.actor("scorer"), deal_file=named(cast, boards), notation="pbn")
    player = cast.scorer.player
    session = boards.sections.get().session
    with pytest.raises(ValidationError, match="has looked at the deals"):
        enter_and_seat(actor=cast.actor("director"), session=session, people=[player, *make_players(1, "Other")])


def test_taking_it_opens_the_pages_to_nobody(cast: Cast, boards: BoardSet) -> None:
    take_file(actor=cast.actor("scorer"), deal_file=named(cast, boards), notation="pbn")
    assert board_set_sight(cast.actor("scorer"), boards).seen == []
    assert board_set_sight(cast.actor("secretary"), boards).seen == []


@pytest.mark.parametrize("name", ["secretary", "director", "operator", "member", "stranger"])
def test_nobody_else_takes_it(cast: Cast, boards: BoardSet, name: str) -> None:
    """Neither the one who asked nor one with the dealing right."""
    row = named(cast, boards)
    with pytest.raises(Forbidden):
        take_file(actor=cast.actor(name), deal_file=row, notation="pbn")
    assert not SealOpening.objects.exists()


@pytest.mark.parametrize("name", ["secretary", "director", "member", "stranger"])
def test_on_no_page_and_in_no_api_does_another_get_at_it(cast: Cast, boards: BoardSet, name: str) -> None:
    named(cast, boards)
    client, program = Client(), APIClient()
    client.force_login(getattr(cast, name))
    program.force_authenticate(getattr(cast, name))
    page = client.post(reverse("club-take-deal-file", args=["harbour", boards.pk, "pbn"]))
    answer = program.post(reverse("api-board-set-file", args=[boards.pk, "pbn"]))
    assert (page.status_code, answer.status_code) == (404, 404)


def test_nobody_names_themselves(cast: Cast, boards: BoardSet) -> None:
    with pytest.raises(ValidationError, match="open the seal"):
        named(cast, boards, "secretary")


def test_nobody_is_named_who_plays_the_boards(cast: Cast, boards: BoardSet) -> None:
    event = boards.sections.get().session.event
    enter(event, cast.scorer.player, *make_players(1, "Other"))
    with pytest.raises(ValidationError, match="plays these boards"):
        named(cast, boards)


def test_who_was_seated_after_being_named_does_not_take_it(cast: Cast, boards: BoardSet) -> None:
    row = named(cast, boards)
    enter(boards.sections.get().session.event, cast.scorer.player, *make_players(1, "Other"))
    with pytest.raises(ValidationError, match="plays these boards"):
        take_file(actor=cast.actor("scorer"), deal_file=row, notation="pbn")
    assert not SealOpening.objects.exists()


def test_a_stranger_to_the_club_is_not_named(cast: Cast, boards: BoardSet) -> None:
    with pytest.raises(ValidationError, match="member of the club or has a role"):
        named(cast, boards, "stranger")


def test_what_is_withdrawn_is_not_taken(cast: Cast, boards: BoardSet) -> None:
    row = named(cast, boards)
    withdraw_recipient(actor=cast.actor("director"), deal_file=row)
    with pytest.raises(Forbidden):
        take_file(actor=cast.actor("scorer"), deal_file=row, notation="pbn")
    again = named(cast, boards)
    assert again.pk != row.pk


@pytest.mark.parametrize("name", ["scorer", "member"])
def test_naming_takes_the_dealing_right(cast: Cast, boards: BoardSet, name: str) -> None:
    with pytest.raises(Forbidden):
        name_recipient(actor=cast.actor(name), board_set=boards, user=cast.director)


def test_from_the_set_to_the_file_on_the_pages(cast: Cast, boards: BoardSet, client: Client) -> None:
    client.force_login(cast.secretary)
    page = client.get(reverse("club-board-set", args=["harbour", boards.pk])).content.decode()
    where = reverse("club-deal-file", args=["harbour", boards.pk])
    assert where in page
    form = client.get(where).context["form"]
    assert cast.secretary not in form.fields["user"].queryset
    assert client.post(where, {"user": cast.scorer.pk}).status_code == 302
    assert "not taken yet" in client.get(where).content.decode()
    assert "Take it as" not in client.get(where).content.decode()
    client.force_login(cast.scorer)
    assert where in client.get(reverse("home")).content.decode()
    assert "cannot play these boards" in client.get(where).content.decode()
    answer = client.post(reverse("club-take-deal-file", args=["harbour", boards.pk, "pbn"]))
    assert answer.content == files.write([as_deal(board) for board in current_boards(boards)], "pbn")
    assert "no-store" in answer.headers["Cache-Control"]
    assert SealOpening.objects.get().user == cast.scorer


def test_the_named_person_may_be_a_member_without_a_role(cast: Cast, boards: BoardSet, client: Client) -> None:
    assert Membership.objects.filter(player=cast.member.player, club=cast.harbour).exists()
    named(cast, boards, "member")
    client.force_login(cast.member)
    assert client.get(reverse("club-deal-file", args=["harbour", boards.pk])).status_code == 200
    assert client.get(reverse("club-board-set", args=["harbour", boards.pk])).status_code == 404


def test_a_program_names_and_the_named_person_s_takes(cast: Cast, boards: BoardSet) -> None:
    keeper, taker = APIClient(), APIClient()
    keeper.force_authenticate(cast.secretary)
    taker.force_authenticate(cast.scorer)
    made = keeper.post(reverse("api-board-set-recipients", args=[boards.pk]), {"user": cast.scorer.pk}, format="json")
    assert made.status_code == 201, made.content
    assert [one["id"] for one in keeper.get(reverse("api-board-set-recipients", args=[boards.pk])).json()] == [
        made.json()["id"]
    ]
    answer: Any = taker.post(reverse("api-board-set-file", args=[boards.pk, "dup"]))
    assert answer.status_code == 200, answer.content
    wanted = files.write([as_deal(board) for board in current_boards(boards)], "dup")
    assert base64.b64decode(answer.json()["file"]) == wanted
    gone = keeper.delete(reverse("api-board-set-recipient", args=[boards.pk, made.json()["id"]]))
    assert gone.status_code == 204
    assert taker.post(reverse("api-board-set-file", args=[boards.pk, "dup"])).status_code == 404


def test_an_account_without_a_player_can_be_named(cast: Cast, boards: BoardSet) -> None:
    Player.objects.filter(user=cast.scorer).update(user=None)
    cast.scorer.refresh_from_db()
    assert take_file(actor=cast.actor("scorer"), deal_file=named(cast, boards), notation="pbn")
