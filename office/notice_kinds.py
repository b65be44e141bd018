"""What people are told of: each kind belongs to a category that a person can turn off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from office.models import Notice


class Category(models.TextChoices):
    ENTRIES = "entries", _("Entries: entered, moved up from the waiting list, a partner found")
    RESULTS = "results", _("Results, with the own scorecard")
    APPEALS = "appeals", _("Steps of appeals that concern you")
    RENEWALS = "renewals", _("Renewing a membership: invitations, reminders and receipts")
    GROUPS = "groups", _("News from clubs and federations to their members")


#: Nobody is sent these who has not asked for them.
ON_REQUEST = {Category.RESULTS}


@dataclass(frozen=True)
class Content:
    """What a mail says."""

    subject: str
    text: str
    html: str = ""


Writer = Callable[["Notice"], Content]


@dataclass(frozen=True)
class NoticeKind:
    """Something that people are told. `title` and `text` are made when they are read, in the reader's language.

    `page` gives the address that the notice leads to where it is not the one it was made with; `writer` is asked once
    for all mails about one thing and gives what writes each of them.
    """

    key: str
    category: str
    title: Any
    text: Any = ""
    page: Callable[[Notice], str] | None = None
    writer: Callable[[int], Writer] | None = None


KINDS: dict[str, NoticeKind] = {}


def register(*kinds: NoticeKind) -> None:
    for kind in kinds:
        known = KINDS.setdefault(kind.key, kind)
        assert known == kind, f"two kinds of notices are called {kind.key}"
