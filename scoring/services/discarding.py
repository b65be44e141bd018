"""What was typed for a session from paper, taken away when its names or its movement turn out wrong."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core.actors import Actor
from core.audit import record
from core.errors import field_error
from core.superseding import SupersededQuerySet
from events.models import Play, Session
from scoring.models import BoardResult, Publication, ScoreAdjustment
from scoring.services.comparison_fields import check_lock_and_rescore


def discard_scores(*, session: Session, actor: Actor, reason: str) -> None:
    """Remove all results and adjusted scores of a session; refused without a reason, and once a score was published.

    The record keeps what is discarded, so that it can be typed again.
    """
    if Publication.objects.filter(session=session).exists():
        sentence = _("Its score was published once. Exchange names on the page “Repairs”, or correct the results.")
        raise ValidationError(sentence, code="published")
    here = {"play__section__session": session}
    results, adjustments = BoardResult.objects.filter(**here), ScoreAdjustment.objects.filter(**here)
    count = results.current().count() + adjustments.current().count()
    if not count:
        return
    if not reason:
        sentence = _("%(count)s scores have been typed and would be discarded. Say why.") % {"count": count}
        raise field_error("reason", sentence, "required")
    before = {"scores": count, "results": _listed(results.current()), "adjusted": _listed(adjustments.current())}
    adjustments.delete()
    results.delete()
    for section in session.sections.all():
        check_lock_and_rescore(section, at=actor.at)
    record(actor=actor, act="results.discard", body=session.club, target=session, before=before, reason=reason)


def _listed(scores: SupersededQuerySet[Any]) -> list[str]:
    """Where each score stood and what it was: `A round 1 table 2 board 3: 4S= N`."""
    in_order = scores.select_related("play__section").order_by("play__section__letter", "play__board", "play__table")
    return [f"{_place_text(score.play)}: {_text(score)}" for score in in_order]


def _place_text(play: Play) -> str:
    return f"{play.section.letter} round {play.round} table {play.table} board {play.board}"


def _text(score: BoardResult | ScoreAdjustment) -> str:
    if isinstance(score, BoardResult):
        return score.text
    return f"{score.kind} {score.north_south} {score.east_west}"
