"""The boards of a set as a hand record shows them to one actor: diagrams, or the backs of the cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.models import Board, BoardSet
from events.selectors.boards import as_deal
from events.selectors.seal import Sight, board_set_sight, current_boards
from events.wording import scoring_sentence
from scoring.engine.cards import Seat, Strain
from scoring.engine.deal import SUITS, Hand
from scoring.interchange import sentences

SEATS = {
    Seat.NORTH: gettext_lazy("North"),
    Seat.EAST: gettext_lazy("East"),
    Seat.SOUTH: gettext_lazy("South"),
    Seat.WEST: gettext_lazy("West"),
}
SYMBOLS = {Strain.SPADES: "♠", Strain.HEARTS: "♥", Strain.DIAMONDS: "♦", Strain.CLUBS: "♣"}
NAMES = {
    Strain.SPADES: gettext_lazy("spades"),
    Strain.HEARTS: gettext_lazy("hearts"),
    Strain.DIAMONDS: gettext_lazy("diamonds"),
    Strain.CLUBS: gettext_lazy("clubs"),
    Strain.NOTRUMP: gettext_lazy("no trump"),
}
VULNERABLE = {
    "None": gettext_lazy("Nobody vulnerable"),
    "NS": gettext_lazy("North–South vulnerable"),
    "EW": gettext_lazy("East–West vulnerable"),
    "All": gettext_lazy("Everybody vulnerable"),
}
STRAINS = (Strain.NOTRUMP, *SUITS)
# Remarks that say something of the cards; the others are printed on the board for everybody to see.
OF_THE_CARDS = {sentences.SAME_DEAL, sentences.DUP_PARTS}


@dataclass(frozen=True)
class Suit:
    code: str
    symbol: str
    name: Any

    @classmethod
    def of(cls, strain: Strain) -> Suit:
        return cls(strain.value.lower(), SYMBOLS.get(strain, ""), NAMES[strain])


@dataclass(frozen=True)
class Holding:
    suit: Suit
    ranks: tuple[str, ...]


@dataclass(frozen=True)
class SeatHand:
    seat: str
    name: Any
    holdings: tuple[Holding, ...] = ()
    points: int | None = None


@dataclass(frozen=True)
class ParContract:
    level: int
    suit: Suit
    doubled: bool
    declarers: str
    result: str


@dataclass(frozen=True)
class Par:
    side: str
    score: int
    contracts: tuple[ParContract, ...]


@dataclass(frozen=True)
class Record:
    """One board. Without `hands` it is sealed for whoever looks, and `why` says so."""

    number: int
    dealer: Any
    vulnerable: Any
    vulnerable_code: str
    hands: tuple[SeatHand, ...] = ()
    # Tricks by declarer, in the order of STRAINS.
    tricks: tuple[tuple[str, Any, tuple[int, ...]], ...] = ()
    par: Par | None = None
    why: Any = ""
    may_redeal: bool = False
    remarks: tuple[str, ...] = field(default_factory=tuple)

    @property
    def is_sealed(self) -> bool:
        return not self.hands


def visible_hand_records(
    actor: Any, board_set: BoardSet, *, sight: Sight | None = None, played: frozenset[int] | None = None
) -> list[Record]:
    """`played`: boards that cannot be dealt again; without it, none is offered for it."""
    sight = sight or board_set_sight(actor, board_set)
    remarks = visible_remarks(board_set, sight)
    return [
        _record(
            board,
            sight,
            tuple(text for number, text in remarks if number == board.number),
            may_redeal=played is not None and board.number in sight.seal.sealed and board.number not in played,
        )
        for board in current_boards(board_set)
    ]


def visible_remarks(board_set: BoardSet, sight: Sight) -> list[tuple[int | None, str]]:
    """What was odd about the file, as far as it says nothing of cards that are sealed for whoever looks."""
    remarks = []
    for remark in board_set.remarks:
        number = remark.get("board")
        if remark["sentence"] in OF_THE_CARDS and not _sees_all_of(remark, sight):
            continue
        remarks.append((number, scoring_sentence(remark["sentence"], remark["gaps"])))
    return remarks


def _sees_all_of(remark: dict[str, Any], sight: Sight) -> bool:
    numbers = [remark.get("board"), remark["gaps"].get("other", remark.get("board"))]
    return all(isinstance(number, int) and sight.sees(number) for number in numbers)


def _record(board: Board, sight: Sight, remarks: tuple[str, ...], *, may_redeal: bool) -> Record:
    common: dict[str, Any] = {
        "number": board.number,
        "dealer": SEATS[Seat.parse(board.dealer)],
        "vulnerable": VULNERABLE[board.vulnerable],
        "vulnerable_code": board.vulnerable.lower(),
        "remarks": remarks,
        "may_redeal": may_redeal,
    }
    if not sight.sees(board.number):
        return Record(**common, why=why_sealed(sight, board.number))
    deal = as_deal(board).deal
    hands = tuple(seat_hand(seat, deal.hand(seat)) for seat in SEATS)
    return Record(**common, hands=hands, tricks=_tricks(board), par=_par(board))


def why_sealed(sight: Sight, number: int) -> Any:
    if number not in sight.seal.sealed:
        return _("You have not played it yet")
    return sight.seal.sealed[number].label


def seat_hand(seat: Seat, hand: Hand | None) -> SeatHand:
    """A ten is written 10: it is what the card says."""
    if hand is None:
        return SeatHand(seat.value, SEATS[seat])
    holdings = tuple(
        Holding(Suit.of(suit), tuple("10" if rank == "T" else rank for rank in hand.ranks(suit))) for suit in SUITS
    )
    return SeatHand(seat.value, SEATS[seat], holdings, hand.points)


def _tricks(board: Board) -> tuple[tuple[str, Any, tuple[int, ...]], ...]:
    table = board.double_dummy
    if not table:
        return ()
    order = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
    return tuple(
        (seat.value, SEATS[seat], tuple(table[seat.value][strain.value] for strain in STRAINS)) for seat in order
    )


def _par(board: Board) -> Par | None:
    if not board.par:
        return None
    score = board.par["score"]
    return Par(
        side="" if score == 0 else "NS" if score > 0 else "EW",
        score=abs(score),
        contracts=tuple(_par_contract(contract) for contract in board.par["contracts"]),
    )


def _par_contract(contract: dict[str, Any]) -> ParContract:
    result = "=" if contract["result"] == 0 else f"{contract['result']:+d}".replace("-", "−")
    return ParContract(
        contract["level"], Suit.of(Strain(contract["strain"])), contract["doubled"], contract["declarers"], result
    )
