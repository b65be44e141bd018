"""Corrections of the score: asked for by those who played the board, decided by the director (Laws 79B and 79C)."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils.translation import gettext as _

from clubs.models import Player
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import locked
from core.errors import Conflict, Forbidden, field_error
from core.permissions import require
from events.models import Play, Session
from events.selectors.tables import session_room
from scoring.models import Correction
from scoring.models.corrections import CorrectionState
from scoring.models.official import Period
from scoring.result_input import ResultInput, validated_score_fields
from scoring.selectors.conditions import board_conditions
from scoring.selectors.correction_time import running_score, too_late_sentence
from scoring.selectors.own_plays import contestant_at_seat, is_round_over, player_seat
from scoring.selectors.periods import is_over, longest_period_end
from scoring.services.results import current_result, locked_play

AUDITED = {"play", "contestant", "claimed", "found", "state", "is_late", "beyond_doubt"}


@transaction.atomic
def ask_for_correction(*, actor: Actor, play: Play, claimed: str, words: str) -> Correction:
    """Ask for another score, as somebody who played the board and while the period runs (Law 79C1)."""
    require(actor, "correction.ask", play)
    play = locked_play(play)
    session = play.section.session
    seat = player_seat(actor.player, play, session_room(session, open_names=True)) if actor.player else ""
    if not seat:
        sentence = _("Only somebody who played board %(board)s at this table can ask for its correction.")
        raise Forbidden(sentence % {"board": play.board})
    if not is_round_over(play, session):
        sentence = _("Round %(round)s is not over: correct board %(board)s at the table, or call the director.")
        raise ValidationError(sentence % {"round": play.round, "board": play.board}, code="too_early")
    _refuse_late(session, actor)
    return _ask(actor, play, session, contestant_at_seat(play, seat), claimed, words, is_late=False)


@transaction.atomic
def enter_correction(*, actor: Actor, play: Play, contestant: int, claimed: str, words: str) -> Correction:
    """Enter a request for the director; after the periods it needs both conditions of Law 79C2."""
    require(actor, "correction.decide", play)
    play = locked_play(play)
    if contestant not in play.contestant_ids:
        sentence = _("Choose one of the contestants who played the board.")
        raise field_error("contestant", sentence, "strange")
    session = play.section.session
    return _ask(actor, play, session, contestant, claimed, words, is_late=_is_late(session, actor))


def _ask(
    actor: Actor, play: Play, session: Session, contestant: int, claimed: str, words: str, *, is_late: bool
) -> Correction:
    claimed_result = parse_result_text(play, claimed, "claimed")
    if not words.strip():
        sentence = _("Say what happened, so that the director can find out.")
        raise field_error("words", sentence, "required")
    current = current_result(play)
    if current is not None and ResultInput.of(current.result) == claimed_result:
        sentence = _("%(result)s is what counts already.") % {"result": current.text}
        raise field_error("claimed", sentence, "same")
    correction = Correction(
        session=session,
        play=play,
        contestant_id=contestant,
        claimed=claimed_result.text,
        words=words.strip()[:500],
        seen=current.version if current else 0,
        asked_at=actor.at,
        asked_by=actor.user,
        is_late=is_late,
    )
    try:
        with transaction.atomic():
            correction.save()
    except IntegrityError:
        sentence = _("A correction of board %(board)s is asked for already. The director decides on it.")
        raise ValidationError(sentence % {"board": play.board}, code="asked") from None
    record(actor=actor, act="correction.ask", body=play.club, target=correction, after=values(correction, AUDITED))
    return correction


def _refuse_late(session: Session, actor: Actor) -> None:
    if sentence := too_late_sentence(session, actor.at):
        raise ValidationError(sentence, code="late")


def _is_late(session: Session, actor: Actor) -> bool:
    official = running_score(session)
    if official is None:
        return False
    return official.is_final or is_over(longest_period_end(official, Period.SCORE, Period.TABULATION), actor.at)


@transaction.atomic
def take_back_correction(*, actor: Actor, correction: Correction, version: int | None = None) -> Correction:
    """Withdraw a request that is not decided; refused to anybody but those who asked."""
    require(actor, "correction.ask", correction)
    correction = locked(correction, version=version)
    own = actor.player is not None and correction.contestant.entrants.filter(player=actor.player).exists()
    if not own and (actor.user is None or correction.asked_by_id != actor.user_id):
        raise Forbidden(_("Only those who asked can take it back."))
    if correction.state != CorrectionState.OPEN:
        raise ValidationError(_("This has been decided already."), code="decided")
    correction.state, correction.version = CorrectionState.WITHDRAWN, correction.version + 1
    correction.save(update_fields=["state", "version"])
    record(
        actor=actor,
        act="correction.withdraw",
        body=correction.club,
        target=correction,
        after=values(correction, {"state"}),
    )
    return correction


def parse_result_text(play: Play, text: str, field: str) -> ResultInput:
    """A result as it was typed, checked under Law 77, or a sentence at the field."""
    try:
        result = ResultInput.parse(text)
        validated_score_fields(result, board_conditions(play.section, play.board))
    except ValidationError as error:
        raise ValidationError({field: error.messages}, code="bad_result") from error
    return result


def lock_undecided(correction: Correction, version: int | None, *states: str) -> Correction:
    """The request under its lock, and its play under its own: another director may be deciding on it."""
    correction = locked(correction, version=version)
    if correction.state not in states:
        raise Conflict(_("Another director has decided on this meanwhile. Nothing was changed."))
    return correction


def forget_words(actor: Actor, player: Player) -> None:
    if player.user is not None:
        Correction.objects.filter(asked_by=player.user).update(words="")
