"""What somebody says happened on a board, checked and scored under Law 77."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core.errors import field_error
from events.wording import scoring_error_sentence
from scoring.engine import errors
from scoring.engine.boards import Conditions
from scoring.engine.cards import Card, Seat
from scoring.engine.contract import Contract, Result, is_not_played, tidy
from scoring.engine.errors import NotationError
from scoring.engine.law77 import is_possible, table_score
from scoring.models.results import Outcome, TableScore

# How a board without a contract is typed.
OUTCOME_SIGNS: dict[str, str] = {Outcome.PASSED: "P", Outcome.NOT_PLAYED: "NP"}
_SCORE = re.compile(r"[+-]?\d{1,4}")


@dataclass(frozen=True)
class ResultInput:
    """A result as it was typed. `tricks` are those declarer took; `score` is North-South's where it is all that is
    known."""

    outcome: str = Outcome.PLAYED
    contract: str = ""
    declarer: str = ""
    tricks: int | None = None
    lead: str = ""
    score: int | None = None

    @classmethod
    def stored(cls, score: TableScore) -> ResultInput:
        """What a claim or a result says."""
        if score.outcome == Outcome.PLAYED and not score.contract:
            return cls(score=score.score)
        return cls.of(score.result)

    @property
    def text(self) -> str:
        """As directors write it, so that `parse` reads it again; without the lead."""
        if self.outcome in OUTCOME_SIGNS:
            return OUTCOME_SIGNS[self.outcome]
        if self.score is not None:
            return f"{self.score:+d}"
        margin = (self.tricks or 0) - 6 - int(self.contract[0])
        return f"{self.contract}{f'{margin:+d}' if margin else '='} {self.declarer}"

    @classmethod
    def of(cls, result: Result | None) -> ResultInput:
        """A result of the engine; None for a board that was not played."""
        if result is None:
            return cls(Outcome.NOT_PLAYED)
        if result.contract is None:
            return cls(Outcome.PASSED)
        declarer = result.declarer.value if result.declarer else ""
        return cls(Outcome.PLAYED, str(result.contract), declarer, result.tricks, str(result.lead or ""))

    @classmethod
    def parse(cls, text: str) -> ResultInput:
        """As directors write it: `4SX-1 W`, `420` or `-50` for North-South, `P`, `NP`."""
        if is_not_played(text):
            return cls(Outcome.NOT_PLAYED)
        if _SCORE.fullmatch(tidy(text)):
            score = int(tidy(text))
            return cls(score=score) if score else cls(Outcome.PASSED)
        try:
            return cls.of(Result.parse(text))
        except NotationError as error:
            raise field_error("result", _unread(error, text), "bad_result") from error


def _unread(error: NotationError, text: str) -> str:
    """What is not even the beginning of a contract may have been meant as anything that is typed here."""
    if error.sentence == errors.BAD_CONTRACT:
        return scoring_error_sentence(NotationError(errors.BAD_LINE, text=text.strip()))
    return scoring_error_sentence(error)


def validated_score_fields(result_input: ResultInput, conditions: Conditions) -> dict[str, Any]:
    """The fields of a table score, or a sentence at the field that is wrong."""
    if result_input.outcome == Outcome.NOT_PLAYED:
        return _fields(result_input.outcome)
    if result_input.outcome == Outcome.PASSED:
        return _fields(result_input.outcome, score=0)
    if result_input.outcome != Outcome.PLAYED:
        raise _wrong("outcome", _("Say whether the board was played, passed out or not played."))
    if result_input.score is not None and not result_input.contract:
        if not is_possible(result_input.score, conditions):
            raise _wrong(
                "result", scoring_error_sentence(NotationError(errors.BAD_SCORE_HERE, score=result_input.score))
            )
        return _fields(result_input.outcome, score=result_input.score)
    contract = _contract(result_input.contract)
    result = Result(contract, _declarer(result_input.declarer), _tricks(result_input.tricks), _lead(result_input.lead))
    score = table_score(result, conditions)
    return _fields(
        result_input.outcome, str(contract), result_input.declarer, result_input.tricks, str(result.lead or ""), score
    )


def _fields(
    outcome: str, contract: str = "", declarer: str = "", tricks: int | None = None, lead: str = "", score: Any = None
) -> dict[str, Any]:
    return {
        "outcome": str(outcome),
        "contract": contract,
        "declarer": declarer,
        "tricks": tricks,
        "lead": lead,
        "score": score,
    }


def _contract(text: str) -> Contract:
    try:
        return Contract.parse(text)
    except NotationError as error:
        raise _wrong("contract", scoring_error_sentence(error)) from error


def _declarer(text: str) -> Seat:
    try:
        return Seat(text)
    except ValueError:
        raise _wrong("declarer", _("Say who declared: North, East, South or West.")) from None


def _tricks(tricks: int | None) -> int:
    if tricks is None or not 0 <= tricks <= 13:
        raise _wrong("tricks", _("Declarer took 0 to 13 tricks. Look at the result again."))
    return tricks


def _lead(text: str) -> Card | None:
    if not text:
        return None
    try:
        return Card.parse(text)
    except NotationError as error:
        raise _wrong("lead", scoring_error_sentence(error)) from error


def _wrong(field: str, sentence: str) -> ValidationError:
    return field_error(field, sentence, f"bad_{field}")
