"""What every act on a case does alike: take it under its lock, ask the gates, write the step, audit it, tell people."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from appeals.gates import EDGES, ENDED, CaseState, Facts, refusal
from appeals.models import Appeal, Step
from appeals.selectors.facts import appeal_facts, request_due_at
from appeals.wording import refusal_sentence
from core.actors import Actor
from core.audit import record
from core.errors import Conflict, field_error
from core.locks import lock
from rulings.services.pending import invalidate_live_pages

logger = logging.getLogger(__name__)
MOST_AT_ONCE = 100
# What two appeals that are heard together have alike.
SHARED_WHEN_HEARD_TOGETHER = (
    "state",
    "hears",
    "statements_until",
    "decided_at",
    "further_until",
    "closes_at",
    "due_at",
    "closed_at",
)
RELATED = (
    "session__event__club__federation",
    "ruling__play__section__board_set",
    "ruling__session__event__club",
    "club__federation",
)


def lock_case(appeal: Appeal, *, version: int | None = None) -> Appeal:
    """The case as it stands now, under its lock. Whoever saw another version is refused."""
    case = lock(Appeal.objects).select_related(*RELATED, "contestant").get(pk=appeal.pk)
    if version is not None and case.version != version:
        raise Conflict
    return case


def require_gate(act: str, appeal: Appeal, actor: Actor, **more: Any) -> Facts:
    """Refuse what Laws 92 and 93 do not allow, in a sentence with its paragraph."""
    facts = appeal_facts(appeal, actor.at, **more)
    if refused := refusal(act, facts):
        raise ValidationError(refusal_sentence(refused, appeal.club), code=refused.code)
    return facts


def record_step(
    actor: Actor,
    appeal: Appeal,
    act: str,
    *,
    words: str = "",
    law: str = "",
    after: dict[str, Any] | None = None,
    reason: str = "",
    inner: bool = False,
) -> Step:
    """The case moves along the edge of this act; saved, written into the timeline and audited."""
    edge = EDGES[act]
    # What has ended stays as it is, and the database sees to that.
    columns = ["version"] if appeal.closed_at is not None else None
    if edge.target is not None:
        appeal.state = edge.target
    if appeal.state in ENDED and appeal.closed_at is None:
        appeal.closed_at, appeal.due_at = actor.at, None
    if appeal.state == CaseState.REQUESTED and appeal.pk is not None:
        appeal.due_at = request_due_at(appeal_facts(appeal, actor.at))
    appeal.version += 1
    appeal.save(update_fields=columns)
    if edge.target is not None:
        _take_along(actor, appeal, act)
        invalidate_live_pages(appeal.ruling, at=actor.at)
    step = Step.objects.create(
        appeal=appeal,
        act=act,
        law=law or edge.law,
        state=appeal.state,
        at=actor.at,
        by=actor.user,
        words=words[:500],
        inner=inner,
    )
    record(
        actor=actor,
        act=f"appeal.{act}",
        body=appeal.club,
        target=appeal,
        after={"state": appeal.state, **(after or {})},
        reason=reason[:500],
    )
    return step


def _take_along(actor: Actor, appeal: Appeal, act: str) -> None:
    """What is heard together goes the same way."""
    followers = lock(Appeal.objects).filter(heard_with=appeal, closed_at=None)
    for follower in followers.order_by("pk"):
        for name in SHARED_WHEN_HEARD_TOGETHER:
            setattr(follower, name, getattr(appeal, name))
        follower.version += 1
        follower.save()
        words = _("With appeal %(case)s") % {"case": appeal}
        Step.objects.create(
            appeal=follower, act=act, law=EDGES[act].law, state=follower.state, at=actor.at, by=actor.user, words=words
        )
        record(
            actor=actor,
            act=f"appeal.{act}",
            body=follower.club,
            target=follower,
            after={"state": follower.state},
            reason=words,
        )


def for_each_due(rows: QuerySet[Appeal], do: Callable[[Appeal], Any]) -> int:
    """What a sweep does with cases whose time is over: one that is refused or fails keeps none of the others open."""
    done = 0
    for appeal in rows.select_related("club__federation", "session__event")[:MOST_AT_ONCE]:
        try:
            do(appeal)
        except ValidationError:
            # Somebody owes an act, and stands in the register with it.
            continue
        except Exception:
            logger.exception("Appeal %s could not be brought to its end", appeal.pk)
            continue
        done += 1
    return done


def say_why(text: str, name: str = "reason") -> str:
    if not text.strip():
        raise field_error(name, _("Say why."), "required")
    return text.strip()


def say_for_whole_side(people: int, is_said: bool) -> None:
    """One partner alone does not take back what both have asked for (Law 92D)."""
    if people > 1 and not is_said:
        raise field_error(
            "for_whole_side", _("It ends the appeal for the whole side: say that all of it want that."), "required"
        )
