"""One removes an event while another starts it or takes money: neither's work is lost."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from events.models import Event, Session, TableMoney
from events.models.sessions import SessionState
from events.services.money import take_money
from events.services.removing import remove_event
from events.services.sessions import start_session
from tests.cast import Cast
from tests.concurrency.test_one_cash_box import fresh
from tests.concurrency.threads import all_chains_are_whole, at_once, refused
from tests.events.evening import make_players, make_session

pytestmark = pytest.mark.django_db(transaction=True)


def test_either_it_is_removed_or_it_is_played(people: Cast) -> None:
    session = make_session(people.harbour, state="seating")

    def act(number: int) -> Any:
        own = fresh(session)
        if number:
            return start_session(actor=people.actor("director"), session=own)
        return remove_event(actor=people.actor("secretary"), event=own.event)

    assert len(refused(at_once(act), ValidationError)) == 1
    event, session = Event.objects.get(), Session.objects.get()
    assert (event.removed_at is None) == (session.state == SessionState.PLAYING)
    assert all_chains_are_whole()


def test_either_it_is_removed_or_it_is_paid_for(people: Cast) -> None:
    players = make_players(16)
    session = make_session(people.harbour, state="seating", players=players, visitor_fee=Decimal(5))

    def act(number: int) -> Any:
        own = fresh(session)
        if number:
            return take_money(actor=people.actor("director"), session=own, players=[players[0]])
        return remove_event(actor=people.actor("secretary"), event=own.event)

    assert len(refused(at_once(act), ValidationError)) == 1
    assert (Event.objects.get().removed_at is None) == TableMoney.objects.exists()
    assert all_chains_are_whole()
