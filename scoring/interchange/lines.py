"""One row of a file to a line of the scoresheet, or to a sentence that says why not."""

import re
from functools import lru_cache

from scoring.engine import law77
from scoring.engine.boards import Conditions
from scoring.engine.cards import Card, Seat
from scoring.engine.contract import Contract, Result, is_not_played, is_pass, tidy
from scoring.engine.errors import BAD_TRICKS, NotationError
from scoring.engine.sheet import Line, parse_artificial
from scoring.interchange import sentences
from scoring.interchange.document import FileLine, Problem

_POINTS = re.compile(r"[+-]?\d{1,5}")
_PERCENTS = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)\s*(?:%\s*[-/:]?|/)\s*(\d{1,3}(?:\.\d{1,2})?)\s*%?")
_RELATIVE = re.compile(r"=|\+\d{1,2}|-\d{1,2}")


class LineReader:
    """Reads the rows of one board and collects what is wrong with them."""

    def __init__(self, conditions: Conditions | None, board: int | str) -> None:
        self.conditions = conditions
        self.board = board
        self.problems: list[Problem] = []

    def read(self, row: FileLine, ns: str, ew: str) -> Line | None:
        """A line; None where no score can be known from the row."""
        if is_not_played(row.contract) or is_not_played(row.score):
            return Line.not_played(ns, ew)
        if text := _artificial_text(row):
            return self._artificial(row, text, ns, ew)
        result, why = self._result(row)
        score = self._score(row, result, why)
        return None if score is None else Line.played(ns, ew, score, result=result)

    def report(self, row: FileLine, sentence: str, **gaps: object) -> None:
        self.problems.append(Problem(sentence, gaps, None if self.board == "" else self.board, row.where or None))

    def _artificial(self, row: FileLine, text: str, ns: str, ew: str) -> Line | None:
        try:
            return Line.artificial(ns, ew, *parse_artificial(text))
        except NotationError as error:
            self.report(row, sentences.LEFT_OUT, why=error)
            return None

    def leave_out(self, row: FileLine, sentence: str, **gaps: object) -> None:
        self.report(row, sentences.LEFT_OUT, why=NotationError(sentence, **gaps))

    def _result(self, row: FileLine) -> tuple[Result | None, NotationError | None]:
        """What was played, or why it cannot be read; neither where the row names no contract."""
        if not row.contract.strip():
            return None, None
        try:
            result = read_result(row)
            if self.conditions is not None:
                law77.table_score(result, self.conditions)
        except NotationError as error:
            return None, error
        return result, None

    def _score(self, row: FileLine, result: Result | None, why: NotationError | None) -> int | None:
        text = tidy(row.score)
        recorded = int(text) if _POINTS.fullmatch(text) else None
        if result is not None and self.conditions is not None:
            return self._checked(row, result, recorded)
        if recorded is None:
            sentence = sentences.BAD_SCORE if text else sentences.NO_RESULT
            self.report(row, sentences.LEFT_OUT, why=why or NotationError(sentence, score=row.score))
        elif why:
            self.report(row, sentences.FROM_SCORE, why=why, score=recorded)
        elif not law77.is_possible(recorded, self.conditions):
            self.report(row, sentences.ODD_SCORE, score=recorded)
        return recorded

    def _checked(self, row: FileLine, result: Result, recorded: int | None) -> int:
        """The score that the file's own program compared is what counts; a difference is for a person to
        see.
        """
        assert self.conditions is not None
        worth = law77.table_score(result, self.conditions)
        if recorded is None:
            if row.score.strip():
                self.report(row, sentences.BAD_SCORE, score=row.score)
            return worth
        if recorded != worth:
            self.report(row, sentences.DISAGREES, result=result, worth=worth, score=recorded)
        return recorded


def _artificial_text(row: FileLine) -> str:
    """An artificial score as it is typed, from whichever column has it; empty where there is none."""
    for text in (row.score.strip(), row.contract.strip()):
        percents = _PERCENTS.fullmatch(text)
        if percents:
            return f"A{percents[1]}/{percents[2]}"
        if text.upper().startswith("A") and not is_pass(text):
            return text
    return ""


def read_result(row: FileLine) -> Result:
    """Contract, declarer and tricks in their own columns, or all of it typed into one."""
    return _read_result(row.contract, row.declarer, row.tricks, row.lead, row.signed_tricks)


@lru_cache(maxsize=4096)
def _read_result(contract: str, declarer: str, tricks: str, lead: str, signed_tricks: bool) -> Result:
    """Frozen, so shared: the same few results stand on most lines of a board."""
    if is_pass(contract):
        return Result()
    seat = Seat.parse(declarer) if declarer.strip() else None
    led = _lead(lead)
    if not tidy(tricks):
        return Result.parse(contract, seat, led)
    parsed_contract = Contract.parse(contract)
    return Result(parsed_contract, seat, _tricks(tricks, parsed_contract, signed_tricks), led)


def _tricks(tricks: str, contract: Contract, signed_tricks: bool) -> int:
    text = tidy(tricks)
    relative = _RELATIVE.fullmatch(text)
    if relative and (signed_tricks or not text.startswith("-")):
        return contract.needed + (0 if text == "=" else int(text))
    try:
        return int(text)
    except ValueError:
        raise NotationError(BAD_TRICKS, tricks=tricks.strip()) from None


def _lead(text: str) -> Card | None:
    """No figure depends on the lead: one that cannot be read is as good as none."""
    try:
        return Card.parse(text) if text.strip() else None
    except NotationError:
        return None
