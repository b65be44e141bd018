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
    def stored(cls, row: TableScore) -> ResultInput:
        """What a claim or a result says."""
        if row.outcome == Outcome.PLAYED and not row.contract:
            return cls(score=row.score)
        return cls.of(row.result)

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


def validated_score_fields(said: ResultInput, conditions: Conditions) -> dict[str, Any]:
    """The fields of a table score, or a sentence at the field that is wrong."""
    if said.outcome == Outcome.NOT_PLAYED:
        return _fields(said.outcome)
    if said.outcome == Outcome.PASSED:
        return _fields(said.outcome, score=0)
    if said.outcome != Outcome.PLAYED:
        raise _wrong("outcome", _("Say whether the board was played, passed out or not played."))
    if said.score is not None and not said.contract:
        if not is_possible(said.score, conditions):
            raise _wrong("result", scoring_error_sentence(NotationError(errors.BAD_SCORE_HERE, score=said.score)))
        return _fields(said.outcome, score=said.score)
    contract = _contract(said.contract)
    result = Result(contract, _declarer(said.declarer), _tricks(said.tricks), _lead(said.lead))
    score = table_score(result, conditions)
    return _fields(said.outcome, str(contract), said.declarer, said.tricks, str(result.lead or ""), score)


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
