"""The demo's past sessions get their official score: all final but the last, which is within its periods."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError

from core.actors import system
from events.models import Play, Session
from events.models.sessions import SessionState
from scoring.engine.contract import Result
from scoring.models import BoardResult
from scoring.models.results import Outcome
from scoring.result_input import ResultInput
from scoring.selectors.official import current_official_score, missing_results
from scoring.selectors.periods import last_moment
from scoring.services.corrections import enter_correction
from scoring.services.official import make_final, publish

AFTER_PLAY = timedelta(minutes=6)
JUST_NOW = timedelta(minutes=8)
MISSING = "The score card of one table could not be read."


def load_official(at: datetime) -> Counter[str]:
    """Publish what is played and not published yet; sessions without results are left alone."""
    added: Counter[str] = Counter()
    played = Session.objects.filter(state=SessionState.FINISHED, official=None, finished_at__isnull=False)
    with_results = played.filter(sections__plays__results__isnull=False).distinct().order_by("finished_at", "pk")
    sessions = list(with_results.select_related("event__club__federation"))
    for session in sessions:
        is_last = session == sessions[-1]
        over: datetime = session.finished_at or at
        _publish(session, at - JUST_NOW if is_last else over + AFTER_PLAY)
        added["publications"] += 1
        if is_last:
            added["corrections"] += _ask(session, at - JUST_NOW / 2)
        else:
            _make_final(session)
    return added


def _publish(session: Session, at: datetime) -> None:
    reason = MISSING if missing_results(session) else ""
    publish(actor=system(at), session=session, reason=reason)


def _make_final(session: Session) -> None:
    """Unless something is pending in it: that one shows why it is not final yet."""
    official = current_official_score(session)
    assert official is not None
    with suppress(ValidationError):
        make_final(actor=system(last_moment(official) + timedelta(minutes=1)), session=session)


def _ask(session: Session, at: datetime) -> int:
    """Somebody says that a trick is missing."""
    results = BoardResult.objects.current().filter(
        play__section__session=session, outcome=Outcome.PLAYED, tricks__lt=13
    )
    result = (
        results.select_related("play__section__session__event__club").order_by("play__round", "play__board").first()
    )
    if result is None:
        return 0
    play: Play = result.play
    enter_correction(
        actor=system(at),
        play=play,
        contestant=play.north_id,
        claimed=_one_more(result),
        words="We agreed on one trick more; the wrong number was entered.",
    )
    return 1


def _one_more(board_result: BoardResult) -> str:
    result_input = ResultInput.of(board_result.result)
    result = board_result.result
    assert result is not None
    return str(Result(result.contract, result.declarer, (result_input.tricks or 0) + 1))
