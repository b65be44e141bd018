"""What was typed for a session from paper, taken away when its names or its movement turn out wrong."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core.actors import Actor
from core.audit import record
from core.errors import field_error
from events.models import Session
from scoring.models import BoardResult, Publication, ScoreAdjustment
from scoring.services.fields import mark_section_changed


def discard_scores(*, session: Session, actor: Actor, reason: str, **_signal: Any) -> None:
    """The receiver of `scores_discarded`: refuses without a reason, and once a score was published.

    Each score was audited when it was typed; here their number is.
    """
    if Publication.objects.filter(session=session).exists():
        sentence = _("Its score was published once. Exchange names on the page “Repairs”, or correct the results.")
        raise ValidationError(sentence, code="published")
    here = {"play__section__session": session}
    results, given = BoardResult.objects.filter(**here), ScoreAdjustment.objects.filter(**here)
    count = results.current().count() + given.current().count()
    if not count:
        return
    if not reason:
        sentence = _("%(count)s scores have been typed and would be discarded. Say why.") % {"count": count}
        raise field_error("reason", sentence, "required")
    given.delete()
    results.delete()
    for section in session.sections.all():
        mark_section_changed(section, at=actor.at)
    record(
        actor=actor, act="results.discard", body=session.club, target=session, before={"scores": count}, reason=reason
    )
