"""Somebody's results come the newest first, however far back one looks, and whatever is noted about the last game."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from events.models import Contestant, Entrant, Event, Place, Section, Session
from events.services.last_played import note_last_played
from scoring.models import ComparisonField, ScoringRun, Standing
from scoring.selectors.results_lists import results_of_player
from tests.cast import Cast
from tests.events.evening import EVENING

pytestmark = pytest.mark.django_db


def play(cast: Cast, days_ago: list[int], *, state: str = "finished", is_noted: bool = True) -> list[Session]:
    """An event of so many sessions in which the member's pair has a standing."""
    event = Event.objects.create(club=cast.harbour, name="Pairs", boards=24, made_at=EVENING, published_at=EVENING)
    pair = Contestant.objects.create(event=event, entered_at=EVENING)
    Entrant.objects.create(event=event, contestant=pair, player=cast.member.player, position=1)
    sessions = []
    for number, days in enumerate(days_ago, start=1):
        moment = EVENING - timedelta(days=days)
        session = Session.objects.create(event=event, number=number, starts_at=moment, state=state, round=1)
        section = Section.objects.create(session=session)
        Place.objects.create(session=session, section=section, contestant=pair, number=1)
        run = ScoringRun.objects.create(
            field=ComparisonField.objects.create(session=session), revision=1, method="matchpoints", scored_at=EVENING
        )
        Standing.objects.create(run=run, contestant=pair, rank=1, boards=24, total="50", shown_total="50")
        if is_noted:
            note_last_played(session)
        sessions.append(session)
    return sessions


def days_of(standings: list[Standing]) -> list[int]:
    return [(EVENING - row.run.field.session.starts_at).days for row in standings]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 20])
def test_sessions_of_several_events_come_in_the_order_of_their_days(cast: Cast, count: int) -> None:
    play(cast, [30, 20, 10])
    play(cast, [25])
    play(cast, [28, 5])
    play(cast, [12], is_noted=False)
    play(cast, [1], state="playing")
    found = results_of_player(cast.member.player, count)
    assert days_of(found) == [5, 10, 12, 20, 25, 28, 30][:count]


def test_what_is_reopened_hides_no_older_result(cast: Cast) -> None:
    for days in (1, 2, 3):
        play(cast, [days])
    Session.objects.filter(starts_at__gt=EVENING - timedelta(days=3)).update(state="playing")
    assert days_of(results_of_player(cast.member.player, 1)) == [3]


def test_another_clubs_results_are_not_counted_into_the_page(cast: Cast, client: Client) -> None:
    for days in range(1, 23):
        play(cast, [days])
    Event.objects.filter(sessions__starts_at=EVENING - timedelta(days=2)).update(club=cast.hillside)
    found = results_of_player(cast.member.player, 3, club=cast.harbour)
    assert days_of(found) == [1, 3, 4]
    client.force_login(cast.member)
    address = f"/clubs/harbour/results/players/{cast.member.player.pk}/"
    first, second = client.get(address).context["results"], client.get(f"{address}?page=2").context["results"]
    assert (len(first), len(second)) == (20, 1)
