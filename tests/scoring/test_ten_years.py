"""A club with a thousand evenings behind it: its pages read no more than those of a new one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from clubs.models import Club, User
from events.models import Contestant, Entrant, Event, Place, Section, Session
from scoring.models import Field, ScoringRun, Standing
from tests.cast import Cast
from tests.database_work import work_of
from tests.events.evening import EVENING

pytestmark = pytest.mark.django_db
FEW, MANY = 60, 1_000
# What a page may read more in the long run, in percent: pages of an index grow deeper.
SLACK = 15


def add_evenings(club: Club, member: User, first: int, last: int) -> None:
    """Evenings of four pairs, so many weeks ago; the member plays in all of them."""
    days = [EVENING - timedelta(days=7 * number + 1) for number in range(first, last)]
    given = {"club": club, "name": "Tuesday pairs", "boards": 24}
    events = Event.objects.bulk_create(Event(**given, made_at=day, published_at=day) for day in days)
    sessions = Session.objects.bulk_create(
        Session(event=event, host=club, starts_at=day, state="finished", round=1, finished_at=day)
        for event, day in zip(events, days, strict=True)
    )
    sections = Section.objects.bulk_create(Section(session=session) for session in sessions)
    pairs = Contestant.objects.bulk_create(
        Contestant(event=event, name=f"Pair {number}", entered_at=EVENING) for event in events for number in range(4)
    )
    Place.objects.bulk_create(
        Place(session=sessions[at // 4], section=sections[at // 4], contestant=pair, number=at % 4 + 1)
        for at, pair in enumerate(pairs)
    )
    Entrant.objects.bulk_create(
        Entrant(event=pair.event, contestant=pair, player=member.player, position=1) for pair in pairs[::4]
    )
    fields = Field.objects.bulk_create(Field(session=session, revision=1, scored=1) for session in sessions)
    through = Field.sections.through
    through.objects.bulk_create(
        through(field=field, section=section) for field, section in zip(fields, sections, strict=True)
    )
    runs = ScoringRun.objects.bulk_create(
        ScoringRun(field=field, revision=1, method="matchpoints", profile="exact", scored_at=EVENING)
        for field in fields
    )
    Standing.objects.bulk_create(
        Standing(
            run=runs[at // 4],
            contestant=pair,
            rank=at % 4 + 1,
            boards=24,
            total="60",
            percent="50",
            shown_total="60.00",
            shown_percent="50.00",
        )
        for at, pair in enumerate(pairs)
    )


PAGES = {
    "club": "/clubs/harbour/",
    "results": "/clubs/harbour/results/",
    "second page of results": "/clubs/harbour/results/?page=2",
    "session": "/clubs/harbour/sessions/{session}/",
    "session's results": "/clubs/harbour/sessions/{session}/results/",
    "session's cards": "/clubs/harbour/sessions/{session}/results/scorecards/",
    "session's desk": "/clubs/harbour/sessions/{session}/desk/",
    "event": "/clubs/harbour/events/{event}/",
    "event's results": "/clubs/harbour/events/{event}/results/",
    "desk": "/clubs/harbour/desk/",
}


def works(cast: Cast, client: Client) -> dict[str, int]:
    session = Session.objects.order_by("-starts_at")[0]
    found = {}
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # A table of some thousand rows is read whole sooner than by its index: what counts is that there is one.
            cursor.execute("ANALYZE")
            cursor.execute("SET LOCAL enable_seqscan = off")
    for name, address in PAGES.items():
        client.force_login(cast.secretary)
        url = address.format(session=session.pk, event=session.event_id)

        def ask(url: str = url) -> None:
            cache.clear()
            assert client.get(url).status_code in (200, 302), url

        found[name] = work_of(ask)
    return found


def test_pages_read_as_much_with_a_thousand_sessions_as_with_sixty(cast: Cast, client: Client) -> None:
    add_evenings(cast.harbour, cast.member, 0, FEW)
    few = works(cast, client)
    add_evenings(cast.harbour, cast.member, FEW, MANY)
    many = works(cast, client)
    grown = {name: (few[name], many[name]) for name in PAGES if many[name] > few[name] * (100 + SLACK) / 100}
    assert grown == {}
