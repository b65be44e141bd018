"""Whatever is done to a list of entries in whatever order, it stays in order."""

from __future__ import annotations

import contextlib
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.actors import Actor, system
from events.models import Contestant, Entrant, Event, Session
from events.selectors.entries import place_in_line, waiting_contestants
from events.services.contestants import add_contestant, change_contestant, promote, withdraw_contestant
from events.services.events import change_event
from tests.cast import Cast
from tests.events.evening import make_event, make_players

PEOPLE = 12
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(0, PEOPLE - 1), st.integers(0, PEOPLE - 1)),
        st.tuples(st.just("withdraw"), st.integers(0, 8), st.just(0)),
        st.tuples(st.just("promote"), st.integers(0, 8), st.just(0)),
        st.tuples(st.just("replace"), st.integers(0, 8), st.integers(0, PEOPLE - 1)),
        st.tuples(st.just("places"), st.integers(2, 5), st.just(0)),
    ),
    max_size=12,
)


def do(actor: Actor, event: Event, players: list, act: str, one: int, other: int) -> None:
    rows = list(Contestant.objects.filter(event=event).order_by("pk"))
    row = rows[one] if act not in ("add", "places") and one < len(rows) else None
    if act == "add":
        add_contestant(actor=actor, event=event, players=[players[one], players[other]])
    elif act == "places":
        change_event(actor=actor, event=event, most_contestants=one)
    elif row is None:
        return
    elif act == "withdraw":
        withdraw_contestant(actor=actor, contestant=row)
    elif act == "promote":
        promote(actor=actor, contestant=row)
    else:
        change_contestant(actor=actor, contestant=row, players=[players[other], None])


def check(event: Event) -> None:
    event.refresh_from_db()
    statuses = list(Contestant.objects.filter(event=event).values_list("status", flat=True))
    assert event.most_contestants is not None
    assert statuses.count("entered") <= event.most_contestants
    # Before anybody sits, nobody waits beside a free place.
    assert not statuses.count("waiting") or statuses.count("entered") == event.most_contestants
    active = list(Entrant.objects.filter(event=event, is_active=True, player__isnull=False))
    assert len(active) == len({row.player_id for row in active})
    assert all(row.is_active == (row.contestant.status != "withdrawn") for row in event.entrants.all())
    assert [place_in_line(row) for row in waiting_contestants(event)] == list(range(1, statuses.count("waiting") + 1))


@pytest.mark.django_db
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=ACTS)
def test_nobody_is_in_twice_and_nobody_waits_beside_a_free_place(cast: Cast, acts: list[tuple[str, int, int]]) -> None:
    with transaction.atomic():
        event = make_event(cast.harbour, most_contestants=3)
        Session.objects.create(event=event, starts_at=timezone.now() + timedelta(days=3))
        players = make_players(PEOPLE)
        for act, one, other in acts:
            with contextlib.suppress(ValidationError), transaction.atomic():
                do(system(), event, players, act, one, other)
            check(event)
        transaction.set_rollback(True)
