"""What follows when a round is over: boards that wait to be played later, and a copy of everything."""

from __future__ import annotations

from django.conf import settings

from core.actors import Actor
from events.models import Play, Section, Session
from events.models.plays import PlayState
from jobs import services as jobs
from scoring.models.results import Outcome
from scoring.services.comparison_fields import check_lock_and_rescore

COPY = "session.copy"


def keep_played_boards(*, session: Session, actor: Actor) -> None:
    """What has been played has been, though the round goes on: those who played it may see it."""
    played = Play.objects.filter(section__session=session, state=PlayState.DUE, results__superseded_at=None)
    there = played.filter(results__outcome__in=[Outcome.PLAYED, Outcome.PASSED])
    Play.objects.filter(pk__in=list(there.values_list("pk", flat=True))).update(state=PlayState.DONE)


def after_repair(*, section: Section, actor: Actor) -> None:
    """Results have other owners now: the standings follow, though nothing was entered."""
    check_lock_and_rescore(section, at=actor.at)


def after_round(*, session: Session, finished: int, actor: Actor) -> None:
    """Inside the transaction that calls the next round."""
    late = Play.objects.filter(
        section__session=session,
        round=finished,
        state=PlayState.DONE,
        results__superseded_at=None,
        results__outcome=Outcome.NOT_PLAYED,
    )
    # Not played is not over: the board stays due, and sealed, until it is played or dropped.
    Play.objects.filter(pk__in=list(late.values_list("pk", flat=True))).update(state=PlayState.DUE)
    _ask_for_copy(session, finished, actor)


def after_session(*, session: Session, actor: Actor) -> None:
    """The last round is kept like the others."""
    _ask_for_copy(session, session.round, actor)


def _ask_for_copy(session: Session, finished: int, actor: Actor) -> None:
    if settings.ROUND_COPIES:
        jobs.ask(
            kind=COPY,
            key=f"copy:{session.pk}",
            at=actor.at,
            arguments={"session": session.pk, "round": finished},
            club_id=session.event.club_id,
        )
