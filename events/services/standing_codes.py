"""Codes of tables that stay the same from week to week, for clubs that want them."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import Club
from core import transaction
from core.actors import Actor
from core.audit import Deed, record_all, values
from core.changes import locked
from core.errors import field_error
from core.locks import lock
from core.permissions import require
from events.models import StandingCode
from events.services.tables import new_code

MOST_TABLES = 200
AUDITED = {"letter", "table"}
LETTER = re.compile(r"[A-Z]{1,3}")


@transaction.atomic
def make_standing_codes(*, actor: Actor, club: Club, letter: str, tables: int) -> list[StandingCode]:
    """A code for each table of a section from 1 on that has none; those that are there stay."""
    require(actor, "event.manage", club)
    letter = letter.strip().upper()
    if not LETTER.fullmatch(letter):
        sentence = _("Write the letter of the section, as it stands on the tables: A, B …")
        raise field_error("letter", sentence, "bad_letter")
    if not 1 <= tables <= MOST_TABLES:
        sentence = _("Write how many tables the section has: 1 to %(most)s.") % {"most": MOST_TABLES}
        raise field_error("tables", sentence, "bad_tables")
    locked(club)
    coded = set(StandingCode.objects.filter(club=club, letter=letter, revoked_at=None).values_list("table", flat=True))
    return _create_codes(actor, club, [(letter, table) for table in range(1, tables + 1) if table not in coded])


@transaction.atomic
def renew_standing_code(*, actor: Actor, code: StandingCode, reason: str = "") -> StandingCode:
    """The old card opens nothing any more; a new code takes its place."""
    require(actor, "event.manage", code)
    locked(code.club)
    revoked = _revoke(actor, code, reason)
    return _create_codes(actor, revoked.club, [(revoked.letter, revoked.table)])[0]


@transaction.atomic
def stop_standing_codes(*, actor: Actor, club: Club, letter: str, reason: str = "") -> int:
    """The section has no standing codes any more; what a device has open for tonight's table goes on."""
    require(actor, "event.manage", club)
    locked(club)
    codes = list(StandingCode.objects.filter(club=club, letter=letter, revoked_at=None))
    for code in codes:
        _revoke(actor, code, reason)
    return len(codes)


def _revoke(actor: Actor, code: StandingCode, reason: str) -> StandingCode:
    code = lock(StandingCode.objects).select_related("club").get(pk=code.pk)
    if code.revoked_at is not None:
        raise ValidationError(_("This code has been revoked already. Print the new card."), code="revoked")
    code.revoked_at, code.revoked_by = actor.at, actor.user
    code.save(update_fields=["revoked_at", "revoked_by"])
    deed = Deed("table.revoke", code, after=values(code, AUDITED | {"revoked_at"}), reason=reason.strip()[:200])
    record_all(actor=actor, body=code.club, deeds=[deed])
    return code


def _create_codes(actor: Actor, club: Club, tables: list[tuple[str, int]]) -> list[StandingCode]:
    if not tables:
        return []
    codes = StandingCode.objects.bulk_create(
        StandingCode(club=club, letter=letter, table=table, code=new_code(), made_at=actor.at)
        for letter, table in tables
    )
    # As with tonight's codes: the audit says which table, not which code.
    record_all(actor=actor, body=club, deeds=[Deed("table.code", code, after=values(code, AUDITED)) for code in codes])
    return codes
