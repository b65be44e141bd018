"""Publishing a session's score, taking it back, and making it final (Laws 79C, 81C3, 92B)."""

from __future__ import annotations

import logging
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor, system
from core.audit import record
from core.changes import locked
from core.errors import Conflict, field_error
from core.locks import lock, lock_all
from core.permissions import require
from events.models import Session
from events.models.sessions import SessionState
from scoring import hooks
from scoring.models import ComparisonField, OfficialScore, Publication, ScoringRun
from scoring.models.official import OfficialState
from scoring.selectors.official import (
    MissingResult,
    finality_obstacles,
    missing_results,
    missing_sentence,
    score_basis,
    seen_tag,
)
from scoring.selectors.periods import last_moment, minutes_in
from scoring.services.comparison_fields import session_fields
from scoring.services.mails import tell_of_results
from scoring.services.runs import up_to_date_run

logger = logging.getLogger(__name__)
# How long a score that cannot be final yet is left alone before somebody looks again.
LOOK_AGAIN = timedelta(minutes=1)
MOST_AT_ONCE = 50


@transaction.atomic
def publish(
    *, actor: Actor, session: Session, reason: str = "", note: str = "", seen: str | None = None
) -> Publication:
    """Make the score available for inspection, or what has changed in it since. The first time is T0 of the periods.

    `seen` is what the page before has shown: what changed meanwhile is looked at first.
    """
    require(actor, "official.publish", session)
    session = locked(session)
    if session.state != SessionState.FINISHED:
        raise ValidationError(_("Finish the session first: boards are still being played."), code="wrong_state")
    fields = _locked_fields(session)
    before = list(Publication.objects.filter(session=session).order_by("-number")[:1])
    if seen is not None and seen != seen_tag(session, before):
        raise Conflict
    missing, basis = missing_results(session), score_basis(session)
    _refuse_empty(basis)
    _refuse_unexplained(missing, reason)
    official = lock(OfficialScore.objects).filter(session=session).first()
    if official is not None and official.is_published and before and before[0].basis == basis:
        raise ValidationError(_("Nothing has changed since it was published last."), code="same")
    runs = [up_to_date_run(field, at=actor.at) for field in fields]
    publication = Publication.objects.create(
        session=session,
        number=before[0].number + 1 if before else 1,
        basis=basis,
        missing=[asdict(missing_result) for missing_result in missing],
        reason=reason.strip()[:300] if missing else "",
        note=note.strip()[:500],
        made_at=actor.at,
        made_by=actor.user,
    )
    publication.runs.set(runs)
    ScoringRun.objects.filter(pk__in=[run.pk for run in runs]).update(is_published=True)
    _make_available(session, official, actor.at)
    after = {"number": publication.number, "missing": len(missing), "revisions": [run.revision for run in runs]}
    record(
        actor=actor, act="official.publish", body=session.club, target=session, after=after, reason=publication.reason
    )
    tell_of_results(publication=publication, at=actor.at)
    _tell(session, "corrected" if before else "published", actor)
    return publication


def _tell(session: Session, news: str, actor: Actor) -> None:
    for tell in hooks.official_score_news:
        tell(session=session, news=news, actor=actor)


def _locked_fields(session: Session) -> list[ComparisonField]:
    """Whoever changes a result waits until the fields are free again, and is then told what has become of the score."""
    session_fields(session)
    return lock_all(ComparisonField.objects.filter(session=session))


def _refuse_empty(basis: dict[str, Any]) -> None:
    if not basis["results"] and not basis["adjustments"]:
        raise ValidationError(_("No board has a result yet: there is nothing to publish."), code="nothing")


def _refuse_unexplained(missing: list[MissingResult], reason: str) -> None:
    if missing and not reason.strip():
        sentence = _("%(missing)s Say why the score is published without them, or enter them first.")
        raise field_error("reason", sentence % {"missing": missing_sentence(missing)}, "missing")


def _make_available(session: Session, official: OfficialScore | None, at: datetime) -> None:
    """T0 is the first time; a score that was taken back is available for the first time again."""
    if official is not None and official.is_published:
        return
    if official is None:
        official = OfficialScore(session=session, version=0)
    official.state, official.available_at, official.minutes = OfficialState.PUBLISHED, at, minutes_in(session)
    official.look_at = last_moment(official)
    official.version += 1
    official.save()


@transaction.atomic
def take_back(*, actor: Actor, session: Session, reason: str, version: int | None = None) -> OfficialScore:
    """Withdraw a score that was published by mistake: its periods have not begun. The record keeps what was shown."""
    require(actor, "official.publish", session)
    locked(session)
    official = _locked_official(session, version)
    if official.state != OfficialState.PUBLISHED:
        raise ValidationError(
            _("Only a score that is available and not yet final can be taken back."), code="wrong_state"
        )
    if not reason.strip():
        raise field_error("reason", _("Say why it is taken back."), "required")
    official.state, official.look_at = OfficialState.WITHDRAWN, None
    return _save_and_record(actor, official, "official.withdraw", reason.strip())


@transaction.atomic
def make_final(*, actor: Actor, session: Session, version: int | None = None) -> OfficialScore:
    """Make a score final and lock it; refused while a period runs or something is pending."""
    require(actor, "official.publish", session)
    session = locked(session)
    _locked_fields(session)
    official = _locked_official(session, version)
    if official.state != OfficialState.PUBLISHED:
        raise ValidationError(_("Only a score that is available can be made final."), code="wrong_state")
    if obstacles := finality_obstacles(official, actor.at):
        raise ValidationError(obstacles, code="not_yet")
    official.state, official.final_at, official.final_by = OfficialState.FINAL, actor.at, actor.user
    official.look_at = None
    _tell(session, "final", actor)
    return _save_and_record(actor, official, "official.final", "")


def _locked_official(session: Session, version: int | None) -> OfficialScore:
    officials = lock(OfficialScore.objects).select_related("session__event__club__federation")
    official = officials.filter(session=session).first()
    if official is None:
        raise ValidationError(_("The score of this session has not been published yet."), code="not_published")
    if version is not None and official.version != version:
        raise Conflict
    return official


def _save_and_record(actor: Actor, official: OfficialScore, act: str, reason: str) -> OfficialScore:
    official.version += 1
    official.save()
    record(
        actor=actor,
        act=act,
        body=official.club,
        target=official.session,
        after={"state": official.state},
        reason=reason,
    )
    return official


def make_due_final(at: datetime) -> int:
    """Make the scores final whose periods are over, unless something is pending; gives how many."""
    due = OfficialScore.objects.filter(state=OfficialState.PUBLISHED, look_at__lt=at).order_by("look_at", "pk")
    return sum(
        _make_final_if_due(official, at) for official in due.select_related("session__event__club")[:MOST_AT_ONCE]
    )


def _make_final_if_due(official: OfficialScore, at: datetime) -> bool:
    try:
        make_final(actor=system(at), session=official.session)
    except ValidationError:
        OfficialScore.objects.filter(pk=official.pk).update(look_at=at + LOOK_AGAIN)
        return False
    except Exception:
        # One session that cannot be looked at must not keep the others waiting.
        logger.exception("The score of session %s could not be made final", official.session_id)
        OfficialScore.objects.filter(pk=official.pk).update(look_at=at + 10 * LOOK_AGAIN)
        return False
    return True


def refuse_to_reopen(*, session: Session, actor: Actor) -> None:
    """Refuse play in a session whose score is published: first the score is taken back."""
    official = OfficialScore.objects.filter(session=session).first()
    if official is None or not official.is_published:
        return
    if official.is_final:
        raise ValidationError(_("The score of this session is final: it cannot be reopened (Law 81C3)."), code="locked")
    sentence = _("The score of this session is published. Take it back under “Official score” first.")
    raise ValidationError(sentence, code="published")
