"""The lines of a run as travellers and scorecards show them: contract, result, score and points of both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from events.selectors.hand_records import SEATS, VULNERABLE, Suit
from scoring.adjusted.words import MINUS, both_words, value_words
from scoring.engine.cards import Card, Side
from scoring.engine.contract import Result
from scoring.engine.sheet import Award, Line, Outcomes
from scoring.models import ScoringRun
from scoring.pending import Pending
from scoring.ruled_plays import RuledPlay
from scoring.runs.sheet_storage import restore_sheet, scored_event, stored_conditions, unpack_line, unpack_slot
from scoring.runs.sheets import FieldSheet, LineOrigin, boards_in_percent
from scoring.selectors.result_names import Who
from scoring.selectors.results_sight import ResultsSight

# A board or a line as a run keeps it.
StoredData = dict[str, Any]


@dataclass(frozen=True)
class ContractParts:
    """What was bid and how it went, ready to be set in type."""

    level: int
    suit: Suit
    risk: str
    declarer: str
    declarer_name: Any
    result: str
    tricks: int
    lead_suit: Suit | None = None
    lead_rank: str = ""


@dataclass(frozen=True)
class LineSide:
    """One side of a line. `value` is the points of the method as shown, `share` the percentage of a top."""

    side: str
    who: tuple[Who, ...]
    points: str = ""
    share: str = ""
    score: int | None = None
    # What the Director gave this side instead of a score.
    given: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for contestant in self.who for name in contestant.names)

    @property
    def numbers(self) -> str:
        return "–".join(contestant.number for contestant in self.who)

    @property
    def titles(self) -> str:
        return " – ".join(contestant.title for contestant in self.who)

    @property
    def contestants(self) -> tuple[int, ...]:
        return tuple(contestant.contestant for contestant in self.who)

    @property
    def score_text(self) -> str:
        return signed_score(self.score) if self.score is not None else ""

    @property
    def mark(self) -> str:
        """How good it was, in a word for the eye and the ear: top, good, even, bad, bottom."""
        return result_mark(self.points, self.share)


@dataclass(frozen=True)
class ResultLine:
    play: int
    board: int
    slot: LineOrigin
    table: str
    ns: LineSide
    ew: LineSide
    contract: ContractParts | None = None
    passed_out: bool = False
    # Where the Director gave another score: what it is, and why.
    adjusted: str = ""
    not_played: bool = False
    own: bool = False
    pending: bool = False
    # A ruling changed the result that the table entered.
    ruled: bool = False

    @property
    def score(self) -> int | None:
        return self.ns.score

    @property
    def sides(self) -> tuple[LineSide, LineSide]:
        return self.ns, self.ew

    @property
    def has_one_score(self) -> bool:
        """Both sides count a score, not a weighted or artificial one."""
        return self.ns.score is not None and self.ew.score is not None

    @property
    def is_split(self) -> bool:
        """Each side counts a score of its own."""
        return self.ns.score is not None and self.ew.score is not None and self.ns.score != -self.ew.score

    def sides_from(self, contestant: int) -> tuple[LineSide, LineSide] | None:
        """The side of a contestant, then the other one."""
        if contestant in self.ns.contestants:
            return self.ns, self.ew
        return (self.ew, self.ns) if contestant in self.ew.contestants else None


@dataclass(frozen=True)
class Signs:
    """Which signs stand beside results, for the legend."""

    adjusted: bool
    ruled: bool
    pending: bool

    @classmethod
    def of(cls, lines: Iterable[ResultLine]) -> Signs:
        shown_lines = list(lines)
        return cls(*(any(getattr(line, name) for line in shown_lines) for name in ("adjusted", "ruled", "pending")))

    def __bool__(self) -> bool:
        return self.adjusted or self.ruled or self.pending


@dataclass(frozen=True)
class ResultBoard:
    number: int
    dealer: Any
    vulnerable: Any
    vulnerable_code: str
    lines: tuple[ResultLine, ...]
    pending: bool = False

    @property
    def signs(self) -> Signs:
        return Signs.of(self.lines)


class RunLines:
    """A run with names, ready to be asked for boards and scorecards; what the reader may not see is left out.

    Only what is asked for is unpacked: a run has hundreds of lines, and a page shows a board or a card.
    """

    def __init__(
        self,
        run: ScoringRun,
        names: dict[int, Who],
        sight: ResultsSight,
        pending: Iterable[Pending] = (),
        ruled: Mapping[int, list[RuledPlay]] | None = None,
    ) -> None:
        """`ruled`: by play, the rulings behind its result."""
        self.ruled = {play for play, rulings in (ruled or {}).items() if any(ruling.before for ruling in rulings)}
        self.run, self.names, self.sight = run, names, sight
        self.event = scored_event(run)
        self.in_percent = boards_in_percent(self.event)
        self.pending = list(pending)
        self.letters = {section.pk: section.letter for section in sight.sections}
        self._boards: dict[int, StoredData] = {int(board["board"]): board for board in run.sheet.get("boards", ())}
        self._cards: dict[int, list[tuple[ResultBoard, ResultLine]]] = {}

    @cached_property
    def sheet(self) -> FieldSheet:
        """All of it, for whoever works something out again."""
        return restore_sheet(self.run)

    @property
    def numbers(self) -> list[int]:
        return list(self._boards)

    @property
    def sections(self) -> set[int]:
        """Those that have lines in the run."""
        return {data["section"] for board in self._boards.values() for data in board["lines"]}

    def board(self, number: int) -> ResultBoard | None:
        """A board as it stands on its traveller, the best score for North-South first."""
        stored = self._boards.get(number)
        return None if stored is None else self._board(number, stored, stored["lines"])

    def boards(self) -> Iterator[ResultBoard]:
        for number, stored in self._boards.items():
            yield self._board(number, stored, stored["lines"])

    def card(self, contestant: int) -> list[tuple[ResultBoard, ResultLine]]:
        """A contestant's lines, in the order in which they were played; the boards hold no others."""
        if contestant not in self._cards:
            self._cards[contestant] = self._read_card(contestant)
        return self._cards[contestant]

    def _read_card(self, contestant: int) -> list[tuple[ResultBoard, ResultLine]]:
        card = []
        for number, stored in self._boards.items():
            own_lines = [data for data in stored["lines"] if contestant in _line_contestants(data)]
            if own_lines:
                board = self._board(number, stored, own_lines)
                card += [(board, line) for line in board.lines]
        return sorted(card, key=lambda pair: (pair[1].slot.round, pair[0].number, pair[1].slot.table))

    def line(self, play: int) -> ResultLine | None:
        for number, stored in self._boards.items():
            if any(data["play"] == play for data in stored["lines"]):
                board = self._board(number, stored, stored["lines"])
                return next((line for line in board.lines if line.play == play), None)
        return None

    def _board(self, number: int, stored: StoredData, stored_lines: Iterable[StoredData]) -> ResultBoard:
        lines = sorted(self._lines(number, stored_lines), key=lambda line: (line.score is None, -(line.score or 0)))
        return ResultBoard(number, *_marks(stored_conditions(stored)), tuple(lines), self._is_pending(number))

    def _is_pending(self, number: int) -> bool:
        return any(ruling.board == number for ruling in self.pending)

    def _lines(self, number: int, stored_lines: Iterable[StoredData]) -> Iterator[ResultLine]:
        for data in stored_lines:
            if self.sight.sees_line(number, data["round"], _line_contestants(data)):
                line, play, slot = unpack_line(data), data["play"], unpack_slot(data)
                ns, ew = (self._side(line, side, number, play, slot) for side in (Side.NS, Side.EW))
                yield self._line(number, play, slot, line, ns, ew)

    def _line(self, number: int, play: int, slot: LineOrigin, line: Line, ns: LineSide, ew: LineSide) -> ResultLine:
        letter = self.letters.get(slot.section, "") if len(self.letters) > 1 else ""
        adjusted = _is_adjusted(line)
        return ResultLine(
            play,
            number,
            slot,
            f"{letter}{slot.table}",
            ns,
            ew,
            contract=contract_parts(line.result) if line.result else None,
            passed_out=line.result is not None and line.result.passed_out,
            adjusted=both_words(line.ns_value, line.ew_value, in_percent=self.in_percent) if adjusted else "",
            not_played=not line.counts,
            own=not self.sight.own.isdisjoint((*ns.contestants, *ew.contestants)),
            pending=any(ruling.board == number and ruling.play in (None, play) for ruling in self.pending),
            ruled=play in self.ruled,
        )

    def _side(self, line: Line, side: Side, number: int, play: int, slot: LineOrigin) -> LineSide:
        ids = [int(part) for part in line.contestant(side).split("+")]
        who = tuple(self.names[pk] for pk in ids if pk in self.names)
        points, share = self._points(line.contestant(side), side, number, play, slot)
        value = line.value(side)
        single = value.single if isinstance(value, Outcomes) else None
        words = value_words(value, side, in_percent=self.in_percent)
        given_words = words if value is not None and single is None else ""
        if line.self_inflicted is not None and line.self_inflicted.non_offenders is side:
            single, given_words = None, _("%(score)s less own damage") % {"score": words}
        return LineSide(side.value, who, points, share, None if single is None else single * side.sign, given_words)

    def _points(self, who: str, side: Side, number: int, play: int, slot: LineOrigin) -> tuple[str, str]:
        """What a side of a play has, as the run says; in a match both tables have the board's gain."""
        if self.event.is_for_teams:
            gained = self._gained.get((slot.round, who, number))
            return ("", "") if gained is None else (signed_text(gained), "")
        scored_line, name = self._scored(number).get(play, {}), side.value.lower()
        return scored_line.get(f"{name}_points", ""), scored_line.get(f"{name}_percent", "")

    def _scored(self, number: int) -> dict[int, StoredData]:
        """The scored lines of a board by their plays."""
        if number not in self._scored_boards:
            lines = next((board["lines"] for board in self.run.boards if board["board"] == number), ())
            self._scored_boards[number] = {line["play"]: line for line in lines}
        return self._scored_boards[number]

    @cached_property
    def _scored_boards(self) -> dict[int, dict[int, StoredData]]:
        return {}

    @cached_property
    def _gained(self) -> dict[tuple[int, str, int], str]:
        """What each team gained on each board of each match, by its round."""
        return {
            (match["round"], team, board["board"]): board[side]
            for match in self.run.boards
            for side, team in (("home", match["home"]), ("away", match["away"]))
            for board in match["boards"]
        }


def _line_contestants(data: StoredData) -> list[int]:
    """The contestants on a line."""
    return [int(part) for side in ("ns", "ew") for part in data[side].split("+")]


def _marks(conditions: Any) -> tuple[Any, Any, str]:
    if conditions is None:
        return "", "", ""
    code = conditions.vulnerability.value
    return SEATS[conditions.dealer], VULNERABLE[code], code.lower()


def contract_parts(result: Result) -> ContractParts | None:
    if result.contract is None:
        return None
    lead = _lead(result.lead)
    return ContractParts(
        result.contract.level,
        Suit.of(result.contract.strain),
        "×" * result.contract.risk,
        result.declarer.value if result.declarer else "",
        SEATS[result.declarer] if result.declarer else "",
        f"{result.margin:+d}".replace("-", MINUS) if result.margin else "=",
        result.tricks or 0,
        *lead,
    )


def _lead(card: Card | None) -> tuple[Suit | None, str]:
    if card is None:
        return None, ""
    return Suit.of(card.suit), "10" if card.rank == "T" else card.rank


def _is_adjusted(line: Line) -> bool:
    return bool(line.authority) or any(isinstance(value, Award) for value in (line.ns_value, line.ew_value))


def signed_score(score: int) -> str:
    return f"{score:+d}".replace("-", MINUS) if score else "0"


def signed_text(points: str) -> str:
    """An exact figure with its sign, for what is won and lost."""
    if points.startswith("-"):
        return points.replace("-", MINUS)
    return f"+{points}" if points.strip("0.") else points


def result_mark(points: str, share: str) -> str:
    if share:
        value = float(share)
        bounds = ((100.0, "top"), (60.0, "good"))
        for least, word in bounds:
            if value >= least:
                return word
        return "bottom" if value <= 0 else "bad" if value <= 40 else "even"
    if not points:
        return ""
    imps = float(points.replace(MINUS, "-"))
    return "good" if imps >= 3 else "bad" if imps <= -3 else "even"
