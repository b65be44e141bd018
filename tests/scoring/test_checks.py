"""What is asked about a claim before it counts, and what is not."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from events.models import Board, Play, Session
from events.movements.model import MovementKind
from events.services.tables import give_codes
from scoring.engine.cards import Card, Seat, Strain
from scoring.engine.contract import Contract
from scoring.engine.deal import Deal
from scoring.models import BoardResult, ScoreEntry
from scoring.selectors import checks
from scoring.services.table_rules import set_rules
from tests.cast import Cast
from tests.events.decks import make_set, take
from tests.events.evening import make_session
from tests.scoring.devices import answers, claim, code_at, due, new_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(cast: Cast) -> Session:
    session = make_session(cast.harbour, 10, kind=MovementKind.MITCHELL)
    give_codes(session, actor=cast.actor("secretary"))
    take(session, make_set(cast.harbour, 28))
    return session


def held(play: Play, seat: Seat) -> str:
    """A card of somebody's hand."""
    board = Board.objects.get(board_set=play.section.board_set, number=play.board)
    hand = Deal.parse(board.deal).hand(seat)
    assert hand is not None
    return str(hand.cards[0])


@pytest.mark.parametrize(("declarer", "leader"), [("N", "E"), ("E", "S"), ("S", "W"), ("W", "N")])
def test_the_leader_sits_to_declarers_left(declarer: str, leader: str) -> None:
    assert checks.opening_leader(Seat(declarer)) is Seat(leader)


def test_a_card_of_another_hand_cannot_be_led() -> None:
    deal = Deal.from_number(12345)
    north, east = deal.completed()[:2]
    assert checks.is_impossible_lead(deal, Seat.NORTH, north.cards[0])
    assert not checks.is_impossible_lead(deal, Seat.NORTH, east.cards[0])
    assert not checks.is_impossible_lead(Deal.of({Seat.NORTH: north}), Seat.NORTH, Card(Strain.SPADES, "A"))


@pytest.mark.parametrize(("tricks", "far"), [(10, False), (7, False), (6, True), (13, False), (14, True)])
def test_double_dummy_is_far_from_four_tricks_on(tricks: int, far: bool) -> None:
    table = {"N": {"S": 10}}
    assert checks.is_far_from_double_dummy(table, Contract.parse("4S"), Seat.NORTH, tricks) is far


@pytest.mark.parametrize(
    ("score", "others", "asked"),
    [
        (420, [420, 450], []),
        (420, [-420, -450, -420], ["turned"]),
        (-1400, [420, 450, -50], ["field"]),
        (-430, [420, 450, 400], ["field"]),
        (170, [-420, -50, 420], []),
        (0, [-420, -450, -420], []),
        (1430, [680, 650, 1430], []),
    ],
)
def test_the_field_is_asked_about_what_stands_alone(score: int, others: list[int], asked: list[str]) -> None:
    assert [question.code for question in checks.field_questions(score, others)] == asked


def ask(client: Client, session: Session, play: Play, **more: Any) -> dict[str, Any]:
    return answers(client, code_at(session, play.table), claim(play, sure=False, **more))[0]


def test_an_impossible_lead_is_asked_about_and_nothing_of_the_cards_is_said(client: Client, session: Session) -> None:
    play = due(session)[0]
    wrong = ask(client, session, play, lead=held(play, Seat.NORTH), confirmed=True)
    assert wrong["state"] == "waiting", "it is kept, and waits until they have looked again"
    assert [question["code"] for question in wrong["questions"]] == ["lead"]
    assert not BoardResult.objects.exists()
    right = ask(client, session, play, lead=held(play, Seat.EAST), confirmed=True)
    assert (right["state"], right["questions"]) == ("agreed", [])


def test_the_opponents_see_on_their_own_phone_what_was_asked(client: Client, session: Session) -> None:
    play = due(session)[0]
    ask(client, session, play, lead=held(play, Seat.NORTH))
    [board, *_rest] = client.get(f"/t/{code_at(session).code}/state/").json()["boards"]
    [waiting] = board["waiting"]
    assert [question["code"] for question in waiting["questions"]] == ["lead"]
    ask(client, session, play, lead=held(play, Seat.EAST))
    [board, *_rest] = client.get(f"/t/{code_at(session).code}/state/").json()["boards"]
    assert [one["questions"] for one in board["waiting"]] == [[]]


def test_whoever_is_sure_is_not_asked(client: Client, session: Session) -> None:
    play = due(session)[0]
    [said] = answers(client, code_at(session), claim(play, lead=held(play, Seat.NORTH), confirmed=True))
    assert (said["state"], said["questions"]) == ("agreed", [])


def test_after_the_question_a_yes_is_enough(cast: Cast, client: Client, session: Session) -> None:
    play = due(session)[0]
    set_rules(actor=cast.actor("director"), section=play.section, confirm=False)
    sent = claim(play, lead=held(play, Seat.NORTH), sure=False)
    assert answers(client, code_at(session), sent)[0]["state"] == "waiting"
    yes = {"key": new_key(), "confirms": sent["key"], "agrees": True}
    assert answers(client, code_at(session), yes)[0]["state"] == "agreed"


def test_nobody_learns_the_deal_by_asking_again_and_again(client: Client, session: Session) -> None:
    play = due(session)[0]
    asked = [bool(ask(client, session, play, lead=held(play, Seat.NORTH))["questions"]) for _time in range(5)]
    assert asked == [True, True, False, False, False]
    assert ScoreEntry.objects.filter(play=play).count() == 5, "and every try is on record"


def test_the_director_may_switch_the_lead_check_off(cast: Cast, client: Client, session: Session) -> None:
    play = due(session)[0]
    set_rules(actor=cast.actor("director"), section=play.section, check_lead=False)
    assert ask(client, session, play, lead=held(play, Seat.NORTH))["questions"] == []


def test_where_other_cards_lie_on_the_tables_nobody_is_accused_and_the_desk_is_told(
    cast: Cast, client: Client, session: Session
) -> None:
    """The players have dealt themselves although a set was dealt here."""
    tables = [due(session, table)[0] for table in (1, 2, 3, 4)]
    for play in tables[:3]:
        lead = held(play, Seat.NORTH)
        assert [one["code"] for one in ask(client, session, play, lead=lead)["questions"]] == ["lead"]
        sure = claim(play, lead=lead, confirmed=True)
        assert answers(client, code_at(session, play.table), sure)[0]["state"] == "agreed"
    last = tables[3]
    assert ask(client, session, last, lead=held(last, Seat.NORTH))["questions"] == []
    client.force_login(cast.director)
    page = client.get(f"/clubs/harbour/sessions/{session.pk}/desk/").content.decode()
    assert "the leads do not fit the cards" in page


def test_one_table_with_a_wrong_lead_does_not_put_the_cards_in_doubt(client: Client, session: Session) -> None:
    for table in (1, 2, 3):
        play = due(session, table)[0]
        answers(client, code_at(session, table), claim(play, lead=held(play, Seat.EAST), confirmed=True))
    play = due(session, 4)[0]
    assert [one["code"] for one in ask(client, session, play, lead=held(play, Seat.NORTH))["questions"]] == ["lead"]
    assert checks.sections_with_other_cards(session.sections.all()) == []


def test_surprising_tricks_are_asked_about(client: Client, session: Session) -> None:
    play = due(session)[0]
    makes = {seat: dict.fromkeys(("C", "D", "H", "S", "NT"), 4) for seat in "NESW"}
    Board.objects.filter(board_set=play.section.board_set, number=play.board).update(double_dummy=makes)
    assert [question["code"] for question in ask(client, session, play, tricks=10)["questions"]] == ["tricks"]


def test_a_result_that_no_table_makes_is_asked_about_before_anybody_else_has_played(
    client: Client, session: Session
) -> None:
    play = due(session)[0]
    Board.objects.filter(board_set=play.section.board_set).update(double_dummy=None)
    asked = ask(client, session, play, contract="7NTXX", tricks=0)["questions"]
    assert [question["code"] for question in asked] == ["tricks"]


def test_a_board_out_of_turn_is_asked_about_where_the_director_wants_it(
    cast: Cast, client: Client, session: Session
) -> None:
    first, second = due(session)[:2]
    assert ask(client, session, second)["questions"] == []
    set_rules(actor=cast.actor("director"), section=first.section, in_order=True)
    third = due(session)[2]
    assert [question["code"] for question in ask(client, session, third)["questions"]] == ["order"]
    assert ask(client, session, first)["questions"] == []


def test_a_score_for_the_other_side_is_asked_about(client: Client, session: Session) -> None:
    play = due(session)[0]
    others = Play.objects.filter(section__session=session, board=play.board).exclude(pk=play.pk)
    for other in others:
        Session.objects.update(round=other.round)
        answers(client, code_at(session, other.table), claim(other, confirmed=True))
    Session.objects.update(round=1)
    vulnerable = BoardResult.objects.filter(play__in=others)[0].score
    assert vulnerable == 420
    assert [question["code"] for question in ask(client, session, play, declarer="E")["questions"]] == ["turned"]
