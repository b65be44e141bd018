"""The rules for devices at the tables: the club's, with a director's exceptions for a section."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from events.models import Play, Section, Session
from events.models.conditions import Form
from events.models.plays import PlayState
from scoring.models import ClubTableRules, TableRules
from scoring.models.table_rules import TableSwitches, When

RULES = {field.name for field in TableSwitches._meta.local_fields} - {"version"}


def club_rules(club_id: int) -> ClubTableRules:
    """As the club has set them, or as they are where nobody did."""
    return ClubTableRules.objects.filter(club=club_id).first() or ClubTableRules(club_id=club_id)


def rules_for(section: Section) -> TableRules:
    """What devices in a section may do. The answer is not to be saved: `set_rules` writes exceptions."""
    return table_rules_by_section([section], section.session.event.club_id)[section.pk]


def table_rules_by_section(sections: Iterable[Section], club_id: int) -> dict[int, TableRules]:
    """The same for several sections of one club, in two queries."""
    listed = list(sections)
    usual = club_rules(club_id)
    own_rules = {rules.section_id: rules for rules in TableRules.objects.filter(section__in=listed)}
    return {
        section.pk: _with_exceptions(own_rules.get(section.pk) or TableRules(section=section), usual)
        for section in listed
    }


def _with_exceptions(rules: TableRules, usual: ClubTableRules) -> TableRules:
    for name in RULES - set(rules.exceptions):
        setattr(rules, name, getattr(usual, name))
    return rules


def rules_data(session: Session, rules: TableRules) -> dict[str, Any]:
    """A number tells who declared only where both partners have the same one, and play nowhere else."""
    asks_for_pair = rules.declarer_pair and session.event.form == Form.PAIRS
    return {name: getattr(rules, name) for name in sorted(RULES)} | {"declarer_pair": asks_for_pair}


def may_see_ranking(session: Session, when: str, *, plays: list[Play], is_last: bool) -> bool:
    """All the time; after each round: once those here have nothing left to play in it. At the end: once nobody has.

    `plays` are the table's in this round. A board that was not played may still be: until then nothing is shown.
    """
    if when == When.NEVER or not session.round:
        return False
    if session.is_over or when == When.LIVE:
        return True
    if not plays or any(play.state == PlayState.DUE for play in plays):
        return False
    if when == When.ROUND:
        return True
    return is_last and not Play.objects.filter(section__session=session, state=PlayState.DUE).exists()
