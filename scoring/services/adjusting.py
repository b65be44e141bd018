"""Adjusted scores (Law 12) and penalties (Laws 90 and 91): given with authority, superseded, withdrawn."""

from __future__ import annotations

from decimal import Decimal

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.errors import field_error
from core.locks import lock_row
from core.permissions import require
from events.models import Contestant, Play
from scoring.adjusted.penalty_units import refuse_unit
from scoring.adjusted.storage import pack, pack_damage_by_side
from scoring.engine.sheet import SelfInflicted, Value
from scoring.models import ComparisonField, Penalty, ScoreAdjustment
from scoring.models.fields import PenaltyUnit
from scoring.models.results import AdjustmentKind
from scoring.score_authority import OF_THE_DESK, Authority, refuse_without_authority
from scoring.services.comparison_fields import check_lock_and_rescore, check_lock_and_rescore_field
from scoring.services.locks import Change
from scoring.services.results import locked_play

AUDITED = {"kind", "north_south", "east_west", "law", "authority"}


@transaction.atomic
def adjust(
    *,
    actor: Actor,
    play: Play,
    kind: str,
    ns: Value | None,
    ew: Value | None,
    reason: str,
    law: str = "",
    authority: Authority = OF_THE_DESK,
    own_damage: SelfInflicted | None = None,
) -> ScoreAdjustment:
    """Give an adjusted score. With `authority` (a ruling, a committee's decision) the right was asked for there.

    `own_damage` is Law 12C1(e): what each side gets is then worked out against the field.
    """
    if not authority:
        require(actor, "session.run", play)
    play = locked_play(play)
    if kind not in AdjustmentKind.values:
        raise field_error("kind", _("Choose a kind of adjusted score."), "unknown")
    if not reason.strip():
        raise field_error("reason", _("Say why the score is adjusted."), "required")
    before = ScoreAdjustment.objects.current().filter(play=play).first()
    if before is not None:
        refuse_without_authority(before.authority, authority)
        ScoreAdjustment.objects.filter(pk=before.pk).update(superseded_at=actor.at)
    to_ns, to_ew = (pack(ns), pack(ew)) if own_damage is None else pack_damage_by_side(own_damage)
    adjustment = ScoreAdjustment.objects.create(
        play=play,
        kind=kind,
        north_south=to_ns,
        east_west=to_ew,
        law=law,
        reason=reason.strip()[:300],
        authority=authority,
        made_at=actor.at,
        made_by=actor.user,
    )
    check_lock_and_rescore(play.section, at=actor.at, authority=authority, change=Change.RULING)
    record(
        actor=actor,
        act="score.adjust",
        body=play.club,
        target=adjustment,
        before=values(before, AUDITED) if before else {},
        after=values(adjustment, AUDITED),
        reason=adjustment.reason,
    )
    return adjustment


@transaction.atomic
def withdraw_adjustment(*, actor: Actor, play: Play, reason: str, authority: Authority = OF_THE_DESK) -> None:
    """Withdraw the adjusted score of a play: its result counts again."""
    if not authority:
        require(actor, "session.run", play)
    play = locked_play(play)
    before = ScoreAdjustment.objects.current().filter(play=play).first()
    if before is None:
        raise ValidationError(_("This board has no adjusted score at this table."), code="none")
    refuse_without_authority(before.authority, authority)
    ScoreAdjustment.objects.filter(pk=before.pk).update(superseded_at=actor.at)
    check_lock_and_rescore(play.section, at=actor.at, authority=authority, change=Change.RULING)
    record(
        actor=actor,
        act="score.unadjust",
        body=play.club,
        target=before,
        before=values(before, AUDITED),
        reason=reason.strip(),
    )


@transaction.atomic
def penalize(
    *,
    actor: Actor,
    field: ComparisonField,
    contestant: Contestant,
    amount: Decimal,
    unit: str,
    reason: str,
    law: str = "",
    authority: Authority = OF_THE_DESK,
) -> Penalty:
    """Give a penalty or a warning (Laws 90 and 91); the desk may give only what fits the scoring."""
    if not authority:
        require(actor, "session.run", field)
        refuse_unit(field.session.event, unit, "unit")
    if unit == PenaltyUnit.WARNING and amount:
        sentence = _("A warning takes nothing: leave the amount empty, or choose what it is counted in.")
        raise field_error("amount", sentence, "only_a_warning")
    if unit != PenaltyUnit.WARNING and amount <= 0:
        sentence = _("Write how much is taken: more than 0.")
        raise field_error("amount", sentence, "nothing")
    penalty = Penalty(
        field=field,
        contestant=contestant,
        amount=amount,
        unit=unit,
        law=law,
        reason=reason.strip(),
        authority=authority,
        made_at=actor.at,
        made_by=actor.user,
    )
    penalty.full_clean(exclude={"field", "contestant", "made_by"})
    penalty.save()
    if not penalty.is_warning:
        check_lock_and_rescore_field(field, at=actor.at, authority=authority, change=Change.RULING)
    after = values(penalty, {"contestant", "amount", "unit", "law"})
    record(actor=actor, act="penalty.give", body=field.club, target=penalty, after=after, reason=penalty.reason)
    return penalty


@transaction.atomic
def withdraw_penalty(*, actor: Actor, penalty: Penalty, reason: str, authority: Authority = OF_THE_DESK) -> Penalty:
    if not authority:
        require(actor, "session.run", penalty)
    penalty = lock_row(penalty)
    if penalty.withdrawn_at is None:
        refuse_without_authority(penalty.authority, authority)
        penalty.withdrawn_at = actor.at
        penalty.save(update_fields=["withdrawn_at"])
        if not penalty.is_warning:
            check_lock_and_rescore_field(penalty.field, at=actor.at, authority=authority, change=Change.RULING)
        record(actor=actor, act="penalty.withdraw", body=penalty.club, target=penalty, reason=reason.strip())
    return penalty
