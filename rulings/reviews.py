"""Appeals against rulings, as the pages of rulings tell of them; rulings know nothing of committees."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from core.actors import Actor
from events.models import Session
from rulings import hooks
from rulings.models import Ruling


@dataclass(frozen=True)
class Review:
    """One appeal: how far it has come, what was decided, and what it asks of whoever looks."""

    title: str
    state: Any
    is_open: bool
    # Lodged or beyond: what is changed, a decision changes.
    is_lodged: bool = False
    # Why the ruling is neither amended nor withdrawn any more, in a sentence; empty where it still can be.
    why_fixed: str = ""
    is_changed: bool = False
    decision: str = ""
    task: Any = ""
    # Empty for those who may not read the case.
    url: str = ""


@dataclass(frozen=True)
class ReviewRequest:
    """Where somebody can ask for a review of a ruling, and until when; without a time it has not begun to run."""

    url: str
    until: datetime | None


class ReviewSource(Protocol):
    def of_rulings(self, actor: Actor, rulings: Collection[Ruling]) -> dict[int, list[Review]]: ...

    def requests(self, actor: Actor, rulings: Collection[Ruling]) -> dict[int, ReviewRequest]: ...

    def open_in(self, actor: Actor, session: Session) -> list[Review]: ...


def reviews_by_ruling(actor: Actor, rulings: Collection[Ruling]) -> dict[int, list[Review]]:
    """By the ruling's id, for many rulings at once."""
    by_ruling: dict[int, list[Review]] = {}
    for source in hooks.review_sources:
        for ruling, reviews in source.of_rulings(actor, rulings).items():
            by_ruling.setdefault(ruling, []).extend(reviews)
    return by_ruling


def why_fixed(actor: Actor, ruling: Ruling) -> str:
    """Why a ruling that stands can be neither amended nor withdrawn, in a sentence; empty where it can."""
    if not ruling.stands:
        return ""
    reviews = reviews_by_ruling(actor, [ruling]).get(ruling.pk, [])
    return next((review.why_fixed for review in reviews if review.why_fixed), "")


def review_requests(actor: Actor, rulings: Collection[Ruling]) -> dict[int, ReviewRequest]:
    """By the ruling's id: those that this person, as a player concerned, can still have reviewed."""
    requests: dict[int, ReviewRequest] = {}
    for source in hooks.review_sources:
        requests |= source.requests(actor, rulings)
    return requests


def open_reviews(actor: Actor, session: Session) -> list[Review]:
    return [review for source in hooks.review_sources for review in source.open_in(actor, session)]


def with_reviews(actor: Actor, rulings: Collection[Ruling]) -> list[Ruling]:
    """The same rulings, each with its `reviews`."""
    reviews = reviews_by_ruling(actor, rulings)
    for ruling in rulings:
        ruling.reviews = reviews.get(ruling.pk, [])  # type: ignore[attr-defined]
    return list(rulings)
