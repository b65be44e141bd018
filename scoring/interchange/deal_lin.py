"""LIN: pairs `key|value|`; boards begin with `qx|` or, where that is missing, with another `md|`."""

import re
from collections.abc import Iterable, Iterator

from scoring.engine.boards import Vulnerability
from scoring.engine.deal import Deal
from scoring.engine.errors import BAD_VULNERABILITY, NotationError
from scoring.interchange.deal_boards import BoardDeal, Collector, DealFile, Draft, attempt

_LETTERS = {"o": Vulnerability.NONE, "n": Vulnerability.NS, "e": Vulnerability.EW, "b": Vulnerability.ALL}
VULNERABILITIES = _LETTERS | {"0": Vulnerability.NONE, "-": Vulnerability.NONE}
_START = re.compile(r"^(?=[ \t]*(?:qx|md)\|)", re.MULTILINE | re.IGNORECASE)
_ROOM = re.compile(r"[oc]?\s*([0-9]+)", re.IGNORECASE)
_HEAD = re.compile(r"\s*board\s+([0-9]+)\s*", re.IGNORECASE)


def parse(text: str, name: str) -> DealFile:
    collector = Collector("lin", name)
    for line, board in _boards(pairs(text)):
        number = number_of(board)
        if "md" not in board and ("qx" not in board or collector.has(number)):
            continue  # the other room of a match may leave out the deal
        collector.add(_draft(line, number, board))
    return collector.finish()


def pairs(text: str) -> Iterator[tuple[int, str, str]]:
    """Line, key and value; a lost or a doubled separator spoils no more than its own record."""
    line = 1
    for record in _START.split(text):
        fields = record.split("|")
        place = 0
        while place < len(fields) - 1:
            key, value = fields[place], fields[place + 1]
            line += key.count("\n")
            if not key.strip():  # a doubled bar: the key comes after it
                place += 1
                continue
            yield line, key.strip().lower(), value
            line += value.count("\n")
            place += 2
        line += fields[-1].count("\n") if place < len(fields) else 0


def _boards(pairs: Iterable[tuple[int, str, str]]) -> Iterator[tuple[int, dict[str, str]]]:
    board: dict[str, str] = {}
    start = 1
    for line, key, value in pairs:
        if key not in ("qx", "md", "sv", "ah"):
            continue
        if key == "qx" or (key in board and key != "ah"):
            if board:
                yield start, board
            board = {}
        if not board:
            start = line
        board.setdefault(key, value)
    if board:
        yield start, board


def number_of(board: dict[str, str]) -> str | None:
    """`qx|o1|` and `qx|c1|` are the two rooms of board 1; older records say it in the heading."""
    if board.get("qx", "").strip():
        room = _ROOM.match(board["qx"].strip())
        return room[1] if room else board["qx"].strip()
    head = _HEAD.fullmatch(board.get("ah", ""))
    return head[1] if head else None


def _draft(line: int, number: str | None, board: dict[str, str]) -> Draft:
    dealer_and_deal = attempt(Deal.parse_lin, board.get("md"))
    dealer, deal = dealer_and_deal if isinstance(dealer_and_deal, tuple) else (None, dealer_and_deal)
    return Draft(line, number, deal, dealer, attempt(_vulnerability, board.get("sv")))


def _vulnerability(text: str) -> Vulnerability:
    try:
        return (VULNERABILITIES)[text.strip().lower()]
    except KeyError:
        raise NotationError(BAD_VULNERABILITY, text=text.strip()[:20]) from None


def write(boards: Iterable[BoardDeal]) -> bytes:
    return "".join(_record(board) for board in boards).encode("ascii")


def _record(board: BoardDeal) -> str:
    letter = next(letter for letter, value in _LETTERS.items() if value is board.vulnerability)
    deal = board.deal.lin(board.dealer)
    return f"qx|o{board.number}|md|{deal}|rh||ah|Board {board.number}|sv|{letter}|pg||\r\n"
