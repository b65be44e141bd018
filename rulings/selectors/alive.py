"""What is alive in a session: restrictions at the tables, questions that are due, opinions asked for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q, Sum

from clubs.actors import Actor
from events.models import Session
from rulings.models import LiveRestriction, Opinion, Reminder, Ruling
from rulings.models.rulings import RulingState
from rulings.selectors.reach import Reach
from rulings.selectors.words import check_words, restriction_words


@dataclass(frozen=True)
class Alive:
    """A restriction with its words."""

    row: LiveRestriction
    words: str

    @property
    def ruling(self) -> Ruling:
        return self.row.ruling


@dataclass(frozen=True)
class Due:
    """A question for the end of a hand."""

    row: Reminder
    words: str

    @property
    def ruling(self) -> Ruling:
        return self.row.ruling


def restrictions_of(session: Session, reach: Reach) -> list[Alive]:
    """Those that still hold, at tables where this person may rule."""
    rows = LiveRestriction.objects.filter(ruling__session=session, ended_at=None)
    rows = rows.select_related("ruling__session__event__club", "ruling__section", "ruling__director__player")
    return [Alive(row, restriction_words(row.kind, row.text)) for row in rows if rules_there(reach, row.ruling)]


def reminders_of(session: Session, reach: Reach) -> list[Due]:
    """Questions that are due: the result is in."""
    rows = Reminder.objects.filter(ruling__session=session, due_at__isnull=False, settled_at=None)
    rows = rows.select_related("ruling__session__event__club", "ruling__section", "ruling__director__player")
    return [Due(row, check_words(row.check_code)) for row in rows if rules_there(reach, row.ruling)]


def rules_there(reach: Reach, ruling: Ruling) -> bool:
    return reach.may_rule(ruling.section_id, ruling.round, ruling.table, ruling.board)


def opinions_wanted(actor: Actor, session: Session) -> list[Opinion]:
    if actor.user is None:
        return []
    rows = Opinion.objects.filter(ruling__session=session, asked=actor.user, answered_at=None)
    return list(rows.select_related("ruling__section", "ruling__session__event__club", "asked_by__player"))


def drafts_of(session: Session, reach: Reach) -> list[Ruling]:
    rows = Ruling.objects.filter(session=session, state=RulingState.DRAFT)
    rows = rows.select_related("section", "session__event__club", "director__player").order_by("opened_at", "pk")
    return [row for row in rows if rules_there(reach, row)]


def alive_tag(session: Session) -> str:
    """What tells that one of these has changed, for a page that asks again and again."""
    here = {"ruling__session": session}
    parts: list[int | datetime | None] = []
    parts += Ruling.objects.filter(session=session).aggregate(Count("pk"), Sum("version")).values()
    drafts = Q(state=RulingState.DRAFT)
    parts += Ruling.objects.filter(session=session).aggregate(drafts=Count("pk", filter=drafts)).values()
    parts += LiveRestriction.objects.filter(**here).aggregate(Max("pk"), Count("ended_at")).values()
    parts += Reminder.objects.filter(**here).aggregate(Max("pk"), Count("due_at"), Count("settled_at")).values()
    parts += Opinion.objects.filter(**here).aggregate(Max("pk"), Count("answered_at")).values()
    return ".".join(map(str, parts))
