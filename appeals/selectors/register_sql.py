"""The two statements of the register: its figures, and a page of its lines.

By hand, because both read thousands of appeals at once: the filtered appeals are gone through once for all figures, and
sorted by their keys alone. What the filters are comes from the ORM.
"""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.models import QuerySet

from appeals.models import Appeal

# Of an appeal, for both statements.
READ = (
    *("pk", "state", "verdict", "merit", "law", "director_id", "club_id", "requested_at", "lodged_at", "decided_at"),
    *("due_at", "closed_at"),
)
NAMES = ("id", *READ[1:])
SECONDS = {
    "sqlite": "(JULIANDAY(decided_at) - JULIANDAY(lodged_at)) * 86400.0",
    "postgresql": "EXTRACT(EPOCH FROM decided_at - lodged_at)",
}
HEARD = "verdict IN ('stands', 'changed', 'recommended')"
CHANGED = "SUM(CASE WHEN verdict = 'changed' THEN 1 ELSE 0 END)"
FIGURES = """
    WITH found ({names}) AS MATERIALIZED ({found})
    SELECT 'state', state, '', COUNT(*), {changed}, SUM(CASE WHEN closed_at IS NULL THEN 1 ELSE 0 END),
        SUM(CASE WHEN closed_at IS NULL AND due_at < %s THEN 1 ELSE 0 END), SUM(CASE WHEN {heard} THEN 1 ELSE 0 END),
        SUM(CASE WHEN merit = 'without' THEN 1 ELSE 0 END), SUM({seconds}), COUNT(decided_at)
    FROM found GROUP BY state
    UNION ALL SELECT * FROM (
        SELECT 'law', law, '', COUNT(*) AS heard, {changed} AS changed, 0, 0, 0, 0, 0.0, 0
        FROM found WHERE {heard} GROUP BY law ORDER BY heard DESC, law LIMIT %s) AS laws
    UNION ALL SELECT * FROM (
        SELECT 'director', CAST(director_id AS TEXT),
            (SELECT display_name FROM clubs_player WHERE clubs_player.user_id = director_id),
            COUNT(*) AS heard, {changed} AS changed, 0, 0, 0, 0, 0.0, 0
        FROM found WHERE {heard} GROUP BY director_id ORDER BY heard DESC, director_id LIMIT %s) AS directors
    UNION ALL SELECT 'club', CAST((
            SELECT COUNT(*) FROM clubs_membership
            WHERE clubs_membership.club_id = found.club_id AND status = 'active' AND ends IS NULL) AS TEXT),
        '', COUNT(*), {changed}, 0, 0, 0, 0, 0.0, 0
    FROM found WHERE {heard} GROUP BY club_id
"""
LINES = """
    WITH found ({names}) AS ({found}),
    page (id, urgency) AS MATERIALIZED (
        SELECT id,
            CASE WHEN closed_at IS NULL AND due_at < %s THEN 0 WHEN closed_at IS NULL THEN 1 ELSE 2 END AS urgency
        FROM found ORDER BY urgency, requested_at DESC, id DESC LIMIT %s OFFSET %s)
    SELECT a.id, a.year, a.number, c.slug, c.name, e.name, a.law, r.title, p.display_name, a.state, a.verdict, a.merit,
        a.requested_at, a.due_at, a.follow_up, page.urgency
    FROM page JOIN appeals_appeal a ON a.id = page.id JOIN clubs_club c ON c.id = a.club_id
    JOIN events_session s ON s.id = a.session_id JOIN events_event e ON e.id = s.event_id
    JOIN rulings_ruling r ON r.id = a.ruling_id LEFT JOIN clubs_player p ON p.user_id = a.director_id
    ORDER BY page.urgency, a.requested_at DESC, a.id DESC
"""


class FilteredAppeals:
    """The appeals that filters leave, ready for both statements."""

    def __init__(self, rows: QuerySet[Appeal]) -> None:
        query = rows.order_by().values_list(*READ).query
        self.sql, self.values = query.get_compiler(connection=connection).as_sql()

    def figures(self, now: Any, most: int) -> list[Any]:
        seconds = SECONDS[connection.vendor]
        words = {"names": ", ".join(NAMES), "found": self.sql, "seconds": seconds, "heard": HEARD, "changed": CHANGED}
        return self._all(FIGURES.format(**words), (*self.values, _database_moment(now), most, most))

    def lines(self, now: Any, first: int, most: int) -> list[Any]:
        text = LINES.format(names=", ".join(NAMES), found=self.sql)
        return self._all(text, (*self.values, _database_moment(now), most, first))

    def _all(self, text: str, values: tuple[Any, ...]) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(text, values)
            rows: list[Any] = cursor.fetchall()
            return rows


def _database_moment(moment: Any) -> Any:
    """As the database keeps moments."""
    return connection.ops.adapt_datetimefield_value(moment)
