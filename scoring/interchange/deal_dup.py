"""DUP: what dealing machines take, 156 bytes a board.

78 bytes are the cards of North, East and South as two digits each, 01 for the ace of spades to 52 for the two of
clubs; 68 are the four hands in print, 17 each with a sign before every suit; the last 10 speak of the whole set:
whether the hands are random, whether boards are counted backwards, the lowest number (3), the copies (2), the
highest (3).
There is no dealer and no vulnerability: they follow from the number (Law 2).
"""

import re
from collections.abc import Sequence

from scoring.engine.boards import Conditions
from scoring.engine.cards import Seat
from scoring.engine.deal import DECK, PLACE, SUITS, Deal, Hand
from scoring.engine.errors import NotationError
from scoring.interchange import sentences
from scoring.interchange.deal_boards import BoardDeal, Collector, DealFile, Draft
from scoring.interchange.document import FileError

SIZE = 156
_CARDS, _PRINT = 78, 68
_SIGNS = b"\x06\x03\x04\x05"  # spade, heart, diamond, club on a PC's first character set
_DEALT = (Seat.NORTH, Seat.EAST, Seat.SOUTH)


def looks_like(data: bytes) -> bool:
    return len(data) >= _CARDS and data[:_CARDS].isdigit() and b"\n" not in data[: _CARDS + 2]


def parse(data: bytes, name: str) -> DealFile:
    if len(data) % SIZE:
        raise FileError(sentences.SHORT_DUP, path=name, size=len(data))
    first = _lowest(data[SIZE - 10 : SIZE], name)
    collector = Collector("dup", name)
    for place in range(len(data) // SIZE):
        collector.add(_draft(first + place, data[place * SIZE : (place + 1) * SIZE]))
    return collector.finish()


def _lowest(tail: bytes, name: str) -> int:
    if tail[1:2] in b"Yy":
        raise FileError(sentences.BACKWARD_DUP, path=name)
    text = tail[2:5].decode("latin-1").strip()
    if not re.fullmatch(r"[0-9]{1,3}", text) or int(text) == 0:
        raise FileError(sentences.BAD_DUP_FIRST, path=name, text=ascii(text)[1:-1])
    return int(text)


def _draft(number: int, record: bytes) -> Draft:
    try:
        deal = _deal(record[:_CARDS])
    except NotationError as error:
        return Draft(None, number, error)
    differs = _printed(record[_CARDS : _CARDS + _PRINT]) != [str(hand) for hand in deal.completed()]
    return Draft(None, number, deal, notes=(sentences.DUP_PARTS,) if differs else ())


def _deal(digits: bytes) -> Deal:
    numbers = [int(pair) for pair in re.findall(rb"[0-9]{2}", digits)] if digits.isdigit() else []
    if len(numbers) != 39 or not all(1 <= number <= 52 for number in numbers):
        raise NotationError(sentences.BAD_DUP_CARDS)
    cards = [DECK[number - 1] for number in numbers]
    return Deal.of({seat: Hand.of(cards[13 * place :][:13]) for place, seat in enumerate(_DEALT)})


def _printed(part: bytes) -> list[str]:
    """The hands in print, whatever the signs before the suits are."""
    hands = [part[start : start + 17].decode("latin-1") for start in range(0, _PRINT, 17)]
    return [".".join(re.split(r"[^AKQJT2-9]", hand)[1:]) for hand in hands]


def write(boards: Sequence[BoardDeal]) -> bytes:
    """The boards as a DUP file; refused where the format cannot say what is to be written."""
    _check(boards)
    tail = f"YN{boards[0].number:<3}{1:<2}{boards[-1].number:<3}".encode("ascii")
    return b"".join(_record(board.deal) + tail for board in boards)


def _check(boards: Sequence[BoardDeal]) -> None:
    before = boards[0].number - 1
    for board in boards:
        if board.number > 999:
            raise FileError(sentences.DUP_NUMBER, number=board.number)
        if board.number != before + 1:
            raise FileError(sentences.DUP_GAP, number=board.number, before=before)
        if board.conditions != Conditions.of(board.number):
            raise FileError(sentences.DUP_MARKED, number=board.number)
        before = board.number


def _record(deal: Deal) -> bytes:
    hands = deal.completed()
    cards = "".join(f"{PLACE[card] + 1:02d}" for hand in hands[:3] for card in hand.cards)
    return cards.encode("ascii") + b"".join(_in_print(hand) for hand in hands)


def _in_print(hand: Hand) -> bytes:
    suits = zip(_SIGNS, SUITS, strict=True)
    return b"".join(bytes([sign]) + hand.ranks(suit).encode("ascii") for sign, suit in suits)
