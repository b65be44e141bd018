"""Table codes: short, unguessable, each opens the page of one table and no other."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import Deed, record_all, values
from core.changes import locked
from core.locks import lock_row
from core.permissions import require
from events.models import Section, Session, TableCode
from events.selectors.seats import session_sections
from events.selectors.table_codes import LENGTH, SIGNS

AUDITED = {"section", "table"}


@transaction.atomic
def make_codes(*, actor: Actor, section: Section) -> list[TableCode]:
    """A code for each table of the section that has none."""
    require(actor, "session.run", section)
    session = locked(section.session)
    _refuse_over(session)
    return _give_missing_codes(actor, session, [section])


def give_codes(session: Session, *, actor: Actor) -> list[TableCode]:
    """Codes for all tables that have none. The caller has the right to it, and holds the session's lock."""
    with transaction.atomic():
        return _give_missing_codes(actor, session, session_sections(session))


@transaction.atomic
def revoke_code(*, actor: Actor, code: TableCode, reason: str = "") -> TableCode:
    """The old card opens nothing any more; a new code takes its place."""
    require(actor, "session.run", code)
    session = locked(code.section.session)
    _refuse_over(session)
    stored = lock_row(code)
    if stored.revoked_at is not None:
        sentence = _("This code has been revoked already. Print the new card.")
        raise ValidationError(sentence, code="revoked")
    stored.revoked_at, stored.revoked_by = actor.at, actor.user
    stored.save(update_fields=["revoked_at", "revoked_by"])
    deed = Deed("table.revoke", stored, after=values(stored, AUDITED | {"revoked_at"}), reason=reason)
    record_all(actor=actor, body=session.club, deeds=[deed])
    return _create_codes(actor, session, [(code.section, code.table)])[0]


def _give_missing_codes(actor: Actor, session: Session, sections: Iterable[Section]) -> list[TableCode]:
    tables = [(section, table) for section in sections for table in section_tables(section)]
    coded = set(TableCode.objects.filter(section__session=session, revoked_at=None).values_list("section_id", "table"))
    return _create_codes(
        actor, session, [(section, table) for section, table in tables if (section.pk, table) not in coded]
    )


def _create_codes(actor: Actor, session: Session, tables: list[tuple[Section, int]]) -> list[TableCode]:
    if not tables:
        return []
    codes = TableCode.objects.bulk_create(
        TableCode(section=section, table=table, code=new_code(), made_at=actor.at) for section, table in tables
    )
    # The audit is read by more people than may hold the codes: it says which table, not which code.
    deeds = [Deed("table.code", code, after=values(code, AUDITED)) for code in codes]
    record_all(actor=actor, body=session.club, deeds=deeds)
    return codes


def section_tables(section: Section) -> list[int]:
    movement = section.movement
    return sorted({seating.table for seating in movement.seatings()}) if movement else []


def new_code() -> str:
    return "".join(secrets.choice(SIGNS) for _sign in range(LENGTH))


def _refuse_over(session: Session) -> None:
    if session.is_over:
        raise ValidationError(_("This session is finished: its tables need no codes any more."), code="over")
