"""DGE: 128 bytes a board, board 1 first: the four hands in print, a sign before each suit, and 60 zero bytes."""

from collections.abc import Sequence

from scoring.engine.deal import Deal
from scoring.engine.errors import NotationError
from scoring.interchange import sentences
from scoring.interchange.deal_boards import BoardDeal, Collector, DealFile, Draft
from scoring.interchange.deal_cards import PRINTED, SIGNS, check_sequence, hands_in_print, in_print
from scoring.interchange.document import FileError

SIZE = 128


def looks_like(data: bytes) -> bool:
    return data[:1] == SIGNS[:1] and all(sign in data[:17] for sign in SIGNS)


def parse(data: bytes, name: str) -> DealFile:
    if len(data) % SIZE:
        raise FileError(sentences.SHORT_DEALS, path=name, size=len(data), record=SIZE)
    collector = Collector("dge", name)
    for number, start in enumerate(range(0, len(data), SIZE), start=1):
        try:
            deal = _deal(data[start : start + PRINTED])
        except NotationError as error:
            collector.add(Draft(None, number, error))
        else:
            collector.add(Draft(None, number, deal))
    return collector.finish()


def _deal(part: bytes) -> Deal:
    hands = hands_in_print(part)
    if any(hand.count(".") != 3 for hand in hands):
        raise NotationError(sentences.BAD_DGE_HANDS)
    return Deal.parse(f"N:{' '.join(hands)}")


def write(boards: Sequence[BoardDeal]) -> bytes:
    """Refused where the format cannot say what is to be written."""
    check_sequence(boards, "DGE", 1, 999)
    return b"".join(b"".join(map(in_print, board.deal.completed())) + b"\x00" * (SIZE - PRINTED) for board in boards)
