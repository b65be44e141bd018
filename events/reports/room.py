"""For the room: where everybody sits, what lies on the tables, what hangs on the wall."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.actors import Actor
from core.qr import full_address, qr_svg
from events.models import Section, Session
from events.reports.sources import SESSION
from events.selectors.hand_records import SEATS, VULNERABLE
from events.selectors.legs import contestant_legs
from events.selectors.screens import seats_by_name
from events.selectors.tables import Room, SectionRoom, sees_names, session_room
from events.views.base import session_url
from events.views.lists import movement_sections, session_table_cards
from printing.registry import Context, Group, NothingToPrint, printed_report
from scoring.engine.boards import Conditions

# So many tables stand side by side on a sheet that lies on its side.
ACROSS = 13


def _room(actor: Actor, session: Session) -> Room:
    room = session_room(session, open_names=sees_names(actor, session))
    if not room.sections:
        raise NothingToPrint(_("Nobody is seated yet."))
    return room


@printed_report(
    "seating-list",
    title=gettext_lazy("Seating list"),
    source=SESSION,
    group=Group.ROOM,
    template="events/print/seating_list.html",
    act="club.view",
)
def seating_list(actor: Actor, session: Session, period: str) -> Context:
    """Everybody by name and by table, as they sit in round one."""
    room = _room(actor, session)
    return {
        "by_name": seats_by_name(room),
        "tables": room.tables(1),
        "sitting_out": room.sitting_out(1),
        "qr": qr_svg(session_url(session, "session-where-next"), _("Where next")),
        "address": full_address(session_url(session, "session-where-next")),
    }


@printed_report(
    "table-cards",
    title=gettext_lazy("Table cards with codes"),
    source=SESSION,
    group=Group.ROOM,
    template="events/print/table_cards.html",
    is_cut=True,
)
def table_cards(actor: Actor, session: Session, period: str) -> Context:
    """A card for each table: its code, who sits there in each round, and where they go. For the desk."""
    room = _room(actor, session)
    return {"cards": session_table_cards(session, room), "event": session.event}


@printed_report(
    "guide-cards",
    title=gettext_lazy("Guide cards"),
    source=SESSION,
    group=Group.ROOM,
    template="events/print/guide_cards.html",
    act="club.view",
    is_cut=True,
)
def guide_cards(actor: Actor, session: Session, period: str) -> Context:
    """For each contestant where it is in every round, to be cut out."""
    room = _room(actor, session)
    cards = [
        {"party": party, "legs": contestant_legs(section, party.number), "is_drawn": section.certain == section.rounds}
        for section in room.sections
        for party in section.parties()
        if party.number not in section.movement.withdrawn
    ]
    return {"cards": cards, "event": session.event}


@printed_report(
    "movement-grid",
    title=gettext_lazy("Movement"),
    source=SESSION,
    group=Group.ROOM,
    template="events/print/movement.html",
    act="club.view",
    landscape=True,
)
def movement_grid(actor: Actor, session: Session, period: str) -> Context:
    """Rounds down, tables across, section by section."""
    room = _room(actor, session)
    return {"sections": movement_sections(room, ACROSS), "several": len(room.sections) > 1}


@printed_report(
    "blank-travellers",
    title=gettext_lazy("Blank travellers"),
    source=SESSION,
    group=Group.ROOM,
    template="events/print/blank_travellers.html",
    is_cut=True,
)
def blank_travellers(actor: Actor, session: Session, period: str) -> Context:
    """A traveller for each board of each section, with a line for every pair that plays it North-South."""
    room = _room(actor, session)
    travellers = [
        {"section": section, "board": board, "lines": lines}
        for section in room.sections
        for board, lines in _times_played(section)
    ]
    return {"travellers": travellers, "event": session.event, "several": len(room.sections) > 1}


def _times_played(section: SectionRoom) -> list[tuple[int, range]]:
    """Each board of the section, and how often it is played, with two lines to spare."""
    played: dict[int, int] = {}
    for round_ in section.movement.rounds:
        for seating in round_.seatings:
            for board in seating.boards:
                played[section.section.board(board)] = played.get(section.section.board(board), 0) + 1
    return [(board, range(times + 2)) for board, times in sorted(played.items())]


@printed_report(
    "name-cards",
    title=gettext_lazy("Name cards"),
    source=SESSION,
    group=Group.ROOM,
    template="events/print/name_cards.html",
    act="club.view",
    is_cut=True,
)
def name_cards(actor: Actor, session: Session, period: str) -> Context:
    """A card with the name of each player, their number and where they begin."""
    seats = seats_by_name(_room(actor, session))
    if not seats:
        raise NothingToPrint(_("No names are known yet."))
    return {"seats": seats, "event": session.event}


@printed_report(
    "board-labels",
    title=gettext_lazy("Board labels"),
    source=SESSION,
    group=Group.ROOM,
    template="events/print/board_labels.html",
    act="club.view",
    is_cut=True,
)
def board_labels(actor: Actor, session: Session, period: str) -> Context:
    """A label for each board: its number, the dealer and who is vulnerable."""
    room = _room(actor, session)
    numbers = {
        section.section.board(board)
        for section in room.sections
        for round_ in section.movement.rounds
        for seating in round_.seatings
        for board in seating.boards
    }
    return {"labels": [_label(number) for number in sorted(numbers)], "event": session.event}


def _label(number: int) -> dict[str, Any]:
    """As Law 2 gives them to the numbers of boards."""
    conditions = Conditions.of(number)
    return {
        "number": number,
        "dealer": SEATS[conditions.dealer],
        "vulnerable": VULNERABLE[conditions.vulnerability.value],
    }


@printed_report(
    "clock-poster",
    title=gettext_lazy("Clock poster"),
    source=SESSION,
    group=Group.ROOM,
    template="events/print/clock_poster.html",
    act="club.view",
)
def clock_poster(actor: Actor, session: Session, period: str) -> Context:
    """When it begins, how long a round lasts, and a square that leads to the results."""
    sections = Section.objects.filter(session=session)
    room = session_room(session, open_names=False)
    boards = max((len(table.boards) for table in room.tables(1)), default=0)
    event = session.event
    return {
        "event": event,
        "session": session,
        "rounds": room.rounds,
        "boards": boards,
        "minutes": round(boards * event.minutes_per_board) if boards and event.minutes_per_board else None,
        "sections": sections.count(),
        "qr": qr_svg(session_url(session, "session-results"), _("Results")),
        "address": full_address(session_url(session, "session-results")),
    }
