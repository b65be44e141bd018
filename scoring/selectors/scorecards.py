"""A contestant's scorecard: every board in the order of play, and for teams match by match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from scoring.models import ScoringRun
from scoring.runs.pair_matches import pair_matches, stored_counted_points
from scoring.runs.team_scores import VPS
from scoring.selectors.result_lines import LineSide, ResultBoard, ResultLine, RunLines, result_mark, signed_text
from scoring.selectors.result_names import Who


@dataclass(frozen=True)
class CardLine:
    """A board of a pair or a player; `partner` is there where partners change."""

    board: ResultBoard
    line: ResultLine
    own: LineSide
    other: LineSide
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
    def opponents(self) -> LineSide | None:
        return self.lines[0].other if self.lines else None

    @property
    def partner(self) -> Who | None:
        return self.lines[0].partner if self.lines else None


@dataclass(frozen=True)
class CardMatchLine:
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
    lines: tuple[CardMatchLine, ...]


def card_rounds(lines: RunLines, contestant: int) -> list[CardRound]:
    rounds: dict[int, list[CardLine]] = {}
    for board, line in lines.card(contestant):
        sides = line.sides_from(contestant)
        if sides is not None:
            own, other = sides
            partner = next((who for who in own.who if who.contestant != contestant), None)
            rounds.setdefault(line.slot.round, []).append(CardLine(board, line, own, other, partner))
    if lines.event.has_matches:
        return _swiss_rounds(lines, contestant, rounds)
    return [CardRound(number, tuple(lines_of_round)) for number, lines_of_round in sorted(rounds.items())]


def _swiss_rounds(lines: RunLines, contestant: int, rounds: dict[int, list[CardLine]]) -> list[CardRound]:
    """Each round of a Swiss with what its match gave, where the reader sees all of its boards and the ranking."""
    card_rounds = {number: CardRound(number, tuple(cards)) for number, cards in rounds.items()}
    for match in pair_matches(lines.sheet, stored_counted_points(lines.run)):
        match_data, score = match.data, match.score
        number = int(match_data["round"])
        if str(contestant) not in (match_data["home"], match_data["away"]) or number not in card_rounds:
            continue
        own_side = "home" if match_data["home"] == str(contestant) else "away"
        sees = lines.sight.sees_match_total([number], [contestant])
        is_visible = sees and len(card_rounds[number].lines) >= len(score.boards) > 0
        net = Fraction(match_data[f"{own_side}_net"])
        card_rounds[number] = replace(
            card_rounds[number],
            net=signed_text(VPS.show(net)) if is_visible else "",
            vps=match_data[f"{own_side}_vps"] if is_visible else "",
            match=(number, int(match_data["home"]), int(match_data["away"])),
        )
    for number, bye in zip(lines.sheet.bye_rounds, lines.sheet.byes, strict=True):
        if bye.contestant == str(contestant):
            sees = lines.sight.sees_match_total([number], [contestant])
            card_rounds[number] = CardRound(number, (), vps=VPS.show(bye.amount) if sees else "")
    return [card_rounds[number] for number in sorted(card_rounds)]


def card_matches(lines: RunLines, contestant: int) -> list[CardMatch]:
    """The matches of a team, as far as the reader may see their boards."""
    card = lines.card(contestant)
    return [_match(lines, match_data, contestant, card) for match_data in contestant_matches(lines.run, contestant)]


def contestant_matches(run: ScoringRun, contestant: int) -> Iterator[dict[str, Any]]:
    """The run's rows of a team's matches, each seen from its side: `own` and `other` are home and away."""
    for match in run.boards:
        for own, other in (("home", "away"), ("away", "home")):
            if match.get(own) == str(contestant):
                yield match | {"own": own, "other": other}


def _match(
    lines: RunLines, match_data: dict[str, Any], contestant: int, card: list[tuple[ResultBoard, ResultLine]]
) -> CardMatch:
    own, other = match_data["own"], match_data["other"]
    won = {board["board"]: board[own] for board in match_data["boards"]}
    tables: dict[int, dict[str, ResultLine]] = {}
    boards: dict[int, ResultBoard] = {}
    for board, line in card:
        sides = line.sides_from(contestant)
        if (
            line.slot.round == match_data["round"]
            and sides is not None
            and int(match_data[other]) in sides[1].contestants
        ):
            tables.setdefault(board.number, {})[sides[0].side] = line
            boards[board.number] = board
    lines_shown = tuple(
        CardMatchLine(
            boards[number], by_side.get("NS"), by_side.get("EW"), signed_text(won[number]) if number in won else ""
        )
        for number, by_side in sorted(tables.items())
    )
    sees = bool(lines_shown)
    return CardMatch(
        match_data["round"],
        lines.names.get(int(match_data[other])),
        signed_text(match_data[f"{own}_net"]) if sees else "",
        match_data[f"{own}_vps"] if sees else "",
        lines_shown,
    )
