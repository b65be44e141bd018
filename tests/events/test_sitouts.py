"""Who sat out in past weeks is remembered."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Player
from events.models import Session, Substitution
from events.selectors.sitouts import sat_out
from tests.cast import Cast
from tests.events.evening import EVENING, make_players, make_session

pytestmark = pytest.mark.django_db
TONIGHT = EVENING + timedelta(weeks=1)


def past(cast: Cast, people: list[Player], weeks_ago: int = 1, **fields: object) -> Session:
    """A finished Howell of 5 pairs: everybody sits out once."""
    session = make_session(cast.harbour, len(people) // 2, players=people, state="finished", **fields)  # type: ignore[arg-type]
    Session.objects.filter(pk=session.pk).update(starts_at=TONIGHT - timedelta(weeks=weeks_ago), round=5)
    return session


def ids(people: list[Player]) -> list[int]:
    return [player.pk for player in people]


def test_each_round_out_of_past_weeks_counts(cast: Cast) -> None:
    people = make_players(10)
    past(cast, people, 1)
    past(cast, people, 2, name="The week before")
    stranger = make_players(1, "Stranger")[0]
    assert sat_out(cast.harbour, [*ids(people), stranger.pk], TONIGHT) == {
        **dict.fromkeys(ids(people), 2),
        stranger.pk: 0,
    }


def test_what_is_long_ago_to_come_or_elsewhere_does_not_count(cast: Cast) -> None:
    people = make_players(10)
    past(cast, people, 9)
    past(cast, people, -1, name="Next week")
    make_session(cast.hillside, 5, players=people, state="finished")
    assert set(sat_out(cast.harbour, ids(people), TONIGHT).values()) == {0}
    assert set(sat_out(cast.harbour, ids(people), TONIGHT, weeks=9).values()) == {1}


def test_rounds_that_were_not_played_do_not_count(cast: Cast) -> None:
    people = make_players(10)
    session = past(cast, people)
    Session.objects.filter(pk=session.pk).update(round=2)
    assert Counter(sat_out(cast.harbour, ids(people), TONIGHT).values()) == {1: 4, 0: 6}


def test_the_substitute_sat_out_in_the_place_of_the_other(cast: Cast) -> None:
    people, [helper, called_off] = make_players(10), make_players(2, "Helper")
    session = past(cast, people)
    place = session.places.get(number=1)
    entrant = place.contestant.entrants.get(position=1)
    fields = {"place": place, "entrant": entrant, "first_round": 1, "made_at": EVENING}
    Substitution.objects.create(player=helper, **fields)
    Substitution.objects.create(player=called_off, withdrawn_at=EVENING, **fields)
    counts = sat_out(cast.harbour, [helper.pk, called_off.pk, *ids(people)], TONIGHT)
    assert (counts[helper.pk], counts[called_off.pk], counts[people[0].pk], counts[people[1].pk]) == (1, 0, 0, 1)


def test_many_weeks_cost_no_more_queries_than_one(cast: Cast) -> None:
    people = make_players(10)
    past(cast, people)
    with CaptureQueriesContext(
        connection,
    ) as one:
        sat_out(cast.harbour, ids(people), TONIGHT)
    for week in range(2, 8):
        past(cast, people, week, name=f"Week {week}")
    with CaptureQueriesContext(connection) as many:
        sat_out(cast.harbour, ids(people), TONIGHT)
    assert len(many) == len(one) == 7
