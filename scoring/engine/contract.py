"""Contracts and results as people type them, and as the engine prints them."""

import re
from dataclasses import dataclass
from functools import lru_cache

from scoring.engine import errors
from scoring.engine.cards import SUIT_SIGNS, Card, Seat, Strain
from scoring.engine.errors import NotationError

PASS_WORDS = frozenset({"P", "PASS", "PASSED", "AP", "ALLPASS", "PASSEDOUT", "PASSOUT", "PO"})
NOT_PLAYED_WORDS = frozenset({"NP", "NOTPLAYED", "NOPLAY"})

_CONTRACT = re.compile(r"(?P<level>\d+)(?P<strain>NT|SA|N|[CDHS])(?P<risk>XX|X|\*\*|\*|)")
_MARGIN = re.compile(r"=|[+-]\d{1,2}")


@lru_cache(maxsize=4096)
def tidy(text: str) -> str:
    """Upper case, letters for suit signs, one kind of minus, no blanks."""
    plain = text.translate(SUIT_SIGNS).upper().replace("−", "-").replace("–", "-")
    return re.sub(r"[\s.]+", "", plain)


@dataclass(frozen=True, slots=True)
class Contract:
    """Level, strain and risk (0 undoubled, 1 doubled, 2 redoubled)."""

    level: int
    strain: Strain
    risk: int = 0

    @property
    def needed(self) -> int:
        return self.level + 6

    @classmethod
    def parse(cls, text: str) -> "Contract":
        if not text.strip():
            raise NotationError(errors.EMPTY_CONTRACT)
        match = _CONTRACT.fullmatch(tidy(text))
        if match is None:
            raise NotationError(errors.BAD_CONTRACT, text=text.strip())
        return _contract(match, text)

    def __str__(self) -> str:
        return f"{self.level}{self.strain.value}{'X' * self.risk}"


def _contract(match: "re.Match[str]", text: str) -> Contract:
    level = int(match["level"])
    if not 1 <= level <= 7:
        raise NotationError(errors.BAD_LEVEL, text=text.strip())
    return Contract(level, Strain.parse(match["strain"]), len(match["risk"]))


@dataclass(frozen=True, slots=True)
class Result:
    """What happened at a table: a contract with declarer and tricks, or four passes (contract None)."""

    contract: Contract | None = None
    declarer: Seat | None = None
    tricks: int | None = None
    lead: Card | None = None

    def __post_init__(self) -> None:
        if self.contract is None:
            return
        if self.tricks is None:
            raise NotationError(errors.NO_TRICKS, contract=self.contract)
        if not 0 <= self.tricks <= 13:
            raise NotationError(errors.BAD_TRICKS, tricks=self.tricks)

    @property
    def passed_out(self) -> bool:
        return self.contract is None

    @property
    def margin(self) -> int:
        """Tricks above (or below) what the contract needs."""
        return self.tricks - self.contract.needed if self.contract and self.tricks is not None else 0

    @classmethod
    def parse(cls, text: str, declarer: Seat | None = None, lead: Card | None = None) -> "Result":
        """`4S=`, `3NTx-2 W`, `4♠X+1`, `W 3NT-2`, `P`."""
        compact = tidy(text)
        if not compact:
            raise NotationError(errors.EMPTY_CONTRACT)
        if compact in PASS_WORDS:
            return cls()
        return _result(text, compact, declarer, lead)

    def __str__(self) -> str:
        if self.contract is None:
            return "Pass"
        margin = f"{self.margin:+d}" if self.margin else "="
        return f"{self.contract}{margin}" + (f" {self.declarer.value}" if self.declarer else "")


_RESULT = re.compile(
    rf"(?P<before>[NESW](?=\d))?(?:BY)?{_CONTRACT.pattern}"
    rf"(?P<middle>(?:BY)?[NESW])?(?P<margin>{_MARGIN.pattern})(?P<after>(?:BY)?[NESW])?"
)


def _result(text: str, compact: str, declarer: Seat | None, lead: Card | None) -> Result:
    match = _RESULT.fullmatch(compact)
    if match is None:
        bare = _CONTRACT.match(compact)
        if bare is None:
            raise NotationError(errors.BAD_CONTRACT, text=text.strip())
        raise NotationError(errors.BAD_RESULT, text=text.strip())
    contract = _contract(match, text)
    seat = match["before"] or match["middle"] or match["after"]
    declarer = Seat.parse(seat.removeprefix("BY")) if seat else declarer
    margin = 0 if match["margin"] == "=" else int(match["margin"])
    if not -contract.needed <= margin <= 13 - contract.needed:
        down, over = contract.needed, 13 - contract.needed
        raise NotationError(errors.BAD_MARGIN, text=text.strip(), contract=contract, down=down, over=over)
    return Result(contract, declarer, contract.needed + margin, lead)


def is_pass(text: str) -> bool:
    return tidy(text) in PASS_WORDS


def is_not_played(text: str) -> bool:
    return tidy(text) in NOT_PLAYED_WORDS
