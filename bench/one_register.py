"""Time the register of a federation against its bare SQL: `python -m bench.one_register APPEALS TIMES`.

It fills an empty database, and prints for each filter the two medians in seconds and the number of queries as JSON.
"""

import json
import sys
from datetime import timedelta

import django

django.setup()

from django.core.paginator import Paginator  # noqa: E402
from django.db import connection, reset_queries  # noqa: E402
from django.http import QueryDict  # noqa: E402
from django.utils import timezone  # noqa: E402

from appeals.filters import RegisterFilter  # noqa: E402
from appeals.models import Appeal  # noqa: E402
from appeals.selectors.register import appeals_of, figures, listed  # noqa: E402
from bench.measure import medians, timed  # noqa: E402
from clubs.models import Federation  # noqa: E402
from events.models import Play  # noqa: E402
from rulings.models import Ruling  # noqa: E402
from tests.cast import make_cast  # noqa: E402
from tests.events.evening import make_session  # noqa: E402

LAWS = ("16B1", "21B3", "70C", "64C1", "27B1(a)", "73C", "40C1", "46B2")
FILTERS = {
    "all": "",
    "overdue": "waiting=overdue",
    "one law, changed": "law=16&verdict=changed",
    "one year, by event": "since=2026-01-01&until=2026-12-31&event=monday",
}


def fill(count: int) -> Federation:
    cast = make_cast()
    session = make_session(cast.harbour, 20)
    plays = list(Play.objects.filter(section__session=session))[:100]
    now = timezone.now()
    rulings = Ruling.objects.bulk_create(
        Ruling(session=session, section=play.section, play=play, board=play.board, state="given", given_at=now,
               opened_at=now, director=cast.director, title=f"Ruling {at}")
        for at, play in enumerate(plays)
    )  # fmt: skip
    Appeal.objects.bulk_create(one(at, rulings, session, cast, now) for at in range(count))
    return cast.nation


def one(at, rulings, session, cast, now):
    """Each ruling has one open appeal; the others are closed, decided within hours."""
    ruling = rulings[at % len(rulings)]
    asked = now - timedelta(days=at % 1400, hours=at % 24)
    closed = at >= len(rulings)
    return Appeal(
        year=2026, number=at + 1, ruling=ruling, session=session, club=cast.harbour, law=LAWS[at % len(LAWS)],
        director=cast.director, side="NS", contestant_id=ruling.play.north_id, grounds="So", hears="committee",
        state="closed" if closed else "lodged", requested_at=asked, needed=2, concurring=2, lodged_at=asked,
        decided_at=asked + timedelta(hours=2 + at % 50) if closed else None,
        verdict=("stands", "changed", "stands", "recommended")[at % 4] if closed else "",
        merit="without" if at % 9 == 0 else "", closed_at=asked + timedelta(days=3) if closed else None,
        due_at=None if closed else asked + timedelta(days=1),
    )  # fmt: skip


def page(body: Federation, query: str) -> None:
    """What the view reads."""
    now = timezone.now()
    rows = RegisterFilter(QueryDict(query), queryset=appeals_of(body)).qs
    found = list(Paginator(listed(rows, now), 50).get_page(1))
    for row in found:
        assert row.session.event.name
    figures(rows, now)


def sql_of(body: Federation, query: str) -> list[str]:
    connection.force_debug_cursor = True
    reset_queries()
    page(body, query)
    found = [one["sql"] for one in connection.queries]
    connection.force_debug_cursor = False
    return found


def bare(statements: list[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement.replace("%", "%%"), [])
            cursor.fetchall()


def main(count: int, times: int) -> None:
    nation = fill(count)
    found = {}
    for name, query in FILTERS.items():
        statements = sql_of(nation, query)
        ours, floor = medians(
            timed(lambda query=query: page(nation, query)),
            timed(lambda statements=statements: bare(statements)),
            times=times,
        )
        found[name] = {"ours": ours, "bare": floor, "queries": len(statements)}
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
