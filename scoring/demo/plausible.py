"""What tables might make of a deal: by points and fit, each table with its own luck."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from scoring.engine.cards import Card, Seat, Side, Strain
from scoring.engine.contract import Contract, Result
from scoring.engine.deal import SUITS, Deal, Hand

SEATS = {Side.NS: (Seat.NORTH, Seat.SOUTH), Side.EW: (Seat.EAST, Seat.WEST)}
LEADERS = {Seat.NORTH: Seat.EAST, Seat.EAST: Seat.SOUTH, Seat.SOUTH: Seat.WEST, Seat.WEST: Seat.NORTH}
MAJORS = (Strain.SPADES, Strain.HEARTS)
GAME = {Strain.NOTRUMP: 9, Strain.SPADES: 10, Strain.HEARTS: 10, Strain.DIAMONDS: 11, Strain.CLUBS: 11}


@dataclass(frozen=True)
class Prospect:
    """A side's best strain, and the tricks to hope for in it."""

    side: Side
    strain: Strain
    tricks: float
    points: int


class DemoTable:
    """Results of one deal, one table after the other."""

    def __init__(self, deal: Deal, random: Random) -> None:
        self.deal, self.random = deal, random
        self.prospects = sorted(
            (self._prospect(side) for side in Side), key=lambda prospect: prospect.tricks, reverse=True
        )

    def _hand(self, seat: Seat) -> Hand:
        hand = self.deal.hand(seat)
        assert hand is not None, "the demo deals every card"
        return hand

    def _prospect(self, side: Side) -> Prospect:
        hands = [self._hand(seat) for seat in SEATS[side]]
        points = sum(hand.points for hand in hands)
        fits = {suit: sum(len(hand.ranks(suit)) for hand in hands) for suit in SUITS}
        suit = max(SUITS, key=lambda suit: (fits[suit] + (0.6 if suit in MAJORS else 0), suit in MAJORS))
        if fits[suit] >= 8 and (suit in MAJORS or fits[suit] >= 9 or points < 23):
            return Prospect(side, suit, 8 + (points - 20) * 0.38 + (fits[suit] - 8) * 0.7, points)
        return Prospect(side, Strain.NOTRUMP, 6.9 + (points - 20) * 0.42, points)

    def result(self) -> Result:
        ours, theirs = self.prospects
        if ours.points < 22 and ours.tricks < 7.2 and self.random.random() < 0.3:
            return Result()
        competes = theirs.strain is not Strain.NOTRUMP and theirs.tricks > 7 and self.random.random() < 0.22
        return self._played(theirs if competes else ours, pushed=competes)

    def _played(self, chosen: Prospect, *, pushed: bool) -> Result:
        hoped = round(chosen.tricks + self.random.gauss(0.25, 0.6))
        contract = self._contract(chosen.strain, hoped + pushed)
        tricks = max(0, min(13, round(chosen.tricks + self.random.gauss(0, 0.75))))
        if contract.needed - tricks >= 2 and self.random.random() < 0.35:
            contract = Contract(contract.level, contract.strain, 1)
        first, second = SEATS[chosen.side]
        declarer = first if self.random.random() < 0.8 else second
        return Result(contract, declarer, tricks, self._lead(LEADERS[declarer], contract))

    def _contract(self, strain: Strain, hoped: int) -> Contract:
        if hoped >= 13 and self.random.random() < 0.5:
            return Contract(7, strain)
        if hoped >= 12 and self.random.random() < 0.7:
            return Contract(6, strain)
        if hoped >= GAME[strain] or (hoped == GAME[strain] - 1 and self.random.random() < 0.35):
            return Contract(GAME[strain] - 6, strain)
        return Contract(max(1, min(hoped, GAME[strain] - 1) - 6 - self.random.choice((0, 0, 1))), strain)

    def _lead(self, leader: Seat, contract: Contract) -> Card:
        hand = self._hand(leader)
        suits = [suit for suit in SUITS if suit is not contract.strain and hand.ranks(suit)]
        suit = max(suits or [suit for suit in SUITS if hand.ranks(suit)], key=lambda suit: len(hand.ranks(suit)))
        ranks = hand.ranks(suit)
        at = 3 if contract.strain is Strain.NOTRUMP and len(ranks) > 3 else 0
        return Card(suit, ranks[at])
