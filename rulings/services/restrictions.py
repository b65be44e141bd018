"""Restrictions that stay on the director's screen, and questions that come back at the end of the hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record
from core.errors import field_error
from core.locks import lock_row
from events.models import Play, Session
from rulings.laws.model import Outcome
from rulings.laws.restrictions import (
    RESTRICTING,
    End,
    Restriction,
    awaited_choice,
    reminders,
    requires_score,
    restrictions,
)
from rulings.models import LiveRestriction, Reminder, Ruling
from rulings.models.restrictions import SCORE_OWED, RestrictionKind
from rulings.selectors.consultations import consultation
from rulings.services.cases import require_ruling
from rulings.wording import translated_text
from scoring.models import BoardResult
from scoring.models.results import Outcome as ResultOutcome


def begin_restrictions(*, actor: Actor, ruling: Ruling, who: dict[str, dict[str, Any]] | None = None) -> None:
    """What the outcomes leave behind. `who` says for each kind the seat, the card or suit, and a lead left `free`.

    Where the board is over already there is nothing to restrict, and the questions are due at once.
    """
    if not ruling.tree:
        return
    case = consultation(ruling)
    outcomes = case.step.outcomes
    is_played = ruling.play is not None and is_over(ruling.play)
    details = who or {}
    if not is_played and not ruling.waived:
        LiveRestriction.objects.bulk_create(
            _restriction(actor, ruling, effect, **details.get(effect.key, {})) for effect in restrictions(outcomes)
        )
        if choice := awaited_choice(case):
            LiveRestriction.objects.create(
                ruling=ruling,
                kind=RestrictionKind.CHOICE,
                text=choice,
                ends=End.CHOSEN.value,
                began_at=actor.at,
            )
    _end_continued(actor, ruling, outcomes)
    _settle_decided(actor, ruling, outcomes)
    if requires_given_score(ruling, outcomes):
        owe_score(actor=actor, ruling=ruling)
    due_at = actor.at if is_played or ruling.play is None else None
    Reminder.objects.bulk_create(
        Reminder(ruling=ruling, check_code=effect.check, tree=effect.tree, made_at=actor.at, due_at=due_at)
        for effect in reminders(outcomes)
    )


def requires_given_score(ruling: Ruling, outcomes: Iterable[Outcome]) -> bool:
    """Whether the outcome is an adjusted score on a board, and the ruling gives none."""
    if ruling.play is None or ruling.waived or ruling.gives_score:
        return False
    return any(requires_score(outcome) for outcome in outcomes)


def owe_score(*, actor: Actor, ruling: Ruling) -> None:
    """The adjusted score is owed from now on: until it is given, or the director says that none is."""
    defaults = {"tree": ruling.tree, "made_at": actor.at, "due_at": actor.at, "settled_at": None, "answer": ""}
    Reminder.objects.update_or_create(ruling=ruling, check_code=SCORE_OWED, defaults=defaults | {"settled_by": None})


def _restriction(
    actor: Actor, ruling: Ruling, restriction: Restriction, *, seat: str = "", detail: str = "", free: bool = False
) -> LiveRestriction:
    """One that holds from now on; where declarer left the lead free, that is on record and holds nobody."""
    live = LiveRestriction(
        ruling=ruling,
        kind=restriction.key,
        text=restriction.text,
        ends=restriction.ends.value,
        began_at=actor.at,
        seat=seat,
        detail=detail,
    )
    if free:
        live.detail, live.ended_at, live.ended_by = _("no suit forbidden"), actor.at, actor.user
    return live


def _end_continued(actor: Actor, ruling: Ruling, outcomes: Iterable[Outcome]) -> None:
    """What this ruling goes on with has ended, and with it what its outcomes speak of anew."""
    live = LiveRestriction.objects.filter(ended_at=None)
    spoken_of = [key for key in RESTRICTING if any(outcome[key] is not None for outcome in outcomes)]
    ending = Q(continued_by=ruling)
    if ruling.follows_id is not None:
        ending |= Q(ruling=ruling.follows_id, kind__in=spoken_of)
    live.filter(ending).update(ended_at=actor.at, ended_by=actor.user)


def _settle_decided(actor: Actor, ruling: Ruling, outcomes: Iterable[Outcome]) -> None:
    """The question that this ruling decides is settled by it."""
    rows = Reminder.objects.filter(decided_by=ruling, settled_at=None)
    if requires_given_score(ruling, outcomes):
        outcome_words = _("the score is to be adjusted.")
    else:
        outcome_words = translated_text(next((outcome.do for outcome in outcomes), ""))
    answer = _("Ruling %(number)s: %(found)s") % {"number": ruling.pk, "found": outcome_words}
    rows.update(settled_at=actor.at, settled_by=actor.user, answer=answer[:300])


def is_over(play: Play) -> bool:
    """Whether the board has been played at the table."""
    result = BoardResult.objects.current().filter(play=play).first()
    return result is not None and result.outcome != ResultOutcome.NOT_PLAYED


def on_result(*, play: Play, result: BoardResult, actor: Actor) -> None:
    """The result of a board is in: its restrictions are over, its questions are due."""
    # Almost every board is played without a ruling: one question is enough then.
    if result.outcome == ResultOutcome.NOT_PLAYED or not Ruling.objects.filter(play=play).exists():
        return
    LiveRestriction.objects.filter(ruling__play=play, ended_at=None).update(ended_at=actor.at)
    Reminder.objects.filter(ruling__play=play, due_at=None, settled_at=None).update(due_at=actor.at)


def on_round(*, session: Session, finished: int, actor: Actor) -> None:
    """The players have moved on: what held at the tables of the round holds no longer."""
    ending = LiveRestriction.objects.filter(ruling__session=session, ruling__round__lte=finished, ended_at=None)
    ending.update(ended_at=actor.at)


@transaction.atomic
def end_restriction(*, actor: Actor, restriction: LiveRestriction) -> LiveRestriction:
    require_ruling(actor, restriction.ruling)
    live = lock_row(restriction)
    if live.ended_at is None:
        live.ended_at, live.ended_by = actor.at, actor.user
        live.save(update_fields=["ended_at", "ended_by"])
        record(actor=actor, act="restriction.end", body=restriction.club, target=live, after={"kind": live.kind})
    return live


@transaction.atomic
def settle_reminder(*, actor: Actor, reminder: Reminder, answer: str) -> Reminder:
    """The question was put: what came of it stays on record."""
    require_ruling(actor, reminder.ruling)
    locked_reminder = lock_row(reminder)
    if locked_reminder.settled_at is not None:
        return locked_reminder
    if not answer.strip():
        raise field_error("answer", _("Say what you found; “no damage” will do."), "required")
    locked_reminder.settled_at, locked_reminder.settled_by = actor.at, actor.user
    locked_reminder.answer = answer.strip()[:300]
    locked_reminder.save(update_fields=["settled_at", "settled_by", "answer"])
    record(
        actor=actor,
        act="reminder.settle",
        body=reminder.club,
        target=locked_reminder,
        after={"check": locked_reminder.check_code, "answer": locked_reminder.answer},
    )
    return locked_reminder


def end_restrictions_of_ruling(*, actor: Actor, ruling: Ruling, answer: str) -> None:
    """A ruling that is withdrawn leaves nothing behind."""
    LiveRestriction.objects.filter(ruling=ruling, ended_at=None).update(ended_at=actor.at, ended_by=actor.user)
    settle_reminders_of_ruling(actor=actor, ruling=ruling, answer=answer)


def settle_reminders_of_ruling(*, actor: Actor, ruling: Ruling, answer: str, due_only: bool = False) -> None:
    rows = Reminder.objects.filter(ruling=ruling, settled_at=None)
    if due_only:
        rows = rows.filter(due_at__isnull=False)
    rows.update(settled_at=actor.at, settled_by=actor.user, answer=answer[:300])
