"""The register of persons: everybody whom a federation's clubs know, found whatever the accents and the order."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from clubs.models.people import PlayerQuerySet
from core.names import fold


def searched(people: PlayerQuerySet, words: str) -> QuerySet[Any]:
    """Those who have every word somewhere in a name or in the number."""
    for word in fold(words).replace(",", " ").replace(".", " ").split():
        people = people.filter(search_key__contains=word)
    return people.order_by("display_name", "pk")
