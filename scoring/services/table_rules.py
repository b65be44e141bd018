"""What devices at the tables may do: for a club, with exceptions for a section."""

from __future__ import annotations

from typing import Any

from clubs.models import Club
from core import transaction
from core.actors import Actor
from core.changes import change, reject_unknown_fields
from core.permissions import require
from events.models import Section
from scoring.models import ClubTableRules, TableRules
from scoring.selectors.table_rules import RULES, club_rules


@transaction.atomic
def set_rules(*, actor: Actor, section: Section, version: int | None = None, **fields: Any) -> TableRules:
    """For one section. What is as the club has it is no exception, and follows the club from now on."""
    require(actor, "session.run", section)
    reject_unknown_fields(fields, RULES)
    rules, _made = TableRules.objects.get_or_create(section=section)
    usual = club_rules(section.session.event.club_id)
    same = {name for name, value in fields.items() if value == getattr(usual, name)}
    exceptions = sorted(({*rules.exceptions, *fields}) - same)
    changed = fields | {"exceptions": exceptions}
    return change(actor=actor, act="rules.set", obj=rules, body=section.club, fields=changed, version=version)


@transaction.atomic
def follow_club_rules(*, actor: Actor, section: Section, version: int | None = None) -> TableRules:
    """No exceptions any more: the section's tables do as all the club's."""
    require(actor, "session.run", section)
    rules, _made = TableRules.objects.get_or_create(section=section)
    fields: dict[str, Any] = {"exceptions": []}
    return change(actor=actor, act="rules.set", obj=rules, body=section.club, fields=fields, version=version)


@transaction.atomic
def set_club_rules(*, actor: Actor, club: Club, version: int | None = None, **fields: Any) -> ClubTableRules:
    """For all tables of the club; what a director has excepted for a section stays as it is there."""
    require(actor, "event.manage", club)
    reject_unknown_fields(fields, RULES)
    rules, _made = ClubTableRules.objects.get_or_create(club=club)
    return change(actor=actor, act="rules.set", obj=rules, body=club, fields=fields, version=version)
