"""The first thing after signing in is what one's role has before it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import User
from events.models import Session
from events.services.partners import leave_wish
from rulings.models import Ruling
from scoring.services.director_calls import call_director
from tests.cast import Cast
from tests.events.evening import make_event, make_session
from tests.office.year import add_member, make_year, paid_year

pytestmark = pytest.mark.django_db


def first_page(client: Client, user: User) -> str:
    client.force_login(user)
    return " ".join(client.get("/").content.decode().split())


def game(cast: Cast, **fields: object) -> Session:
    event = make_event(cast.harbour, takes_entries=True, **fields)
    return Session.objects.create(event=event, starts_at=timezone.now() + timedelta(days=2), state="draft")


def test_a_secretary_sees_tonight_money_and_renewals(cast: Cast, client: Client) -> None:
    add_member(cast, "Anna Example", ends=None)
    paid_year(cast)
    make_session(cast.harbour, 4)
    page = first_page(client, cast.secretary)
    assert "Harbour Bridge Club: now" in page
    assert "Monday pairs" in page
    assert "Renewals 2027" in page
    assert "Open: 60.00 EUR" in page
    assert "1 member is not invited yet" in page


def test_a_director_sees_calls_and_own_drafts_across_sessions(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 4)
    Ruling.objects.create(session=session, director=cast.director, opened_at=timezone.now())
    section = session.sections.get()
    call_director(actor=cast.actor("director"), section=section, table=1, reason="Revoke on board 5", code=None)
    page = first_page(client, cast.director)
    assert "1 table calls" in page
    assert "1 draft of a ruling" in page
    assert "Revoke on board 5" not in page, "what it is about stands at the desk, where it is held back from players"
    assert "For you as director" not in first_page(client, cast.member)


def test_a_member_sees_the_next_games_with_enter_and_who_looks_for_a_partner(cast: Cast, client: Client) -> None:
    session = game(cast)
    add_member(cast, "Anna Example")
    page = first_page(client, cast.member)
    assert "Next at Harbour Bridge Club" in page
    assert ">Enter<" in page
    assert session.event.get_absolute_url() in page
    leave_wish(actor=cast.actor("member"), event=session.event)
    assert "looks for a partner" not in first_page(client, cast.member), "one's own search is no news"
    assert "Next at" not in first_page(client, cast.stranger)


def test_an_officer_sees_the_register_and_new_clubs(cast: Cast, client: Client) -> None:
    page = first_page(client, cast.officer)
    assert "Dummyland Federation" in page
    assert "2 clubs, 1 member" in page
    assert "new club" in page
    north = first_page(client, cast.north_officer)
    assert "1 club, 1 member" in north
    assert "Hillside Bridge Club" not in north


def test_a_secretary_without_a_year_is_told_to_open_one(cast: Cast, client: Client) -> None:
    assert "open one to ask for fees" in first_page(client, cast.secretary)
    make_year(cast)
    assert "open one to ask for fees" not in first_page(client, cast.secretary)
