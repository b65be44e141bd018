"""The fields in which names are typed, and whom they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError

from clubs.models import Club, Player
from clubs.views.bodies import Request
from core.actors import Actor
from events.models import Contestant
from events.selectors.naming import NameAnswer, TypedName, match_typed_names
from events.views.event_base import posted_text


@dataclass(frozen=True)
class NameField:
    """One field with what is typed in it, and whom that means; `at` counts from 1."""

    at: int
    typed: TypedName
    answer: NameAnswer
    label: Any = ""


def empty_fields(count: int, labels: Sequence[Any] = ()) -> list[NameField]:
    """So many fields with nothing in them, with their labels where there are any."""
    return [
        NameField(at, TypedName(""), NameAnswer(), label) for at, label in enumerate(labels or [""] * count, start=1)
    ]


def contestant_fields(contestant: Contestant, count: int) -> list[NameField]:
    """The contestant's players, and empty fields up to `count`."""
    entrants = list(contestant.entrants.all())
    fields = [
        NameField(at, TypedName(entrant.title, str(entrant.player_id or "")), NameAnswer())
        for at, entrant in enumerate(entrants, start=1)
    ]
    return [*fields, *empty_fields(count)[len(fields) :]]


def read_names(
    request: Request, club: Club, count: int, labels: Sequence[Any] = (), actor: Actor | None = None
) -> list[NameField]:
    """What was sent in `player_1` and so on, and whom it means at the club's desk to whoever asks, or to `actor`."""
    names = [
        TypedName(posted_text(request, f"player_{at}", 120), posted_text(request, f"pick_{at}", 20))
        for at in range(1, count + 1)
    ]
    answers = match_typed_names(actor=actor or request.actor, club=club, typed=names)
    return [
        NameField(field.at, name, answer, field.label)
        for field, name, answer in zip(empty_fields(count, labels), names, answers, strict=True)
    ]


def people_from_fields(fields: Sequence[NameField]) -> list[Player | str | None]:
    """Players, visitors' names, None for unknown; or a refusal that says whom to pick."""
    if problems := [field.answer.problem for field in fields if field.answer.problem]:
        raise ValidationError(problems)
    return [None if field.answer.unknown else field.answer.person for field in fields if not field.answer.empty]
