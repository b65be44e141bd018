"""The desk before play, and what a director who plays can type."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Player
from events.models import Play, Session
from events.movements.model import MovementKind
from scoring.models import BoardResult
from tests.cast import Cast
from tests.events.evening import make_players, make_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.director)
    return client


@pytest.fixture
def people(cast: Cast) -> list[Player]:
    return [cast.director.player, *make_players(15)]


def address(session: Session, name: str) -> str:
    return reverse(f"club-{name}", kwargs={"slug": "harbour", "session_id": session.pk})


def test_before_the_start_the_desk_does_not_say_that_boards_are_in(cast: Cast, desk: Client) -> None:
    session = make_session(cast.harbour, 8, state="seating")
    page = desk.get(address(session, "session-desk")).content.decode()
    assert "all boards are in" not in page
    assert "play has not begun" in page
    typing = desk.get(address(session, "session-travellers")).content.decode()
    assert "Play has not begun" in typing


@pytest.mark.parametrize(("hours", "is_hidden"), [(10.25, True), (30, True), (0.5, False)])
def test_nobody_counts_down_for_hours(cast: Cast, desk: Client, hours: float, is_hidden: bool) -> None:
    session = make_session(cast.harbour, 8, state="seating")
    Session.objects.filter(pk=session.pk).update(starts_at=timezone.now() + timedelta(hours=hours))
    for name in ("session-desk", "session-clock", "session-room"):
        page = desk.get(address(session, name)).content.decode()
        face = page[page.index("data-clock-time") :].split(">", 1)[0]
        assert ("hidden" in face) is is_hidden, name


def test_the_day_is_said_where_it_is_not_today(cast: Cast, desk: Client) -> None:
    session = make_session(cast.harbour, 8, state="seating")
    Session.objects.filter(pk=session.pk).update(starts_at=timezone.now() + timedelta(hours=30))
    assert "Play begins on" in desk.get(address(session, "session-room")).content.decode()


def test_a_director_who_plays_is_told_which_boards_are_not_shown(
    cast: Cast, desk: Client, people: list[Player]
) -> None:
    session = make_session(cast.harbour, 8, players=people)
    page = desk.get(address(session, "session-travellers")).content.decode()
    assert "No board has been on a table yet" not in page
    assert "that you have yet to play are not shown" in page
    assert "Your table" in page


def test_a_director_who_plays_types_what_was_played_at_the_own_table(
    cast: Cast, desk: Client, people: list[Player]
) -> None:
    session = make_session(cast.harbour, 8, players=people, kind=MovementKind.HOWELL, boards_per_round=2)
    own = session.places.get(number=1).contestant_id
    plays = [play for play in Play.objects.filter(round=1) if own in play.contestant_ids]
    query = f"?section=A&table={plays[0].table}&round=1"
    where = address(session, "session-travellers") + query
    assert desk.get(where).status_code == 200
    answer = desk.post(where, {f"line_{plays[0].pk}": "4S= N", f"seen_{plays[0].pk}": "0", "reason": "From the slip"})
    assert answer.status_code == 302
    assert BoardResult.objects.get().play == plays[0]
    other = next(play for play in Play.objects.filter(round=1) if own not in play.contestant_ids)
    elsewhere = f"{address(session, 'session-travellers')}?section=A&table={other.table}&round=1"
    assert desk.get(elsewhere).status_code == 403
    later = next(play for play in Play.objects.filter(round=2) if own in play.contestant_ids)
    Session.objects.filter(pk=session.pk).update(round=1)
    assert desk.get(f"{address(session, 'session-travellers')}?section=A&board={later.board}").status_code in (403, 422)
