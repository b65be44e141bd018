from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.core.exceptions import ValidationError

from clubs.models import AuditEntry
from core.actors import Actor, of_user
from core.errors import Conflict, Forbidden
from events.clock import Face, clock_face
from events.models import Clock, Section, Session
from events.movements.catalogue import MovementRequest, build_movement
from events.movements.model import MovementKind, Unit
from events.movements.storage import pack
from events.selectors.clock import clock_dial
from events.services import clock as clocks
from tests.cast import Cast
from tests.events.evening import EVENING, make_session


@pytest.fixture
def session(cast: Cast) -> Session:
    return make_session(cast.harbour, 10)


@pytest.fixture
def director(cast: Cast) -> Actor:
    return of_user(cast.director, EVENING)


def at(actor: Actor, minutes: float) -> Actor:
    return replace(actor, at=EVENING + timedelta(minutes=minutes))


def shown(session: Session, minutes: float) -> Face:
    return clock_face(clock_dial(Clock.objects.get(session=session)), moment(minutes))


def moment(minutes: float) -> datetime:
    return EVENING + timedelta(minutes=minutes)


def test_a_round_of_three_boards_takes_twenty_minutes_and_two_for_moving(session: Session, director: Actor) -> None:
    clock = clocks.begin_round(session, EVENING, actor=director)
    assert (clock.round_seconds, clock.move_seconds, clock.warning_seconds) == (20 * 60, 120, 300)
    assert shown(session, 5).minutes == "15:00"


def test_the_conditions_say_how_long_a_board_takes(cast: Cast, director: Actor) -> None:
    session = make_session(cast.harbour, 10, minutes_per_board="8.5")
    assert clocks.usual_lengths(session)["round_seconds"] == (26 - 2) * 60


def test_the_section_with_the_longest_rounds_decides(session: Session) -> None:
    long = build_movement(MovementRequest(Unit.PAIR, 6, MovementKind.HOWELL, boards_per_round=5))
    Section.objects.create(session=session, letter="B", movement_data=pack(long))
    assert clocks.usual_lengths(session)["round_seconds"] == (35 - 2) * 60


def test_a_stopped_clock_keeps_its_time_until_it_goes_again(session: Session, director: Actor) -> None:
    clocks.begin_round(session, EVENING, actor=director)
    clocks.pause(actor=at(director, 4), session=session)
    assert shown(session, 30) == Face("playing", 16 * 60, False, 0, True)
    clocks.resume(actor=at(director, 9), session=session)
    assert shown(session, 10).minutes == "15:00"


def test_a_minute_more_and_a_minute_less(session: Session, director: Actor) -> None:
    clocks.begin_round(session, EVENING, actor=director)
    clocks.add_time(actor=at(director, 1), session=session, minutes=2)
    assert shown(session, 1).minutes == "21:00"
    clocks.add_time(actor=at(director, 1), session=session, minutes=-1)
    assert shown(session, 1).minutes == "20:00"


def test_the_move_is_called_once_however_often_the_button_is_pressed(session: Session, director: Actor) -> None:
    clocks.begin_round(session, EVENING, actor=director)
    clocks.call_move(actor=at(director, 18), session=session)
    clocks.call_move(actor=at(director, 19), session=session)
    assert shown(session, 19) == Face("moving", 60, False, 0, False)
    clocks.begin_round(session, moment(20), actor=director)
    assert shown(session, 20).minutes == "20:00"


def test_a_move_called_too_early_is_taken_back(session: Session, director: Actor) -> None:
    clocks.begin_round(session, EVENING, actor=director)
    clocks.call_move(actor=at(director, 10), session=session)
    clocks.play_on(actor=at(director, 11), session=session, minutes=9)
    assert shown(session, 11).minutes == "9:00"


def test_a_break_counts_down(session: Session, director: Actor) -> None:
    clocks.begin_break(actor=director, session=session, minutes=15)
    assert shown(session, 5) == Face("break", 600, False, 0, False)


def test_lengths_set_before_the_start_are_those_of_the_first_round(cast: Cast, director: Actor) -> None:
    session = make_session(cast.harbour, 10, state="seating")
    clocks.set_clock(actor=at(director, -15), session=session, round_seconds=1500, warning_seconds=120)
    clocks.begin_round(session, EVENING, actor=director)
    assert shown(session, 0).minutes == "25:00"


def test_setting_the_lengths_leaves_the_round_in_play_alone(session: Session, director: Actor) -> None:
    clocks.begin_round(session, EVENING, actor=director)
    clocks.set_clock(actor=at(director, 1), session=session, round_seconds=1500)
    assert shown(session, 1).minutes == "19:00"


def test_two_people_at_the_desk_do_not_both_add_a_minute(session: Session, director: Actor, cast: Cast) -> None:
    clock = clocks.begin_round(session, EVENING, actor=director)
    clocks.add_time(actor=director, session=session, minutes=1, version=clock.version)
    with pytest.raises(Conflict):
        clocks.add_time(actor=of_user(cast.scorer, EVENING), session=session, minutes=1, version=clock.version)
    assert shown(session, 0).minutes == "21:00"


@pytest.mark.parametrize("who", ["member", "chair", "recorder", "other_secretary", "stranger"])
def test_only_the_desk_touches_the_clock(cast: Cast, session: Session, who: str) -> None:
    actor = cast.actor(who)
    for act in (clocks.pause, clocks.resume, clocks.call_move, clocks.start_clock):
        with pytest.raises(Forbidden):
            act(actor=actor, session=session)
    with pytest.raises(Forbidden):
        clocks.set_clock(actor=actor, session=session, round_seconds=600)
    assert not Clock.objects.exists()


@pytest.mark.parametrize(("state", "code"), [("seating", "not_begun"), ("finished", "over")])
def test_outside_of_play_the_clock_says_why_it_does_not_go(cast: Cast, director: Actor, state: str, code: str) -> None:
    session = make_session(cast.harbour, 10, state=state)
    with pytest.raises(ValidationError) as refused:
        clocks.pause(actor=director, session=session)
    assert refused.value.code == code


def test_impossible_lengths_are_refused_with_the_field(session: Session, director: Actor) -> None:
    with pytest.raises(ValidationError) as refused:
        clocks.set_clock(actor=director, session=session, round_seconds=5)
    assert "60" in str(refused.value.message_dict["round_seconds"])
    with pytest.raises(ValidationError) as refused:
        clocks.add_time(actor=director, session=session, minutes=0)
    assert refused.value.message_dict["minutes"]


def test_every_turn_of_the_clock_stands_in_the_audit(session: Session, director: Actor) -> None:
    clocks.begin_round(session, EVENING, actor=director)
    clocks.pause(actor=at(director, 4), session=session)
    clocks.pause(actor=at(director, 5), session=session)
    entries = AuditEntry.objects.filter(act="clock.change").order_by("number")
    assert [entry.at for entry in entries] == [EVENING, moment(4)]
    assert entries[1].after == {"paused_at": moment(4).isoformat()}
