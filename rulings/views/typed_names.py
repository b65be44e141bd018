"""Fields in which people are typed by name or number, on the pages of polls and reports."""

from __future__ import annotations

from typing import Any

from clubs.models import Club
from clubs.views.bodies import Request
from core.actors import system
from events.selectors.naming import NameAnswer, TypedName, match_typed_names
from events.views.desk import NameField


def typed_names(request: Request, club: Club, labels: list[Any]) -> list[NameField]:
    """Fields for people: a few letters or a number. The page has asked for the right already."""
    typed = [
        TypedName(request.POST.get(f"player_{at}", "")[:120], request.POST.get(f"pick_{at}", "")[:20])
        for at in range(1, len(labels) + 1)
    ]
    answers = [NameAnswer() for _name in typed]
    if request.method == "POST":
        answers = match_typed_names(actor=system(request.actor.at), club=club, typed=typed)
    return [
        NameField(at, name, answer, label)
        for at, (name, answer, label) in enumerate(zip(typed, answers, labels, strict=True), start=1)
    ]
