"""Membership years: opened with their fees, changed, and with everybody in them who is to renew."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from clubs.models import Club, Membership
from clubs.models.keys import person_ids
from clubs.selectors.members import MembershipStanding, club_members
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import change, locked, reject_unknown_fields
from core.errors import field_error
from core.locks import lock_row
from core.permissions import require
from office.models import Fee, MembershipYear, Renewal
from office.models.dues import FeeKind
from office.services.settling import settle

FIELDS = {
    *("name", "starts", "ends", "currency", "pay_until", "how_to_pay"),
    *("remind_before", "remind_every", "remind_most"),
}
#: Nothing is paid for these unless the club says so.
FREE_BY_NATURE = (FeeKind.HONORARY, FeeKind.LIFE)


@transaction.atomic
def open_year(*, actor: Actor, club: Club, fees: Mapping[str, Decimal], **fields: Any) -> MembershipYear:
    """A membership year with its fees and everybody who is a member now; refused where a kind of theirs has no fee."""
    require(actor, "renewal.keep", club)
    reject_unknown_fields(fields, FIELDS)
    lock_row(club)
    year = MembershipYear(club=club, **fields)
    _check(year)
    year.save()
    _write_fees(year, fees)
    after = values(year, FIELDS) | {"fees": {kind: str(amount) for kind, amount in fees.items()}}
    record(actor=actor, act="renewal.open", body=club, target=year, after=after)
    take_in_members(actor=actor, year=year)
    return year


def _check(year: MembershipYear) -> None:
    year.full_clean()
    overlapping = MembershipYear.objects.filter(club=year.club, starts__lte=year.ends, ends__gte=year.starts)
    if other := overlapping.exclude(pk=year.pk).first():
        sentence = _("The membership year %(name)s has some of these days. Choose days that are not in it.")
        raise field_error("starts", sentence % {"name": other.name}, "overlap")


def _write_fees(year: MembershipYear, fees: Mapping[str, Decimal]) -> None:
    for kind, amount in fees.items():
        if amount < 0:
            raise field_error(f"fee_{kind}", _("A fee is 0 or more."), "negative")
        Fee.objects.update_or_create(year=year, kind=FeeKind(kind).value, defaults={"amount": amount})


@transaction.atomic
def change_year(
    *, actor: Actor, year: MembershipYear, version: int | None = None, fees: Mapping[str, Decimal], **fields: Any
) -> MembershipYear:
    """What a fee now is holds for everybody who has not paid anything; what was paid stays as it was asked."""
    require(actor, "renewal.keep", year.club)
    reject_unknown_fields(fields, FIELDS)
    year = change(
        actor=actor, act="renewal.change_year", obj=year, body=year.club, fields=fields, version=version, check=_check
    )
    before = {fee.kind: str(fee.amount) for fee in year.fees.all()}
    changed = {kind: amount for kind, amount in fees.items() if before.get(kind) != f"{amount:.2f}"}
    if changed:
        _write_fees(year, changed)
        for kind, amount in changed.items():
            _ask_for_new_amount(year, kind, amount)
        after = before | {kind: f"{amount:.2f}" for kind, amount in changed.items()}
        record(
            actor=actor, act="renewal.fees", body=year.club, target=year, before={"fees": before}, after={"fees": after}
        )
    return year


def _ask_for_new_amount(year: MembershipYear, kind: str, amount: Decimal) -> None:
    paid = Renewal.objects.filter(payments__isnull=False, payments__withdrawn_at=None)
    rows = Renewal.objects.filter(year=year, fee_kind=kind, payer=None, settled_at=None)
    rows.exclude(pk__in=paid.values("pk")).update(amount=amount, version=F("version") + 1)


@transaction.atomic
def take_in_members(*, actor: Actor, year: MembershipYear) -> list[Renewal]:
    """Whoever is a member and not in the year yet is taken in; what they pay is as in the year before."""
    require(actor, "renewal.keep", year.club)
    lock_row(year.club)
    known = set(year.renewals.values_list(person_ids(), flat=True))
    members = [row for row in _members(year, actor.at) if row.player_id not in known]
    amounts = dict(year.fees.values_list("kind", "amount"))
    before = _year_before(year)
    rows = [_renewal(year, member, before.get(member.player_id), amounts) for member in members]
    made = Renewal.objects.bulk_create(rows)
    _pay_along_as_before(year, before, {member.player_id for member in members})
    for renewal in Renewal.objects.filter(pk__in=[row.pk for row in made], amount=0, payer=None):
        settle(actor=actor, renewal=renewal)
    if made:
        record(actor=actor, act="renewal.take_in", body=year.club, target=year, after={"people": len(made)})
    return made


def _members(year: MembershipYear, at: datetime) -> list[Membership]:
    rows = club_members(year.club, day=year.club.day(at))
    return [
        row
        for row in rows
        if row.standing in (MembershipStanding.CURRENT, MembershipStanding.COMING)  # type: ignore[attr-defined]
    ]


def _year_before(year: MembershipYear) -> dict[int, Renewal]:
    """What everybody was asked for in the year before, by player."""
    earlier = MembershipYear.objects.filter(club=year.club, starts__lt=year.starts).order_by("-starts").first()
    rows = Renewal.objects.filter(year=earlier) if earlier else Renewal.objects.none()
    return {row.player.person_id: row for row in rows.select_related("player", "payer__player")}


def _renewal(
    year: MembershipYear, member: Membership, before: Renewal | None, amounts: Mapping[str, Decimal]
) -> Renewal:
    kept = before is not None and before.fee_kind in (FeeKind.LIFE, FeeKind.FAMILY)
    kind = before.fee_kind if before is not None and kept else member.kind
    return Renewal(year=year, player=member.player, membership=member, fee_kind=kind, amount=fee_for(kind, amounts))


def fee_for(kind: str, amounts: Mapping[str, Decimal]) -> Decimal:
    """The fee of a kind; what is free by nature may have none."""
    if kind in amounts:
        return amounts[kind]
    if kind in FREE_BY_NATURE:
        return Decimal(0)
    sentence = _("There are members of the kind “%(kind)s”. Write what they pay; 0 for nothing.")
    raise field_error(f"fee_{kind}", sentence % {"kind": FeeKind(kind).label}, "no_fee")


def _pay_along_as_before(year: MembershipYear, before: Mapping[int, Renewal], taken_in: set[int]) -> None:
    """A family stays a family: whoever is taken in and was paid along is again, where the payer still is a member."""
    unsettled = year.renewals.filter(settled_at=None).select_related("player")
    now = {renewal.player.person_id: renewal for renewal in unsettled}
    for player in taken_in & before.keys():
        old, mine = before[player], now.get(player)
        payer = now.get(old.payer.player.person_id) if old.payer else None
        if mine and payer and mine.payer_id is None and payer.payer_id is None:
            Renewal.objects.filter(pk=mine.pk).update(payer=payer, amount=0)


@transaction.atomic
def change_renewal(
    *,
    actor: Actor,
    renewal: Renewal,
    fee_kind: str,
    payer: Renewal | None = None,
    amount: Decimal | None = None,
    version: int | None = None,
) -> Renewal:
    """What a member is asked for, or who pays for them; not once something was paid or settled."""
    year = renewal.year
    require(actor, "renewal.keep", year.club)
    lock_row(year.club)
    locked(renewal, version=version)
    _refuse_change(renewal, payer)
    amounts = dict(year.fees.values_list("kind", "amount"))
    own = amount if amount is not None or payer is not None else fee_for(fee_kind, amounts)
    asked = Decimal(0) if payer is not None or own is None else own
    fields = {"fee_kind": fee_kind, "payer": payer, "amount": asked}
    changed = change(actor=actor, act="renewal.change", obj=renewal, body=year.club, fields=fields, version=version)
    is_settled = changed.amount == 0 if changed.payer is None else changed.payer.settled_at is not None
    if is_settled:
        settle(actor=actor, renewal=changed)
    return changed


def _refuse_change(renewal: Renewal, payer: Renewal | None) -> None:
    if renewal.payments.filter(withdrawn_at=None).exists():
        sentence = _("Something was paid already. Take the payment back first.")
        raise field_error("fee_kind", sentence, "paid")
    if payer is None:
        return
    if payer.pk == renewal.pk or payer.year_id != renewal.year_id:
        raise field_error("payer", _("Choose another member of this year who pays."), "payer")
    if payer.payer_id is not None:
        sentence = _("Somebody else pays for %(name)s. Choose who pays for both.")
        raise field_error("payer", sentence % {"name": payer.player.display_name}, "payer")
    if renewal.paid_along.exists():
        sentence = _("This member pays for others. Let them be paid for by somebody else first.")
        raise field_error("payer", sentence, "pays")
