"""A session as a Bridgemate file has it: movement, people, hands that may be seen, settings and results."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from core.actors import Actor
from events.models import Place, Session
from events.selectors.seats import session_sections
from events.selectors.tables import session_room
from scoring.interchange.bridgemate.records import BridgemateFile, FileTable
from scoring.selectors.bridgemate.hands import SeenHands, Tricks
from scoring.selectors.bridgemate.movement import file_section, movement_rounds, played_meetings
from scoring.selectors.bridgemate.people import first_sitters, imported_names, listed_names
from scoring.selectors.bridgemate.results import session_results
from scoring.selectors.bridgemate.settings import settings_of
from scoring.selectors.table_rules import table_rules_by_section


@dataclass(frozen=True)
class SessionFile:
    """The records of a session, and what is told beside them."""

    file: BridgemateFile
    tricks: Tricks = field(default_factory=dict)


def session_file(*, actor: Actor, session: Session, with_results: bool, with_hands: bool = True) -> SessionFile:
    """What a Bridgemate file of a session holds for this person: no deal that is sealed for them is in it."""
    room = session_room(session, open_names=True)
    sections = session_sections(session)
    rooms = {section_room.section.pk: section_room for section_room in room.sections}
    idents = {section.pk: at for at, section in enumerate(sections, start=1)}
    numbers = dict(Place.objects.filter(session=session).values_list("contestant", "number"))
    played = {
        section.pk: played_meetings(section, idents[section.pk], numbers)
        for section in sections
        if section.pk not in rooms
    }
    rounds = [
        row
        for section in sections
        for row in (
            movement_rounds(rooms[section.pk], idents[section.pk]) if section.pk in rooms else played[section.pk].rounds
        )
    ]
    hands = SeenHands(actor, sections, idents, rounds) if with_hands else None
    rules = table_rules_by_section(sections, session.event.club_id)
    file = BridgemateFile(
        sections=tuple(
            file_section(section, idents[section.pk], rounds, rooms.get(section.pk)) for section in sections
        ),
        tables=tuple(FileTable(*where) for where in sorted({(row.section, row.table) for row in rounds})),
        rounds=tuple(rounds),
        results=tuple(session_results(session, idents, numbers, played)) if with_results else (),
        players=(*first_sitters(session, room, idents, actor), *imported_names(session, idents, played)),
        names=tuple(listed_names(session.club, actor)),
        hands=tuple(hands.rows) if hands else (),
        settings={idents[section.pk]: settings_of(rules[section.pk]) for section in sections},
    )
    return SessionFile(file, hands.tricks if hands else {})


def session_guid(session: Session) -> str:
    """By which Bridgemate's software knows the session: 32 upper-case hexadecimal digits, always the same."""
    known_by = f"bridgemate:{session.pk}:{session.event.made_at.isoformat()}"
    return hashlib.sha256(known_by.encode()).hexdigest()[:32].upper()
