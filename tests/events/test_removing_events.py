"""An event made by mistake is taken out of sight while nothing was played, and can be brought back."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import AuditEntry
from events.models import Event, Series, Session
from events.models.sessions import SessionState
from events.selectors.series import taken_days, upcoming_games
from events.selectors.standing_codes import tables_opened_by
from events.selectors.table_codes import find_code
from events.services.events import change_event, make_event_from, restore_event
from events.services.money import take_money, withdraw_money
from events.services.removing import bring_back_event, remove_event
from events.services.sessions import start_session
from events.services.standing_codes import make_standing_codes
from events.services.tables import make_codes
from rulings.models import Report
from tests.cast import Cast
from tests.clubs.api.conftest import Api
from tests.events.evening import make_event, make_players, make_session


def url(page: str, event: Event) -> str:
    return reverse(f"club-{page}", kwargs={"slug": event.club.slug, "event_id": event.pk})


@pytest.fixture
def session(cast: Cast) -> Session:
    """Eight pairs are seated; nothing has begun."""
    made = make_session(cast.harbour, state="seating")
    Session.objects.filter(pk=made.pk).update(starts_at=timezone.now() + timedelta(hours=2))
    return Session.objects.select_related("event__club__federation").get(pk=made.pk)


@pytest.fixture
def event(session: Session) -> Event:
    return session.event


def test_what_was_made_by_mistake_is_out_of_sight_and_comes_back_whole(
    cast: Cast, event: Event, client: Client
) -> None:
    removed = remove_event(actor=cast.actor("director"), event=event, reason="Made twice")
    assert removed.removed_at
    assert AuditEntry.objects.get(act="event.remove").reason == "Made twice"
    client.force_login(cast.member)
    assert client.get(url("event", event)).status_code == 404
    assert event.name not in client.get(reverse("club-events", args=["harbour"])).content.decode()
    assert event.name not in client.get(reverse("club", args=["harbour"])).content.decode()
    back = bring_back_event(actor=cast.actor("secretary"), event=event)
    assert (back.removed_at, back.cancelled_at) == (None, None)
    assert AuditEntry.objects.filter(act="event.bring_back").exists()
    assert client.get(url("event", event)).status_code == 200
    assert event.sessions.get().places.count() == 8


def test_what_was_cancelled_before_it_was_removed_comes_back_cancelled(cast: Cast, event: Event) -> None:
    long_ago = timezone.now() - timedelta(days=1)
    Event.objects.filter(pk=event.pk).update(cancelled_at=long_ago, cancel_reason="Snow")
    remove_event(actor=cast.actor("director"), event=event)
    back = bring_back_event(actor=cast.actor("director"), event=event)
    assert (back.cancelled_at, back.cancel_reason) == (long_ago, "Snow")


def test_only_who_makes_events_removes_them(cast: Cast, event: Event) -> None:
    for name in ("scorer", "member", "other_secretary"):
        with pytest.raises(PermissionDenied):
            remove_event(actor=cast.actor(name), event=event)
        with pytest.raises(PermissionDenied):
            bring_back_event(actor=cast.actor(name), event=event)


@pytest.mark.parametrize("state", [SessionState.PLAYING, SessionState.FINISHED])
def test_what_has_begun_stays(cast: Cast, state: SessionState) -> None:
    played = make_session(cast.harbour, state=state)
    with pytest.raises(ValidationError, match="take the start back") as refused:
        remove_event(actor=cast.actor("director"), event=played.event)
    assert refused.value.code == "begun"


def test_money_is_given_back_first(cast: Cast) -> None:
    players = make_players(16)
    session = make_session(cast.harbour, state="seating", players=players, visitor_fee=Decimal(5))
    [row] = take_money(actor=cast.actor("director"), session=session, players=players[:1]).payments
    with pytest.raises(ValidationError, match="Give it back") as refused:
        remove_event(actor=cast.actor("director"), event=session.event)
    assert refused.value.code == "paid"
    withdraw_money(actor=cast.actor("director"), money=row)
    assert remove_event(actor=cast.actor("director"), event=session.event).removed_at


def test_what_is_in_the_recorders_file_stays(cast: Cast, session: Session) -> None:
    Report.objects.create(
        club=cast.harbour,
        kind="misconduct",
        session=session,
        happened_on="2026-11-16",
        filed_at=timezone.now(),
        keep_until="2030-01-01",
    )
    with pytest.raises(ValidationError, match="recorder"):
        remove_event(actor=cast.actor("director"), event=session.event)


def test_nothing_is_done_with_what_is_removed(cast: Cast, session: Session) -> None:
    director = cast.actor("director")
    remove_event(actor=director, event=session.event)
    fresh = Session.objects.select_related("event__club__federation").get(pk=session.pk)
    with pytest.raises(ValidationError, match="removed"):
        restore_event(actor=director, event=fresh.event)
    with pytest.raises(ValidationError, match="removed"):
        change_event(actor=director, event=fresh.event, boards=20)
    with pytest.raises(ValidationError, match="cancelled"):
        start_session(actor=director, session=fresh)
    with pytest.raises(ValidationError, match="removed"):
        take_money(actor=director, session=fresh, players=[fresh.places.first().contestant.entrants.first().player])


def test_its_tables_open_no_page(cast: Cast, session: Session) -> None:
    director = cast.actor("director")
    [standing, *_rest] = make_standing_codes(actor=director, club=cast.harbour, letter="A", tables=2)
    code = make_codes(actor=director, section=session.sections.get())[0]
    assert find_code(code.code)
    assert tables_opened_by(standing, director.at)
    remove_event(actor=director, event=session.event)
    assert find_code(code.code) is None
    assert tables_opened_by(standing, director.at) == []


def test_the_day_of_a_series_is_free_again_until_the_game_comes_back(cast: Cast) -> None:
    director = cast.actor("director")
    today = cast.harbour.day(director.at)
    series = Series.objects.create(club=cast.harbour, name="Weekly", weekday=today.weekday(), starts="23:59")
    first = make_event_from(actor=director, series=series, day=today)
    remove_event(actor=director, event=first)
    assert today not in taken_days(series)
    assert upcoming_games(cast.harbour, director.at)[0].day == today
    second = make_event_from(actor=director, series=series, day=today)
    assert second.pk != first.pk
    with pytest.raises(ValidationError, match="has another game"):
        bring_back_event(actor=director, event=first)
    remove_event(actor=director, event=second)
    assert bring_back_event(actor=director, event=first).removed_at is None


def test_the_page_says_what_goes_with_it_and_the_way_back(as_secretary: Client, event: Event) -> None:
    assert url("remove-event", event) in as_secretary.get(url("event", event)).content.decode()
    page = as_secretary.get(url("remove-event", event)).content.decode()
    assert "8 entries" in page
    assert "8 seated" in page
    assert url("cancel-event", event) in page
    done = as_secretary.post(url("remove-event", event), {"reason": "Made twice"}, follow=True)
    assert done.redirect_chain == [(reverse("club-events", args=["harbour"]), 302)]
    shown = done.content.decode()
    assert event.name in shown
    assert url("bring-back-event", event) in shown
    own = as_secretary.get(url("event", event)).content.decode()
    assert "has been removed" in own
    assert url("edit-event", event) not in own
    stale = as_secretary.post(url("edit-event", event), {"name": "Other"}, follow=True)
    assert "has been removed" in stale.content.decode()
    back = as_secretary.post(url("bring-back-event", event), follow=True)
    assert back.redirect_chain == [(url("event", event), 302)]
    assert "has been removed" not in back.content.decode()


def test_the_page_says_why_not_and_what_to_do_instead(as_secretary: Client, cast: Cast) -> None:
    played = make_session(cast.harbour).event
    assert url("remove-event", played) not in as_secretary.get(url("event", played)).content.decode()
    page = as_secretary.get(url("remove-event", played)).content.decode()
    assert "take the start back" in page
    assert 'type="submit"' not in page.partition("<main")[2].partition("</main")[0]
    refused = as_secretary.post(url("remove-event", played), {"reason": ""})
    assert refused.status_code == 422
    assert "take the start back" in refused.content.decode()


def test_programs_remove_and_bring_back_by_the_same_rule(cast: Cast, event: Event, documented_answers: None) -> None:
    api, address = Api(cast.director), f"events/{event.pk}/"
    assert Api(cast.member).delete(address).status_code == 403
    tag = api.get(address)["ETag"]
    change_event(actor=cast.actor("director"), event=event, boards=20)
    assert api.delete(address, If_Match=tag).status_code == 412
    assert api.delete(address, If_Match=api.get(address)["ETag"]).status_code == 204
    assert Api(cast.member).get(address).status_code == 404
    assert Api(cast.scorer).get(address).status_code == 404
    assert api.get(f"sessions/{event.sessions.get().pk}/").status_code == 404
    names = [row["id"] for row in api.get("clubs/harbour/events/").json()["results"]]
    assert event.pk not in names
    gone = api.get("clubs/harbour/events/?removed=true").json()["results"]
    assert [row["id"] for row in gone] == [event.pk]
    assert gone[0]["removed_at"]
    assert Api(cast.member).get("clubs/harbour/events/?removed=true").json()["results"] == []
    assert api.post(f"{address}bring-back/").json()["removed_at"] is None
    played = make_session(cast.harbour).event
    refused = api.delete(f"events/{played.pk}/")
    assert refused.status_code == 400
    assert "take the start back" in refused.json()["detail"]


def test_an_unpublished_event_without_a_session_goes_as_well(cast: Cast) -> None:
    event = make_event(cast.harbour, published_at=None)
    assert remove_event(actor=cast.actor("director"), event=event).removed_at
