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
from scoring.runs.field_scores import sheet_after_round
from scoring.runs.sheets import BoardsSatOut, FieldSheet, LineOrigin
from scoring.runs.team_sheet_storage import pack_teams, unpack_teams

Data = dict[str, Any]


def pack_sheet(field_sheet: FieldSheet) -> Data:
    return {
        "boards": [_pack_board(field_sheet, board) for board in field_sheet.boards],
        "penalties": [
            [penalty.contestant, str(penalty.amount), penalty.unit.value, penalty.reason]
            for penalty in field_sheet.penalties
        ],
        "rankings": field_sheet.rankings,
        "scale": field_sheet.event.vp_scale,
        "tie_breaks": field_sheet.event.tie_breaks,
        "share": field_sheet.least_share,
        "sit_outs": [list(sit_out) for sit_out in field_sheet.sit_outs],
        **pack_teams(field_sheet),
    }


def _pack_board(field_sheet: FieldSheet, board: Board) -> Data:
    number = int(board.number)
    data: Data = {"board": number}
    if board.conditions is not None:
        data |= {"dealer": board.conditions.dealer.value, "vulnerable": board.conditions.vulnerability.value}
    lines = []
    for index, line in enumerate(board.lines):
        play = field_sheet.plays[number, index]
        lines.append({"play": play, **_pack_slot(field_sheet.slots[play]), **_pack_line(line)})
    return data | {"lines": lines}


def _pack_slot(slot: LineOrigin) -> Data:
    where = {"section": slot.section, "round": slot.round, "table": slot.table}
    ruling = {"law": slot.law, "reason": slot.reason, "authority": slot.authority}
    return where | {name: value for name, value in ruling.items() if value}


def _pack_line(line: Line) -> Data:
    data: Data = {"ns": line.ns, "ew": line.ew}
    if line.result is not None:
        data["result"] = str(line.result)
        if line.result.lead is not None:
            data["lead"] = str(line.result.lead)
    single = _one_score(line)
    if single is not None:
        data["score"] = single
    elif line.counts:
        data |= {"to_ns": pack(line.ns_value), "to_ew": pack(line.ew_value)}
    if line.self_inflicted is not None:
        data["self_inflicted"] = _pack_damage(line.self_inflicted)
    more = {"group": line.group, "by": line.authority}
    return data | {name: value for name, value in more.items() if value}


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
    for board_data in run.sheet.get("boards", ()):
        for index, line_data in enumerate(board_data["lines"]):
            plays[board_data["board"], index] = line_data["play"]
            slots[line_data["play"]] = unpack_slot(line_data)
        boards.append(
            Board(board_data["board"], tuple(map(unpack_line, board_data["lines"])), stored_conditions(board_data))
        )
    field_sheet = FieldSheet(
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
        sit_outs=tuple(BoardsSatOut(*sit_out) for sit_out in run.sheet.get("sit_outs", ())),
        **unpack_teams(run.sheet),
    )
    return field_sheet if through is None else sheet_after_round(field_sheet, through)


def scored_event(run: ScoringRun) -> Event:
    """The event with the conditions under which the run was scored: they may have been changed since."""
    event = copy(run.field.session.event)
    event.scoring, event.profile = run.method, run.profile
    event.vp_scale = run.sheet.get("scale", event.vp_scale)
    event.tie_breaks = run.sheet.get("tie_breaks", event.tie_breaks)
    return event


def stored_conditions(data: Data) -> Conditions | None:
    if "dealer" not in data:
        return None
    return Conditions(Seat(data["dealer"]), Vulnerability(data["vulnerable"]))


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
