"""Moments as Bridgemate files keep them: by the club's clock, without a zone."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from clubs.models import Club

FIRST_DAY = datetime(1899, 12, 30, tzinfo=UTC)


def file_days(moment: datetime, club: Club) -> float:
    """A moment by the club's clock, in days as the file counts them."""
    local = moment.astimezone(ZoneInfo(club.timezone)).replace(tzinfo=UTC)
    return (local - FIRST_DAY).total_seconds() / 86_400
