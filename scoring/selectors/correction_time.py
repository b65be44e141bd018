"""Whether players can still ask for a correction of the score (Law 79C1)."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from events.models import Session
from events.wording import local_moment
from scoring.models import OfficialScore
from scoring.models.official import OfficialState, Period
from scoring.selectors.periods import is_over, longest_period_end


def running_score(session: Session) -> OfficialScore | None:
    """The official score whose periods run or have run; None before it is published."""
    return OfficialScore.objects.filter(session=session).exclude(state=OfficialState.WITHDRAWN).first()


def too_late_sentence(session: Session, at: datetime) -> str:
    """Why nobody can ask any more, and what is left; empty while they can."""
    official = running_score(session)
    if official is None:
        return ""
    end = longest_period_end(official, Period.SCORE)
    if not official.is_final and not is_over(end, at):
        return ""
    sentence = _(
        "The time for asking ended at %(when)s (Law 79C). Speak to the director: a score that is wrong beyond"
        " reasonable doubt can still be corrected when the organizer approves (Law 79C2)."
    )
    return sentence % {"when": local_moment(session.club, end)}
