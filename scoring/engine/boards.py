"""Law 2: dealer and vulnerability follow from the board's number, unless the board is marked otherwise."""

from dataclasses import dataclass
from enum import Enum

from scoring.engine.cards import Seat, Side
from scoring.engine.errors import BAD_BOARD, BAD_VULNERABILITY, NotationError


class Vulnerability(Enum):
    NONE = "None"
    NS = "NS"
    EW = "EW"
    ALL = "All"

    def includes(self, side: Side) -> bool:
        return self is Vulnerability.ALL or self.value == side.value

    @classmethod
    def parse(cls, text: str) -> "Vulnerability":
        words = {"none": cls.NONE, "love": cls.NONE, "-": cls.NONE, "": cls.NONE, "o": cls.NONE}
        words |= {"all": cls.ALL, "both": cls.ALL, "b": cls.ALL, "ns": cls.NS, "ew": cls.EW}
        try:
            return words[text.strip().lower().replace("-", "" if len(text.strip()) > 1 else "-")]
        except KeyError:
            raise NotationError(BAD_VULNERABILITY, text=text) from None


_DEALERS = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
_NONE, _NS, _EW, _ALL = Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.ALL
_CYCLE = (_NONE, _NS, _EW, _ALL, _NS, _EW, _ALL, _NONE, _EW, _ALL, _NONE, _NS, _ALL, _NONE, _NS, _EW)


@dataclass(frozen=True, slots=True)
class Conditions:
    """Who deals and who is vulnerable."""

    dealer: Seat
    vulnerability: Vulnerability

    @classmethod
    def of(cls, number: int, *, dealer: Seat | None = None, vulnerability: Vulnerability | None = None) -> "Conditions":
        """By the number; what is marked on the board itself goes before it (Law 2)."""
        if number < 1:
            raise NotationError(BAD_BOARD, text=number)
        return cls(dealer or _DEALERS[(number - 1) % 4], vulnerability or _CYCLE[(number - 1) % 16])

    def vulnerable(self, side: Side) -> bool:
        return self.vulnerability.includes(side)
