"""Events and series: conditions of contest, publishing, calling off, and the weekly game in one click."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from clubs.models import AuditEntry, Club
from clubs.services.regulations import set_regulation
from core.actors import Actor
from core.errors import Conflict, Forbidden
from events.models import Event, PartnerWish, Series, Session, TableMoney
from events.selectors.series import next_day, regular_day
from events.services.contestants import add_contestant
from events.services.events import (
    add_event,
    add_series,
    cancel_event,
    change_event,
    change_series,
    make_event_from,
    publish_event,
    restore_event,
)
from events.services.planning import move_session, plan_session, remove_session
from tests.events.evening import EVENING, enter, make_event, make_players, make_session

MONDAY = date(2026, 11, 16)
NOW = EVENING - timedelta(days=3)  # a Friday


def at(cast: Any, who: str = "secretary", moment: datetime = NOW) -> Actor:
    return replace(cast.actor(who), at=moment)


def refused(field: str, refusal: pytest.ExceptionInfo[ValidationError]) -> str:
    return " ".join(refusal.value.message_dict[field])


# --- Conditions ----------------------------------------------------------------------------------------------------
def test_the_secretary_makes_an_event_with_its_first_session(cast):
    event = add_event(actor=at(cast), club=cast.harbour, name="Autumn pairs", starts_at=EVENING, fee=Decimal(4))
    assert event.published_at is None
    assert [session.starts_at for session in event.sessions.all()] == [EVENING]
    assert [e.act for e in AuditEntry.objects.order_by("-pk")[:2]] == ["session.add", "event.add"]


@pytest.mark.parametrize("who", ["scorer", "member", "recorder", "other_secretary", "stranger"])
def test_who_does_not_keep_events_makes_none(cast, who):
    with pytest.raises(Forbidden):
        add_event(actor=at(cast, who), club=cast.harbour, name="Autumn pairs")


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"name": ""}, "name", "blank"),
        ({"scoring": "imps"}, "scoring", "does not fit “Pairs”. Choose one of: Matchpoints"),
        ({"scoring": "bam"}, "scoring", "does not fit"),
        ({"form": "team"}, "scoring", "“Matchpoints” does not fit “Teams”"),
        ({"form": "player", "scoring": "vp"}, "scoring", "does not fit “Individual”"),
        ({"scoring": "vp"}, "scoring", "only in a Swiss"),
        ({"vp_scale": "wbf"}, "vp_scale", "only for victory points"),
        ({"form": "team", "scoring": "vp", "vp_scale": "metric"}, "vp_scale", "no such scale"),
        ({"movement_kind": "round-robin"}, "movement_kind", "does not fit “Pairs”"),
        ({"movement_kind": "spiral"}, "movement_kind", "choose one of: Mitchell"),
        ({"form": "team", "scoring": "imps", "winners": 2}, "winners", "only among pairs"),
        ({"winners": 2, "movement_kind": "howell"}, "winners", "one field"),
        ({"winners": 3}, "winners", "2"),
        ({"tie_breaks": ["charm"]}, "tie_breaks", "“charm” is no tie-break"),
        ({"tie_breaks": ["tops", "lot", "tops"]}, "tie_breaks", "“Most tops” is chosen twice"),
        ({"tie_breaks": ["lot", "tops"]}, "tie_breaks", "put it last"),
        ({"tie_breaks": ["imps"]}, "tie_breaks", "no IMPs"),
        ({"tie_breaks": "lot"}, "tie_breaks", "no tie-break"),
        ({"period_appeal": 50_000}, "period_appeal", "whole minutes from 0 to 20160"),
        ({"period_appeal": -5}, "period_appeal", "0"),
        ({"fee": Decimal(-1)}, "fee", "0"),
        ({"deposit": Decimal(-1)}, "deposit", "0"),
        ({"profile": "abacus"}, "profile", "Choose one of"),
        ({"boards": 1}, "boards", "2"),
        ({"most_contestants": 1}, "most_contestants", "2"),
    ],
)
def test_conditions_that_do_not_fit_are_refused_at_their_field(cast, fields, field, said):
    with pytest.raises(ValidationError) as refusal:
        add_event(actor=at(cast), club=cast.harbour, **({"name": "Autumn"} | fields))
    assert said in refused(field, refusal)
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"form": "team", "scoring": "vp", "vp_scale": "wbf", "tie_breaks": ["head-to-head", "quotient", "lot"]},
        {"form": "team", "scoring": "vp", "vp_scale": "25-0:1,4,8"},
        {"scoring": "vp", "movement_kind": "swiss", "vp_scale": "wbf-discrete"},
        {"winners": 2, "movement_kind": "mitchell"},
        {"form": "player", "movement_kind": "whist"},
        {"profile": "ebuscore", "period_appeal": 20, "deposit": Decimal("20.00")},
    ],
)
def test_conditions_that_fit_are_taken(cast, fields):
    assert add_event(actor=at(cast), club=cast.harbour, name="Autumn", **fields).pk


def test_what_the_federation_has_made_binding_no_event_changes(cast):
    set_regulation(actor=cast.actor("officer"), body=cast.nation, key="period.appeal", value=20, locked=True)
    with pytest.raises(ValidationError) as refusal:
        add_event(actor=at(cast), club=cast.harbour, name="Autumn", period_appeal=60)
    assert "Dummyland Federation has laid down “20 minutes”" in refused("period_appeal", refusal)
    assert add_event(actor=at(cast), club=cast.harbour, name="Autumn", period_appeal=20).pk


# --- Changing ------------------------------------------------------------------------------------------------------
def test_conditions_change_until_play_begins_and_then_only_remarks(cast):
    event = make_session(cast.harbour, state="seating").event
    event = change_event(actor=at(cast), event=event, boards=24, version=event.version)
    assert (event.boards, event.version) == (24, 2)
    Session.objects.update(state="playing", round=1)
    with pytest.raises(ValidationError) as refusal:
        change_event(actor=at(cast), event=event, boards=20, fee=Decimal(9), remarks="Coffee")
    assert "Law 78D" in refused("boards", refusal)
    assert "Law 78D" in refused("fee", refusal)
    assert change_event(actor=at(cast), event=event, remarks="Coffee in the break").remarks == "Coffee in the break"


def test_the_second_of_two_who_change_an_event_is_told(cast):
    event = make_event(cast.harbour)
    change_event(actor=at(cast), event=event, boards=24, version=1)
    with pytest.raises(Conflict):
        change_event(actor=at(cast), event=event, boards=20, version=1)


def test_the_form_stays_once_somebody_has_entered(cast):
    event = make_event(cast.harbour)
    enter(event, *make_players(2))
    with pytest.raises(ValidationError) as refusal:
        change_event(actor=at(cast), event=event, form="player")
    assert "Somebody has entered already" in refused("form", refusal)


def test_more_places_let_those_who_wait_in_and_fewer_push_nobody_out(cast):
    event = make_event(cast.harbour, most_contestants=2)
    people = make_players(8)
    pairs = [add_contestant(actor=at(cast), event=event, players=people[n : n + 2]) for n in (0, 2, 4, 6)]
    change_event(actor=at(cast), event=event, most_contestants=3)
    assert [type(p).objects.get(pk=p.pk).status for p in pairs] == ["entered", "entered", "entered", "waiting"]
    with pytest.raises(ValidationError) as refusal:
        change_event(actor=at(cast), event=event, most_contestants=2)
    assert "3 have entered" in refused("most_contestants", refusal)
    change_event(actor=at(cast), event=event, most_contestants=None)
    assert not event.contestants.filter(status="waiting").exists()


def test_entries_do_not_close_after_the_start(cast):
    event = add_event(actor=at(cast), club=cast.harbour, name="Autumn", starts_at=EVENING)
    with pytest.raises(ValidationError) as refusal:
        change_event(actor=at(cast), event=event, entries_close_at=EVENING + timedelta(minutes=1))
    assert "Monday" in refused("entries_close_at", refusal)
    assert change_event(actor=at(cast), event=event, entries_close_at=EVENING).entries_close_at == EVENING


# --- Publishing and calling off ------------------------------------------------------------------------------------
def test_an_event_without_a_session_is_not_published(cast):
    event = add_event(actor=at(cast), club=cast.harbour, name="Autumn")
    with pytest.raises(ValidationError, match="Plan its first session"):
        publish_event(actor=at(cast), event=event)
    plan_session(actor=at(cast), event=event, starts_at=EVENING)
    published = publish_event(actor=at(cast), event=event)
    assert published.published_at == NOW
    assert publish_event(actor=at(cast, moment=EVENING), event=event).published_at == NOW


def test_an_event_is_cancelled_with_a_reason_and_wishes_end(cast):
    event = make_event(cast.harbour)
    wish = PartnerWish.objects.create(event=event, player=make_players(1)[0], made_at=NOW)
    with pytest.raises(ValidationError) as refusal:
        cancel_event(actor=at(cast), event=event, reason="  ")
    assert "Say why" in refused("reason", refusal)
    assert cancel_event(actor=at(cast), event=event, reason="Snow").cancelled_at == NOW
    assert AuditEntry.objects.get(act="event.cancel").reason == "Snow"
    wish.refresh_from_db()
    assert wish.state == "withdrawn"
    with pytest.raises(ValidationError, match="has been cancelled"):
        plan_session(actor=at(cast), event=event, starts_at=EVENING)
    assert restore_event(actor=at(cast), event=event).cancelled_at is None


def test_what_is_being_played_is_not_cancelled(cast):
    event = make_session(cast.harbour).event
    with pytest.raises(ValidationError, match="Play has begun"):
        cancel_event(actor=at(cast), event=event, reason="Snow")


# --- Sessions ------------------------------------------------------------------------------------------------------
def test_sessions_are_planned_in_order_and_the_conditions_follow(cast):
    event = add_event(actor=at(cast), club=cast.harbour, name="Autumn", starts_at=EVENING)
    second = plan_session(actor=at(cast), event=event, starts_at=EVENING + timedelta(days=7))
    event.refresh_from_db()
    assert (second.number, event.sessions_planned) == (2, 2)
    with pytest.raises(ValidationError) as refusal:
        plan_session(actor=at(cast), event=event, starts_at=EVENING + timedelta(days=1))
    assert "Session 2 begins on" in refused("starts_at", refusal)


@pytest.mark.parametrize("moment", [NOW - timedelta(days=2), NOW + timedelta(days=1000)])
def test_a_date_that_cannot_be_meant_is_refused(cast, moment):
    event = make_event(cast.harbour)
    with pytest.raises(ValidationError) as refusal:
        plan_session(actor=at(cast), event=event, starts_at=moment)
    assert "Look at the date again" in refused("starts_at", refusal)


def test_no_session_is_added_to_the_conditions_once_play_has_begun(cast):
    event = make_session(cast.harbour).event
    with pytest.raises(ValidationError, match="say 1 sessions, and play has begun"):
        plan_session(actor=at(cast), event=event, starts_at=EVENING + timedelta(days=7))


def test_a_session_moves_and_the_closing_of_entries_with_it(cast):
    event = add_event(
        actor=at(cast),
        club=cast.harbour,
        name="Autumn",
        starts_at=EVENING,
        entries_close_at=EVENING - timedelta(minutes=30),
    )
    session = event.sessions.get()
    later = EVENING + timedelta(days=1)
    moved = move_session(actor=at(cast), session=session, starts_at=later, version=1)
    event.refresh_from_db()
    assert (moved.starts_at, event.entries_close_at) == (later, later - timedelta(minutes=30))
    with pytest.raises(Conflict):
        move_session(actor=at(cast), session=session, starts_at=EVENING, version=1)


def test_a_session_that_has_begun_does_not_move(cast):
    session = make_session(cast.harbour)
    with pytest.raises(ValidationError, match="has begun"):
        move_session(actor=at(cast), session=session, starts_at=EVENING + timedelta(hours=1))


def test_only_a_session_with_nothing_in_it_is_removed(cast):
    event = add_event(actor=at(cast), club=cast.harbour, name="Autumn", starts_at=EVENING)
    for week in (1, 2):
        plan_session(actor=at(cast), event=event, starts_at=EVENING + timedelta(days=7 * week))
    first, second, third = event.sessions.order_by("number")
    remove_session(actor=at(cast), session=second)
    third.refresh_from_db()
    assert third.number == 2
    TableMoney.objects.create(session=first, player=make_players(1)[0], how="cash", amount=4, taken_at=NOW)
    with pytest.raises(ValidationError, match="has paid"):
        remove_session(actor=at(cast), session=first)
    Session.objects.filter(pk=third.pk).update(state="seating")
    with pytest.raises(ValidationError, match="Seating has begun"):
        remove_session(actor=at(cast), session=third)


def test_the_only_session_of_a_published_event_stays(cast):
    event = make_event(cast.harbour)
    session = Session.objects.create(event=event, starts_at=EVENING)
    with pytest.raises(ValidationError, match="cancel the event"):
        remove_session(actor=at(cast), session=session)


# --- Series --------------------------------------------------------------------------------------------------------
@pytest.fixture
def series(cast) -> Series:
    Club.objects.filter(pk=cast.harbour.pk).update(timezone="Europe/Riga")
    cast.harbour.refresh_from_db()
    return add_series(
        actor=at(cast),
        club=cast.harbour,
        name="Monday pairs",
        weekday=0,
        starts=time(19, 0),
        fee=Decimal(4),
        tie_breaks=["tops"],
    )


def test_the_weekly_game_is_made_in_one_click(cast, series):
    event = make_event_from(actor=at(cast), series=series)
    session = event.sessions.get()
    assert (event.name, event.fee, event.tie_breaks, event.published_at) == ("Monday pairs", 4, ["tops"], NOW)
    assert session.starts_at.astimezone(ZoneInfo("Europe/Riga")) == datetime(
        2026, 11, 16, 19, tzinfo=ZoneInfo("Europe/Riga")
    )
    assert event.entries_close_at == session.starts_at - timedelta(minutes=30)


def test_pressing_twice_makes_one_game(cast, series):
    first = make_event_from(actor=at(cast), series=series, day=MONDAY)
    assert make_event_from(actor=at(cast), series=series, day=MONDAY) == first
    assert Session.objects.count() == 1


def test_asked_again_without_a_day_the_next_week_is_made(cast, series):
    days = [make_event_from(actor=at(cast), series=series).sessions.get().starts_at.date() for _ in range(3)]
    assert days == [MONDAY, MONDAY + timedelta(days=7), MONDAY + timedelta(days=14)]


def test_a_game_called_off_or_moved_by_a_day_is_not_made_again(cast, series):
    event = make_event_from(actor=at(cast), series=series)
    move_session(actor=at(cast), session=event.sessions.get(), starts_at=EVENING + timedelta(days=1))
    cancel_event(actor=at(cast), event=event, reason="Snow")
    assert make_event_from(actor=at(cast), series=series, day=MONDAY) == event
    following = make_event_from(actor=at(cast), series=series)
    assert following.sessions.get().starts_at.date() == MONDAY + timedelta(days=7)


def test_today_counts_until_it_is_over_by_the_clubs_clock(cast, series):
    late = datetime(2026, 11, 16, 21, 59, tzinfo=UTC)  # 23:59 in Riga
    assert make_event_from(actor=at(cast, moment=late), series=series).sessions.get().starts_at.date() == MONDAY
    Session.objects.all().delete()
    over = late + timedelta(minutes=2)
    made = make_event_from(actor=at(cast, moment=over), series=series)
    assert made.sessions.get().starts_at.date() == MONDAY + timedelta(days=7)


@pytest.mark.parametrize(
    ("day", "said"),
    [
        (date(2026, 11, 17), "is no Monday"),
        (date(2026, 11, 9), "within the year"),
        (date(2036, 11, 17), "within the year"),
    ],
)
def test_a_day_that_is_not_the_series_own_is_refused(cast, series, day, said):
    with pytest.raises(ValidationError) as refusal:
        make_event_from(actor=at(cast), series=series, day=day)
    assert said in refused("day", refusal)


def test_a_series_that_rests_makes_no_game(cast, series):
    change_series(actor=at(cast), series=series, is_active=False)
    with pytest.raises(ValidationError, match="not being played"):
        make_event_from(actor=at(cast), series=series)


def test_a_scorer_makes_this_weeks_game_but_lays_no_conditions_down(cast, series):
    assert make_event_from(actor=at(cast, "scorer"), series=series).pk
    with pytest.raises(Forbidden):
        change_series(actor=at(cast, "scorer"), series=series, boards=20)
    with pytest.raises(Forbidden):
        make_event_from(actor=at(cast, "member"), series=series)


def test_a_changed_series_leaves_the_games_already_made(cast, series):
    event = make_event_from(actor=at(cast), series=series)
    change_series(actor=at(cast), series=series, boards=20, version=1)
    event.refresh_from_db()
    assert event.boards == 26
    with pytest.raises(ValidationError) as refusal:
        change_series(actor=at(cast), series=series, winners=2, movement_kind="howell")
    assert "one field" in refused("winners", refusal)


@given(weekday=st.integers(0, 6), today=st.dates(date(2000, 1, 1), date(2100, 1, 1)), weeks=st.sets(st.integers(0, 5)))
def test_the_next_day_is_the_first_free_one_of_its_weekday(weekday, today, weeks):
    series = Series(weekday=weekday)
    first = next_day(series, today, ())
    taken = {first + timedelta(days=7 * week) for week in weeks}
    found = next_day(series, today, taken)
    assert found.weekday() == weekday
    assert found >= today
    assert found not in taken
    assert all(first + timedelta(days=7 * n) in taken for n in range((found - first).days // 7))


@given(weekday=st.integers(0, 6), day=st.dates(date(2000, 1, 1), date(2100, 1, 1)))
def test_a_moved_game_belongs_to_the_nearest_regular_day(weekday, day):
    series = Series(weekday=weekday)
    found = regular_day(series, day)
    assert found.weekday() == weekday
    assert abs((found - day).days) <= 3
