"""A field's scoresheet as plain data and back: what a run keeps, so that its figures can be explained for ever."""

from __future__ import annotations

from copy import copy
from fractions import Fraction
from typing import Any

from events.models import Event
from scoring.adjusted.storage import damage_from, pack, unpack
from scoring.engine.boards import Conditions, Vulnerability
from scoring.engine.cards import Card, Seat, Side
from scoring.engine.contract import Result
from scoring.engine.sheet import Board, Line, Outcomes, Penalty, SelfInflicted, Unit, Value
from scoring.models import ScoringRun
from scoring.runs.field_scores import without_plays
from scoring.runs.sheets import BoardsSatOut, FieldSheet, LineOrigin
from scoring.runs.team_sheet_storage import pack_teams, unpack_teams

Data = dict[str, Any]


def pack_sheet(read: FieldSheet) -> Data:
    return {
        "boards": [_pack_board(read, board) for board in read.boards],
        "penalties": [[one.contestant, str(one.amount), one.unit.value, one.reason] for one in read.penalties],
        "rankings": read.rankings,
        "scale": read.event.vp_scale,
        "tie_breaks": read.event.tie_breaks,
        "share": read.least_share,
        "sit_outs": [list(one) for one in read.sit_outs],
        **pack_teams(read),
    }


def _pack_board(read: FieldSheet, board: Board) -> Data:
    number = int(board.number)
    kept: Data = {"board": number}
    if board.conditions is not None:
        kept |= {"dealer": board.conditions.dealer.value, "vulnerable": board.conditions.vulnerability.value}
    lines = []
    for at, line in enumerate(board.lines):
        play = read.plays[number, at]
        lines.append({"play": play, **_pack_slot(read.slots[play]), **_pack_line(line)})
    return kept | {"lines": lines}


def _pack_slot(slot: LineOrigin) -> Data:
    where = {"section": slot.section, "round": slot.round, "table": slot.table}
    ruling = {"law": slot.law, "reason": slot.reason, "authority": slot.authority}
    return where | {name: value for name, value in ruling.items() if value}


def _pack_line(line: Line) -> Data:
    kept: Data = {"ns": line.ns, "ew": line.ew}
    if line.result is not None:
        kept["result"] = str(line.result)
        if line.result.lead is not None:
            kept["lead"] = str(line.result.lead)
    single = _one_score(line)
    if single is not None:
        kept["score"] = single
    elif line.counts:
        kept |= {"to_ns": pack(line.ns_value), "to_ew": pack(line.ew_value)}
    if line.self_inflicted is not None:
        kept["self_inflicted"] = _pack_damage(line.self_inflicted)
    more = {"group": line.group, "by": line.authority}
    return kept | {name: value for name, value in more.items() if value}


def _one_score(line: Line) -> int | None:
    """What almost every line is: one score, the same for both sides."""
    value = line.ns_value
    return value.single if isinstance(value, Outcomes) and value == line.ew_value else None


def _pack_damage(ruling: SelfInflicted) -> Data:
    parts = {"table": ruling.table, "normal": ruling.normal, "adjusted": ruling.adjusted}
    return {"to": ruling.non_offenders.value} | {name: pack(value) for name, value in parts.items()}


def restore_sheet(run: ScoringRun, *, through: int | None = None) -> FieldSheet:
    """What a run has scored, as it was; `through` leaves out what came after that round."""
    boards: list[Board] = []
    plays: dict[tuple[int, int], int] = {}
    slots: dict[int, LineOrigin] = {}
    for kept in run.sheet.get("boards", ()):
        for at, data in enumerate(kept["lines"]):
            plays[kept["board"], at] = data["play"]
            slots[data["play"]] = unpack_slot(data)
        boards.append(Board(kept["board"], tuple(map(unpack_line, kept["lines"])), conditions_kept(kept)))
    read = FieldSheet(
        run.field,
        scored_event(run),
        run.revision,
        tuple(boards),
        tuple(
            Penalty(contestant, Fraction(amount), Unit(unit), reason)
            for contestant, amount, unit, reason in run.sheet.get("penalties", ())
        ),
        run.sheet.get("rankings", {}),
        plays,
        slots,
        least_share=run.sheet.get("share", 0),
        sit_outs=tuple(BoardsSatOut(*one) for one in run.sheet.get("sit_outs", ())),
        **unpack_teams(run.sheet),
    )
    return read if through is None else without_plays(read, through)


def scored_event(run: ScoringRun) -> Event:
    """The event with the conditions under which the run was scored: they may have been changed since."""
    event = copy(run.field.session.event)
    event.scoring, event.profile = run.method, run.profile
    event.vp_scale = run.sheet.get("scale", event.vp_scale)
    event.tie_breaks = run.sheet.get("tie_breaks", event.tie_breaks)
    return event


def conditions_kept(kept: Data) -> Conditions | None:
    if "dealer" not in kept:
        return None
    return Conditions(Seat(kept["dealer"]), Vulnerability(kept["vulnerable"]))


def unpack_slot(data: Data) -> LineOrigin:
    ruling = (data.get(name, "") for name in ("law", "reason", "authority"))
    return LineOrigin(data["section"], data["round"], data["table"], *ruling)


def unpack_line(data: Data) -> Line:
    ns_value: Value | None
    ew_value: Value | None
    if "score" in data:
        ns_value = ew_value = Outcomes.one(data["score"])
    else:
        ns_value, ew_value = unpack(data.get("to_ns")), unpack(data.get("to_ew"))
    return Line(
        data["ns"],
        data["ew"],
        ns_value,
        ew_value,
        result=_unpack_result(data),
        group=data.get("group", ""),
        authority=data.get("by", ""),
        self_inflicted=_unpack_damage(data.get("self_inflicted")),
    )


def _unpack_result(data: Data) -> Result | None:
    if "result" not in data:
        return None
    lead = Card.parse(data["lead"]) if "lead" in data else None
    return Result.parse(data["result"], lead=lead)


def _unpack_damage(data: Data | None) -> SelfInflicted | None:
    return damage_from(Side(data["to"]), data["table"], data["normal"], data["adjusted"]) if data else None
