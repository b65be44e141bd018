"""DLM: what Duplimate machines take, an INI file of up to 99 boards with a checksum for each and one for all.

26 letters a to p say who has two cards each, from the ace of spades to the two of clubs: four times the first one's
seat and the second one's, with North, East, South, West as 0 to 3.
"""

import re
from collections.abc import Sequence
from functools import reduce

from scoring.engine.deal import DECK, SEATS, Deal, Hand
from scoring.engine.errors import NotationError
from scoring.interchange import sentences
from scoring.interchange.deal_boards import BoardDeal, Collector, DealFile, Draft
from scoring.interchange.deal_cards import check_sequence
from scoring.interchange.document import FileError

MOST = 99
_BOARD = re.compile(r"([a-p]{26})(\d{3})")
_NO_DEAL = "aaaaaabffffffkkkkkklpppppp"
_SHOWN = "Show"


def looks_like(data: bytes) -> bool:
    return re.match(rb"(?:\xef\xbb\xbf)?\s*\[document\]", data[:200], re.IGNORECASE) is not None


def parse(text: str, name: str) -> DealFile:
    lines, entries = {}, {}
    for number, line in enumerate(text.splitlines(), start=1):
        key, equals, value = line.partition("=")
        if equals:
            entries[" ".join(key.lower().split())] = value.strip()
            lines[" ".join(key.lower().split())] = number
    first, last = (_number(entries.get(key, "")) for key in ("from board", "to board"))
    if not 1 <= first <= last <= MOST:
        raise FileError(sentences.BAD_DLM_RANGE, path=name)
    if entries.get("crypto key", "0") not in ("", "0"):
        raise FileError(sentences.DLM_ENCRYPTED, path=name)
    _check_whole(entries, last - first + 1, name)
    collector = Collector("dlm", name)
    for board in range(first, last + 1):
        key = f"board {board:02d}"
        if key not in entries:
            raise FileError(sentences.DLM_BREAKS_OFF, path=name, number=board)
        try:
            deal = _deal(entries[key], board)
        except NotationError as error:
            collector.add(Draft(lines[key], board, error))
        else:
            collector.add(Draft(lines[key], board, deal))
    return collector.finish()


def _check_whole(entries: dict[str, str], boards: int, name: str) -> None:
    said = _number(entries.get("checksum", ""), -1)
    wanted = boards ^ (entries.get("status", "").lower() == _SHOWN.lower())
    if said != wanted:
        raise FileError(sentences.DLM_CHECKSUM, path=name, said=said, wanted=wanted)


def _number(text: str, otherwise: int = 0) -> int:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 5 else otherwise


def _deal(text: str, board: int) -> Deal:
    match = _BOARD.fullmatch(text.strip())
    if match is None:
        raise NotationError(sentences.BAD_DLM_BOARD)
    letters = match[1]
    if int(match[2]) != _checksum(board, letters):
        raise NotationError(sentences.DLM_BOARD_CHECKSUM, said=int(match[2]), wanted=_checksum(board, letters))
    holders = [holder for letter in letters for holder in divmod(ord(letter) - ord("a"), 4)]
    return Deal.of(
        {
            seat: Hand.of(card for card, holder in zip(DECK, holders, strict=True) if holder == place)
            for place, seat in enumerate(SEATS)
        }
    )


def _checksum(board: int, letters: str) -> int:
    return reduce(lambda sum_so_far, letter: sum_so_far ^ ord(letter), letters, board)


def _letters(deal: Deal) -> str:
    holder = {card: place for place, hand in enumerate(deal.completed()) for card in hand.cards}
    places = [holder[card] for card in DECK]
    pairs = zip(places[::2], places[1::2], strict=True)
    return "".join(chr(ord("a") + 4 * first + second) for first, second in pairs)


def write(boards: Sequence[BoardDeal]) -> bytes:
    """Refused where the format cannot say what is to be written."""
    check_sequence(boards, "DLM", None, MOST)
    first, last = boards[0].number, boards[-1].number
    lines = ["[Document]", "Headline=", f"Status={_SHOWN}", "Duplicates=1", f"From board={first}", f"To board={last}"]
    lines += ["Next board to duplimate=0", "PrintOuts=0", "Crypto key=0", f"Checksum={len(boards) ^ 1}"]
    deals = {board.number: _letters(board.deal) for board in boards}
    for number in range(1, MOST + 1):
        letters = deals.get(number, _NO_DEAL)
        lines += [f"Duplicates {number:02d}=0", f"Board {number:02d}={letters}{_checksum(number, letters):03d}"]
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")
