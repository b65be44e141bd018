"""Auctions and play as PBN prints them, to calls and cards in the order in which they were made."""

import re
from collections.abc import Iterable

from scoring.engine.cards import Card, Seat, Strain
from scoring.engine.deal import from_seat
from scoring.engine.errors import NotationError

_BID = re.compile(r"([1-7])(NT?|[CDHS])", re.IGNORECASE)
_NOTE = re.compile(r"=\d+=|\$\d+|[!?]+")
_RANKS = "23456789TJQKA"


def calls(lines: Iterable[str]) -> tuple[str, ...]:
    """The calls in turn: `1NT`, `X`, `XX`, `Pass`; what cannot be read ends the auction."""
    found: list[str] = []
    for token in _NOTE.sub(" ", " ".join(lines)).split():
        word = token.upper().removeprefix("^S").removeprefix("^I")
        if word in ("", "-", "+") or word.startswith("^"):
            continue
        if word == "*":
            break
        if word == "AP":
            found += ["Pass"] * 3
            break
        call = parse_call(word)
        if not call:
            break
        found.append(call)
    return tuple(found)


def parse_call(word: str) -> str:
    """A call as it is written here; empty where it is none."""
    upper = word.upper().rstrip("!")
    if upper in ("P", "PASS"):
        return "Pass"
    if upper in ("X", "XX"):
        return upper
    if upper in ("D", "DBL", "R", "RDBL"):
        return "XX" if upper.startswith("R") else "X"
    bid = _BID.fullmatch(upper)
    return f"{bid[1]}{'NT' if bid[2].startswith('N') else bid[2]}" if bid else ""


def upper_words(line: str) -> list[str]:
    return line.upper().split()


def cards(lines: Iterable[str], leader: str, contract: str) -> tuple[str, ...]:
    """The cards in the order played: a row has a trick in fixed columns, from the seat that led first."""
    try:
        seats = from_seat(Seat.parse(leader))
    except NotationError:
        return ()
    trump = next((Strain(letter) for letter in contract.upper()[1:2] if letter in "CDHS"), None)
    if "NT" in contract.upper():
        trump = None
    first, played = seats[0], list[str]()
    for line in lines:
        tokens = _NOTE.sub(" ", line).split()
        if "*" in tokens or "+" in tokens or not tokens:
            break
        trick = {seat: card for seat, token in zip(seats, tokens, strict=False) if (card := _card(token)) is not None}
        for seat in from_seat(first):
            if seat not in trick:
                return tuple(played)
            played.append(str(trick[seat]))
        first = winner(trick, first, trump)
    return tuple(played)


def _card(token: str) -> Card | None:
    try:
        return Card.parse(token)
    except NotationError:
        return None


def winner(trick: dict[Seat, Card], first: Seat, trump: Strain | None) -> Seat:
    led = trick[first].suit

    def strength(seat: Seat) -> tuple[bool, bool, int]:
        card = trick[seat]
        return card.suit is trump, card.suit is led, _RANKS.index(card.rank)

    return max(trick, key=strength)
