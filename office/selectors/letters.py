"""Letters that are printed for members whom no mail reaches."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from core.qr import full_address, qr_svg
from office.models import MembershipYear, Renewal
from office.models.dues import Answer
from office.selectors.invitations import reach, to_invite
from office.selectors.renewal_links import renewal_path
from office.selectors.renewal_mails import fee_lines


@dataclass(frozen=True)
class Letter:
    renewal: Renewal
    lines: list[str]
    url: str
    code: str


def letters_for(year: MembershipYear, *, everybody_open: bool = False) -> list[Letter]:
    """To those who are to be invited and whom no mail reaches, or to everybody who has not answered or paid."""
    rows = open_renewals(year) if everybody_open else reach(to_invite(year)).by_letter
    return [_letter(row, year) for row in rows]


def open_renewals(year: MembershipYear) -> list[Renewal]:
    rows = Renewal.objects.filter(year=year, settled_at=None, payer=None, player__erased_at=None)
    rows = rows.exclude(answer=Answer.LEAVES).select_related("player").prefetch_related("paid_along__player")
    return list(rows.order_by("player__display_name", "pk"))


def _letter(renewal: Renewal, year: MembershipYear) -> Letter:
    path = renewal_path(year.pk, renewal.player_id)
    return Letter(renewal, fee_lines(renewal, year), full_address(path), qr_svg(path, _("Answer here")))
