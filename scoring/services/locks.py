"""Whether a session's score may still change. Asked at one place: where a field is told that it has changed."""

from __future__ import annotations

from datetime import datetime
from enum import Enum

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import Club
from events.models import Session
from events.wording import local_moment
from scoring.models import Correction, OfficialScore
from scoring.models.corrections import CorrectionState
from scoring.models.official import OfficialState, Period
from scoring.score_authority import OF_THE_DESK, Authority, AuthorityKind, authority_kind
from scoring.selectors.periods import is_over, last_moment, longest_period_end


class Change(Enum):
    """What is being changed, and so which period holds."""

    SCORE = "score"
    RULING = "ruling"


def correction_allows_late_change(session_id: int, ident: int, final: bool) -> bool:
    """Asked in time, or with both conditions of Law 79C2; and once only: what was carried out allows nothing more."""
    unused = {"result": None, "adjustment": None}
    correction = Correction.objects.filter(pk=ident, session=session_id, **unused).first()
    if correction is None or correction.state not in (CorrectionState.ACCEPTED, CorrectionState.LOWERED):
        return False
    if not (correction.is_late or final):
        return True
    is_approved = correction.beyond_doubt and correction.approved_at is not None
    return correction.state == CorrectionState.ACCEPTED and is_approved


CORRECTION = AuthorityKind("correction", allows_late_change=correction_allows_late_change)


def refuse_if_locked(
    session: Session, *, at: datetime, authority: Authority = OF_THE_DESK, change: Change = Change.SCORE
) -> None:
    """Refuse what the Laws no longer allow: nothing is refused before the score is official."""
    official = OfficialScore.objects.filter(session=session).first()
    if official is None or official.state == OfficialState.WITHDRAWN:
        return
    if not _may_still_change(official, at, authority, change):
        raise ValidationError(_sentence(official, session.club, change), code="locked")


def _may_still_change(official: OfficialScore, at: datetime, authority: Authority, change: Change) -> bool:
    """As the kind of authority says, where it says anything; else while the period runs, or by any authority until
    the score is final."""
    kind = authority_kind(authority)
    if kind is not None and kind.allows_late_change is not None:
        return kind.allows_late_change(official.session_id, authority.ident, official.is_final)
    return not official.is_final and (bool(authority) or not is_over(_end(official, change), at))


def _end(official: OfficialScore, change: Change) -> datetime:
    """A recorded score: Law 79C. What a director rectifies: as long as any period runs (Law 81C3)."""
    if change is Change.SCORE:
        return longest_period_end(official, Period.SCORE, Period.TABULATION)
    return last_moment(official)


def _sentence(official: OfficialScore, club: Club, change: Change) -> str:
    if official.is_final:
        sentence = _(
            "The score of this session is final since %(when)s: nothing changes it any more (Laws 81C3 and 93C)."
            " An error in the score can be corrected only when the director is satisfied beyond reasonable doubt and"
            " the organizer approves (Law 79C2): enter it under “Official score”."
        )
        return sentence % {"when": local_moment(club, official.final_at or official.available_at)}
    if change is Change.SCORE:
        sentence = _(
            "The time for corrections ended at %(when)s (Law 79C). An error can still be corrected when the director"
            " is satisfied beyond reasonable doubt and the organizer approves (Law 79C2): enter it under “Official"
            " score”."
        )
    else:
        sentence = _("All periods ended at %(when)s: the director can no longer rectify this (Law 81C3).")
    return sentence % {"when": local_moment(club, _end(official, change))}
