"""Time the register of a federation against its bare SQL: `python -m bench.one_register APPEALS TIMES`.

It fills an empty database, and prints for each filter the two medians in seconds, what was found and the number of
queries as JSON. Both must find the same appeals in the same order, and count the same.
"""

import json
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import django

django.setup()

from django.db import connection  # noqa: E402
from django.http import QueryDict  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from appeals.filters import RegisterFilter  # noqa: E402
from appeals.models import Appeal  # noqa: E402
from appeals.selectors.register import visible_appeals  # noqa: E402
from appeals.selectors.register_page import appeals_register, register_figures  # noqa: E402
from bench import register_sql as by_hand  # noqa: E402
from bench.measure import medians, timed  # noqa: E402
from clubs.models import Club, Federation, Player, User  # noqa: E402
from events.models import Event, Play, Session  # noqa: E402
from rulings.models import Ruling  # noqa: E402
from tests.cast import make_cast  # noqa: E402
from tests.events.evening import make_session  # noqa: E402

LAWS = ("16B1", "21B3", "70C", "64C1", "27B1(a)", "73C", "40C1", "46B2")
TREES = ("L16B", "L21", "L70", "L64", "L27", "L73", "L40", "L46")
EVENINGS = ("Monday pairs", "Friday teams", "Summer cup", "League", "Seniors’ pairs", "Club championship")
CLUBS, DIRECTORS, RULINGS = 60, 40, 600


class World:
    """Clubs with events and sessions of some years, and rulings given there."""

    def __init__(self) -> None:
        cast = make_cast()
        self.nation, self.now = cast.nation, timezone.now()
        self.clubs = Club.objects.bulk_create(
            Club(name=f"Club {at}", slug=f"club-{at}", federation=(cast.north, cast.south)[at % 2])
            for at in range(CLUBS)
        )
        self.directors = User.objects.bulk_create(User(email=f"d{at}@example.org") for at in range(DIRECTORS))
        Player.objects.bulk_create(
            Player(display_name=f"Director {at}", user=user) for at, user in enumerate(self.directors)
        )
        events = Event.objects.bulk_create(
            Event(club=club, name=name, made_at=self.now) for club in self.clubs for name in EVENINGS
        )
        self.sessions = Session.objects.bulk_create(
            Session(event=event, host_id=event.club_id, number=number, starts_at=self.now)
            for event in events
            for number in range(1, 5)
        )
        self.play = Play.objects.filter(section__session=make_session(cast.harbour, 4))[0]
        self.rulings = Ruling.objects.bulk_create(
            Ruling(session=self.sessions[at], state="given", given_at=self.now, opened_at=self.now,
                   director=self.directors[at % DIRECTORS], title=f"Ruling {at}")
            for at in range(RULINGS)
        )  # fmt: skip

    def appeal(self, at: int) -> Appeal:
        """Each ruling has one open appeal; the others are closed, decided within hours."""
        ruling = self.rulings[at % RULINGS]
        asked_at = self.now - timedelta(days=at * 7 % 1400, hours=at % 24)
        closed = at >= RULINGS
        return Appeal(
            year=2026, number=at + 1, ruling=ruling, session=ruling.session, club=ruling.session.event.club,
            law=LAWS[at % 8], topic=TREES[at % 8], director=ruling.director, side="NS",
            contestant_id=self.play.north_id, grounds="So", hears=("committee", "referee", "panel")[at % 5 % 3],
            state="closed" if closed else ("lodged", "referred")[at % 2], requested_at=asked_at, needed=2, concurring=2,
            lodged_at=asked_at, decided_at=asked_at + timedelta(hours=2 + at % 50) if closed else None,
            verdict=("stands", "changed", "stands", "recommended")[at // 8 % 4] if closed else "",
            merit="without" if at % 9 == 0 else "", closed_at=asked_at + timedelta(days=3) if closed else None,
            due_at=None if closed else self.now + timedelta(days=at % 3 - 2, hours=1),
        )  # fmt: skip


def fill(count: int) -> Federation:
    world = World()
    Appeal.objects.bulk_create((world.appeal(at) for at in range(count)), batch_size=2000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return world.nation


def page(nation: Federation, query: str, now: datetime) -> Any:
    """What the view reads."""
    return appeals_register(nation, QueryDict(query), now)


def check(nation: Federation, query: str, where: by_hand.Where, now: datetime) -> tuple[int, int]:
    """How many are found, with how many queries; what both find must be the same."""
    with CaptureQueriesContext(connection) as caught:
        ours = page(nation, query, now)
    assert [line.pk for line in ours.lines] == [row[0] for row in by_hand.lines(nation.path, where, now)], query
    states, laws, _clubs, _sizes, people = by_hand.figures(nation.path, where, now)
    counted = ours.figures
    assert counted.total == sum(row[1] for row in states), query
    assert counted.overdue == sum(row[3] or 0 for row in states), query
    assert counted.overturned == sum(row[5] or 0 for row in states), query
    assert [(bar.total, bar.count) for bar in counted.laws] == [(row[1], row[2]) for row in laws], query
    assert [(bar.total, bar.count) for bar in counted.directors] == [(row[2], row[3]) for row in people], query
    return counted.total, len(caught)


def measured(ours: Callable[[], Any], bare: Callable[[], Any], times: int, rows: int, queries: int) -> dict[str, Any]:
    took, floor = medians(timed(ours), timed(bare), times=times)
    return {"ours": took, "bare": floor, "rows": rows, "queries": queries}


def main(count: int, times: int) -> None:
    nation, now = fill(count), timezone.now()
    results = {}
    for name, (query, where) in by_hand.filters(now).items():
        rows, queries = check(nation, query, where, now)

        def bare(where: by_hand.Where = where) -> None:
            by_hand.rules()
            by_hand.lines(nation.path, where, now)
            by_hand.figures(nation.path, where, now)

        results[name] = measured(lambda query=query: page(nation, query, now), bare, times, rows, queries)
    for name in ("all", "overdue"):
        query, where = by_hand.filters(now)[name]

        rows = RegisterFilter(QueryDict(query), queryset=visible_appeals(nation)).qs

        def counted(rows: Any = rows) -> None:
            register_figures(rows, now)

        def sums(where: by_hand.Where = where) -> None:
            by_hand.figures(nation.path, where, now)

        with CaptureQueriesContext(connection) as caught:
            counted()
        results[f"statistics, {name}"] = measured(counted, sums, times, results[name]["rows"], len(caught))
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
