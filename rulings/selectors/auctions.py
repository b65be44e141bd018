"""An auction as it is printed: four columns, calls out of turn in their own column, what was noticed about each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from events.selectors.hand_records import Suit
from rulings.checked.auctions import check_auction
from rulings.laws import Auction
from rulings.laws.auction import SEATS, MadeCall
from rulings.models import Ruling
from rulings.wording import note_sentence


@dataclass(frozen=True)
class AuctionCell:
    """A call; the empty cell before the dealer has no text."""

    text: str = ""
    level: int = 0
    suit: Suit | None = None
    alerted: bool = False
    hesitated: bool = False
    is_wrong: bool = False


@dataclass(frozen=True)
class AuctionTable:
    rows: tuple[tuple[AuctionCell, ...], ...]
    # What was not legal, in words, with the tree that rules on it.
    faults: tuple[tuple[str, str], ...]
    contract: str
    turn: str


def ruling_auction(ruling: Ruling) -> AuctionTable | None:
    """None where no auction was entered, or none that can be read."""
    try:
        auction = check_auction(ruling)
    except ValidationError:
        return None
    return auction_table(auction) if auction is not None and auction.calls else None


def auction_table(auction: Auction) -> AuctionTable:
    wrong = {fault.place for fault in auction.faults}
    contract = ""
    if auction.is_over:
        final, declarer = auction.contract, auction.declarer
        contract = f"{final} {declarer.value}" if final and declarer else _("Passed out")
    return AuctionTable(
        tuple(_rows(auction, wrong)),
        tuple((note_sentence(fault.note), fault.tree) for fault in auction.faults),
        contract,
        auction.turn.value if auction.turn else "",
    )


def _rows(auction: Auction, wrong: set[int]) -> Iterator[tuple[AuctionCell, ...]]:
    row: list[AuctionCell] = []
    for place, made in enumerate(auction.calls):
        column = SEATS.index(made.seat)
        if column < len(row):
            yield _padded_row(row)
            row = []
        row += [AuctionCell()] * (column - len(row))
        row.append(_cell(made, place in wrong))
    yield _padded_row(row)


def _padded_row(row: list[AuctionCell]) -> tuple[AuctionCell, ...]:
    return (*row, *([AuctionCell()] * (4 - len(row))))


def _cell(made: MadeCall, is_wrong: bool) -> AuctionCell:
    call = made.call
    if call.strain is None:
        text = _("Pass") if call.word == "P" else call.word
        return AuctionCell(text, alerted=made.alerted, hesitated=made.hesitated, is_wrong=is_wrong)
    return AuctionCell(str(call), call.level, Suit.of(call.strain), made.alerted, made.hesitated, is_wrong)
