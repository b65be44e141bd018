"""BRI: 128 bytes a board, board 1 first: 39 cards as two digits (North, East, South), 32 blanks, 18 zero bytes."""

from collections.abc import Sequence

from scoring.engine.errors import NotationError
from scoring.interchange import sentences
from scoring.interchange.deal_boards import BoardDeal, Collector, DealFile, Draft
from scoring.interchange.deal_cards import NUMBERED, check_sequence, deal_of_numbers, numbers_of
from scoring.interchange.document import FileError

SIZE = 128
_FILLING = b" " * 32 + b"\x00" * 18


def looks_like(data: bytes) -> bool:
    return (
        data[:NUMBERED].isdigit() and data[NUMBERED : NUMBERED + 32].strip(b" \x00") == b"" and len(data) >= SIZE - 18
    )


def parse(data: bytes, name: str) -> DealFile:
    if len(data) % SIZE:
        raise FileError(sentences.SHORT_DEALS, path=name, size=len(data), record=SIZE)
    collector = Collector("bri", name)
    for number, start in enumerate(range(0, len(data), SIZE), start=1):
        try:
            deal = deal_of_numbers(data[start : start + NUMBERED])
        except NotationError as error:
            collector.add(Draft(None, number, error))
        else:
            collector.add(Draft(None, number, deal))
    return collector.finish()


def write(boards: Sequence[BoardDeal]) -> bytes:
    """Refused where the format cannot say what is to be written."""
    check_sequence(boards, "BRI", 1, 999)
    return b"".join(numbers_of(board.deal) + _FILLING for board in boards)
