"""A session for programs that speak to Bridgemate's software: plain values, without results and settings."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from core.actors import Actor
from events.models import Session
from scoring.interchange.bridgemate.document import to_deal
from scoring.interchange.bridgemate.records import BridgemateFile, FileSection
from scoring.selectors.bridgemate.files import session_file, session_guid


def session_for_bridgemates(*, actor: Actor, session: Session) -> dict[str, Any]:
    """Everything that their software is told before play; no deal that is sealed for this person."""
    file = session_file(actor=actor, session=session, with_results=False).file
    return {
        "guid": session_guid(session),
        "name": session.event.name,
        "state": session.state,
        "starts_at": session.starts_at.astimezone(ZoneInfo(session.club.timezone)),
        "form": session.event.form,
        "scoring": _scoring_word(session),
        "sections": [_section(file, section) for section in file.sections],
        "players": [{"number": row.number, "name": row.name} for row in file.names],
        "seats": [
            {
                "section": file.letter(row.section),
                "table": row.table,
                "direction": row.direction,
                "number": row.number,
                "name": row.name,
            }
            for row in file.players
        ],
        "hands": [
            {"section": file.letter(row.section), "board": row.board, "deal": str(to_deal(row))} for row in file.hands
        ],
    }


def _section(file: BridgemateFile, section: FileSection) -> dict[str, Any]:
    tables: dict[int, list[dict[str, Any]]] = {}
    for row in file.rounds:
        if row.section == section.ident:
            seats = {"ns": row.ns, "ew": row.ew, "south": row.south, "west": row.west}
            tables.setdefault(row.table, []).append({"round": row.round, **seats, "boards": list(row.boards)})
    return {
        "letter": section.letter,
        "winners": section.winners,
        "tables": [{"table": table, "rounds": rounds} for table, rounds in sorted(tables.items())],
    }


def _scoring_word(session: Session) -> str:
    method = session.event.scoring_method
    if session.event.is_for_teams:
        return "teams"
    if method.has_top or method.field is None:
        return "matchpoints"
    return "cross-imps" if method.field.against_each else "imps"
