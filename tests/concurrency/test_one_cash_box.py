"""Two people take table money at once: nobody pays twice."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError

from events.models import Session, TableMoney
from events.services.money import PaymentTaken, take_money, withdraw_money
from tests.cast import Cast
from tests.concurrency.threads import all_chains_are_whole, at_once, refused
from tests.events.evening import make_players, make_session

pytestmark = pytest.mark.django_db(transaction=True)


def fresh(session: Session) -> Session:
    return Session.objects.select_related("event__club__federation").get(pk=session.pk)


def test_of_two_who_take_the_money_of_one_player_the_second_is_told(people: Cast) -> None:
    players = make_players(16)
    session = make_session(people.harbour, players=players, visitor_fee=Decimal(5))
    names = ["secretary", "scorer"]

    def take(number: int) -> PaymentTaken:
        return take_money(actor=people.actor(names[number]), session=fresh(session), players=[players[0]])

    problems = refused(at_once(take), ValidationError)
    assert len(problems) == 1
    assert "has paid 5.00 already" in str(problems[0])
    assert TableMoney.objects.count() == 1
    assert all_chains_are_whole()


def test_two_who_take_the_rest_take_it_once(people: Cast) -> None:
    players = make_players(16)
    session = make_session(people.harbour, players=players, visitor_fee=Decimal(5))

    def take(number: int) -> PaymentTaken:
        own = players if number else players[:4]
        return take_money(actor=people.actor("secretary"), session=fresh(session), players=own)

    refused(at_once(take), ValidationError)
    assert TableMoney.objects.filter(withdrawn_at=None).count() == 16


def test_of_two_who_give_money_back_one_does(people: Cast) -> None:
    players = make_players(16)
    session = make_session(people.harbour, players=players, visitor_fee=Decimal(5))
    [row] = take_money(actor=people.actor("secretary"), session=session, players=[players[0]]).payments

    def give_back(number: int) -> TableMoney:
        return withdraw_money(actor=people.actor("secretary"), money=TableMoney.objects.get(pk=row.pk))

    assert len(refused(at_once(give_back), ValidationError)) == 1
