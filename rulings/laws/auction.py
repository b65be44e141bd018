"""Is an auction legal? Whose turn it is, what is wrong with a call, and what contract comes of it (Laws 17 to 39)."""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from rulings.laws.errors import LawsError
from rulings.laws.model import Note
from scoring.engine.cards import Seat, Strain
from scoring.engine.contract import Contract, tidy

SEATS = tuple(Seat)
STRAINS = tuple(Strain)
_BID = re.compile(r"(?P<level>\d{1,2})(?P<strain>NT|SA|N|[CDHS])")
_WORDS: dict[str, Literal["P", "X", "XX"]] = {
    "P": "P", "PASS": "P", "-": "P", "X": "X", "D": "X", "DBL": "X", "DOUBLE": "X",
    "XX": "XX", "R": "XX", "RDBL": "XX", "REDOUBLE": "XX",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Call:
    """A pass (P), a double (X), a redouble (XX) or a bid."""

    word: Literal["P", "X", "XX", ""]
    level: int = 0
    strain: Strain | None = None

    @classmethod
    def parse(cls, text: str) -> "Call":
        compact = tidy(text)
        if compact in _WORDS:
            return cls(_WORDS[compact])
        match = _BID.fullmatch(compact)
        if match is None or match["level"] == "0":
            raise LawsError("bad-call", text=text.strip())
        return cls("", int(match["level"]), Strain.parse(match["strain"]))

    @property
    def is_bid(self) -> bool:
        return self.strain is not None

    def outbids(self, other: "Call") -> bool:
        return self._rank > other._rank

    @property
    def _rank(self) -> tuple[int, int]:
        return self.level, STRAINS.index(self.strain) if self.strain else -1

    def __str__(self) -> str:
        return f"{self.level}{self.strain.value}" if self.strain else self.word


PASS, DOUBLE, REDOUBLE = Call("P"), Call("X"), Call("XX")


@dataclass(frozen=True, slots=True)
class MadeCall:
    """A call by a player, with what was noticed about it."""

    seat: Seat
    call: Call
    alerted: bool = False
    hesitated: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """A call that is not legal, and the tree that rules on it."""

    place: int
    made: MadeCall
    note: Note
    tree: str


def seat_after(seat: Seat, steps: int = 1) -> Seat:
    """Clockwise from a seat."""
    return SEATS[(SEATS.index(seat) + steps) % 4]


@dataclass(frozen=True, slots=True)
class Missed:
    """A player whom a pass out of rotation left out, and how many passes there were before it."""

    seat: Seat
    passes: int


@dataclass(frozen=True, slots=True)
class AuctionState:
    """Where an auction stands. A call that was not legal counts as accepted where it can be, else as not made."""

    turn: Seat
    bid: MadeCall | None = None
    risk: int = 0
    doubler: Seat | None = None  # who made the last double or redouble
    passes: int = 0  # since the last other call
    missed: tuple["Missed", ...] = ()  # among those passes
    bids: tuple[MadeCall, ...] = ()
    before: "AuctionState | None" = None  # where it stood before a call out of rotation that was just made

    @property
    def is_over(self) -> bool:
        """Law 22: four passes, or three after a bid; none of them out of rotation (Law 17D3)."""
        return self.passes >= (4 if self.bid is None else 3)

    @property
    def own_turn(self) -> "AuctionState":
        """The state from which the player whose turn it was calls, where somebody else has called (Law 28B)."""
        return self.before or self

    def after(self, made: MadeCall) -> "AuctionState":
        if self.is_over:
            return self
        if self.before is not None and made.seat is self.before.turn:
            return self.before.after(made)
        state = self._passed(made) if made.call == PASS else self._called(made)
        out_of_rotation = made.seat is not self.turn and not state.is_over and state.turn is seat_after(made.seat)
        return replace(state, before=replace(self, before=None) if out_of_rotation else None)

    def _called(self, made: MadeCall) -> "AuctionState":
        next_state = replace(self, turn=seat_after(made.seat), passes=0, missed=())
        if made.call.is_bid and made.call.level <= 7:
            return replace(next_state, bid=made, risk=0, doubler=None, bids=(*self.bids, made))
        if made.call == DOUBLE and self.may_double(made.seat):
            return replace(next_state, risk=1, doubler=made.seat)
        if made.call == REDOUBLE and self.may_redouble(made.seat):
            return replace(next_state, risk=2, doubler=made.seat)
        return next_state

    def _passed(self, made: MadeCall) -> "AuctionState":
        missed = self.missed if made.seat is self.turn else (*self.missed, Missed(self.turn, self.passes))
        state = replace(self, turn=seat_after(made.seat), passes=self.passes + 1, missed=missed)
        return state._put_back() if state.is_over else state

    def _put_back(self) -> "AuctionState":
        """Law 17D3: to the first player whom one of the last three passes left out; the passes from there on go."""
        deprived = next((missed_turn for missed_turn in self.missed if missed_turn.passes >= self.passes - 3), None)
        if deprived is None:
            return self
        earlier = self.missed[: self.missed.index(deprived)]
        return replace(self, turn=deprived.seat, passes=deprived.passes, missed=earlier)

    def may_double(self, seat: Seat) -> bool:
        return self.bid is not None and self.risk == 0 and self.bid.seat.side is not seat.side

    def may_end_in(self, contract: Contract | None, declarer: Seat | None) -> bool:
        """Whether legal calls can lead from here to a contract; None for a board that is passed out."""
        last_bid = self.bid
        if contract is None or declarer is None:
            return last_bid is None
        if last_bid is None:
            return not self.is_over
        call = Call("", contract.level, contract.strain)
        first_bidders = (
            made.seat for made in self.bids if made.call.strain is call.strain and made.seat.side is declarer.side
        )
        if declarer is not next(first_bidders, declarer):
            return False
        if call != last_bid.call:
            return not self.is_over and call.outbids(last_bid.call)
        doubled = contract.risk == self.risk if self.is_over else contract.risk >= self.risk
        return doubled and last_bid.seat.side is declarer.side

    def may_redouble(self, seat: Seat) -> bool:
        return self.doubler is not None and self.risk == 1 and self.doubler.side is not seat.side


@dataclass(frozen=True)
class Auction:
    """The calls in the order in which they were made; normally, but not always, in rotation."""

    dealer: Seat
    calls: tuple[MadeCall, ...] = ()

    @classmethod
    def parse(cls, dealer: Seat, text: str) -> "Auction":
        """`1NT! P 2C ~X`: `!` marks an alert, `~` a hesitation, `E:1H` a call by a player named."""
        auction = cls(dealer)
        for part in text.split():
            auction = auction.with_made(_made(part, auction.state.turn))
        return auction

    def with_made(self, *made: MadeCall) -> "Auction":
        return Auction(self.dealer, (*self.calls, *made))

    def then(self, *calls: Call) -> "Auction":
        """The same auction with further calls in rotation."""
        auction = self
        for call in calls:
            auction = auction.with_made(MadeCall(auction.state.turn, call))
        return auction

    @cached_property
    def state(self) -> AuctionState:
        state = AuctionState(self.dealer)
        for made in self.calls:
            state = state.after(made)
        return state

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def turn(self) -> Seat | None:
        """Who is to call; nobody after the end."""
        return None if self.is_over else self.state.turn

    def fault_of(self, made: MadeCall) -> Fault | None:
        """What is wrong with a call that somebody makes now."""
        return _fault(self.state, len(self.calls), made)

    @property
    def legal_calls(self) -> tuple[Call, ...]:
        """What the player whose turn it is may call."""
        if self.is_over:
            return ()
        bids = (Call("", level, strain) for level in range(1, 8) for strain in STRAINS)
        choices = (PASS, DOUBLE, REDOUBLE, *bids)
        return tuple(call for call in choices if self.fault_of(MadeCall(self.state.turn, call)) is None)

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """Every call that was not legal when it was made."""
        state, faults = AuctionState(self.dealer), []
        for place, made in enumerate(self.calls):
            fault = _fault(state, place, made)
            if fault is not None:
                faults.append(fault)
            state = state.after(made)
        return tuple(faults)

    @property
    def contract(self) -> Contract | None:
        """The final contract; None if all passed. LawsError while the auction is on."""
        if not self.is_over:
            raise LawsError("no-contract", turn=self.state.turn.value)
        final = self.state.bid
        if final is None or final.call.strain is None:
            return None
        return Contract(final.call.level, final.call.strain, self.state.risk)

    @property
    def declarer(self) -> Seat | None:
        """Of the side that made the final bid, who first named its denomination."""
        final = self.state.bid
        if final is None:
            return None
        same = (made for made in self.state.bids if made.call.strain is final.call.strain)
        return next(made.seat for made in same if made.seat.side is final.seat.side)


def _made(part: str, turn: Seat) -> MadeCall:
    seat, colon, text = part.rpartition(":")
    alerted, hesitated = "!" in text, "~" in text
    call = Call.parse(text.replace("!", "").replace("~", ""))
    return MadeCall(Seat.parse(seat) if colon else turn, call, alerted, hesitated)


def _fault(state: AuctionState, place: int, made: MadeCall) -> Fault | None:
    wrong = _wrong(state, made)
    if wrong is None:
        return None
    code, tree, facts = wrong
    return Fault(place, made, Note.of(code, seat=made.seat.value, call=str(made.call), **facts), tree)


def _wrong(state: AuctionState, made: MadeCall) -> tuple[str, str, dict[str, str]] | None:
    """The code of what is wrong, the tree for it, and what else to say."""
    if state.is_over:
        return "after-the-end", "L39", {}
    if made.seat is state.own_turn.turn:
        state = state.own_turn
    if made.seat is not state.turn:
        return "out-of-rotation", "L29", {"turn": state.turn.value}
    if made.call.level > 7:
        return "above-seven", "L38", {}
    if made.call.is_bid and state.bid is not None and not made.call.outbids(state.bid.call):
        return "insufficient", "L27", {"last": str(state.bid.call)}
    if made.call == DOUBLE and not state.may_double(made.seat):
        return "bad-double", "L36", {}
    if made.call == REDOUBLE and not state.may_redouble(made.seat):
        return "bad-redouble", "L36", {}
    return None
