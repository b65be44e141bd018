"""Which clubs have closed."""

from __future__ import annotations

from django.db.models import QuerySet

from clubs.models import Club
from office.models import Closure


def open_closures() -> QuerySet[Closure]:
    """Of clubs that are closed now."""
    return Closure.objects.filter(reopened_at=None)


def is_closed(club: Club) -> bool:
    return open_closures().filter(club=club).exists()
