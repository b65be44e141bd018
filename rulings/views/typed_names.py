"""Fields in which people are typed by name or number, on the pages of polls and reports."""

from __future__ import annotations

from typing import Any

from clubs.models import Club
from clubs.views.bodies import Request
from core.actors import system
from events.views.name_fields import NameField, empty_fields, read_names


def typed_names(request: Request, club: Club, labels: list[Any]) -> list[NameField]:
    """Fields for people: a few letters or a number. The page has asked for the right already."""
    if request.method != "POST":
        return empty_fields(len(labels), labels)
    return read_names(request, club, len(labels), labels, actor=system(request.actor.at))
