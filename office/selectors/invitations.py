"""Who is to be invited to renew, and whom a mail reaches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clubs.mail import mail_leaves
from office.models import MembershipYear, Renewal
from office.models.dues import Answer, Invited
from office.notice_kinds import Category
from office.selectors.recipients import accounts_of, addresses, wanted_by_mail


@dataclass(frozen=True)
class Reach:
    """Whom a mail about renewing reaches, and who needs a letter."""

    by_mail: list[Renewal]
    by_letter: list[Renewal]


def reach(renewals: Iterable[Renewal]) -> Reach:
    rows = list(renewals)
    players = {row.player_id for row in rows}
    account_of = accounts_of(players)
    at_hand = addresses(users=account_of.values(), players=players)
    wanted = wanted_by_mail(Category.RENEWALS, users=account_of.values(), players=players)
    parts: tuple[list[Renewal], list[Renewal]] = ([], [])
    for row in rows:
        user = account_of.get(row.player_id)
        reached = mail_leaves() and at_hand.of(user, row.player_id) and wanted.by(user, row.player_id)
        parts[0 if reached else 1].append(row)
    return Reach(*parts)


def to_invite(year: MembershipYear) -> list[Renewal]:
    """Who is not invited, has something to answer and is not paid for by another."""
    rows = Renewal.objects.filter(
        year=year, invited=Invited.NOT, settled_at=None, payer=None, player__erased_at=None, answer=Answer.NONE
    )
    return list(rows.select_related("player").order_by("player__display_name", "pk"))
