"""A movement in plain text that prints well: who sits where, round by round, and what to tell the room."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from math import ceil

from events.movements.checker import MovementReport, check
from events.movements.knockout import Bracket
from events.movements.model import Movement, Round, Seating, Unit
from events.movements.recommend import MovementCandidate
from events.movements.timing import session_minutes
from events.movements.words import say

PAGE_WIDTH, ROUND_WIDTH = 110, 5


def movement_text(movement: Movement, report: MovementReport | None = None) -> str:
    report = report or check(movement)
    lines = [*_title(movement), ""]
    lines += [f"- {say(note)}" for note in movement.notes]
    across = _tables_across(movement)
    for first in range(1, movement.tables + 1, across):
        lines += ["", *_block(movement, first, min(first + across - 1, movement.tables))]
    return "\n".join([*lines, "", *_report(report)]) + "\n"


def _title(movement: Movement) -> Iterator[str]:
    rounds, boards = len(movement.rounds), movement.boards_per_set
    half = movement.unit is Unit.PAIR and movement.contestants % 2
    tables = f"{movement.contestants // 2}½" if half else movement.tables
    title = f"{movement.kind.traits.label}: {movement.contestants} {movement.unit}s, {tables} tables"
    yield title
    yield "=" * len(title)
    minutes = session_minutes(rounds, boards)
    yield f"{rounds} rounds of {boards} boards, about {minutes // 60} h {minutes % 60:02d} min"


def _column_width(movement: Movement) -> int:
    return 20 if movement.unit is Unit.PLAYER else 15


def _tables_across(movement: Movement) -> int:
    """As many tables beside each other as fit, in blocks of about one size."""
    most = (PAGE_WIDTH - ROUND_WIDTH) // _column_width(movement)
    blocks = max(1, ceil(movement.tables / most))
    return max(1, ceil(movement.tables / blocks))


def _block(movement: Movement, first: int, last: int) -> Iterator[str]:
    """Rounds down, tables across: opponents above, boards below."""
    width = _column_width(movement)
    tables = range(first, last + 1)
    yield "Round" + "".join(f"Table {table}".rjust(width) for table in tables)
    for number, round_ in enumerate(movement.rounds, start=1):
        at = {seating.table: seating for seating in round_.seatings}
        yield f"{number:>5}" + "".join(_opponents_text(at.get(table)).rjust(width) for table in tables)
        boards = "".join(_boards_text(at.get(table)).rjust(width) for table in tables)
        yield (f"{'':5}" + boards).rstrip()
        if last == movement.tables:
            yield from _sit_out_lines(round_)


def _opponents_text(seating: Seating | None) -> str:
    if seating is None:
        return "-"
    if len(seating.seats) == 4:
        n, e, s, w = seating.seats
        return f"{n}-{s} v {e}-{w}"
    return f"{seating.ns} v {seating.ew}"


def _boards_text(seating: Seating | None) -> str:
    if seating is None or not seating.boards:
        return ""
    first, last = seating.boards[0], seating.boards[-1]
    text = f"bd {first}" if first == last else f"bds {first}-{last}"
    return text + "*" if seating.shared else text


def _sit_out_lines(round_: Round) -> Iterator[str]:
    if round_.sitting_out:
        yield f"{'':7}sitting out: " + ", ".join(map(str, round_.sitting_out))
    if round_.resting:
        stands = (f"{rest.boards[0]}-{rest.boards[-1]} after table {rest.after_table}" for rest in round_.resting)
        yield f"{'':7}resting: " + ", ".join(stands)


def _report(report: MovementReport) -> Iterator[str]:
    yield "Check: " + ("sound" if report.sound else "NOT SOUND")
    for note in (*report.faults, *report.remarks):
        yield f"- {say(note)}"
    boards, opponents = report.boards_per_contestant, report.opponents
    yield f"Boards in play {report.boards_in_play}, each plays {_range(boards.minimum, boards.maximum)}"
    sit_outs = _range(report.sit_outs.minimum, report.sit_outs.maximum)
    yield f"Opponents met {_range(opponents.minimum, opponents.maximum)}, sit-outs {sit_outs}"
    if report.balance is not None:
        compared, influence = report.balance.compared, report.balance.influence
        yield (
            f"Compared on {_range(compared.minimum, compared.maximum)} boards (variance {compared.variance}); "
            f"influence {_range(influence.minimum, influence.maximum)} (variance {influence.variance})"
        )
    if report.shared_rounds:
        yield "* boards shared with another table in that round"


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def candidates_text(candidates: list[MovementCandidate], start: datetime | None = None) -> str:
    lines: list[str] = []
    for place, candidate in enumerate(candidates, start=1):
        sketch, minutes = candidate.sketch, candidate.minutes
        end = "" if start is None else f", ends about {start + timedelta(minutes=minutes):%H:%M}"
        title = f"{place}. {candidate.name}, {sketch.rounds} rounds of {sketch.boards}"
        lines.append(f"{title} ({minutes // 60} h {minutes % 60:02d} min{end})")
        lines += [f"   - {say(note)}" for note in candidate.reasons]
        lines.append("")
    return "\n".join(lines)


def bracket_text(bracket: Bracket, boards: int) -> str:
    title = f"knock-out: {bracket.teams} teams, matches of {boards} boards"
    lines = [title, "=" * len(title), *(f"- {say(note)}" for note in bracket.notes)]
    for number, matches in enumerate(bracket.rounds, start=1):
        lines += ["", f"Round {number}"]
        for match in matches:
            names = " v ".join(slot.label() for slot in match.slots)
            going = "" if match.survivors == 1 else f" ({match.survivors} go on)"
            lines.append(f"  match {match.number}: {names}{going}")
    return "\n".join(lines) + "\n"
