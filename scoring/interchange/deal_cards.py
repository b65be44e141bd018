"""What the files of dealing machines have in common: cards by number, hands in print, boards one after the other."""

import re
from collections.abc import Sequence

from scoring.engine.boards import Conditions
from scoring.engine.cards import Seat
from scoring.engine.deal import DECK, PLACE, SUITS, Deal, Hand
from scoring.engine.errors import NotationError
from scoring.interchange import sentences
from scoring.interchange.deal_boards import BoardDeal
from scoring.interchange.document import FileError

NUMBERED, PRINTED = 78, 68
SIGNS = b"\x06\x03\x04\x05"  # spade, heart, diamond, club on a PC's first character set
_DEALT = (Seat.NORTH, Seat.EAST, Seat.SOUTH)


def deal_of_numbers(digits: bytes) -> Deal:
    """North, East and South as two digits a card, 01 for the ace of spades to 52 for the two of clubs."""
    numbers = [int(pair) for pair in re.findall(rb"[0-9]{2}", digits)] if digits.isdigit() else []
    if len(numbers) != 39 or not all(1 <= number <= 52 for number in numbers):
        raise NotationError(sentences.BAD_DUP_CARDS)
    cards = [DECK[number - 1] for number in numbers]
    return Deal.of({seat: Hand.of(cards[13 * place :][:13]) for place, seat in enumerate(_DEALT)})


def numbers_of(deal: Deal) -> bytes:
    return "".join(f"{PLACE[card] + 1:02d}" for hand in deal.completed()[:3] for card in hand.cards).encode("ascii")


def hands_in_print(part: bytes) -> list[str]:
    """The four hands, 17 bytes each, whatever the signs before the suits are."""
    hands = [part[start : start + 17].decode("latin-1") for start in range(0, PRINTED, 17)]
    return [".".join(re.split(r"[^AKQJT2-9]", hand)[1:]) for hand in hands]


def in_print(hand: Hand) -> bytes:
    suits = zip(SIGNS, SUITS, strict=True)
    return b"".join(bytes([sign]) + hand.ranks(suit).encode("ascii") for sign, suit in suits)


def check_sequence(boards: Sequence[BoardDeal], format: str, first: int | None, most: int) -> None:
    """Refuse what a format without numbers, dealers and vulnerabilities of its own cannot say."""
    before = (first or boards[0].number) - 1
    for board in boards:
        if board.number > most:
            raise FileError(sentences.DEALS_NUMBER, format=format, most=most, number=board.number)
        if board.number != before + 1:
            sentence = sentences.DEALS_FROM_ONE if first and before < first else sentences.DEALS_GAP
            raise FileError(sentence, format=format, number=board.number, before=before)
        if board.conditions != Conditions.of(board.number):
            raise FileError(sentences.DEALS_MARKED, format=format, number=board.number)
        before = board.number
