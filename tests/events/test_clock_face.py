from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from events.clock import Dial, clock_face, lengthen_dial, restart_dial, stop_dial

BEGAN = datetime(2026, 11, 16, 19, 20, tzinfo=UTC)
moments = st.integers(min_value=-600, max_value=20_000).map(lambda tenths: BEGAN + timedelta(seconds=tenths / 10))
dials = st.builds(
    Dial,
    phase=st.just("playing"),
    began_at=st.just(BEGAN),
    seconds=st.integers(min_value=0, max_value=1500),
    warning_seconds=st.integers(min_value=0, max_value=400),
)


def test_a_round_of_thirteen_minutes_counts_down_warns_and_runs_over() -> None:
    dial = Dial("playing", BEGAN, 13 * 60, 180)

    def at(minutes: float) -> str:
        shown = clock_face(dial, BEGAN + timedelta(minutes=minutes))
        return f"{shown.minutes}{' !' if shown.warning else ''}{' over' if shown.over else ''}"

    assert [at(0), at(1.5), at(10), at(12.99), at(13), at(14.25)] == [
        *("13:00", "11:30", "3:00 !", "0:01 !", "0:00 over", "1:15 over")
    ]


@given(dials, moments)
def test_there_is_time_left_or_time_past_the_end_never_both(dial: Dial, now: datetime) -> None:
    shown = clock_face(dial, now)
    assert shown.seconds_left == 0 or shown.over_by == 0
    assert shown.over == (now >= dial.ends_at or dial.seconds == 0)
    assert shown.warning == (not shown.over and dial.seconds - dial.passed(now) <= dial.warning_seconds)


@given(dials, moments, moments)
def test_time_left_never_grows_by_itself(dial: Dial, one: datetime, other: datetime) -> None:
    earlier, later = clock_face(dial, min(one, other)), clock_face(dial, max(one, other))
    assert earlier.seconds_left >= later.seconds_left
    assert earlier.over_by <= later.over_by


@given(dials, moments)
def test_before_the_beginning_nothing_has_run(dial: Dial, now: datetime) -> None:
    assert clock_face(dial, min(now, BEGAN)).seconds_left == dial.seconds


@given(dials, moments, moments, moments)
def test_a_clock_that_stands_shows_the_same_until_it_goes_again(
    dial: Dial, one: datetime, other: datetime, look: datetime
) -> None:
    at, again = sorted([one, other])
    standing = stop_dial(dial, at)
    shown = clock_face(standing, max(look, at))
    assert shown.paused
    assert shown.seconds_left == clock_face(dial, at).seconds_left
    assert shown.over_by == clock_face(dial, at).over_by
    going_again = restart_dial(standing, max(again, standing.began_at))
    assert clock_face(going_again, max(again, standing.began_at)).seconds_left == shown.seconds_left
    assert not clock_face(going_again, again).paused


@given(dials, moments)
def test_stopping_twice_and_starting_a_clock_that_goes_change_nothing(dial: Dial, now: datetime) -> None:
    standing = stop_dial(dial, now)
    assert stop_dial(standing, now + timedelta(minutes=5)) == standing
    assert restart_dial(dial, now) == dial


@given(dials, moments, st.integers(min_value=1, max_value=3600))
def test_more_time_is_exactly_that_much_more_and_from_now_when_time_was_up(
    dial: Dial, now: datetime, more: int
) -> None:
    before, after = clock_face(dial, now), clock_face(lengthen_dial(dial, more, now), now)
    assert after.over_by == 0
    assert after.seconds_left - before.seconds_left in ({more} if not before.over else {more, more + 1})


@given(dials, moments, st.integers(min_value=1, max_value=3600))
def test_less_time_ends_the_phase_now_at_the_earliest(dial: Dial, now: datetime, less: int) -> None:
    before, after = clock_face(dial, now), clock_face(lengthen_dial(dial, -less, now), now)
    assert after.over_by == before.over_by
    assert after.seconds_left in {max(0, before.seconds_left - less), 1} if not before.over else after.over
