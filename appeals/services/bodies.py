"""Putting a body together: invitations, answers, releases, challenges. Nobody with a conflict sits."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from appeals.models import AdjudicatingBody, Appeal, BodyMember, Challenge
from appeals.models.appeals import HearsChoice
from appeals.models.bodies import SITTING, ChallengeState, MemberRole, MemberState
from appeals.selectors.audience import challenged_users, composing_users
from appeals.selectors.conflicts import check_conflicts
from appeals.selectors.parties import party_in_case
from appeals.selectors.pool import may_chair
from appeals.services.base import lock_case, record_step, require_gate, say_why
from appeals.services.notices import mark_answered, notify
from clubs.models import User
from core import transaction
from core.actors import Actor
from core.errors import Forbidden, field_error
from core.locks import lock, lock_row
from core.permissions import require


@transaction.atomic
def seat(
    *,
    actor: Actor,
    appeal: Appeal,
    user: User,
    role: str = MemberRole.MEMBER,
    reason: str = "",
    version: int | None = None,
) -> BodyMember:
    """Invite somebody. A conflict keeps them out; what is only a remark needs a reason."""
    case = lock_case(appeal, version=version)
    require(actor, "appeal.compose", case)
    require_gate("seat", case, actor)
    body: AdjudicatingBody = case.adjudicators
    _check_role(case, body, user, role, actor.at)
    [candidate] = check_conflicts(case, [user], actor.at)
    if not candidate.may_sit:
        grounds = "; ".join(conflict.words for conflict in candidate.conflicts if conflict.keeps_out)
        sentence = _("%(name)s cannot hear this case: %(why)s. Choose somebody else.")
        raise field_error("user", sentence % {"name": candidate.name, "why": grounds}, "conflict")
    remarks = [conflict.words for conflict in candidate.conflicts]
    if remarks and not reason.strip():
        sentence = _("%(name)s %(why)s. Say why they can hear it all the same.")
        raise field_error("reason", sentence % {"name": candidate.name, "why": "; ".join(remarks)}, "remarks")
    _refuse_second(body, user, role)
    member = BodyMember.objects.create(
        body=body,
        user=user,
        role=role,
        remarks=remarks,
        reason=reason.strip()[:300],
        token=secrets.token_urlsafe(24),
        invited_at=actor.at,
        invited_by=actor.user,
    )
    record_step(
        actor, case, "seat", words=f"{member.name}, {member.get_role_display()}", after={"user": user.pk, "role": role}
    )
    notify(case, "invited", [user.pk], actor.at, case.statements_until)
    return member


def _check_role(appeal: Appeal, body: AdjudicatingBody, user: User, role: str, at: datetime) -> None:
    if role not in MemberRole.values:
        raise field_error("role", _("Say as what."), "unknown")
    if body.kind == HearsChoice.REFEREE and role == MemberRole.MEMBER:
        raise field_error("role", _("A single referee hears it: invite one person, as chair."), "single")
    if role == MemberRole.CHAIR and body.kind == HearsChoice.COMMITTEE and not may_chair(appeal, user, at):
        sentence = _("The pool does not have them as somebody who may take the chair. Invite them as a member.")
        raise field_error("role", sentence, "no_chair")


def _refuse_second(body: AdjudicatingBody, user: User, role: str) -> None:
    sitting = body.members.filter(state__in=SITTING)
    if sitting.filter(user=user).exists():
        raise field_error("user", _("They are invited already."), "twice")
    if role == MemberRole.CHAIR and sitting.filter(role=MemberRole.CHAIR).exists():
        raise field_error("role", _("Somebody has the chair. Release them first."), "chair_taken")


@transaction.atomic
def unseat(*, actor: Actor, member: BodyMember, reason: str) -> BodyMember:
    case = lock_case(member.body.appeal)
    require(actor, "appeal.compose", case)
    require_gate("unseat", case, actor)
    return _release(actor, case, member, say_why(reason), "unseat")


def _release(actor: Actor, appeal: Appeal, member: BodyMember, why: str, act: str) -> BodyMember:
    locked_member = lock(BodyMember.objects).select_related("user__player").get(pk=member.pk)
    locked_member.state, locked_member.answered_at = MemberState.RELEASED, actor.at
    locked_member.save(update_fields=["state", "answered_at"])
    appeal.votes.filter(member=locked_member).delete()
    record_step(actor, appeal, act, words=f"{locked_member.name}: {why}", reason=why)
    return locked_member


@transaction.atomic
def answer_invitation(*, actor: Actor, member: BodyMember, accepts: bool, reason: str = "") -> BodyMember:
    """Whoever is invited answers for themselves; the check is made again, since things change meanwhile."""
    case = lock_case(member.body.appeal)
    if actor.user is None or actor.user_id != member.user_id:
        raise Forbidden(_("Only the person who is invited can answer."))
    require_gate("answer_invitation", case, actor)
    locked_member = lock(BodyMember.objects).select_related("user__player").get(pk=member.pk)
    if locked_member.state not in SITTING:
        raise ValidationError(_("This invitation is no longer open."), code="gone")
    if accepts:
        [candidate] = check_conflicts(case, [locked_member.user], actor.at)
        if not candidate.may_sit:
            why = "; ".join(conflict.words for conflict in candidate.conflicts if conflict.keeps_out)
            sentence = _("You cannot hear this case: %(why)s. Decline the invitation.") % {"why": why}
            raise ValidationError(sentence, code="conflict")
    locked_member.state = MemberState.ACCEPTED if accepts else MemberState.DECLINED
    locked_member.answered_at = actor.at
    locked_member.save(update_fields=["state", "answered_at"])
    words = f"{locked_member.name}: {locked_member.get_state_display()}"
    record_step(actor, case, "answer_invitation", words=words)
    mark_answered(case, "invited", actor.user_id, actor.at)
    if reason.strip():
        # Why somebody does not sit is for those who put the body together, not for the sides.
        record_step(actor, case, "answer_invitation", words=f"{locked_member.name}: {reason.strip()}", inner=True)
    if not accepts:
        notify(case, "compose", composing_users(case, actor.at), actor.at, case.due_at)
    return locked_member


@transaction.atomic
def step_down(*, actor: Actor, member: BodyMember, reason: str) -> BodyMember:
    """Somebody who has accepted finds that they cannot hear the case, and has not voted: somebody else is invited."""
    case = lock_case(member.body.appeal)
    if actor.user is None or actor.user_id != member.user_id:
        raise Forbidden(_("Everybody steps down for themselves."))
    require_gate("step_down", case, actor)
    why = say_why(reason)
    own = lock(BodyMember.objects).select_related("user__player").get(pk=member.pk)
    if own.state != MemberState.ACCEPTED:
        raise ValidationError(_("You do not sit in this case."), code="gone")
    if case.votes.filter(member=own).exists():
        raise ValidationError(_("You have voted. Whoever puts the body together can release you."), code="voted")
    own.state, own.answered_at = MemberState.RELEASED, actor.at
    own.save(update_fields=["state", "answered_at"])
    record_step(actor, case, "step_down", words=own.name)
    # Why somebody does not sit is for those who put the body together, not for the sides.
    record_step(actor, case, "step_down", words=f"{own.name}: {why}", reason=why, inner=True)
    chairs = own.body.members.filter(role=MemberRole.CHAIR, state__in=SITTING).values_list("user", flat=True)
    told = composing_users(case, actor.at, without={own.user_id}) | set(chairs)
    notify(case, "stepped_down", told, actor.at, case.due_at)
    return own


@transaction.atomic
def challenge(*, actor: Actor, member: BodyMember, reason: str) -> Challenge:
    """A party objects to somebody who is to hear the case."""
    case = lock_case(member.body.appeal)
    side = party_in_case(actor.player, case)
    if not side:
        raise Forbidden(_("Only a side of the case can challenge a member."))
    require_gate("challenge", case, actor)
    why = say_why(reason)
    if member.state not in SITTING:
        raise ValidationError(_("This person does not sit any more."), code="gone")
    if Challenge.objects.filter(member=member, side=side).exists():
        raise ValidationError(_("Your side has already challenged this member."), code="twice")
    objection = Challenge.objects.create(
        member=member, side=side, reason=why[:500], made_at=actor.at, made_by=actor.user
    )
    record_step(actor, case, "challenge", words=f"{member.name}: {why}", reason=why)
    notify(case, "challenged", composing_users(case, actor.at, without=challenged_users(case)), actor.at, case.due_at)
    return objection


@transaction.atomic
def decide_challenge(*, actor: Actor, challenge: Challenge, upheld: bool, reason: str) -> Challenge:
    """Whoever puts the body together decides, never the member who is challenged."""
    member = challenge.member
    case = lock_case(member.body.appeal)
    require(actor, "appeal.compose", case)
    if actor.user_id == member.user_id:
        raise Forbidden(_("Nobody decides on a challenge to themselves."))
    require_gate("decide_challenge", case, actor)
    why = say_why(reason)
    locked_challenge = lock_row(challenge)
    if locked_challenge.state != ChallengeState.OPEN:
        raise ValidationError(_("This challenge has been decided."), code="decided")
    locked_challenge.state = ChallengeState.UPHELD if upheld else ChallengeState.REJECTED
    locked_challenge.answer, locked_challenge.decided_at, locked_challenge.decided_by = why[:500], actor.at, actor.user
    locked_challenge.save()
    if upheld:
        _release(actor, case, member, why, "decide_challenge")
    else:
        record_step(actor, case, "decide_challenge", words=f"{member.name}: {why}", reason=why)
    return locked_challenge
