"""DUP: what dealing machines take, 156 bytes a board; an older variant is 78 digits a line.

78 bytes are the cards of North, East and South as two digits each, 01 for the ace of spades to 52 for the two of
clubs; 68 are the four hands in print, 17 each with a sign before every suit; the last 10 speak of the whole set:
whether the hands are random, whether boards are counted backwards, the lowest number (3), the copies (2), the
highest (3).
There is no dealer and no vulnerability: they follow from the number (Law 2).
"""

import re
from collections.abc import Sequence

from scoring.engine.errors import NotationError
from scoring.interchange import sentences
from scoring.interchange.deal_boards import BoardDeal, Collector, DealFile, Draft
from scoring.interchange.deal_cards import (
    NUMBERED,
    PRINTED,
    check_sequence,
    deal_of_numbers,
    hands_in_print,
    in_print,
    numbers_of,
)
from scoring.interchange.document import FileError

SIZE = 156
_LINES = re.compile(rb"[0-9]{78}\r?\n")


def looks_like(data: bytes) -> bool:
    return len(data) >= NUMBERED and data[:NUMBERED].isdigit()


def parse(data: bytes, name: str) -> DealFile:
    if _LINES.match(data):
        return _parse_lines(data, name)
    if len(data) % SIZE:
        raise FileError(sentences.SHORT_DUP, path=name, size=len(data))
    first = _lowest(data[SIZE - 10 : SIZE], name)
    collector = Collector("dup", name)
    for place in range(len(data) // SIZE):
        collector.add(_draft(first + place, data[place * SIZE : (place + 1) * SIZE]))
    return collector.finish()


def _parse_lines(data: bytes, name: str) -> DealFile:
    """The older variant: boards from 1, each a line."""
    collector = Collector("dup", name)
    for number, line in enumerate(filter(None, (part.strip() for part in data.split(b"\n"))), start=1):
        if len(line) != NUMBERED:
            raise FileError(sentences.SHORT_DUP_LINE, path=name, line=number, size=len(line))
        collector.add(_draft(number, line))
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
        deal = deal_of_numbers(record[:NUMBERED])
    except NotationError as error:
        return Draft(None, number, error)
    printed = record[NUMBERED : NUMBERED + PRINTED]
    differs = bool(printed) and hands_in_print(printed) != [str(hand) for hand in deal.completed()]
    return Draft(None, number, deal, notes=(sentences.DUP_PARTS,) if differs else ())


def write(boards: Sequence[BoardDeal]) -> bytes:
    """The boards as a DUP file; refused where the format cannot say what is to be written."""
    check_sequence(boards, "DUP", None, 999)
    tail = f"YN{boards[0].number:<3}{1:<2}{boards[-1].number:<3}".encode("ascii")
    hands = (board.deal.completed() for board in boards)
    return b"".join(
        numbers_of(board.deal) + b"".join(map(in_print, held)) + tail for board, held in zip(boards, hands, strict=True)
    )
