"""What is alive in a session: restrictions at the tables, questions that are due, opinions asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Model, OuterRef, Q, QuerySet, Subquery, Sum

from core.actors import Actor
from events.models import Session
from rulings.laws.restrictions import next_stage
from rulings.models import LiveRestriction, Opinion, Reminder, Ruling
from rulings.models.restrictions import SCORE_OWED, RestrictionKind
from rulings.models.rulings import RulingState
from rulings.selectors.reach import Reach
from rulings.selectors.words import check_words, restriction_words
from scoring.models import ScoreAdjustment


@dataclass(frozen=True)
class TableRestriction:
    """A restriction with its words."""

    row: LiveRestriction
    words: str

    @property
    def ruling(self) -> Ruling:
        return self.row.ruling

    @property
    def goes_on(self) -> bool:
        """Whether there is a next stage to rule on."""
        return self.row.kind == RestrictionKind.CHOICE or next_stage(self.row.kind, self.row.text) is not None


@dataclass(frozen=True)
class DueReminder:
    """A question for the end of a hand."""

    row: Reminder
    words: str

    @property
    def ruling(self) -> Ruling:
        return self.row.ruling


def table_restrictions(session: Session, reach: Reach) -> list[TableRestriction]:
    """Those that still hold, at tables where this person may rule."""
    if session.is_over:
        return []
    rows = LiveRestriction.objects.filter(ruling__session=session, ended_at=None)
    rows = rows.select_related("ruling__session__event__club", "ruling__section", "ruling__director__player")
    return [
        TableRestriction(restriction, restriction_words(restriction.kind, restriction.text, restriction.detail))
        for restriction in rows
        if rules_there(reach, restriction.ruling)
    ]


def due_reminders(session: Session, reach: Reach) -> list[DueReminder]:
    """Questions that are due: the result is in."""
    rows = Reminder.objects.filter(ruling__session=session, due_at__isnull=False, settled_at=None)
    return _due_reminders(rows.exclude(check_code=SCORE_OWED), reach)


def open_score_debts(session: Session) -> QuerySet[Reminder]:
    """Adjusted scores that rulings owe: neither given, by whatever authority, nor said to be none."""
    rows = Reminder.objects.filter(ruling__session=session, check_code=SCORE_OWED, settled_at=None)
    adjustments = ScoreAdjustment.objects.current().filter(play__section__session=session)
    return rows.exclude(ruling__play__in=adjustments.values("play"))


def owed_scores(session: Session, reach: Reach) -> list[DueReminder]:
    """Adjusted scores that rulings owe, at tables where this person may rule."""
    return _due_reminders(open_score_debts(session), reach)


def _due_reminders(rows: QuerySet[Reminder], reach: Reach) -> list[DueReminder]:
    rows = rows.select_related("ruling__session__event__club", "ruling__section", "ruling__director__player")
    reminders = [reminder for reminder in rows if rules_there(reach, reminder.ruling)]
    return [DueReminder(reminder, check_words(reminder.check_code)) for reminder in reminders]


def rules_there(reach: Reach, ruling: Ruling) -> bool:
    return reach.may_rule(ruling.section_id, ruling.round, ruling.table, ruling.board)


def opinions_wanted(actor: Actor, session: Session) -> list[Opinion]:
    if actor.user is None:
        return []
    rows = Opinion.objects.filter(ruling__session=session, asked=actor.user, answered_at=None)
    return list(rows.select_related("ruling__section", "ruling__session__event__club", "asked_by__player"))


def draft_rulings(session: Session, reach: Reach) -> list[Ruling]:
    rows = Ruling.objects.filter(session=session, state=RulingState.DRAFT)
    rows = rows.select_related("section", "session__event__club", "director__player").order_by("opened_at", "pk")
    return [ruling for ruling in rows if rules_there(reach, ruling)]


def restrictions_version(session: Session) -> str:
    """What tells that one of these has changed, for a page that asks again and again: one statement."""
    counted = {
        "written": _total(Ruling, "session", Sum("version")),
        "rulings": _total(Ruling, "session", Count("pk")),
        "drafts": _total(Ruling, "session", Count("pk", filter=Q(state=RulingState.DRAFT))),
        "restrictions": _total(LiveRestriction, "ruling__session", Max("pk")),
        "ended": _total(LiveRestriction, "ruling__session", Count("ended_at")),
        "reminders": _total(Reminder, "ruling__session", Max("pk")),
        "due": _total(Reminder, "ruling__session", Count("due_at") + Count("settled_at")),
        "opinions": _total(Opinion, "ruling__session", Max("pk")),
        "answered": _total(Opinion, "ruling__session", Count("answered_at")),
    }
    counts = Session.objects.filter(pk=session.pk).values_list(*counted.values())
    return ".".join(map(str, counts.get()))


def _total(model: type[Model], path: str, total: Any) -> Subquery:
    rows = model._default_manager.filter(**{path: OuterRef("pk")}).order_by().values(path)
    return Subquery(rows.annotate(total=total).values("total"))
