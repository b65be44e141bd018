"""Statements, the hearing pack, the hearing itself: minutes, attendance, votes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from appeals.gates import Verdict, overall
from appeals.models import Appeal, Attendance, BodyMember, Hearing, Minute, Statement, Vote
from appeals.models.appeals import FIRST_VERDICTS, PartyChoice
from appeals.models.bodies import MemberRole, MemberState
from appeals.models.decisions import ABSTAINS
from appeals.models.hearings import MinuteKind
from appeals.selectors.audience import chair_users, director_users, member_users, side_users
from appeals.selectors.conflicts import check_conflicts
from appeals.selectors.pack import hearing_pack
from appeals.selectors.parties import party_in_case
from appeals.selectors.together import points_for_body
from appeals.services.base import lock_case, record_step, require_gate, say_why
from appeals.services.notices import notify
from core import transaction
from core.actors import Actor
from core.errors import Conflict, Forbidden, field_error
from core.locks import lock
from core.permissions import may, require

PROMPTLY = timedelta(days=1)
# A hearing that is fixed as it begins is not one of the past.
LATELY = timedelta(hours=1)


def require_party(actor: Actor, appeal: Appeal) -> str:
    side = party_in_case(actor.player, appeal)
    if not side:
        raise Forbidden(_("Only the sides of the case do this."))
    return side


@transaction.atomic
def write_statement(
    *, actor: Actor, appeal: Appeal, text: str, hand_in: bool = True, version: int | None = None
) -> Statement:
    """Each side writes its own; once handed in it stays. `version` is that of the statement, 0 for none yet."""
    case = lock_case(appeal)
    side = require_party(actor, case)
    require_gate("state", case, actor)
    stated = text.strip()
    if not stated:
        raise field_error("text", _("Write what your side has to say."), "required")
    statement = lock(Statement.objects).filter(appeal=case, side=side).first()
    if version is not None and version != (statement.version if statement else 0):
        raise Conflict(_("Your partner has changed the statement meanwhile. Read it below, then save again."))
    if statement is not None and statement.handed_in_at is not None:
        raise ValidationError(_("Your side’s statement has been handed in and stays as it is."), code="handed_in")
    statement = statement or Statement(appeal=case, side=side, version=0)
    statement.text, statement.written_at, statement.written_by = stated[:6000], actor.at, actor.user
    statement.handed_in_at = actor.at if hand_in else None
    statement.version += 1
    statement.save()
    if hand_in:
        _record_statement(actor, case, side)
    return statement


@transaction.atomic
def take_statement(*, actor: Actor, appeal: Appeal, side: str, told_by: str, text: str) -> Statement:
    """The director or the chair writes down what a side says, reads it back, and it is handed in."""
    case = lock_case(appeal)
    require_witness(actor, case)
    require_gate("state", case, actor)
    _check_side(side)
    for name, value in (("told_by", told_by), ("text", text)):
        if not value.strip():
            raise field_error(name, _("Say who told you, and what."), "required")
    statement = lock(Statement.objects).filter(appeal=case, side=side).first()
    if statement is not None and statement.handed_in_at is not None:
        raise ValidationError(_("This side’s statement has been handed in and stays as it is."), code="handed_in")
    statement = statement or Statement(appeal=case, side=side, version=0)
    statement.text, statement.told_by = text.strip()[:6000], told_by.strip()[:120]
    statement.written_at = statement.handed_in_at = actor.at
    statement.written_by = actor.user
    statement.version += 1
    statement.save()
    _record_statement(actor, case, side)
    return statement


def require_witness(actor: Actor, appeal: Appeal) -> None:
    """The director, whoever puts the body together, or its chair: those who write down what a side says."""
    if not may(actor, "appeal.direct", appeal) and not may(actor, "appeal.compose", appeal):
        require(actor, "appeal.hear", appeal)


def _check_side(side: str) -> None:
    if side not in PartyChoice.values:
        raise field_error("side", _("Say which side it is."), "unknown")


def _record_statement(actor: Actor, appeal: Appeal, side: str) -> None:
    record_step(actor, appeal, "state", words=side)
    if appeal.statements.filter(handed_in_at__isnull=False).count() == 2:
        notify(appeal, "pack", side_users(appeal), actor.at, appeal.statements_until)


@transaction.atomic
def fix_hearing(
    *,
    actor: Actor,
    appeal: Appeal,
    begins_at: datetime | None,
    place: str = "",
    link: str = "",
    is_written: bool = False,
    version: int | None = None,
) -> Hearing:
    case = lock_case(appeal)
    if not may(actor, "appeal.compose", case):
        require(actor, "appeal.hear", case)
    require_gate("fix_hearing", case, actor)
    hearing = lock(Hearing.objects).get(appeal=case)
    if version is not None and hearing.version != version:
        raise Conflict
    if begins_at is None and not is_written:
        sentence = _("Say when the hearing is, or that it is decided on the written case.")
        raise field_error("begins_at", sentence, "required")
    if begins_at is not None and begins_at < actor.at - LATELY:
        raise field_error("begins_at", _("This is in the past. Say when the hearing will begin."), "past")
    hearing.begins_at, hearing.place, hearing.link = begins_at, place.strip()[:200], link.strip()
    hearing.is_written = is_written
    hearing.version += 1
    hearing.full_clean(exclude={"appeal", "pack", "agreed_ns_by", "agreed_ew_by"}, validate_constraints=False)
    hearing.save()
    case.due_at = max(filter(None, (begins_at, case.statements_until, actor.at)))
    record_step(actor, case, "fix_hearing", words=place.strip() or link.strip())
    notify(case, "hearing", side_users(case) | member_users(case) | director_users(case, actor.at), actor.at, begins_at)
    return hearing


@transaction.atomic
def agree_pack(*, actor: Actor, appeal: Appeal) -> Hearing:
    """A side agrees that the pack is right. When both do, it is frozen as it is now."""
    case = lock_case(appeal)
    return _record_agreement(actor, case, require_party(actor, case))


@transaction.atomic
def agree_pack_for(*, actor: Actor, appeal: Appeal, side: str, reason: str) -> Hearing:
    """A side has agreed to the pack before the director or the chair, who says how they know."""
    case = lock_case(appeal)
    require_witness(actor, case)
    _check_side(side)
    return _record_agreement(actor, case, side, say_why(reason))


def _record_agreement(actor: Actor, appeal: Appeal, side: str, witnessed: str = "") -> Hearing:
    require_gate("agree_pack", appeal, actor)
    hearing = lock(Hearing.objects).get(appeal=appeal)
    if side == "NS":
        hearing.agreed_ns_at, hearing.agreed_ns_by = actor.at, actor.user
    else:
        hearing.agreed_ew_at, hearing.agreed_ew_by = actor.at, actor.user
    if hearing.agreed_ns_at and hearing.agreed_ew_at:
        _freeze(actor, appeal, hearing)
    hearing.version += 1
    hearing.save()
    words = f"{PartyChoice(side).label}: {witnessed}" if witnessed else side
    record_step(actor, appeal, "agree_pack", words=words, reason=witnessed)
    if hearing.frozen_at:
        notify(appeal, "hearing", member_users(appeal) | chair_users(appeal, actor.at), actor.at, hearing.begins_at)
    return hearing


@transaction.atomic
def freeze_pack(*, actor: Actor, appeal: Appeal, reason: str) -> Hearing:
    """Where a side does not answer once its time is over: frozen as it is, with the reason."""
    case = lock_case(appeal)
    if not may(actor, "appeal.compose", case):
        require(actor, "appeal.hear", case)
    require_gate("agree_pack", case, actor)
    why = say_why(reason)
    hearing = lock(Hearing.objects).get(appeal=case)
    hearing.frozen_reason = why[:300]
    _freeze(actor, case, hearing)
    hearing.version += 1
    hearing.save()
    record_step(actor, case, "agree_pack", words=why, reason=why)
    return hearing


def _freeze(actor: Actor, appeal: Appeal, hearing: Hearing) -> None:
    hearing.pack, hearing.frozen_at = hearing_pack(appeal), actor.at


@transaction.atomic
def open_hearing(
    *, actor: Actor, appeal: Appeal, present: Mapping[str, str] | None = None, version: int | None = None
) -> Hearing:
    """The chair opens it: a quorum without conflicts, both statements or their time over, the pack frozen.

    `present` says who of each side is there: with both of them nobody waits for what is written, and the pack is frozen
    as it is.
    """
    case = lock_case(appeal, version=version)
    require(actor, "appeal.hear", case)
    hearing = lock(Hearing.objects).filter(appeal=case).first()
    if hearing is not None and present is not None:
        _note_both_present(actor, case, hearing, present)
    require_gate("open_hearing", case, actor, **conflict_facts(case, actor.at))
    assert hearing is not None, "the gate has seen to it"
    hearing.opened_at = actor.at
    hearing.version += 1
    hearing.save()
    case.due_at = actor.at + PROMPTLY
    record_step(actor, case, "open_hearing")
    return hearing


def _note_both_present(actor: Actor, appeal: Appeal, hearing: Hearing, present: Mapping[str, str]) -> None:
    for side in PartyChoice:
        names = present.get(side.value, "").strip()
        if not names:
            raise field_error(side.value.lower(), _("Say who of this side is present."), "required")
        Attendance.objects.update_or_create(
            hearing=hearing,
            name=names[:120],
            defaults={"part": str(side.label), "side": side.value, "present": True, "noted_at": actor.at},
        )
    if hearing.frozen_at is None:
        hearing.frozen_reason = _("Both sides are present.")
        _freeze(actor, appeal, hearing)
        hearing.save()


def conflict_facts(appeal: Appeal, at: datetime) -> dict[str, Any]:
    """How many of those who sit have a conflict by now, and who they are."""
    members = BodyMember.objects.filter(body__appeal=appeal, state=MemberState.ACCEPTED).select_related("user__player")
    candidates = check_conflicts(appeal, [member.user for member in members], at)
    names = [candidate.name for candidate in candidates if not candidate.may_sit]
    return {"conflicted": len(names), "in_conflict": ", ".join(names)}


@transaction.atomic
def add_minute(*, actor: Actor, appeal: Appeal, kind: str, text: str, who: str = "") -> Minute:
    case = lock_case(appeal)
    require(actor, "appeal.sit", case)
    require_gate("minute", case, actor)
    if kind not in MinuteKind.values:
        raise field_error("kind", _("Say what kind of line it is."), "unknown")
    if not text.strip():
        raise field_error("text", _("Write what was said."), "required")
    minute = Minute.objects.create(
        hearing=case.hearing,
        kind=kind,
        who=who.strip()[:120],
        text=text.strip()[:2000],
        written_at=actor.at,
        written_by=actor.user,
    )
    record_step(actor, case, "minute", inner=True)
    return minute


@transaction.atomic
def note_attendance(
    *, actor: Actor, appeal: Appeal, name: str, part: str, side: str = "", present: bool = True, remote: bool = False
) -> Attendance:
    case = lock_case(appeal)
    if not may(actor, "appeal.direct", case):
        require(actor, "appeal.sit", case)
    require_gate("attend", case, actor)
    if side:
        _check_side(side)
    if not name.strip() or not part.strip():
        raise field_error("name", _("Say who it is, and as what."), "required")
    attendance, _new = Attendance.objects.update_or_create(
        hearing=case.hearing,
        name=name.strip()[:120],
        defaults={
            "part": part.strip()[:60],
            "side": side,
            "present": present,
            "remote": remote,
            "noted_at": actor.at,
        },
    )
    record_step(actor, case, "attend", inner=True)
    return attendance


@transaction.atomic
def cast_vote(
    *, actor: Actor, appeal: Appeal, verdict: str = "", words: str = "", by_point: Mapping[int, str] | None = None
) -> Vote:
    """Each member for themselves, as often as they like until the decision is made.

    `by_point`: the vote on each point, by its id; without it `verdict` is for all of them. Of several points a member
    may abstain on some.
    """
    case = lock_case(appeal)
    require(actor, "appeal.sit", case)
    require_gate("vote", case, actor)
    member = BodyMember.objects.filter(body__appeal=case, user=actor.user, state=MemberState.ACCEPTED).first()
    if member is None or member.role == MemberRole.SCRIBE:
        raise Forbidden(_("A scribe writes and does not vote."))
    points = [point.pk for point in points_for_body(case)]
    votes = {str(pk): (by_point or {}).get(pk, "") for pk in points} if by_point is not None else {}
    on_points = [vote for vote in votes.values() if vote != ABSTAINS]
    if votes and not on_points:
        raise field_error("verdict", _("Vote on at least one point; whoever has no view on any does not vote."), "none")
    if any(vote not in FIRST_VERDICTS for vote in on_points or [verdict]):
        raise field_error("verdict", _("Say how you vote, on each point."), "unknown")
    come_to = overall(Verdict(vote) for vote in on_points) if votes else verdict
    ballot, _new = Vote.objects.update_or_create(
        member=member,
        defaults={
            "appeal": case,
            "verdict": come_to,
            "by_point": votes,
            "words": words.strip()[:1000],
            "cast_at": actor.at,
        },
    )
    record_step(actor, case, "vote", words=member.name, inner=True)
    return ballot
