"""People hear that they are entered, have a place or a partner, while they are not in the room."""

from __future__ import annotations

from datetime import timedelta

import pytest

from clubs.services.erasing import erase_player
from clubs.services.memberships import add_membership
from core.actors import of_user
from events.models import Event, Session
from events.selectors.mail_groups import playing_groups
from events.services.contestants import add_contestant, withdraw_contestant
from events.services.partners import accept_wish, leave_wish
from office.models import Notice
from office.selectors.notice_words import notice_texts
from tests.cast import Cast
from tests.events.evening import EVENING, make_event, make_players, make_session

pytestmark = pytest.mark.django_db
BEFORE = EVENING - timedelta(days=1)


@pytest.fixture
def event(cast: Cast) -> Event:
    event = make_event(cast.harbour, entries_close_at=EVENING - timedelta(hours=1))
    Session.objects.create(event=event, starts_at=EVENING, state="draft")
    return event


def told(kind: str = "") -> dict[str, str]:
    rows = Notice.objects.filter(kind__startswith="entry.").select_related("user")
    return {row.user.email.partition("@")[0]: row.kind for row in rows if kind in row.kind and row.user}


def test_both_hear_that_the_desk_has_entered_them(cast: Cast, event: Event) -> None:
    players = [cast.member.player, cast.stranger.player]
    add_contestant(actor=of_user(cast.director, BEFORE), event=event, players=players)
    assert told() == {"member": "entry.entered", "stranger": "entry.entered"}
    title, text = notice_texts(Notice.objects.filter(user=cast.member)[0])
    assert title == "You are entered: Monday pairs"
    assert text == "Member Tenace – Stranger Tenace, 16 November 2026, 19:15."


def test_who_waits_is_told_and_told_again_when_a_place_becomes_free(cast: Cast, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(most_contestants=1)
    event.refresh_from_db()
    first = add_contestant(actor=of_user(cast.director, BEFORE), event=event, players=make_players(2))
    pair = [cast.member.player, cast.stranger.player]
    add_contestant(actor=of_user(cast.director, BEFORE), event=event, players=pair)
    assert told() == {"member": "entry.waiting", "stranger": "entry.waiting"}
    withdraw_contestant(actor=of_user(cast.director, BEFORE), contestant=first)
    assert told("promoted") == {"member": "entry.promoted", "stranger": "entry.promoted"}


def test_who_looked_for_a_partner_hears_that_one_was_found(cast: Cast, event: Event) -> None:
    add_membership(
        actor=of_user(cast.secretary, BEFORE), club=cast.harbour, player=cast.scorer.player, starts=BEFORE.date()
    )
    wish = leave_wish(actor=of_user(cast.member, BEFORE), event=event)
    accept_wish(actor=of_user(cast.scorer, BEFORE), wish=wish)
    assert told() == {"member": "entry.partner"}


def test_nobody_is_told_who_sits_in_the_room_or_long_after(cast: Cast, event: Event) -> None:
    event.sessions.update(state="seating")
    add_contestant(actor=of_user(cast.director, BEFORE), event=event, players=[cast.member.player, None])
    event.sessions.update(state="draft")
    later = of_user(cast.director, EVENING + timedelta(days=30))
    add_contestant(actor=later, event=event, players=[cast.stranger.player, None])
    assert told() == {}


def test_a_club_writes_to_those_who_play_on_a_day_and_to_those_not_seen(cast: Cast) -> None:
    make_session(cast.harbour, 4, state="finished", players=[cast.stranger.player, *make_players(7)])
    groups = {group.key: group for group in playing_groups(cast.harbour, EVENING + timedelta(days=7))}
    assert str(groups["weekday-1"].label) == "Played on a Monday in the last three months"
    assert groups["weekday-1"].players().count() == 8
    assert [player.pk for player in groups["unseen"].players()] == [cast.member.player.pk]
    later = {group.key for group in playing_groups(cast.harbour, EVENING + timedelta(days=120))}
    assert later == {"unseen"}
    assert playing_groups(cast.nation, EVENING) == []


def test_who_is_erased_is_named_to_no_former_partner(cast: Cast, event: Event) -> None:
    pair = [cast.member.player, cast.stranger.player]
    add_contestant(actor=of_user(cast.director, BEFORE), event=event, players=pair)
    erase_player(actor=of_user(cast.stranger), player=cast.stranger.player)
    assert "Stranger" not in str(list(Notice.objects.values_list("gaps", flat=True)))
