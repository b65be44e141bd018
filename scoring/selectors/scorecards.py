"""A contestant's scorecard: every board in the order of play, and for teams match by match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from scoring.models import ScoringRun
from scoring.runs.pair_matches import counted_in_run, pair_matches
from scoring.runs.team_scores import VPS
from scoring.selectors.result_lines import ResultBoard, ResultLine, RunLines, SideOfLine, result_mark, signed_text
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
    """A round of a card. In a Swiss it is a match, or a bye: `vps` is what it gave."""

    number: int
    lines: tuple[CardLine, ...]
    net: str = ""
    vps: str = ""
    # Round, home and away: the match's own page.
    match: tuple[int, int, int] | None = None

    @property
    def opponents(self) -> SideOfLine | None:
        return self.lines[0].other if self.lines else None

    @property
    def partner(self) -> Who | None:
        return self.lines[0].partner if self.lines else None


@dataclass(frozen=True)
class MatchLine:
    """A board of a match: the team's own table North-South, its table East-West, and what it won."""

    board: ResultBoard
    ns: ResultLine | None
    ew: ResultLine | None
    points: str

    @property
    def mark(self) -> str:
        return result_mark(self.points, "")


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
    if lines.event.has_matches:
        return _swiss_rounds(lines, contestant, rounds)
    return [CardRound(number, tuple(found)) for number, found in sorted(rounds.items())]


def _swiss_rounds(lines: RunLines, contestant: int, rounds: dict[int, list[CardLine]]) -> list[CardRound]:
    """Each round of a Swiss with what its match gave, where the reader sees all of its boards and the ranking."""
    found = {number: CardRound(number, tuple(cards)) for number, cards in rounds.items()}
    for match in pair_matches(lines.sheet, counted_in_run(lines.run)):
        row, score = match.row, match.score
        number = int(row["round"])
        if str(contestant) not in (row["home"], row["away"]) or number not in found:
            continue
        own = "home" if row["home"] == str(contestant) else "away"
        sees = lines.sight.sees_match_total([number], [contestant])
        seen = sees and len(found[number].lines) >= len(score.boards) > 0
        net = Fraction(row[f"{own}_net"])
        found[number] = replace(
            found[number],
            net=signed_text(VPS.show(net)) if seen else "",
            vps=row[f"{own}_vps"] if seen else "",
            match=(number, int(row["home"]), int(row["away"])),
        )
    for number, bye in zip(lines.sheet.bye_rounds, lines.sheet.byes, strict=True):
        if bye.contestant == str(contestant):
            sees = lines.sight.sees_match_total([number], [contestant])
            found[number] = CardRound(number, (), vps=VPS.show(bye.amount) if sees else "")
    return [found[number] for number in sorted(found)]


def card_matches(lines: RunLines, contestant: int) -> list[CardMatch]:
    """The matches of a team, as far as the reader may see their boards."""
    card = lines.card(contestant)
    return [_match(lines, row, contestant, card) for row in contestant_matches(lines.run, contestant)]


def contestant_matches(run: ScoringRun, contestant: int) -> Iterator[dict[str, Any]]:
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
