"""What an adjusted score would do to the board, to totals and to the ranking, before it is given. It writes nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from events.models import Play
from scoring.engine.results import NO_PLACE
from scoring.engine.sheet import Board, Line, Penalty, SelfInflicted, Value
from scoring.models import ComparisonField, ScoringRun
from scoring.runs.field_scores import FieldScore, score_field
from scoring.runs.sheets import FieldSheet, read_field_sheet


@dataclass(frozen=True)
class Points:
    """One side of a line, or a team's board: before and after."""

    contestant: str
    before: str
    after: str
    # At the table that the ruling is about.
    here: bool = False

    @property
    def moves(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class PreviewStanding:
    contestant: int
    ranking: str
    rank: str
    total: str


@dataclass(frozen=True)
class Move:
    """A contestant in the ranking before and after."""

    contestant: int
    before: PreviewStanding | None
    after: PreviewStanding
    here: bool = False

    @property
    def climbs(self) -> int:
        """Places won; negative where they are lost."""
        if self.before is None or NO_PLACE in (self.before.rank, self.after.rank):
            return 0
        return _number(self.before.rank) - _number(self.after.rank)

    @property
    def falls(self) -> int:
        return -self.climbs

    @property
    def moves(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class Preview:
    points: tuple[Points, ...]
    moves: tuple[Move, ...]

    @property
    def here(self) -> tuple[Move, ...]:
        return tuple(move for move in self.moves if move.here)

    @property
    def others(self) -> tuple[Move, ...]:
        """Those elsewhere whose place changes."""
        return tuple(move for move in self.moves if not move.here and move.climbs)


def preview(
    *,
    play: Play,
    ns: Value | None,
    ew: Value | None,
    own_damage: SelfInflicted | None = None,
    penalties: Iterable[Penalty] = (),
    withdrawn: str = "",
) -> Preview | None:
    """None where there is no field yet. `withdrawn`: the authority whose penalties are to be left out."""
    field = ComparisonField.objects.filter(sections=play.section_id).order_by("pk").first()
    if field is None:
        return None
    field_sheet = read_field_sheet(field.pk, without=withdrawn)
    # The newest run is what stands now; it is scored anew only where it is behind.
    before = _stored_view(field, field_sheet) or _field_view(score_field(_as_it_is(field_sheet, field, withdrawn)))
    after = score_field(_with_new_values(field_sheet, play, _NewValues(ns, ew, own_damage), tuple(penalties)))
    return _compare(play, before, _field_view(after))


@dataclass(frozen=True)
class _FieldView:
    """What a person sees of a scored field."""

    boards: list[dict[str, Any]]
    standings: dict[int, PreviewStanding]


def _stored_view(field: ComparisonField, field_sheet: FieldSheet) -> _FieldView | None:
    run = ScoringRun.objects.filter(field=field, revision=field_sheet.revision).first()
    if run is None:
        return None
    standings = run.standings.all()
    return _FieldView(
        run.boards,
        {
            standing.contestant_id: PreviewStanding(
                standing.contestant_id, standing.ranking, standing.place, standing.shown_percent or standing.shown_total
            )
            for standing in standings
        },
    )


def _as_it_is(field_sheet: FieldSheet, field: ComparisonField, withdrawn: str) -> FieldSheet:
    return read_field_sheet(field.pk) if withdrawn else field_sheet


def _field_view(field_score: FieldScore) -> _FieldView:
    return _FieldView(
        field_score.boards,
        {
            int(place.contestant): PreviewStanding(
                int(place.contestant),
                place.ranking,
                place.place,
                field_score.total.show(place.total)
                if place.percent is None
                else field_score.percent.show(place.percent),
            )
            for place in field_score.places
        },
    )


@dataclass(frozen=True)
class _NewValues:
    """What is to be on the line."""

    ns: Value | None
    ew: Value | None
    own_damage: SelfInflicted | None


def _with_new_values(
    field_sheet: FieldSheet, play: Play, instead: _NewValues, penalties: tuple[Penalty, ...]
) -> FieldSheet:
    boards = tuple(
        _board_with_new_values(field_sheet, board, play, instead)
        if board.number == play.board and instead.ns is not None
        else board
        for board in field_sheet.boards
    )
    return replace(field_sheet, boards=boards, penalties=(*field_sheet.penalties, *penalties))


def _board_with_new_values(field_sheet: FieldSheet, board: Board, play: Play, instead: _NewValues) -> Board:
    values = {"ns_value": instead.ns, "ew_value": instead.ew, "self_inflicted": instead.own_damage}
    lines: list[Line] = []
    for index, line in enumerate(board.lines):
        here = field_sheet.plays[int(board.number), index] == play.pk
        lines.append(replace(line, **values) if here else line)  # type: ignore[arg-type]
    return replace(board, lines=tuple(lines))


def _compare(play: Play, before: _FieldView, after: _FieldView) -> Preview:
    here = {str(pk) for pk in play.contestant_ids}
    old, new = _points(play, before.boards), _points(play, after.boards)
    points = tuple(
        Points(key, old.get(key, ""), points_after, bool(here & set(key.split("+"))))
        for key, points_after in new.items()
    )
    moves = tuple(
        Move(key, before.standings.get(key), standing, str(key) in here)
        for key, standing in sorted(after.standings.items(), key=lambda item: _number(item[1].rank))
    )
    return Preview(points, moves)


def _points(play: Play, boards: list[dict[str, Any]]) -> dict[str, str]:
    """What each contestant has on the board: matchpoints and the like, or a team's IMPs."""
    points: dict[str, str] = {}
    for board in boards:
        if "lines" in board and board["board"] == play.board:
            for line in board["lines"]:
                for side in ("ns", "ew"):
                    points[line[side]] = line.get(f"{side}_percent") or line.get(f"{side}_points", "")
        elif "home" in board and board["round"] == play.round:
            for match_board in board["boards"]:
                if match_board["board"] == play.board:
                    points[board["home"]], points[board["away"]] = match_board["home"], match_board["away"]
    return points


def _number(rank: str) -> int:
    """Who has no place stands below all others."""
    return sys.maxsize if rank == NO_PLACE else int(rank.removesuffix("="))
