"""Deals as CSV: the four suits of North, East, South and West, the board's number, `dealer/vulnerability`."""

import csv
import io
from collections.abc import Sequence

from scoring.engine.boards import Vulnerability
from scoring.engine.cards import Seat
from scoring.engine.deal import SUITS, Deal
from scoring.engine.errors import NotationError
from scoring.interchange import tabular
from scoring.interchange.deal_boards import BoardDeal, Collector, DealFile, Draft, attempt

_SUITS = 16
_HELD = frozenset("AKQJT1098765432-")


def looks_like(text: str) -> bool:
    first = next((line for line in text.splitlines() if line.strip()), "")
    cells = [cell.strip().strip('"').upper() for cell in first.split(tabular.delimiter_of(first))]
    return len(cells) >= _SUITS and all(set(cell) <= _HELD for cell in cells[:_SUITS]) and any(cells[:_SUITS])


def parse(text: str, name: str) -> DealFile:
    collector = Collector("csv", name)
    for line, cells in tabular.rows(text, name):
        cells += [""] * (_SUITS + 2 - len(cells))
        hands = [
            ".".join(cell.upper().replace("10", "T").replace("-", "") for cell in cells[start : start + 4])
            for start in range(0, _SUITS, 4)
        ]
        dealer, _slash, vulnerability = cells[_SUITS + 1].partition("/")
        collector.add(
            Draft(
                line,
                cells[_SUITS] or None,
                _deal(hands),
                attempt(Seat.parse, dealer),
                attempt(Vulnerability.parse, vulnerability),
            )
        )
    return collector.finish()


def _deal(hands: list[str]) -> Deal | NotationError:
    try:
        return Deal.parse(f"N:{' '.join(hands)}")
    except NotationError as error:
        return error


def write(boards: Sequence[BoardDeal]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    for board in boards:
        suits = [hand.ranks(suit) for hand in board.deal.completed() for suit in SUITS]
        vulnerability = "-" if board.vulnerability is Vulnerability.NONE else board.vulnerability.value
        writer.writerow([*suits, board.number, f"{board.dealer.value}/{vulnerability}"])
    return out.getvalue().encode("ascii")
