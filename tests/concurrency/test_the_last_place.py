"""Two people at once at the list of entries."""

from __future__ import annotations

from datetime import date, time, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from clubs.models import Player, User
from core import actors
from events.models import Contestant, Entrant, Event, PartnerWish, Series, Session
from events.services.contestants import add_contestant, withdraw_contestant
from events.services.entries import enter_event
from events.services.events import make_event_from
from events.services.partners import accept_wish
from tests.cast import Cast, make_user
from tests.concurrency.threads import all_chains_are_whole, at_once, refused
from tests.events.evening import enter, make_event, make_players

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(people: Cast) -> Event:
    made = make_event(people.harbour, most_contestants=2)
    Session.objects.create(event=made, starts_at=timezone.now() + timedelta(days=3))
    enter(made, *make_players(2, "First"))
    return made


def members(cast: Cast, count: int) -> list[User]:
    from clubs.services.memberships import add_membership

    users = [make_user(f"member_{number}") for number in range(count)]
    for number, user in enumerate(users):
        add_membership(
            actor=actors.system(),
            club=cast.harbour,
            player=user.player,
            starts=date(2020, 1, 1),
            number=str(100 + number),
        )
    return users


def test_of_two_pairs_that_enter_for_the_last_place_one_waits(people, event):
    users = members(people, 4)

    def enter_online(number: int) -> Contestant:
        user = User.objects.get(pk=users[2 * number].pk)
        fresh = Event.objects.select_related("club__federation").get(pk=event.pk)
        return enter_event(actor=actors.of_user(user), event=fresh, others=[str(100 + 2 * number + 1)])

    assert not refused(at_once(enter_online), Exception)
    assert sorted(event.contestants.values_list("status", flat=True)) == ["entered", "entered", "waiting"]
    assert all_chains_are_whole()


def test_a_player_whom_two_name_at_once_plays_with_one_of_them(people, event):
    wanted, first, second = make_players(3)

    def add(number: int) -> Contestant:
        other = (first, second)[number]
        return add_contestant(actor=people.actor("secretary"), event=event, players=[other, wanted])

    problems = refused(at_once(add), ValidationError)
    assert len(problems) == 1
    assert "is already entered with" in str(problems[0])
    assert Entrant.objects.filter(player=wanted).count() == 1


def test_of_two_who_withdraw_at_once_each_lets_one_move_up(people, event):
    second = enter(event, *make_players(2, "Second"))
    waiting = [enter(event, *make_players(2, f"Waits {n}"), status="waiting") for n in range(3)]
    going = [event.contestants.order_by("pk")[0], second]

    def withdraw(number: int) -> Any:
        return withdraw_contestant(actor=people.actor("secretary"), contestant=going[number])

    assert not refused(at_once(withdraw), Exception)
    assert [Contestant.objects.get(pk=row.pk).status for row in waiting] == ["entered", "entered", "waiting"]


def test_a_wish_that_two_accept_at_once_is_fulfilled_once(people, event):
    users = members(people, 3)
    wish = PartnerWish.objects.create(event=event, player=users[2].player, made_at=timezone.now())

    def accept(number: int) -> Contestant:
        user = User.objects.get(pk=users[number].pk)
        fresh = PartnerWish.objects.select_related("event__club__federation", "player").get(pk=wish.pk)
        return accept_wish(actor=actors.of_user(user), wish=fresh)

    problems = refused(at_once(accept), ValidationError)
    assert len(problems) == 1
    assert "found a partner meanwhile" in str(problems[0])
    assert Entrant.objects.filter(player=Player.objects.get(pk=users[2].player.pk)).count() == 1


def test_the_game_of_a_day_is_made_once_however_many_press(people):
    weekday = people.harbour.day(timezone.now()).weekday()
    series = Series.objects.create(club=people.harbour, name="Weekly", weekday=weekday, starts=time(19))
    day = people.harbour.day(timezone.now())

    def press(_number: int) -> Event:
        fresh = Series.objects.select_related("club__federation").get(pk=series.pk)
        return make_event_from(actor=people.actor("secretary"), series=fresh, day=day)

    made = at_once(press, 4)
    assert not refused(made, Exception)
    assert len({event.pk for event in made}) == 1
    assert Session.objects.count() == 1
