"""What applications above add to the office: whom a mail can go to, and how a fee can be paid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet

from core.hooks import Hook

if TYPE_CHECKING:
    from clubs.models import Player
    from clubs.models.bodies import Body
    from clubs.selectors.navigation import Link
    from office.models import Renewal


@dataclass(frozen=True)
class MailGroup:
    """People whom a federation or club writes to: `key` names the group, `label` says in words who is in it."""

    key: str
    label: Any
    players: Callable[[], QuerySet[Player]]


#: Groups of people that a body may write to at a moment.
mail_groups: Hook[Callable[[Body, datetime], list[MailGroup]]] = Hook()
#: A way to pay what is open, such as by card, for the page on which a member answers; None where there is none.
ways_to_pay: Hook[Callable[[Renewal], Link | None]] = Hook()
#: Things whose notices stand in a part of the first page of their own, and not among “New for you”.
shown_elsewhere: Hook[str] = Hook()
