"""Whether scores are official, as every sheet says it, and what they were made from."""

from __future__ import annotations

from django.utils.translation import gettext as _

from events.models import Session
from events.wording import local_moment
from scoring.models import ScoringRun
from scoring.selectors.newest_runs import newest_run
from scoring.selectors.official import current_official_score, is_changed_since_published


def score_mark(sessions: list[Session]) -> tuple[str, str]:
    """“Official score of 18 Nov, 22:15”, or “Not official”; and the runs that are read. Of several, all or none."""
    runs = ScoringRun.objects.filter(field__session__in=sessions, pk=newest_run()).order_by("pk")
    made_from = ", ".join(f"{pk}.{revision}" for pk, revision in runs.values_list("pk", "revision"))
    if not made_from:
        return _("Not official"), ""
    words = [_mark(session) for session in sessions if session.round]
    official = words[-1] if words and all(words) else _("Not official")
    return official, _("run %(runs)s") % {"runs": made_from}


def _mark(session: Session) -> str:
    """Empty where the score is not official as it stands now."""
    score = current_official_score(session)
    if score is None or not score.is_published or is_changed_since_published(session):
        return ""
    when = local_moment(session.club, score.available_at)
    if score.is_final:
        return _("Official score of %(when)s, final") % {"when": when}
    return _("Official score of %(when)s") % {"when": when}
