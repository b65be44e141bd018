"""Somebody who does not want to be named in public is not named to an account that has no business with them.

The whole site is walked as a stranger and as an account that was opened just now, with everybody else's name hidden;
what is looked for is any of these names.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import CharField, Value
from django.db.models.functions import Cast as AsText
from django.db.models.functions import Concat
from django.test import Client
from django.urls import reverse

from clubs.models import Player, User
from clubs.services.tokens import make_token
from core import actors
from events.models import PartnerWish
from events.models.sessions import SessionOfficial
from events.selectors.tables import sees_names
from tests.appeals.rows import add_appeal_rows
from tests.cast import Cast, make_user
from tests.events.crawl import Answer, Walk, addresses
from tests.events.evening import EVENING, enter, make_event, make_players, make_session
from tests.events.rows import add_event_rows
from tests.rulings.poll_rows import add_poll_rows
from tests.rulings.rows import add_ruling_rows
from tests.scoring.contest import make_teams, play_round
from tests.scoring.rows import add_scoring_rows
from tests.scoring.test_results_pages import over, play_all

MARK = "Zaqhidden"


def hide_everybody_but(user: User) -> None:
    name = Concat(Value(MARK), AsText("pk", CharField()))
    Player.objects.exclude(pk=user.player.pk).update(privacy="hidden", display_name=name)


def fill(cast: Cast) -> None:
    """Something of everything, played and being played, with wishes, officials and rulings."""
    for add in (add_event_rows, add_scoring_rows, add_ruling_rows, add_poll_rows, add_appeal_rows):
        add(cast, 1)
    make_session(cast.harbour, 8)
    last_week = make_session(cast.harbour, 8, name="Last week")
    play_all(cast, last_week)
    over(cast, last_week)
    play_round(make_teams(cast.harbour, 4), 1)
    coming = make_event(cast.harbour, name="Next week")
    enter(coming, *make_players(2, "Coming"))
    PartnerWish.objects.create(event=coming, player=make_players(1, "Seeker")[0], made_at=EVENING)
    SessionOfficial.objects.create(session=last_week, player=cast.director.player, duty="director")


@pytest.mark.walk
def test_a_fresh_account_comes_upon_no_hidden_name(cast: Cast) -> None:
    fill(cast)
    fresh = make_user("fresh")
    hide_everybody_but(fresh)
    shown: set[str] = set()

    def look(answer: Answer) -> None:
        if MARK.encode() in answer.body:
            shown.add(answer.path)

    client = Client(raise_request_exception=False)
    client.force_login(fresh)
    walk = Walk(client, look)
    walk.go(addresses())
    assert len(walk.seen) > 100
    assert not shown, sorted(shown)


@pytest.mark.long
@pytest.mark.walk
def test_the_walk_finds_names_where_they_are_shown(cast: Cast) -> None:
    """The same walk by the club's secretary comes upon them in lists, results and the API."""
    fill(cast)
    hide_everybody_but(cast.secretary)
    shown: set[str] = set()
    client = Client(raise_request_exception=False)
    client.force_login(cast.secretary)
    paths = [path for path in addresses() if "/results/" in path or "/events/" in path]
    Walk(client, lambda answer: shown.add(answer.path) if MARK.encode() in answer.body else None).go(paths)
    assert len(shown) > 10


# --- Who has business with them ------------------------------------------------------------------------------------
def test_members_officials_officers_and_those_who_play_see_names(cast: Cast) -> None:
    session = make_session(cast.harbour, 8)
    for name in ("member", "director", "scorer", "secretary", "chair", "north_officer", "officer", "operator"):
        assert sees_names(cast.actor(name), session), name
    for name in ("stranger", "other_secretary"):
        assert not sees_names(cast.actor(name), session), name
    enter(session.event, cast.stranger.player)
    assert sees_names(cast.actor("stranger"), session)
    assert not sees_names(cast.actor("stranger"), cast.harbour)
    assert not sees_names(cast.actor("stranger"), make_event(cast.harbour, name="Another"))


def test_a_token_sees_what_its_owner_sees(cast: Cast) -> None:
    expires = cast.actor("stranger").at + timedelta(days=3)
    token, _secret = make_token(actor=cast.actor("stranger"), name="x", scopes=["read"], expires_at=expires)
    actor = actors.Actor(kind=actors.ActorKind.TOKEN, user=cast.stranger, token=token)
    assert not sees_names(actor, cast.harbour)


def test_one_reads_ones_own_name_and_partners_among_ones_own_results(cast: Cast) -> None:
    people = [cast.stranger.player, *make_players(15)]
    session = make_session(cast.harbour, 8, players=people)
    play_all(cast, session)
    over(cast, session)
    hide_everybody_but(cast.operator)
    client = Client()
    client.force_login(cast.stranger)
    text = client.get(reverse("own-results")).text
    assert f"{MARK}{people[1].pk}" in text


def test_names_in_a_list_cost_the_same_however_many(cast: Cast, django_assert_num_queries) -> None:
    event = make_event(cast.harbour)
    actor = cast.actor("stranger")
    actor.grants, actor.member_of, actor.player  # noqa: B018  (read once for each actor)
    with django_assert_num_queries(2):
        for _again in range(5):
            sees_names(actor, event)
            sees_names(actor, cast.harbour)
