"""The club's home for the desk, and its public page with what is played next."""

from __future__ import annotations

from datetime import date, time, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.services.memberships import add_membership
from core.actors import system
from events.models import BoardSet, Event, PartnerWish, Section, Series, Session
from events.services.events import cancel_event, publish_event
from events.services.planning import move_session
from jobs.models import Job
from tests.events.evening import enter, make_event, make_players, make_session

HOME = "/clubs/harbour/desk/"


def page(client: Client, address: str = HOME) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def planned(cast, *, days: int = 0, state: str = "draft", **fields) -> Session:
    event = make_event(cast.harbour, **fields)
    at = timezone.now() if not days else timezone.now() + timedelta(days=days)
    return Session.objects.create(event=event, starts_at=at, state=state)


def link(name: str, **kwargs: object) -> str:
    return f'href="{reverse(f"club-{name}", kwargs={"slug": "harbour", **kwargs})}"'


# --- The one button that matters now -------------------------------------------------------------------------------
def test_an_empty_club_is_told_what_to_do_first(cast, as_secretary):
    said = page(as_secretary)
    assert "No game is planned" in said
    assert link("new-series") in said
    assert "Nothing: all is in order." in said
    assert "Nothing has been played to the end yet" in said


def test_a_scorer_is_told_who_plans(cast):
    client = Client()
    client.force_login(cast.scorer)
    said = page(client)
    assert "The secretary or a director plans the games" in said
    assert link("new-series") not in said


def test_the_weekly_game_is_started_from_here(cast, as_secretary):
    weekday = cast.harbour.day(timezone.now()).weekday()
    Series.objects.create(club=cast.harbour, name="Monday pairs", weekday=weekday, starts=time(19))
    assert "Start today’s game" in page(as_secretary)
    Series.objects.update(weekday=(weekday + 2) % 7)
    assert "Start this week’s game" in page(as_secretary)


def test_todays_session_is_seated_from_here(cast, as_secretary):
    session = planned(cast)
    said = page(as_secretary)
    assert "Seat the players" in said
    assert link("session", session_id=session.pk) in said


def test_a_game_to_come_leads_to_its_entries(cast, as_secretary):
    session = planned(cast, days=3)
    enter(session.event, *make_players(2))
    said = page(as_secretary)
    assert "Look at the entries" in said
    assert "1 entered" in said


def test_the_running_game_comes_first(cast, as_secretary):
    planned(cast, days=3, name="Coming pairs")
    session = make_session(cast.harbour, name="Running pairs")
    Session.objects.filter(pk=session.pk).update(starts_at=timezone.now())
    said = page(as_secretary)
    assert "Go to the running game" in said
    assert said.index("Running pairs") < said.index("Coming pairs")
    assert "8 seated" in said


# --- What needs attention ------------------------------------------------------------------------------------------
def test_each_thing_that_needs_attention_is_named_with_where_to_settle_it(cast, as_secretary):
    old = planned(cast, days=-8, name="Forgotten pairs")
    left = planned(cast, days=-9, name="Unfinished pairs", state="playing")
    today = planned(cast, name="Tonight pairs", most_contestants=2)
    BoardSet.objects.create(club=cast.harbour, name="Set", source="dealt", made_at=timezone.now())
    anna, berta, clara = make_players(3)
    add_membership(actor=system(), club=cast.harbour, player=anna, starts=date(2020, 1, 1), ends=date(2021, 1, 1))
    enter(today.event, anna, berta)
    enter(today.event, None, None, status="waiting")
    PartnerWish.objects.create(event=today.event, player=clara, made_at=timezone.now())
    draft = planned(cast, days=5, name="Draft pairs", published_at=None)
    Job.objects.create(
        kind="x.y", queue="live", state="failed", asked_at=timezone.now(), run_after=timezone.now(), club=cast.harbour
    )
    said = page(as_secretary)
    for words, where in (
        ("“Forgotten pairs” was never finished", link("event", event_id=old.event_id)),
        ("“Unfinished pairs” was never finished", link("session", session_id=left.pk)),
        ("No boards are dealt for “Tonight pairs”", link("session", session_id=today.pk)),
        ("A place is free in “Tonight pairs”", link("entries", event_id=today.event_id)),
        ("1 looks for a partner in “Tonight pairs”", link("partners", event_id=today.event_id)),
        ("1 membership has lapsed in “Tonight pairs”", "Player 001"),
        ("“Draft pairs” is not announced", link("event", event_id=draft.event_id)),
        ("1 background job failed", link("jobs")),
    ):
        assert words in said
        assert where in said


def test_a_club_that_shuffles_at_the_table_is_not_nagged_about_boards(cast, as_secretary):
    session = planned(cast)
    assert "No boards are dealt" not in page(as_secretary)
    boards = BoardSet.objects.create(club=cast.harbour, name="Set", source="dealt", made_at=timezone.now())
    Section.objects.create(session=session, board_set=boards)
    assert "No boards are dealt" not in page(as_secretary)


def test_a_cancelled_event_needs_nothing(cast, as_secretary):
    session = planned(cast, days=-3)
    Event.objects.filter(pk=session.event_id).update(cancelled_at=timezone.now())
    assert "Nothing: all is in order." in page(as_secretary)


def test_what_was_played_lately_stands_there(cast, as_secretary):
    make_session(cast.harbour, state="finished", name="Old pairs")
    said = page(as_secretary)
    assert "Old pairs" in said
    assert "8 pairs" in said


def test_the_home_costs_the_same_however_much_there_is(cast, as_secretary):
    def fill(count: int) -> None:
        for number in range(count):
            session = planned(cast, days=number + 1)
            people = make_players(4)
            enter(session.event, *people[:2])
            PartnerWish.objects.create(event=session.event, player=people[2], made_at=timezone.now())
            make_session(cast.harbour, contestants=4, state="finished")

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            page(as_secretary)
        return len(queries)

    fill(1)
    cost()
    before = cost()
    fill(4)
    assert cost() == before


@pytest.mark.parametrize("who", ["member", "recorder", "chair", "other_secretary"])
def test_only_the_desk_has_a_desk(cast, who):
    client = Client()
    client.force_login(getattr(cast, who))
    assert client.get(HOME).status_code == 403


def test_the_desk_is_the_first_of_the_offices_tabs_and_on_the_own_first_page(cast, as_secretary):
    said = page(as_secretary)
    assert said.index("/clubs/harbour/desk/") < said.index("/clubs/harbour/events/")
    assert "/clubs/harbour/desk/" in page(as_secretary, "/")
    assert "/clubs/harbour/desk/" not in page(Client(), "/clubs/harbour/")


# --- The public page -----------------------------------------------------------------------------------------------
def test_the_clubs_page_says_what_is_played_next(cast, client):
    planned(cast, days=2, name="Coming pairs")
    planned(cast, days=-2, name="Gone pairs")
    planned(cast, days=2, name="Draft pairs", published_at=None)
    off = planned(cast, days=2, name="Cancelled pairs")
    Event.objects.filter(pk=off.event_id).update(cancelled_at=timezone.now())
    make_session(cast.harbour, name="Running pairs")
    said = page(client, "/clubs/harbour/")
    assert "Coming pairs" in said
    assert "being played" in said
    for name in ("Gone pairs", "Draft pairs", "Cancelled pairs"):
        assert name not in said


def test_a_stranger_gets_the_page_anew_when_something_was_published_moved_or_called_off(cast):
    session = planned(cast, days=2, published_at=None)
    actor, client = cast.actor("secretary"), Client()

    def etag() -> str:
        return client.get("/clubs/harbour/")["ETag"]

    seen = [etag()]
    publish_event(actor=actor, event=session.event)
    seen.append(etag())
    move_session(actor=actor, session=session, starts_at=session.starts_at + timedelta(hours=1))
    seen.append(etag())
    cancel_event(actor=actor, event=session.event, reason="Snow")
    seen.append(etag())
    assert len(set(seen)) == 4
    assert client.get("/clubs/harbour/", headers={"If-None-Match": seen[-1]}).status_code == 304


def test_the_next_day_is_another_page(cast, monkeypatch):
    client = Client()
    first = client.get("/clubs/harbour/")["ETag"]
    later = timezone.now() + timedelta(days=1)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    monkeypatch.setattr("core.actors.of_request", _at(later))
    assert client.get("/clubs/harbour/")["ETag"] != first


def _at(moment):
    from core.actors import Actor, ActorKind

    return lambda request, **_options: Actor(kind=ActorKind.USER, at=moment)
