"""The register of a federation as one would write it by hand: the same rows in the same order, the same figures."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

CLUBS = """
    a.club_id IN (SELECT c.id FROM clubs_club c JOIN clubs_federation f ON f.id = c.federation_id
                  WHERE f.path >= %s AND f.path < %s)
"""
HEARD = "a.verdict IN ('stands', 'changed', 'recommended')"
FARED = "COUNT(*), SUM(CASE WHEN a.verdict = 'changed' THEN 1 ELSE 0 END)"
SECONDS = {
    "sqlite": "(JULIANDAY(a.decided_at) - JULIANDAY(a.lodged_at)) * 86400.0",
    "postgresql": "EXTRACT(EPOCH FROM a.decided_at - a.lodged_at)",
}


@dataclass(frozen=True)
class Where:
    """A filter: a condition on `a`, and what goes into it."""

    sql: str = "1 = 1"
    values: tuple[Any, ...] = ()


def text(moment: datetime) -> Any:
    """SQLite keeps moments as texts."""
    return moment.strftime("%Y-%m-%d %H:%M:%S.%f") if connection.vendor == "sqlite" else moment


def filters(now: datetime) -> dict[str, tuple[str, Where]]:
    """By name: the query of the page, and the condition by hand."""
    year = (text(datetime(2025, 1, 1, tzinfo=now.tzinfo)), text(datetime(2026, 1, 1, tzinfo=now.tzinfo)))
    period = "a.requested_at >= %s AND a.requested_at < %s"
    event = """a.session_id IN (SELECT s.id FROM events_session s JOIN events_event e ON e.id = s.event_id
               WHERE LOWER(e.name) LIKE %s)"""
    director = "a.director_id IN (SELECT p.user_id FROM clubs_player p WHERE LOWER(p.display_name) LIKE %s)"
    law = "a.law LIKE '16%%'"
    month = text(now - timedelta(days=30))
    return {
        "all": ("", Where()),
        "period": ("since=2025-01-01&until=2025-12-31", Where(period, year)),
        "event": ("event=monday", Where(event, ("%monday%",))),
        "period and event": (
            "since=2025-01-01&until=2025-12-31&event=monday",
            Where(f"{period} AND {event}", (*year, "%monday%")),
        ),
        "law": ("law=16", Where(law)),
        "irregularity": ("topic=L27", Where("a.topic = 'L27'")),
        "director": ("director=director+3", Where(director, ("%director 3%",))),
        "outcome": ("verdict=changed", Where("a.verdict = 'changed'")),
        "law and outcome": ("law=16&verdict=changed", Where(f"{law} AND a.verdict = 'changed'")),
        "merit": ("merit=without", Where("a.merit = 'without'")),
        "committee": ("hears=committee", Where("a.hears = 'committee'")),
        "state": ("state=referred", Where("a.state = 'referred'")),
        "open for a month": ("age=30", Where("a.closed_at IS NULL AND a.requested_at < %s", (month,))),
        "open": ("waiting=open", Where("a.closed_at IS NULL")),
        "overdue": ("waiting=overdue", Where("a.closed_at IS NULL AND a.due_at < %s", (text(now),))),
    }


def _all(sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


def rules() -> list[Any]:
    """What clubs and federations have laid down about what is seen above them."""
    return _all("SELECT * FROM clubs_regulationsetting WHERE key = 'appeals.federation_sees' AND superseded_at IS NULL")


def lines(path: str, where: Where, now: datetime) -> list[Any]:
    """The first page."""
    keys = _all(
        f"""SELECT a.id FROM appeals_appeal a WHERE {CLUBS} AND {where.sql}
            ORDER BY CASE WHEN a.closed_at IS NULL AND a.due_at < %s THEN 0 WHEN a.closed_at IS NULL THEN 1 ELSE 2 END,
                     a.requested_at DESC, a.id DESC LIMIT 50""",
        (path, path + "~", *where.values, text(now)),
    )
    marks = ", ".join(["%s"] * len(keys))
    rows = _all(
        f"""SELECT a.id, a.year, a.number, c.slug, c.name, e.name, a.law, r.title, p.display_name, a.state, a.verdict,
                   a.merit, a.requested_at, a.due_at, a.closed_at, a.follow_up
            FROM appeals_appeal a JOIN clubs_club c ON c.id = a.club_id JOIN events_session s ON s.id = a.session_id
            JOIN events_event e ON e.id = s.event_id JOIN rulings_ruling r ON r.id = a.ruling_id
            LEFT JOIN clubs_player p ON p.user_id = a.director_id WHERE a.id IN ({marks})""",
        tuple(key for [key] in keys),
    )
    by_key = {row[0]: row for row in rows}
    return [by_key[key] for [key] in keys]


def figures(path: str, where: Where, now: datetime) -> tuple[Any, ...]:
    parameters = (path, path + "~", *where.values)
    among = f"FROM appeals_appeal a WHERE {CLUBS} AND {where.sql}"
    seconds = SECONDS[connection.vendor]
    states = _all(
        f"""SELECT a.state, COUNT(*), SUM(CASE WHEN a.closed_at IS NULL THEN 1 ELSE 0 END),
                   SUM(CASE WHEN a.closed_at IS NULL AND a.due_at < %s THEN 1 ELSE 0 END),
                   SUM(CASE WHEN {HEARD} THEN 1 ELSE 0 END), SUM(CASE WHEN a.verdict = 'changed' THEN 1 ELSE 0 END),
                   SUM(CASE WHEN a.merit = 'without' THEN 1 ELSE 0 END), SUM({seconds}), COUNT(a.decided_at)
            {among} GROUP BY a.state""",
        (text(now), *parameters),
    )
    laws = _all(f"SELECT a.law, {FARED} {among} AND {HEARD} GROUP BY a.law ORDER BY 2 DESC, 1 LIMIT 12", parameters)
    clubs = _all(f"SELECT a.club_id, {FARED} {among} AND {HEARD} GROUP BY a.club_id", parameters)
    sizes = _all(
        """SELECT m.club_id, COUNT(*) FROM clubs_membership m WHERE m.status = 'active' AND m.ends IS NULL
           GROUP BY m.club_id"""
    )
    people = _all(
        f"""SELECT d.id, p.display_name, d.heard, d.changed
            FROM (SELECT a.director_id AS id, COUNT(*) AS heard,
                         SUM(CASE WHEN a.verdict = 'changed' THEN 1 ELSE 0 END) AS changed
                  {among} AND {HEARD} GROUP BY a.director_id ORDER BY 2 DESC, 1 LIMIT 12) d
            LEFT JOIN clubs_player p ON p.user_id = d.id""",
        parameters,
    )
    return states, laws, clubs, sizes, people
