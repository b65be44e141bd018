"""What counts for a play: accepted versions, the director's word, and boards that are not played."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record
from core.errors import Conflict, field_error
from core.locks import lock
from core.permissions import require
from events.models import Play
from events.models.plays import PlayState
from scoring import hooks
from scoring.models import BoardResult, ScoreEntry
from scoring.models.results import EntryState, Outcome, ResultSource
from scoring.result_input import ResultInput, validated_score_fields
from scoring.score_authority import OF_THE_DESK, Authority
from scoring.selectors.conditions import board_conditions
from scoring.services.comparison_fields import check_lock_and_rescore
from scoring.services.locks import refuse_if_locked


def locked_play(play: Play) -> Play:
    """The play under its lock: two phones at one table wait for each other, other tables do not."""
    return locked_plays().get(pk=play.pk)


def locked_plays() -> QuerySet[Play]:
    """Plays to be taken under their locks, with what every change of a result asks for."""
    plays = lock(Play.objects).select_related("section__session__event__club__federation")
    # Without the movement: it is large, and no result asks for it.
    return plays.defer("section__movement_data")


def current_result(play: Play) -> BoardResult | None:
    return BoardResult.objects.current().filter(play=play).select_related("entry").order_by().first()


@transaction.atomic
def set_result(
    *,
    actor: Actor,
    play: Play,
    result: ResultInput,
    reason: str = "",
    seen: int | None = None,
    turned: bool | None = None,
    authority: Authority = OF_THE_DESK,
) -> BoardResult:
    """Set a play's result for the director; refused as a conflict where it is no longer of version `seen`.

    With `authority` (a ruling) the right was asked for there. Without `turned` they sat as was found before.
    """
    if not authority:
        require(actor, "session.run", play)
    play = locked_play(play)
    current = current_result(play)
    if seen is not None and seen != (current.version if current else 0):
        raise Conflict
    if current is not None and not reason.strip():
        raise field_error("reason", _("Say why the result is changed."), "required")
    fields = validated_score_fields(result, board_conditions(play.section, play.board))
    accepted = accept_result(
        actor=actor,
        play=play,
        current=current,
        fields=fields,
        source=ResultSource.DESK,
        reason=reason.strip(),
        turned=turned,
        authority=authority,
    )
    decided = ScoreEntry.objects.filter(play=play, state__in=[EntryState.WAITING, EntryState.DISPUTED])
    decided.update(state=EntryState.SET_ASIDE)
    return accepted


def accept_result(
    *,
    actor: Actor,
    play: Play,
    current: BoardResult | None,
    fields: dict[str, Any],
    source: str,
    entry: ScoreEntry | None = None,
    reason: str = "",
    turned: bool | None = None,
    authority: Authority = OF_THE_DESK,
) -> BoardResult:
    """Write a new version of a result, which counts from now on in the place of `current`.

    The caller holds the play's lock, under which it has read what counts, and the right to change it.
    Unless `turned` says otherwise they sat as the version before has it: another contract moves nobody.
    """
    version = 1
    if current is not None:
        version = current.version + 1
        BoardResult.objects.filter(pk=current.pk).update(superseded_at=actor.at)
    accepted = BoardResult.objects.create(
        play=play,
        version=version,
        entry=entry,
        source=source,
        turned=_is_still_turned(current, fields["outcome"]) if turned is None else turned,
        reason=reason,
        made_at=actor.at,
        made_by=actor.user,
        **fields,
    )
    _set_play_state(play, fields["outcome"])
    check_lock_and_rescore(play.section, at=actor.at, authority=authority)
    # Before the audit's chain is taken, which everybody waits for.
    hooks.result_accepted.call(play=play, result=accepted, actor=actor)
    record(
        actor=actor,
        act="result.accept",
        body=play.club,
        target=play,
        before=_audit_values(current),
        after=_audit_values(accepted),
        reason=reason,
    )
    return accepted


def _is_still_turned(current: BoardResult | None, outcome: str) -> bool:
    return current is not None and current.turned and outcome != Outcome.NOT_PLAYED


def _set_play_state(play: Play, outcome: str) -> None:
    """A board that was not played may still be: it stays due, and sealed, as long as there is play."""
    state = _unplayed_state(play) if outcome == Outcome.NOT_PLAYED else PlayState.DONE
    if play.state != state:
        play.state = state
        play.save(update_fields=["state"])


def _unplayed_state(play: Play) -> PlayState:
    """Due, or done after the session: what stayed due would be sealed for ever."""
    return PlayState.DONE if play.section.session.is_over else PlayState.DUE


def _audit_values(result: BoardResult | None) -> dict[str, Any]:
    if result is None:
        return {}
    return {"result": result.text, "score": result.score, "version": result.version, "turned": result.turned}


@transaction.atomic
def drop_board(*, actor: Actor, play: Play, reason: str) -> Play:
    """Drop a board that will not be played at this table any more. What each side gets, a ruling says."""
    require(actor, "session.run", play)
    play = locked_play(play)
    if not reason.strip():
        raise field_error("reason", _("Say why it is not played."), "required")
    _refuse_played(play)
    return _set_state(actor, play, PlayState.DROPPED, "play.drop", reason.strip())


@transaction.atomic
def postpone_board(*, actor: Actor, play: Play, reason: str) -> Play:
    """Leave a board to be played later: it stays due, and sealed, when the round is over (Law 15A, a late play)."""
    require(actor, "session.run", play)
    play = locked_play(play)
    if play.section.session.is_over:
        refuse_if_locked(play.section.session, at=actor.at)
        sentence = _("The session is over: nothing is played later. Reopen it, or choose “Not to be played any more”.")
        raise ValidationError(sentence, code="wrong_state")
    if _refuse_played(play) is None:
        given_reason = reason.strip() or _("To be played later.")
        accept_result(
            actor=actor,
            play=play,
            current=None,
            fields=validated_score_fields(ResultInput(Outcome.NOT_PLAYED), board_conditions(play.section, play.board)),
            source=ResultSource.DESK,
            reason=given_reason,
        )
    return _set_state(actor, play, PlayState.DUE, "play.postpone", reason.strip())


@transaction.atomic
def restore_board(*, actor: Actor, play: Play, reason: str = "") -> Play:
    """Let a board that was dropped be played after all, or late."""
    require(actor, "session.run", play)
    play = locked_play(play)
    _refuse_played(play)
    return _set_state(actor, play, _unplayed_state(play), "play.restore", reason.strip())


def _refuse_played(play: Play) -> BoardResult | None:
    """Refuse a board that has a result of play; else gives what says that it was not played, or None."""
    current = current_result(play)
    if current is not None and current.outcome != Outcome.NOT_PLAYED:
        raise ValidationError(_("This board has a result at this table. Change the result instead."), code="played")
    return current


def _set_state(actor: Actor, play: Play, state: str, act: str, reason: str) -> Play:
    before, play.state = play.state, state
    play.save(update_fields=["state"])
    check_lock_and_rescore(play.section, at=actor.at)
    record(
        actor=actor,
        act=act,
        body=play.club,
        target=play,
        before={"state": before},
        after={"state": state},
        reason=reason,
    )
    return play
