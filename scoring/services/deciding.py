"""What the director makes of a request for a correction, and the organizer's approval (Laws 79B3, 79C1, 79C2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import RoleGrant
from core.actors import Actor
from core.audit import record, values
from core.errors import Conflict, Forbidden, field_error
from core.permissions import require
from events.models import Play, Session
from events.permissions import DESK
from scoring.engine.sheet import Outcomes
from scoring.models import BoardResult, Correction, OfficialScore, ScoreAdjustment
from scoring.models.corrections import CorrectionState
from scoring.models.official import OfficialState
from scoring.models.results import AdjustmentKind, Outcome, ResultSource
from scoring.result_input import validated_score_fields
from scoring.selectors.conditions import board_conditions
from scoring.selectors.own_plays import play_sides
from scoring.services.adjusting import adjust
from scoring.services.corrections import SHOWN, lock_undecided, read_said
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
    told: Collection[int] = (),
    seen: int | None = None,
    version: int | None = None,
) -> Correction:
    """The score becomes what they say, or what the director found. After the period it first needs approval."""
    require(actor, "correction.decide", correction)
    play, row = _both(correction, version, seen)
    row.found = found.strip() or row.claimed
    read_said(play, row.found, "found")
    _decided(actor, row, reason)
    if _needs_approval(row):
        if not beyond_doubt:
            sentence = _(
                "The period is over: it can be corrected only when you are satisfied beyond reasonable doubt that the"
                " record is wrong (Law 79C2). Tick the box if you are, or refuse it."
            )
            raise field_error("beyond_doubt", sentence, "doubt")
        _refuse_adjusted(play)
        row.is_late, row.beyond_doubt, row.state = True, True, CorrectionState.APPROVAL
        return _keep(actor, row, "correction.satisfied")
    row.state = CorrectionState.ACCEPTED
    return _carry_out(actor, play, row, "correction.accept", told)


@transaction.atomic
def refuse_correction(
    *, actor: Actor, correction: Correction, reason: str, told: Collection[int] = (), version: int | None = None
) -> Correction:
    """The score stands; those who asked may appeal."""
    require(actor, "correction.decide", correction)
    play, row = _both(correction, version, None, CorrectionState.OPEN, CorrectionState.APPROVAL)
    _decided(actor, row, reason)
    row.state = CorrectionState.REFUSED
    made = _keep(actor, row, "correction.refuse")
    _tell(actor, made, own_side(play, row.contestant_id), _("Board %(board)s: the score stands") % _at(play), told)
    return made


@transaction.atomic
def lower_one_side(
    *,
    actor: Actor,
    correction: Correction,
    side: str,
    to: str,
    reason: str,
    told: Collection[int] = (),
    seen: int | None = None,
    version: int | None = None,
) -> Correction:
    """The director is not clearly convinced: one side's score is reduced, the other's does not rise (Law 79B3)."""
    require(actor, "correction.decide", correction)
    play, row = _both(correction, version, seen)
    _decided(actor, row, reason)
    if _needs_approval(row):
        sentence = _("After the period a score is corrected for both sides or not at all (Law 79C2).")
        raise ValidationError(sentence, code="late")
    _refuse_adjusted(play)
    kept, lowered = _lowered(play, side, to)
    row.found, row.state = to.strip(), CorrectionState.LOWERED
    _save(row)
    ns, ew = (lowered, kept) if side == "NS" else (kept, lowered)
    row.adjustment = adjust(
        actor=actor,
        play=play,
        kind=AdjustmentKind.SPLIT,
        reason=row.reason,
        law="79B3",
        authority=row.authority,
        ns=ns,
        ew=ew,
    )
    made = _keep(actor, row, "correction.lower")
    _tell(actor, made, play.contestant_ids, _("Board %(board)s: one side’s score is lowered") % _at(play), told)
    return made


def _lowered(play: Play, side: str, to: str) -> tuple[Outcomes, Outcomes]:
    """What the other side keeps, and what this one gets instead: less than it had."""
    if side not in ("NS", "EW"):
        raise field_error("side", _("Choose the side whose score is lowered."), "required")
    current = current_result(play)
    if current is None or current.score is None:
        sentence = _("This board has no score at this table that could be lowered.")
        raise field_error("side", sentence, "no_result")
    score = validated_score_fields(read_said(play, to, "to"), board_conditions(play.section, play.board))["score"]
    if score is None or (score >= current.score if side == "NS" else score <= current.score):
        sentence = _("%(to)s is not less for that side than %(result)s. Name a result that gives them less.")
        said = sentence % {"to": to.strip(), "result": current.text}
        raise field_error("to", said, "not_lower")
    return Outcomes.one(current.score), Outcomes.one(score)


@transaction.atomic
def approve_correction(
    *, actor: Actor, correction: Correction, approves: bool, reason: str = "", version: int | None = None
) -> Correction:
    """The organizer's word under Law 79C2. Where the score was final it is published again at once."""
    require(actor, "official.approve", correction)
    play, row = _both(correction, version, None, CorrectionState.APPROVAL)
    _refuse_own(actor, row)
    if not approves:
        if not reason.strip():
            raise field_error("reason", _("Say why it is not approved."), "required")
        row.state, row.reason = CorrectionState.REFUSED, reason.strip()[:300]
        return _keep(actor, row, "correction.refuse")
    row.state, row.approved_at, row.approved_by = CorrectionState.ACCEPTED, actor.at, actor.user
    made = _carry_out(actor, play, row, "correction.approve", ())
    if OfficialScore.objects.filter(session=row.session_id, state=OfficialState.FINAL).exists():
        _publish_at_once(actor, row)
    return made


def _publish_at_once(actor: Actor, row: Correction) -> None:
    """A final score is always the one that is published."""
    before = row.session.publications.order_by("-number").first()
    note = _("Corrected under Law 79C2: board %(board)s.") % {"board": row.play.board}
    why = (before.reason if before else "") or row.reason
    publish(actor=actor, session=row.session, reason=why, note=note)


def _refuse_own(actor: Actor, row: Correction) -> None:
    if problem := approval_problem(actor, row):
        raise Forbidden(problem)


def approval_problem(actor: Actor, row: Correction) -> str:
    """Why this person does not approve: who was satisfied as director does not approve as well, unless the club has
    nobody else for one of the two. Empty where nothing is in the way."""
    if actor.user is None or row.decided_by_id != actor.user_id or not has_two(row.session, actor):
        return ""
    return _(
        "You were satisfied as director: somebody else has to approve for the organizer (Law 79C2). Ask another"
        " secretary or an officer of the federation, or let another director decide."
    )


def has_two(session: Session, actor: Actor) -> bool:
    """Whether the club has somebody else to decide or to approve."""
    grants = RoleGrant.objects.in_force(actor.at).filter(club=session.club, role__in=DESK, user__is_active=True)
    return grants.exclude(user=actor.user).exists()


def _both(correction: Correction, version: int | None, seen: int | None, *states: str) -> tuple[Play, Correction]:
    """Play first, as everybody who changes a result has it; then the request, if it is still to be decided."""
    play = locked_play(correction.play)
    row = lock_undecided(correction, version, *(states or (CorrectionState.OPEN,)))
    row.play, row.session = play, play.section.session
    current = current_result(play)
    if seen is not None and seen != (current.version if current else 0):
        raise Conflict(_("The result of this board has changed meanwhile. Look at it again, then decide."))
    return play, row


def _needs_approval(row: Correction) -> bool:
    final = OfficialScore.objects.filter(session=row.session_id, state=OfficialState.FINAL).exists()
    return row.is_late or final


def _decided(actor: Actor, row: Correction, reason: str) -> None:
    if not reason.strip():
        raise field_error("reason", _("Give a reason: the players read it."), "required")
    row.reason, row.decided_at, row.decided_by = reason.strip()[:300], actor.at, actor.user


def _refuse_adjusted(play: Play) -> None:
    if ScoreAdjustment.objects.current().filter(play=play).exists():
        sentence = _("This board has an adjusted score at this table. Change or withdraw that one instead.")
        raise ValidationError(sentence, code="adjusted")


def _carry_out(actor: Actor, play: Play, row: Correction, act: str, told: Collection[int]) -> Correction:
    """A new version of the result, on the authority of the request, which is in the record before it."""
    _refuse_adjusted(play)
    _save(row)
    current = current_result(play)
    row.result = accept_result(
        actor=actor,
        play=play,
        fields=_fields(play, row, current),
        source=ResultSource.DESK,
        reason=row.reason[:200],
        turned=current.turned if current is not None else False,
        authority=row.authority,
    )
    made = _keep(actor, row, act)
    _tell(actor, made, play.contestant_ids, _("Board %(board)s: the score is corrected") % _at(play), told)
    return made


def own_side(play: Play, contestant: int) -> tuple[int, ...]:
    """A contestant with the partner of the round."""
    return next(side for side in play_sides(play) if contestant in side)


def _at(play: Play) -> dict[str, int]:
    return {"board": play.board}


def _fields(play: Play, row: Correction, current: BoardResult | None) -> dict[str, Any]:
    """The result that was found; the lead is kept where the same side declared the same strain."""
    fields = validated_score_fields(read_said(play, row.found, "found"), board_conditions(play.section, play.board))
    same = current is not None and fields["outcome"] == Outcome.PLAYED and fields["declarer"] == current.declarer
    if same and current is not None and not fields["lead"]:
        fields["lead"] = current.lead
    return fields


def _save(row: Correction) -> None:
    row.full_clean(exclude={"play", "session", "contestant", "asked_by", "decided_by", "approved_by"})
    row.save()


def _keep(actor: Actor, row: Correction, act: str) -> Correction:
    row.version += 1
    _save(row)
    record(actor=actor, act=act, body=row.club, target=row, after=values(row, SHOWN), reason=row.reason)
    return row


def _tell(actor: Actor, row: Correction, contestants: Iterable[int], title: str, told: Collection[int]) -> None:
    """A decision is a ruling: those whom it concerns may appeal, each from when they are told (Law 92B)."""
    official = OfficialScore.objects.filter(session=row.session_id).first()
    if official is None or official.state != OfficialState.PUBLISHED:
        return
    made = give_deadlines(session=row.session, contestants=contestants, about=row.authority, title=title, at=actor.at)
    for late in made:
        if late.contestant_id in told:
            tell_side(actor=actor, late=late, how=_("When it was decided"))
