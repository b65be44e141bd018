"""Boards with their deals as files give them, and what a person has to know about each."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from scoring.engine.boards import Conditions, Vulnerability
from scoring.engine.cards import Seat
from scoring.engine.deal import Deal
from scoring.engine.errors import BAD_BOARD, NotationError
from scoring.interchange import sentences
from scoring.interchange.document import FileError, Problem

Value = TypeVar("Value")
_NUMBER = re.compile(r"0*[1-9][0-9]{0,3}")


@dataclass(frozen=True, slots=True)
class BoardDeal:
    """A board as marked; what is odd about it are `remarks`, which are no part of its identity."""

    number: int
    dealer: Seat
    vulnerability: Vulnerability
    deal: Deal
    remarks: tuple[Problem, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, number: int, deal: Deal) -> "BoardDeal":
        """Dealer and vulnerability as the number gives them (Law 2)."""
        usual = Conditions.of(number)
        return cls(number, usual.dealer, usual.vulnerability, deal)

    @property
    def conditions(self) -> Conditions:
        return Conditions(self.dealer, self.vulnerability)

    def with_remark(self, line: int | None, sentence: str, **gaps: object) -> "BoardDeal":
        return replace(self, remarks=(*self.remarks, Problem(sentence, gaps, self.number, line)))


@dataclass(frozen=True, slots=True)
class DealFile:
    """The boards that a file gives, in its order; `problems` says which were left out and why."""

    format: str
    boards: tuple[BoardDeal, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def remarks(self) -> tuple[Problem, ...]:
        return tuple(remark for board in self.boards for remark in board.remarks)


@dataclass(frozen=True, slots=True)
class Draft:
    """One board of a file, each part read, refused with a reason, or (None) not there."""

    line: int | None
    number: str | int | None
    deal: Deal | NotationError | None
    dealer: Seat | NotationError | None = None
    vulnerability: Vulnerability | NotationError | None = None
    notes: tuple[str, ...] = ()


def attempt(read: Callable[[str], Value], text: str | None) -> Value | NotationError | None:
    if text is None or not text.strip():
        return None
    try:
        return read(text)
    except NotationError as error:
        return error


class Collector:
    """Takes the boards of a file one by one and settles what stands twice in it."""

    def __init__(self, format: str, name: str) -> None:
        self.format = format
        self.name = name
        self.boards: dict[int, BoardDeal] = {}
        self.problems: list[Problem] = []
        self._numbers: dict[Deal, int] = {}
        self._disputed: set[int] = set()
        self._last = 0

    def has(self, number: str | int | None) -> bool:
        return isinstance(number, str) and number.isdecimal() and int(number[:9]) in self.boards

    def add(self, draft: Draft) -> None:
        number = self._number(draft)
        if number is None:
            return
        self._last = number
        if isinstance(draft.deal, Deal):
            self._place(_marked(draft, number, draft.deal), draft.line)
        else:
            why = draft.deal or NotationError(sentences.NO_DEAL)
            self.report(draft.line, number, sentences.DEAL_LEFT_OUT, why=why)

    def report(self, line: int | None, board: int | str | None, sentence: str, **gaps: object) -> None:
        self.problems.append(Problem(sentence, gaps, board, line))

    def finish(self) -> DealFile:
        if not self.boards:
            if not self.problems:
                raise FileError(sentences.NO_DEALS, path=self.name)
            raise FileError(sentences.NO_GOOD_DEALS, path=self.name, first=self.problems[0].message)
        return DealFile(self.format, tuple(self.boards.values()), tuple(self.problems))

    def _number(self, draft: Draft) -> int | None:
        if draft.number is None:
            return self._last + 1
        text = str(draft.number).strip()
        if _NUMBER.fullmatch(text):
            return int(text)
        why = NotationError(BAD_BOARD, text=text[:20])
        self.report(draft.line, text[:20] or None, sentences.DEAL_LEFT_OUT, why=why)
        return None

    def _place(self, board: BoardDeal, line: int | None) -> None:
        """Nobody can know from the file which of two deals is the right one, so that neither is taken."""
        number = board.number
        before = self.boards.get(number)
        if number in self._disputed:
            return
        if before is None:
            self.boards[number] = self._with_same_deal_remark(board, line)
        elif before.deal != board.deal:
            self._disputed.add(number)
            del self.boards[number]
            self.report(line, number, sentences.TWO_DEALS, number=number)
        else:
            same = before.conditions == board.conditions
            self.boards[number] = before.with_remark(line, sentences.MERGED if same else sentences.MERGED_MARKS)

    def _with_same_deal_remark(self, board: BoardDeal, line: int | None) -> BoardDeal:
        other = self._numbers.setdefault(board.deal, board.number)
        return board if other == board.number else board.with_remark(line, sentences.SAME_DEAL, other=other)


def _marked(draft: Draft, number: int, deal: Deal) -> BoardDeal:
    """What is marked on the board goes before what its number gives (Law 2)."""
    usual = Conditions.of(number)
    dealer = draft.dealer if isinstance(draft.dealer, Seat) else usual.dealer
    marked = draft.vulnerability
    vulnerability = marked if isinstance(marked, Vulnerability) else usual.vulnerability
    board = BoardDeal(number, dealer, vulnerability, deal)
    if draft.number is None:
        board = board.with_remark(draft.line, sentences.GUESSED_BOARD, number=number)
    for why in (draft.dealer, draft.vulnerability):
        if isinstance(why, NotationError):
            board = board.with_remark(draft.line, sentences.MARK_BY_NUMBER, why=why)
    if dealer is not usual.dealer:
        gaps = {"marked": dealer.value, "usual": usual.dealer.value}
        board = board.with_remark(draft.line, sentences.OTHER_DEALER, **gaps)
    if vulnerability is not usual.vulnerability:
        gaps = {"marked": vulnerability.value, "usual": usual.vulnerability.value}
        board = board.with_remark(draft.line, sentences.OTHER_VULNERABILITY, **gaps)
    for note in draft.notes:
        board = board.with_remark(draft.line, note)
    return board
