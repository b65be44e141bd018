"""The hearing pack for a reader: hands and auction drawn, both sides' words as far as they may be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from appeals.selectors.case_page import CasePage
from appeals.selectors.pack import hearing_pack
from appeals.selectors.references import Reference, references
from appeals.selectors.sight import sees_cards
from events.selectors.hand_records import SEATS, VULNERABLE, SeatHand, seat_hand
from rulings.laws import Auction, LawsError
from rulings.selectors.auctions import AuctionTable, auction_table
from scoring.engine.cards import Seat
from scoring.engine.deal import Deal
from scoring.engine.errors import ScoringError


@dataclass(frozen=True)
class Pack:
    data: dict[str, Any]
    is_frozen: bool
    hands: tuple[SeatHand, ...]
    auction: AuctionTable | None
    dealer: Any
    vulnerable: Any
    statements: list[tuple[str, str]]
    laws: tuple[Reference, ...]


def pack_page(page: CasePage) -> Pack:
    hearing = page.hearing
    frozen = hearing is not None and hearing.pack is not None
    data: dict[str, Any] = (
        hearing.pack if hearing is not None and hearing.pack is not None else hearing_pack(page.appeal)
    )
    board = data["board"]
    deal = board.get("deal", "") if sees_cards(page.actor, page.appeal) else ""
    if frozen:
        statements = [(side, data["statements"].get(side, "")) for side in ("NS", "EW")]
    else:
        statements = [
            (side, statement.text if statement is not None and seen else "")
            for side, statement, seen in page.statements
        ]
    return Pack(
        data,
        frozen,
        seat_hands(deal),
        auction_in(board.get("dealer", ""), data["auction"]),
        SEATS[Seat(board["dealer"])] if board.get("dealer") else "",
        VULNERABLE.get(board.get("vulnerable", ""), ""),
        statements,
        references(data["ruling"]["laws"], page.appeal.club),
    )


def seat_hands(deal: str) -> tuple[SeatHand, ...]:
    if not deal:
        return ()
    try:
        cards = Deal.parse(deal)
    except (ScoringError, ValueError):
        return ()
    return tuple(seat_hand(seat, cards.hand(seat)) for seat in SEATS)


def auction_in(dealer: str, text: str) -> AuctionTable | None:
    if not dealer or not text.strip():
        return None
    try:
        auction = Auction.parse(Seat(dealer), text)
    except (LawsError, ScoringError, ValueError):
        return None
    return auction_table(auction) if auction.calls else None
