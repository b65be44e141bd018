"""Results as strong fields make them: most tables in the same strain from the same side, some not."""

from __future__ import annotations

import random
from dataclasses import dataclass

from scoring.engine.boards import Conditions
from scoring.engine.cards import Seat, Side, Strain
from scoring.engine.contract import Contract, Result
from scoring.engine.suspects import PlacedResult

SEATS = {Side.NS: (Seat.NORTH, Seat.SOUTH), Side.EW: (Seat.EAST, Seat.WEST)}
GAME = {Strain.NOTRUMP: 9, Strain.SPADES: 10, Strain.HEARTS: 10, Strain.DIAMONDS: 11, Strain.CLUBS: 11}


@dataclass(frozen=True)
class Cards:
    """What the field makes of a deal."""

    side: Side
    strain: Strain
    tricks: int
    second: Strain
    theirs: Strain
    # How many of ten tables leave it to the side that has the cards.
    clear: int

    @classmethod
    def dealt(cls, chance: random.Random) -> Cards:
        strains = chance.sample(list(Strain), 3)
        return cls(
            chance.choice(list(Side)),
            strains[0],
            chance.choice([8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 12]),
            strains[1],
            strains[2],
            chance.choice([10, 10, 10, 9, 9, 9, 8, 8, 7, 5]),
        )


def contract_for(strain: Strain, tricks: int, chance: random.Random) -> Contract:
    """Game where there is one, slam seldom, else a partscore; now and then too high."""
    hoped = tricks + chance.choice([0, 0, 0, 0, 0, 1])
    if hoped >= 12 and chance.random() < 0.5:
        return Contract(6, strain)
    if hoped >= GAME[strain]:
        return Contract(GAME[strain] - 6, strain)
    return Contract(max(1, min(hoped - 6, 4) - chance.choice([0, 0, 1])), strain)


def played(cards: Cards, chance: random.Random) -> Result:
    ours = chance.randrange(10) < cards.clear
    if ours:
        strain = cards.strain if chance.random() < 0.8 else cards.second
        expected = cards.tricks - (0 if strain is cards.strain else chance.choice([0, 1]))
        contract = contract_for(strain, expected, chance)
        declarer = SEATS[cards.side][0 if chance.random() < 0.85 else 1]
        tricks = expected + chance.choice([-1, 0, 0, 0, 0, 1])
    else:
        contract = Contract(chance.choice([2, 3, 3, 4]), cards.theirs, chance.choice([0, 0, 0, 1]))
        declarer = SEATS[cards.side.other][chance.randrange(2)]
        tricks = contract.needed - chance.choice([0, 1, 1, 2, 3])
    return Result(contract, declarer, max(0, min(13, tricks)))


def field_of(seed: int, *, tables: int = 10, boards_each: int = 3) -> list[PlacedResult]:
    """A plain Mitchell: every table plays every board, three of them a round."""
    chance = random.Random(seed)
    cards = {board: Cards.dealt(chance) for board in range(1, tables * boards_each + 1)}
    rows = []
    for number in range(1, tables + 1):
        for table in range(1, tables + 1):
            first = ((table - 1 + number - 1) % tables) * boards_each
            for board in range(first + 1, first + boards_each + 1):
                result = played(cards[board], chance)
                rows.append(PlacedResult(len(rows), 1, number, table, board, board, result, Conditions.of(board)))
    return rows
