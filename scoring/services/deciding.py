"""What the director makes of a request for a correction, and the organizer's approval (Laws 79B3, 79C1, 79C2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import RoleGrant
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.errors import Conflict, Forbidden, field_error
from core.permissions import require
from events.models import Play, Session
from events.permissions import DESK
from scoring.engine.sheet import Outcomes
from scoring.models import BoardResult, Correction, OfficialScore, ScoreAdjustment
from scoring.models.corrections import UNDECIDED, CorrectionState
from scoring.models.official import OfficialState
from scoring.models.results import AdjustmentKind, Outcome, ResultSource
from scoring.result_input import validated_score_fields
from scoring.selectors.conditions import board_conditions
from scoring.selectors.own_plays import play_sides
from scoring.services.adjusting import adjust
from scoring.services.corrections import AUDITED, lock_undecided, parse_result_text
from scoring.services.late import give_deadlines, tell_side
from scoring.services.official import publish
from scoring.services.results import accept_result, current_result, locked_play


@transaction.atomic
def accept_correction(
    *,
    actor: Actor,
    correction: Correction,
    reason: str,
    found: str = "",
    beyond_doubt: bool = False,
    told_ids: Collection[int] = (),
    seen: int | None = None,
    version: int | None = None,
) -> Correction:
    """Correct the score to what is claimed, or `found`; after the period it first waits for approval."""
    require(actor, "correction.decide", correction)
    play, correction = _lock_play_and_correction(correction, version, seen)
    correction.found = found.strip() or correction.claimed
    parse_result_text(play, correction.found, "found")
    _set_decision(actor, correction, reason)
    if needs_approval(correction):
        if not beyond_doubt:
            sentence = _(
                "The period is over: it can be corrected only when you are satisfied beyond reasonable doubt that the"
                " record is wrong (Law 79C2). Tick the box if you are, or refuse it."
            )
            raise field_error("beyond_doubt", sentence, "doubt")
        _refuse_adjusted(play)
        correction.is_late, correction.beyond_doubt, correction.state = True, True, CorrectionState.APPROVAL
        return _save_and_record(actor, correction, "correction.satisfied")
    correction.state = CorrectionState.ACCEPTED
    return _carry_out(actor, play, correction, "correction.accept", told_ids)


@transaction.atomic
def refuse_correction(
    *, actor: Actor, correction: Correction, reason: str, told_ids: Collection[int] = (), version: int | None = None
) -> Correction:
    """Refuse a request: the score stands, and those who asked may appeal."""
    require(actor, "correction.decide", correction)
    play, correction = _lock_play_and_correction(correction, version, None, *UNDECIDED)
    _set_decision(actor, correction, reason)
    correction.state = CorrectionState.REFUSED
    _save_and_record(actor, correction, "correction.refuse")
    concerned = side_with_partner(play, correction.contestant_id)
    _give_appeal_deadlines(actor, correction, concerned, _("Board %(board)s: the score stands"), told_ids)
    return correction


@transaction.atomic
def lower_one_side(
    *,
    actor: Actor,
    correction: Correction,
    side: str,
    to: str,
    reason: str,
    told_ids: Collection[int] = (),
    seen: int | None = None,
    version: int | None = None,
) -> Correction:
    """Lower one side's score where the director is not clearly convinced; the other's does not rise (Law 79B3)."""
    require(actor, "correction.decide", correction)
    play, correction = _lock_play_and_correction(correction, version, seen)
    _set_decision(actor, correction, reason)
    if needs_approval(correction):
        sentence = _("After the period a score is corrected for both sides or not at all (Law 79C2).")
        raise ValidationError(sentence, code="late")
    _refuse_adjusted(play)
    other_side_score, lowered_score = _split_scores(play, side, to)
    correction.found, correction.state = to.strip(), CorrectionState.LOWERED
    _save(correction)
    ns, ew = (lowered_score, other_side_score) if side == "NS" else (other_side_score, lowered_score)
    correction.adjustment = adjust(
        actor=actor,
        play=play,
        kind=AdjustmentKind.SPLIT,
        reason=correction.reason,
        law="79B3",
        authority=correction.authority,
        ns=ns,
        ew=ew,
    )
    _save_and_record(actor, correction, "correction.lower")
    _give_appeal_deadlines(
        actor, correction, play.contestant_ids, _("Board %(board)s: one side’s score is lowered"), told_ids
    )
    return correction


def _split_scores(play: Play, side: str, to: str) -> tuple[Outcomes, Outcomes]:
    """What the other side keeps, and what this one gets instead: less than it had."""
    if side not in ("NS", "EW"):
        raise field_error("side", _("Choose the side whose score is lowered."), "required")
    current = current_result(play)
    if current is None or current.score is None:
        sentence = _("This board has no score at this table that could be lowered.")
        raise field_error("side", sentence, "no_result")
    result = parse_result_text(play, to, "to")
    score = validated_score_fields(result, board_conditions(play.section, play.board))["score"]
    if score is None or (score >= current.score if side == "NS" else score <= current.score):
        sentence = _("%(to)s is not less for that side than %(result)s. Name a result that gives them less.")
        message = sentence % {"to": to.strip(), "result": current.text}
        raise field_error("to", message, "not_lower")
    return Outcomes.one(current.score), Outcomes.one(score)


@transaction.atomic
def approve_correction(
    *, actor: Actor, correction: Correction, approves: bool, reason: str = "", version: int | None = None
) -> Correction:
    """Approve or refuse for the organizer (Law 79C2). A score that was final is then published again at once."""
    require(actor, "official.approve", correction)
    play, correction = _lock_play_and_correction(correction, version, None, CorrectionState.APPROVAL)
    _refuse_own(actor, correction)
    if not approves:
        if not reason.strip():
            raise field_error("reason", _("Say why it is not approved."), "required")
        correction.state, correction.reason = CorrectionState.REFUSED, reason.strip()[:300]
        return _save_and_record(actor, correction, "correction.refuse")
    correction.state, correction.approved_at, correction.approved_by = CorrectionState.ACCEPTED, actor.at, actor.user
    _carry_out(actor, play, correction, "correction.approve", ())
    if OfficialScore.objects.filter(session=correction.session_id, state=OfficialState.FINAL).exists():
        _publish_at_once(actor, correction)
    return correction


def _publish_at_once(actor: Actor, correction: Correction) -> None:
    """A final score is always the one that is published."""
    before = correction.session.publications.order_by("-number").first()
    note = _("Corrected under Law 79C2: board %(board)s.") % {"board": correction.play.board}
    why = (before.reason if before else "") or correction.reason
    publish(actor=actor, session=correction.session, reason=why, note=note)


def _refuse_own(actor: Actor, correction: Correction) -> None:
    if problem := approval_problem(actor, correction):
        raise Forbidden(problem)


def approval_problem(actor: Actor, correction: Correction) -> str:
    """Why this person does not approve: who was satisfied as director does not approve as well, unless the club has
    nobody else for one of the two. Empty where nothing is in the way."""
    if (
        actor.user is None
        or correction.decided_by_id != actor.user_id
        or not has_another_official(correction.session, actor)
    ):
        return ""
    return _(
        "You were satisfied as director: somebody else has to approve for the organizer (Law 79C2). Ask another"
        " secretary or an officer of the federation, or let another director decide."
    )


def has_another_official(session: Session, actor: Actor) -> bool:
    """Whether the club has somebody else to decide or to approve."""
    grants = RoleGrant.objects.in_force(actor.at).filter(club=session.club, role__in=DESK, user__is_active=True)
    return grants.exclude(user=actor.user).exists()


def _lock_play_and_correction(
    correction: Correction, version: int | None, seen: int | None, *states: str
) -> tuple[Play, Correction]:
    """Play first, as everybody who changes a result has it; then the request, if it is still to be decided."""
    play = locked_play(correction.play)
    correction = lock_undecided(correction, version, *(states or (CorrectionState.OPEN,)))
    correction.play, correction.session = play, play.section.session
    current = current_result(play)
    if seen is not None and seen != (current.version if current else 0):
        raise Conflict(_("The result of this board has changed meanwhile. Look at it again, then decide."))
    return play, correction


def needs_approval(correction: Correction) -> bool:
    """Whether only Law 79C2 can correct it: it came after the period, or the score is final."""
    final = OfficialScore.objects.filter(session=correction.session_id, state=OfficialState.FINAL).exists()
    return correction.is_late or final


def _set_decision(actor: Actor, correction: Correction, reason: str) -> None:
    if not reason.strip():
        raise field_error("reason", _("Give a reason: the players read it."), "required")
    correction.reason, correction.decided_at, correction.decided_by = reason.strip()[:300], actor.at, actor.user


def _refuse_adjusted(play: Play) -> None:
    if ScoreAdjustment.objects.current().filter(play=play).exists():
        sentence = _("This board has an adjusted score at this table. Change or withdraw that one instead.")
        raise ValidationError(sentence, code="adjusted")


def _carry_out(actor: Actor, play: Play, correction: Correction, act: str, told_ids: Collection[int]) -> Correction:
    """A new version of the result, on the authority of the request, which is in the record before it."""
    _refuse_adjusted(play)
    _save(correction)
    current = current_result(play)
    correction.result = accept_result(
        actor=actor,
        play=play,
        current=current,
        fields=_corrected_fields(play, correction, current),
        source=ResultSource.DESK,
        reason=correction.reason[:200],
        turned=current.turned if current is not None else False,
        authority=correction.authority,
    )
    _save_and_record(actor, correction, act)
    _give_appeal_deadlines(
        actor, correction, play.contestant_ids, _("Board %(board)s: the score is corrected"), told_ids
    )
    return correction


def side_with_partner(play: Play, contestant: int) -> tuple[int, ...]:
    """A contestant with the partner of the round."""
    return next(side for side in play_sides(play) if contestant in side)


def _corrected_fields(play: Play, correction: Correction, current: BoardResult | None) -> dict[str, Any]:
    """The result that was found; the lead is kept where the same side declared the same strain."""
    result = parse_result_text(play, correction.found, "found")
    fields = validated_score_fields(result, board_conditions(play.section, play.board))
    same = current is not None and fields["outcome"] == Outcome.PLAYED and fields["declarer"] == current.declarer
    if same and current is not None and not fields["lead"]:
        fields["lead"] = current.lead
    return fields


def _save(correction: Correction) -> None:
    correction.full_clean(exclude={"play", "session", "contestant", "asked_by", "decided_by", "approved_by"})
    correction.save()


def _save_and_record(actor: Actor, correction: Correction, act: str) -> Correction:
    correction.version += 1
    _save(correction)
    record(
        actor=actor,
        act=act,
        body=correction.club,
        target=correction,
        after=values(correction, AUDITED),
        reason=correction.reason,
    )
    return correction


def _give_appeal_deadlines(
    actor: Actor, correction: Correction, contestants: Iterable[int], sentence: str, told_ids: Collection[int]
) -> None:
    """A decision is a ruling: those whom it concerns may appeal, each from when they are told (Law 92B)."""
    official = OfficialScore.objects.filter(session=correction.session_id).first()
    if official is None or official.state != OfficialState.PUBLISHED:
        return
    title = sentence % {"board": correction.play.board}
    deadlines = give_deadlines(
        session=correction.session, contestants=contestants, about=correction.authority, title=title, at=actor.at
    )
    for deadline in deadlines:
        if deadline.contestant_id in told_ids:
            tell_side(actor=actor, late_deadline=deadline, how=_("When it was decided"))
