"""Tricks for each declarer and strain with all cards seen, and par, by endplay (Bo Haglund's DDS).

Import this where the work is done and nowhere else: endplay brings matplotlib along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from endplay.dds import calc_all_tables, par
from endplay.dds.ddtable import DDTable
from endplay.types import Contract, Denom, Penalty, Player, Vul
from endplay.types import Deal as Cards

from scoring.engine.boards import Vulnerability
from scoring.engine.cards import Seat, Strain
from scoring.interchange.deals import BoardDeal

SEATS = {Seat.NORTH: Player.north, Seat.EAST: Player.east, Seat.SOUTH: Player.south, Seat.WEST: Player.west}
STRAINS = {
    Strain.NOTRUMP: Denom.nt,
    Strain.SPADES: Denom.spades,
    Strain.HEARTS: Denom.hearts,
    Strain.DIAMONDS: Denom.diamonds,
    Strain.CLUBS: Denom.clubs,
}
VULNERABLE = {
    Vulnerability.NONE: Vul.none,
    Vulnerability.NS: Vul.ns,
    Vulnerability.EW: Vul.ew,
    Vulnerability.ALL: Vul.both,
}
_SEAT = {player: seat.value for seat, player in SEATS.items()}
_STRAIN = {denom: strain.value for strain, denom in STRAINS.items()}
# What the library takes in one call.
MOST = 40


@dataclass(frozen=True)
class Analysis:
    """`tricks["N"]["NT"]`: tricks of North in notrump. `par`: the score as North-South sees it, and its contracts."""

    tricks: dict[str, dict[str, int]]
    par: dict[str, Any]


def analyse(boards: Sequence[BoardDeal]) -> list[Analysis]:
    """All boards in as few calls as the library allows, so that it can share them among the machine's cores."""
    analyses = []
    for start in range(0, len(boards), MOST):
        part = boards[start : start + MOST]
        tables = calc_all_tables([Cards(board.deal.pbn()) for board in part])
        analyses += [_analysis(board, table) for board, table in zip(part, tables, strict=True)]
    return analyses


def _analysis(board: BoardDeal, table: DDTable) -> Analysis:
    tricks = {
        seat.value: {strain.value: int(table[denom, player]) for strain, denom in STRAINS.items()}
        for seat, player in SEATS.items()
    }
    best = par(table, VULNERABLE[board.vulnerability], SEATS[board.dealer])
    return Analysis(tricks, {"score": int(best.score), "contracts": _contracts(best)})


def _contracts(best: Any) -> list[dict[str, Any]]:
    """Each contract once, with both partners where it does not matter who declares. The list can be read only once."""
    contracts: dict[tuple[int, str, bool, int], str] = {}
    for contract in best:
        key = _parts(contract)
        if key[0]:
            contracts[key] = contracts.get(key, "") + _SEAT[contract.declarer]
    return [
        {"level": level, "strain": strain, "doubled": doubled, "result": result, "declarers": declarers}
        for (level, strain, doubled, result), declarers in contracts.items()
    ]


def _parts(contract: Contract) -> tuple[int, str, bool, int]:
    doubled = contract.penalty == Penalty.doubled
    return int(contract.level), _STRAIN[contract.denom], doubled, int(contract.result)
