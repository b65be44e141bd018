"""Codes of tables that stay the same from week to week, for clubs that want them."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Club
from core.actors import Actor
from core.audit import Deed, record_all, values
from core.changes import locked
from core.errors import field_error
from core.permissions import require
from events.models import StandingCode
from events.services.tables import new_code

MOST_TABLES = 200
SAID = {"letter", "table"}
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
    held = set(StandingCode.objects.filter(club=club, letter=letter, revoked_at=None).values_list("table", flat=True))
    return _write(actor, club, [(letter, table) for table in range(1, tables + 1) if table not in held])


@transaction.atomic
def renew_standing_code(*, actor: Actor, code: StandingCode, reason: str = "") -> StandingCode:
    """The old card opens nothing any more; a new code takes its place."""
    require(actor, "event.manage", code)
    locked(code.club)
    row = _revoke(actor, code, reason)
    return _write(actor, row.club, [(row.letter, row.table)])[0]


@transaction.atomic
def stop_standing_codes(*, actor: Actor, club: Club, letter: str, reason: str = "") -> int:
    """The section has no standing codes any more; what a device has open for tonight's table goes on."""
    require(actor, "event.manage", club)
    locked(club)
    rows = list(StandingCode.objects.filter(club=club, letter=letter, revoked_at=None))
    for row in rows:
        _revoke(actor, row, reason)
    return len(rows)


def _revoke(actor: Actor, code: StandingCode, reason: str) -> StandingCode:
    row = StandingCode.objects.select_for_update(of=("self",)).select_related("club").get(pk=code.pk)
    if row.revoked_at is not None:
        raise ValidationError(_("This code has been revoked already. Print the new card."), code="revoked")
    row.revoked_at, row.revoked_by = actor.at, actor.user
    row.save(update_fields=["revoked_at", "revoked_by"])
    deed = Deed("table.revoke", row, after=values(row, SAID | {"revoked_at"}), reason=reason.strip()[:200])
    record_all(actor=actor, body=row.club, deeds=[deed])
    return row


def _write(actor: Actor, club: Club, wanted: list[tuple[str, int]]) -> list[StandingCode]:
    if not wanted:
        return []
    made = StandingCode.objects.bulk_create(
        StandingCode(club=club, letter=letter, table=table, code=new_code(), made_at=actor.at)
        for letter, table in wanted
    )
    # As with tonight's codes: the audit says which table, not which code.
    record_all(actor=actor, body=club, deeds=[Deed("table.code", row, after=values(row, SAID)) for row in made])
    return made
