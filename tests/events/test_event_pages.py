"""Pages of events and series: what everybody reads, what the desk does there."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.models import AuditEntry, Club, Player
from clubs.models.people import Privacy
from clubs.services.regulations import set_regulation
from events.models import Contestant, Event, Series, Session
from tests.events.evening import enter, make_event, make_players, make_session


def url(page: str, **kwargs: object) -> str:
    return reverse(f"club-{page}", kwargs={"slug": "harbour", **kwargs})


def text(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, response.content.decode()
    return response.content.decode()


@pytest.fixture
def soon():
    return timezone.now().replace(second=0, microsecond=0) + timedelta(days=3)


@pytest.fixture
def event(cast, soon) -> Event:
    made = make_event(cast.harbour, made_at=timezone.now(), published_at=timezone.now())
    Session.objects.create(event=made, starts_at=soon)
    return made


@pytest.fixture
def series(cast) -> Series:
    weekday = cast.harbour.day(timezone.now()).weekday()
    return Series.objects.create(club=cast.harbour, name="Monday pairs", weekday=weekday, starts=time(19))


# --- The list ------------------------------------------------------------------------------------------------------
def test_a_club_without_events_says_what_to_do(cast, client, as_secretary):
    assert "Make a series for the regular game" in text(as_secretary, url("events"))
    assert "has not announced anything" in text(Client(), url("events"))


def test_events_stand_under_running_coming_and_past(cast, client, event, soon):
    running = make_session(cast.harbour, name="Running pairs").event
    past = make_event(cast.harbour, name="Old pairs")
    Session.objects.create(event=past, starts_at=soon - timedelta(days=30), state="finished")
    make_event(cast.harbour, name="Secret draft", published_at=None)
    page = text(client, url("events"))
    assert page.index("Running pairs") < page.index("Monday pairs") < page.index("Old pairs")
    assert "Secret draft" not in page
    assert running.name in page
    assert "Old pairs" in text(client, url("events") + "?q=OLD")
    assert "Monday pairs" not in text(client, url("events") + "?q=OLD")
    assert "No such event" in text(client, url("events") + "?q=nothing")


def test_drafts_stand_there_for_the_desk_only(cast, as_secretary):
    draft = make_event(cast.harbour, name="Secret draft", published_at=None)
    assert "Secret draft" in text(as_secretary, url("events"))
    assert Client().get(url("event", event_id=draft.pk)).status_code == 404
    assert "Only the desk sees this page" in text(as_secretary, url("event", event_id=draft.pk))


def test_what_never_was_finished_and_what_was_called_off_without_a_day_stand_among_the_past(cast, as_secretary):
    def add(name, days, state, **fields):
        event = make_event(cast.harbour, name=name, **fields)
        if days:
            Session.objects.create(event=event, starts_at=timezone.now() - timedelta(days=days), state=state)

    for week in range(1, 22):
        add(f"Week {week:02}", 7 * week, "finished")
    add("Never begun", 10, "draft")
    add("Idea", 0, "", published_at=None, cancelled_at=timezone.now(), cancel_reason="No")
    first, second = (as_secretary.get(f"/clubs/harbour/events/?page={page}").context["past"] for page in (1, 2))
    names = [row.event.name for row in first]
    assert names[:3] == ["Week 01", "Never begun", "Week 02"]
    assert [row.event.name for row in second] == ["Week 20", "Week 21", "Idea"]


def test_the_list_costs_the_same_however_long_it_is(cast, client, soon):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            text(client, url("events"))
        return len(queries)

    for number in range(3):
        past = soon - timedelta(days=40 * (number % 2))
        Session.objects.create(event=make_event(cast.harbour, name=f"E{number}"), starts_at=past)
    count()
    before = count()
    for number in range(12):
        past = soon - timedelta(days=40 + number)
        made = make_event(cast.harbour, name=f"F{number}")
        Session.objects.create(event=made, starts_at=soon if number % 2 else past, state="draft")
    assert count() == before


# --- One event -----------------------------------------------------------------------------------------------------
def test_the_published_page_says_the_conditions_in_words(cast, client, event):
    Event.objects.update(
        tie_breaks=["head-to-head", "lot"], winners=2, members_only=True, fee=4, visitor_fee=6, period_appeal=20
    )
    set_regulation(actor=cast.actor("secretary"), body=cast.harbour, key="period.score_correction", value=45)
    page = text(client, url("event", event_id=event.pk))
    for words in (
        *("Conditions of contest", "Law 78D", "Two: North-South and East-West", "Result between the tied", "Lot"),
        *("Members of Harbour Bridge Club", "4.00; visitors 6.00", "20 minutes", "45 minutes"),
        *("for this event", "Chosen on the day", "about 26 boards", "An appeals committee"),
    ):
        assert words in page, words


def test_a_stranger_reads_names_as_their_owners_show_them(cast, client, as_secretary, event):
    anna, berta = make_players(2)
    Player.objects.filter(pk=anna.pk).update(privacy=Privacy.HIDDEN)
    enter(event, Player.objects.get(pk=anna.pk), berta)
    assert "a player – Player 002" in text(Client(), url("event", event_id=event.pk))
    assert "Player 001 – Player 002" in text(as_secretary, url("event", event_id=event.pk))


def test_an_event_page_costs_the_same_however_many_entered(cast, client, event):
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            text(client, url("event", event_id=event.pk))
        return len(queries)

    enter(event, *make_players(2))
    before = count()
    people = make_players(40, "More")
    for at in range(0, 40, 2):
        enter(event, *people[at : at + 2])
    assert count() == before


def test_another_clubs_event_is_not_there(cast, client):
    event = make_event(cast.hillside)
    assert client.get(url("event", event_id=event.pk)).status_code == 404


# --- Making and changing -------------------------------------------------------------------------------------------
CONDITIONS = {
    "name": "Autumn pairs",
    "form": "pair",
    "scoring": "matchpoints",
    "boards": "24",
    "share": "70",
    "fee": "4",
    "visitor_fee": "6",
    "systems": "no-brown",
    "carry_over": "none",
    "takes_entries": "on",
}


def test_the_secretary_makes_and_publishes_an_event(cast, as_secretary, soon):
    Club.objects.update(timezone="Europe/Riga")
    local = soon.strftime("%Y-%m-%dT19:15")
    response = as_secretary.post(
        url("new-event"), CONDITIONS | {"starts_at": local, "tie_break_1": "tops"}, follow=True
    )
    assert "Only the desk sees this page" in response.content.decode()
    event = Event.objects.get()
    assert (event.name, event.tie_breaks, event.boards) == ("Autumn pairs", ["tops"], 24)
    assert event.sessions.get().starts_at.hour in (16, 17)  # 19:15 in Riga
    page = as_secretary.post(url("publish-event", event_id=event.pk), follow=True).content.decode()
    assert "Announced: everybody can read it now." in page
    assert "Autumn pairs" in text(Client(), url("events"))


def test_what_does_not_fit_comes_back_with_what_was_typed(cast, as_secretary):
    sent = CONDITIONS | {"scoring": "imps", "tie_break_1": "lot", "tie_break_2": "tops", "remarks": "Coffee"}
    response = as_secretary.post(url("new-event"), sent)
    page = response.content.decode()
    assert response.status_code == 422
    assert "does not fit “Pairs”" in page
    assert "A lot leaves no tie" in page
    assert "Coffee" in page
    assert not Event.objects.exists()


def test_an_event_without_a_day_is_not_published(cast, as_secretary):
    event = make_event(cast.harbour, published_at=None)
    page = as_secretary.post(url("publish-event", event_id=event.pk), follow=True).content.decode()
    assert "Plan its first session, then announce it." in page


def edited(event: Event, **fields: str) -> dict[str, str]:
    return CONDITIONS | {"version": str(event.version)} | fields


def test_two_who_edit_at_once_do_not_overwrite_one_another(cast, as_secretary, event):
    as_secretary.post(url("edit-event", event_id=event.pk), edited(event, name="First"))
    response = as_secretary.post(url("edit-event", event_id=event.pk), edited(event, name="Second"))
    page = response.content.decode()
    assert response.status_code == 422
    assert "It now says: First" in page
    assert "Second" in page
    again = as_secretary.post(url("edit-event", event_id=event.pk), edited(event, name="Second", version="2"))
    assert again.status_code == 302
    assert Event.objects.get(pk=event.pk).name == "Second"


def test_once_play_has_begun_only_remarks_are_asked_for(cast, as_secretary):
    event = make_session(cast.harbour).event
    page = text(as_secretary, url("edit-event", event_id=event.pk))
    assert "the conditions stay as they were announced" in page
    assert 'name="boards"' not in page
    sent = {"remarks": "Coffee", "version": "1", "boards": "10"}
    assert as_secretary.post(url("edit-event", event_id=event.pk), sent).status_code == 302
    event.refresh_from_db()
    assert (event.remarks, event.boards) == ("Coffee", 26)


def test_an_event_is_cancelled_with_a_reason_that_all_can_read(cast, as_secretary, event):
    response = as_secretary.post(url("cancel-event", event_id=event.pk), {"reason": ""})
    assert response.status_code == 422
    as_secretary.post(url("cancel-event", event_id=event.pk), {"reason": "The hall is flooded"})
    page = text(Client(), url("event", event_id=event.pk))
    assert "This event is cancelled" in page
    assert "The hall is flooded" in page
    as_secretary.post(url("restore-event", event_id=event.pk))
    assert "flooded" not in text(Client(), url("event", event_id=event.pk))


def test_sessions_are_planned_moved_and_removed(cast, as_secretary, event, soon):
    moment = (soon + timedelta(days=7)).strftime("%Y-%m-%dT%H:%M")
    assert as_secretary.post(url("plan-session", event_id=event.pk), {"starts_at": moment}).status_code == 302
    first, second = event.sessions.order_by("number")
    address = url("move-session", event_id=event.pk, session_id=second.pk)
    early = (soon - timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    response = as_secretary.post(address, {"starts_at": early, "version": "1"})
    assert response.status_code == 422
    assert "Session 1 begins on" in response.content.decode()
    later = (soon + timedelta(days=9)).strftime("%Y-%m-%dT%H:%M")
    assert as_secretary.post(address, {"starts_at": later, "version": "1"}).status_code == 302
    stale = as_secretary.post(address, {"starts_at": moment, "version": "1"})
    assert stale.status_code == 422
    assert "Somebody else changed this" in stale.content.decode()
    assert f'value="{moment}"' in stale.content.decode()
    assert as_secretary.post(address, {"starts_at": moment, "version": "2"}).status_code == 302
    as_secretary.post(url("remove-session", event_id=event.pk, session_id=second.pk))
    assert list(event.sessions.all()) == [first]


# --- Series --------------------------------------------------------------------------------------------------------
def test_a_series_is_made_and_its_game_started_in_one_click(cast, as_secretary):
    weekday = cast.harbour.day(timezone.now()).weekday()
    sent = CONDITIONS | {"weekday": str(weekday), "starts": "19:00", "closes_minutes_before": "30", "is_active": "on"}
    assert as_secretary.post(url("new-series"), sent).status_code == 302
    series = Series.objects.get()
    assert "Start today’s game" in text(as_secretary, url("events"))
    day = {"day": str(cast.harbour.day(timezone.now()))}
    first = as_secretary.post(url("make-game", series_id=series.pk), day)
    second = as_secretary.post(url("make-game", series_id=series.pk), day)
    session = Session.objects.get()
    assert first["Location"] == second["Location"] == url("session", session_id=session.pk)
    assert "Prepare the next game" in text(as_secretary, url("events"))


def test_next_weeks_game_opens_on_its_page(cast, as_secretary, series):
    day = cast.harbour.day(timezone.now()) + timedelta(days=7)
    response = as_secretary.post(url("make-game", series_id=series.pk), {"day": str(day)})
    assert response["Location"] == url("event", event_id=Event.objects.get().pk)


@pytest.mark.parametrize("day", ["tomorrow", "2026-13-45", "1999-01-01"])
def test_a_day_that_is_none_is_told(cast, as_secretary, series, day):
    page = as_secretary.post(url("make-game", series_id=series.pk), {"day": day}, follow=True).content.decode()
    assert "Press the button again" in page or "Choose" in page
    assert not Event.objects.exists()


def test_a_series_is_changed_and_rests(cast, as_secretary, series):
    sent = CONDITIONS | {"weekday": "2", "starts": "14:00", "closes_minutes_before": "30", "version": "1"}
    assert as_secretary.post(url("edit-series", series_id=series.pk), sent).status_code == 302
    series.refresh_from_db()
    assert (series.weekday, series.starts, series.is_active) == (2, time(14), False)
    assert "Not being played at present" in text(as_secretary, url("events"))
    stale = as_secretary.post(url("edit-series", series_id=series.pk), sent)
    assert stale.status_code == 422


# --- The desk keeps the entries ------------------------------------------------------------------------------------
def test_the_desk_enters_changes_promotes_and_withdraws(cast, as_secretary, event):
    Event.objects.filter(pk=event.pk).update(most_contestants=2)
    address = url("entries", event_id=event.pk)
    assert "Nobody has entered yet" in text(as_secretary, address)
    for number in range(3):
        sent = {"player_1": f"Guest {number} One", "pick_1": "new", "player_2": "?"}
        assert as_secretary.post(address, sent).status_code == 302
    assert [row.status for row in Contestant.objects.order_by("pk")] == ["entered", "entered", "waiting"]
    first, _second, third = Contestant.objects.order_by("pk")
    one = url("entry", event_id=event.pk, contestant_id=first.pk)
    assert "Guest 0 One" in text(as_secretary, one)
    known = first.entrants.get(position=1).player
    sent = {"player_1": known.display_name, "pick_1": str(known.pk), "player_2": "7", "version": "1", "note": "Late"}
    assert as_secretary.post(one, sent).status_code == 302
    assert first.entrants.get(position=2).player == cast.member.player
    assert as_secretary.post(one, sent).status_code == 422
    full = as_secretary.post(url("promote-entry", event_id=event.pk, contestant_id=third.pk), follow=True)
    assert "All 2 places are taken" in full.content.decode()
    out = url("withdraw-entry", event_id=event.pk, contestant_id=first.pk)
    assert "Withdraw Guest 0 One" in text(as_secretary, out)
    page = as_secretary.post(out, {"reason": "ill"}, follow=True).content.decode()
    assert "From the waiting list: Guest 2 One" in page
    assert AuditEntry.objects.get(act="contestant.withdraw").reason == "ill"


def test_a_name_that_may_be_several_is_asked_back_and_nothing_is_lost(cast, as_secretary, event):
    enter(make_event(cast.harbour, name="Earlier"), *make_players(2, "Twin"))
    sent = {"player_1": "Twin", "player_2": "7"}
    response = as_secretary.post(url("entries", event_id=event.pk), sent)
    page = response.content.decode()
    assert response.status_code == 422
    assert "may be any of these" in page
    assert 'value="Twin"' in page
    assert not event.contestants.exists()


def test_whoever_types_at_the_desk_is_offered_people(cast, as_secretary):
    answer = as_secretary.get(url("desk-find") + "?q=mem").json()
    assert [one["name"] for one in answer["people"]] == ["Member Tenace"]


def test_signs_that_no_database_keeps_are_left_out(cast, as_secretary, event):
    sent = {"player_1": "Vera\x00 Visitor", "pick_1": "new", "player_2": "\x00?"}
    assert as_secretary.post(url("entries", event_id=event.pk), sent).status_code == 302
    assert Contestant.objects.get().title == "Vera Visitor – unknown"
    assert as_secretary.get(url("desk-find") + "?q=%00").json()["people"] == []
    assert as_secretary.get(url("events") + "?q=%00").status_code == 200


def test_a_movement_for_pairs_and_for_teams_is_offered_once(cast, as_secretary):
    page = as_secretary.get(reverse("club-new-event", kwargs={"slug": "harbour"})).content.decode()
    assert page.count('<option value="swiss"') == 1
    assert '<optgroup label="Pairs, Teams">' in page
