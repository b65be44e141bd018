"""Which round is being played: by the session, and by tables that have gone on by themselves."""

from __future__ import annotations

from django.db.models import Max

from events.models import Session, TableRound


def last_begun_round(session: Session) -> int:
    """The newest round that any table plays; 1 before the start."""
    ahead = TableRound.objects.filter(section__session=session).aggregate(newest=Max("round"))["newest"]
    return max(1, session.round, ahead or 0)


def tables_ahead(session: Session) -> dict[tuple[int, int], int]:
    """The round of each table, by section and table, that plays a later one than the session."""
    tables = TableRound.objects.filter(section__session=session, round__gt=session.round)
    return {(table.section_id, table.table): table.round for table in tables.order_by()}
