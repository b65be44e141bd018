"""Seats, sides, strains and cards."""

from dataclasses import dataclass
from enum import Enum

from scoring.engine.errors import BAD_CARD, BAD_SEAT, NotationError

SUIT_SIGNS = str.maketrans(
    {
        "♣": "C",
        "♦": "D",
        "♥": "H",
        "♠": "S",
        "♧": "C",
        "♢": "D",
        "♡": "H",
        "♤": "S",
        "\ufe0e": "",
        "\ufe0f": "",
    }
)
RANKS = "23456789TJQKA"


class Side(Enum):
    """The two partnerships at a table."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> "Side":
        return Side.EW if self is Side.NS else Side.NS

    @property
    def sign(self) -> int:
        """Scores are kept as North-South sees them; the other side sees the negative."""
        return 1 if self is Side.NS else -1


class Seat(Enum):
    """The four compass points, in the order of the auction."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    @property
    def side(self) -> Side:
        return Side.NS if self in (Seat.NORTH, Seat.SOUTH) else Side.EW

    @classmethod
    def parse(cls, text: str) -> "Seat":
        letter = text.strip().upper()
        for seat in cls:
            if letter in (seat.value, seat.name):
                return seat
        raise NotationError(BAD_SEAT, text=text)


class Strain(Enum):
    """What a contract is played in."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NOTRUMP = "NT"

    __hash__ = object.__hash__  # by identity, as members compare: cards are looked up by the million

    @classmethod
    def parse(cls, text: str) -> "Strain":
        return cls.NOTRUMP if text in ("N", "NT", "SA") else cls(text)


@dataclass(frozen=True, slots=True)
class Card:
    """One card, such as an opening lead: `SK`, `KS`, `H10` and `10♥` are all read."""

    suit: Strain
    rank: str

    @classmethod
    def parse(cls, text: str) -> "Card":
        tidy = text.strip().upper().translate(SUIT_SIGNS).replace("10", "T")
        for suit, rank in ((tidy[:1], tidy[1:]), (tidy[1:], tidy[:1])):
            if suit in ("C", "D", "H", "S") and rank and rank in RANKS and len(rank) == 1:
                return cls(Strain(suit), rank)
        raise NotationError(BAD_CARD, text=text)

    def __str__(self) -> str:
        return f"{self.suit.value}{self.rank}"
