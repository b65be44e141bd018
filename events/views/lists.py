"""Paper and large letters: the seating list, the movement, table cards and a sheet for each contestant."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.views.bodies import Request
from core.permissions import may
from core.qr import full_address, only_reaches_this_machine, qr_svg
from events.models import Session, StandingCode, TableCode
from events.movements.current_notes import current_notes
from events.selectors.legs import card_rows, contestant_legs, grid
from events.selectors.screens import ScreenSeat, mentions, seats_by_name
from events.selectors.standing_codes import club_standing_codes
from events.selectors.tables import Room, RoomTable, SectionRoom
from events.services.tables import section_tables
from events.views.base import render_session, session_page, session_url
from events.views.room import room_for, room_page
from events.views.tables import table_address
from events.wording import kind_name, note_sentence

LONG = 13


@require_safe
@room_page
def seating_list(request: Request, session: Session) -> HttpResponse:
    """Everybody by name and by table, as they sit in round one."""
    room = room_for(request, session)
    words = request.GET.get("q", "").strip()[:80]
    by_name = [seat for seat in seats_by_name(room) if not words or _matches_words(seat, words)]
    context = {
        "room": room,
        "words": words,
        "by_name": by_name,
        "by_table": [] if words else room.tables(1),
        "sitting_out": [] if words else room.sitting_out(1),
        "several": len(room.sections) > 1,
        "large": request.GET.get("size") == "large",
        "where_next": session_url(session, "session-where-next"),
        "qr": qr_svg(session_url(session, "session-where-next"), _("Where next")),
        "may_run": may(request.actor, "session.run", session),
    }
    return render_session(request, session, "events/seating_list.html", context)


def _matches_words(seat: ScreenSeat, words: str) -> bool:
    return mentions([seat.name, seat.party.title], words) or words.casefold() == seat.party.name.casefold()


@require_safe
@room_page
def movement(request: Request, session: Session) -> HttpResponse:
    """The whole movement as a grid, section by section."""
    room = room_for(request, session)
    sections = movement_sections(room)
    context = {"sections": sections, "room": room, "several": len(sections) > 1}
    return render_session(request, session, "events/movement.html", context)


def movement_sections(room: Room, across: int = 8) -> list[dict[str, Any]]:
    """The movement of each section as a grid, so many tables across, for the page and for paper."""
    return [
        {
            "section": section,
            "name": kind_name(section.movement.kind),
            "notes": [note_sentence(note) for note in current_notes(section.movement)],
            "blocks": grid(section, across),
            "out": _out(section),
            "left": section.rounds - section.certain,
        }
        for section in room.sections
    ]


def _out(section: SectionRoom) -> list[tuple[int, str]]:
    """Who sits out in which round, where anybody does."""
    rounds = section.movement.rounds[: section.certain]
    return [
        (number, ", ".join(section.number_name(out) for out in round_.sitting_out))
        for number, round_ in enumerate(rounds, start=1)
        if round_.sitting_out
    ]


@require_safe
@room_page
def sheets(request: Request, session: Session) -> HttpResponse:
    """A sheet for each contestant: where they are in every round."""
    room = room_for(request, session)
    parties = [
        {"party": party, "legs": contestant_legs(section, party.number), "section": section}
        for section in room.sections
        for party in section.parties()
        if party.number not in section.movement.withdrawn
    ]
    context = {"room": room, "sheets": parties}
    return render_session(request, session, "events/movement_sheets.html", context)


@require_safe
@session_page("session.run")
def table_cards(request: Request, session: Session) -> HttpResponse:
    """Guide cards: only for the desk, because a code opens the table's page."""
    room = room_for(request, session)
    cards = session_table_cards(session, room)
    is_one_per_page = request.GET.get("per") == "1" or (request.GET.get("per") != "2" and room.rounds > LONG)
    context = {
        "room": room,
        "cards": cards,
        "missing": any(card["code"] is None for card in cards) and not session.is_over,
        "one_per_page": is_one_per_page,
        "unreachable": only_reaches_this_machine(),
    }
    return render_session(request, session, "events/table_cards.html", context)


def session_table_cards(session: Session, room: Room) -> list[dict[str, Any]]:
    """What stands on each table's card, with the code that opens the table's page."""
    codes = {
        (code.section_id, code.table): code
        for code in TableCode.objects.filter(section__session=session, revoked_at=None)
    }
    standing = {(code.letter, code.table): code for code in club_standing_codes(session.club)}
    return [
        _card(section, table, standing.get((section.letter, table)) or codes.get((section.section.pk, table)))
        for section in room.sections
        for table in section_tables(section.section)
    ]


def _card(section: SectionRoom, table: int, code: TableCode | StandingCode | None) -> dict[str, Any]:
    """With the table's standing code where the club has one, so that all its cards carry the same."""
    seated: RoomTable | None = next((candidate for candidate in section.tables(1) if candidate.number == table), None)
    card: dict[str, Any] = {
        "name": section.table_name(table),
        "rows": card_rows(section, table),
        "code": code,
        "left": section.rounds - section.certain,
        "stays": seated is not None and seated.ns.numbers[0] in section.movement.stationary,
        "section": section,
    }
    if code is not None:
        path = table_address(code)
        card |= {"qr": qr_svg(path, _("Page of this table")), "host": full_address("").split("://")[-1]}
    return card
