"""Standing codes: which they are, and which table of which session each of them opens now."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from clubs.models import Club
from events.models import StandingCode, TableCode
from events.models.sessions import SessionState
from events.selectors.table_codes import cleaned_code

# A session that somebody forgot to finish is not tonight's.
LONGEST_SESSION = timedelta(hours=24)
AROUND_START = timedelta(hours=12)


def club_standing_codes(club: Club) -> list[StandingCode]:
    return list(StandingCode.objects.filter(club=club, revoked_at=None).order_by("letter", "table"))


def find_standing_code(text: str) -> StandingCode | None:
    """As it was typed or scanned."""
    code = cleaned_code(text)
    codes = StandingCode.objects.select_related("club__federation")
    return codes.filter(code=code, revoked_at=None).first() if code else None


def tables_opened_by(standing: StandingCode, at: datetime) -> list[TableCode]:
    """That table in each session being played now; where none is, in each that is being seated for today."""
    codes = TableCode.objects.filter(
        section__session__event__club=standing.club_id,
        section__session__event__removed_at=None,
        section__letter=standing.letter,
        table=standing.table,
        revoked_at=None,
    )
    codes = codes.select_related("section__session__event").defer("section__movement_data")
    session = "section__session__"
    recent = Q(**{f"{session}started_at__gt": at - LONGEST_SESSION}) | Q(
        **{f"{session}started_at": None, f"{session}starts_at__gt": at - LONGEST_SESSION}
    )
    playing = codes.filter(recent, **{f"{session}state": SessionState.PLAYING})
    today = (at - AROUND_START, at + AROUND_START)
    seating = codes.filter(**{f"{session}state": SessionState.SEATING, f"{session}starts_at__range": today})
    order = (f"{session}starts_at", f"{session}pk")
    return list(playing.order_by(*order)) or list(seating.order_by(*order))
