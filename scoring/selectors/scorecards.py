"""A contestant's scorecard: every board in the order of play, and for teams match by match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring.models import ScoringRun
from scoring.selectors.result_lines import ResultBoard, ResultLine, RunLines, SideOfLine, mark_of, signed_text
from scoring.selectors.result_names import Who


@dataclass(frozen=True)
class CardLine:
    """A board of a pair or a player; `partner` is there where partners change."""

    board: ResultBoard
    line: ResultLine
    own: SideOfLine
    other: SideOfLine
    partner: Who | None = None


@dataclass(frozen=True)
class CardRound:
    number: int
    lines: tuple[CardLine, ...]

    @property
    def opponents(self) -> SideOfLine:
        return self.lines[0].other

    @property
    def partner(self) -> Who | None:
        return self.lines[0].partner


@dataclass(frozen=True)
class MatchLine:
    """A board of a match: the team's own table North-South, its table East-West, and what it won."""

    board: ResultBoard
    ns: ResultLine | None
    ew: ResultLine | None
    points: str

    @property
    def mark(self) -> str:
        return mark_of(self.points, "")


@dataclass(frozen=True)
class CardMatch:
    round: int
    opponents: Who | None
    net: str
    vps: str
    lines: tuple[MatchLine, ...]


def card_rounds(lines: RunLines, contestant: int) -> list[CardRound]:
    rounds: dict[int, list[CardLine]] = {}
    for board, line in lines.card(contestant):
        sides = line.side_of(contestant)
        if sides is not None:
            own, other = sides
            partner = next((who for who in own.who if who.contestant != contestant), None)
            rounds.setdefault(line.slot.round, []).append(CardLine(board, line, own, other, partner))
    return [CardRound(number, tuple(found)) for number, found in sorted(rounds.items())]


def card_matches(lines: RunLines, contestant: int) -> list[CardMatch]:
    """The matches of a team, as far as the reader may see their boards."""
    card = lines.card(contestant)
    return [_match(lines, row, contestant, card) for row in matches_of(lines.run, contestant)]


def matches_of(run: ScoringRun, contestant: int) -> Iterator[dict[str, Any]]:
    """The run's rows of a team's matches, each seen from its side: `own` and `other` are home and away."""
    for match in run.boards:
        for own, other in (("home", "away"), ("away", "home")):
            if match.get(own) == str(contestant):
                yield match | {"own": own, "other": other}


def _match(
    lines: RunLines, row: dict[str, Any], contestant: int, card: list[tuple[ResultBoard, ResultLine]]
) -> CardMatch:
    own, other = row["own"], row["other"]
    won = {board["board"]: board[own] for board in row["boards"]}
    tables: dict[int, dict[str, ResultLine]] = {}
    boards: dict[int, ResultBoard] = {}
    for board, line in card:
        sides = line.side_of(contestant)
        if line.slot.round == row["round"] and sides is not None and int(row[other]) in sides[1].contestants:
            tables.setdefault(board.number, {})[sides[0].side] = line
            boards[board.number] = board
    shown = tuple(
        MatchLine(boards[number], found.get("NS"), found.get("EW"), signed_text(won[number]) if number in won else "")
        for number, found in sorted(tables.items())
    )
    sees = bool(shown)
    return CardMatch(
        row["round"],
        lines.names.get(int(row[other])),
        signed_text(row[f"{own}_net"]) if sees else "",
        row[f"{own}_vps"] if sees else "",
        shown,
    )
