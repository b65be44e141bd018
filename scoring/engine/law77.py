"""Law 77: what a result is worth."""

from functools import cache

from scoring.engine import errors
from scoring.engine.boards import Conditions
from scoring.engine.cards import Side, Strain
from scoring.engine.contract import Contract, Result
from scoring.engine.errors import NotationError

_TRICK = {Strain.CLUBS: 20, Strain.DIAMONDS: 20, Strain.HEARTS: 30, Strain.SPADES: 30, Strain.NOTRUMP: 30}
_SLAM = {6: (500, 750), 7: (1000, 1500)}


def trick_score(contract: Contract) -> int:
    """Points below the line for the odd tricks bid and made."""
    first = 10 if contract.strain is Strain.NOTRUMP else 0
    return (_TRICK[contract.strain] * contract.level + first) << contract.risk


def _making(contract: Contract, vulnerable: bool, overtricks: int) -> int:
    tricks = trick_score(contract)
    game = (500 if vulnerable else 300) if tricks >= 100 else 50
    slam = _SLAM.get(contract.level, (0, 0))[vulnerable]
    doubled = (200 if vulnerable else 100) * contract.risk
    over = doubled or _TRICK[contract.strain]
    return tricks + game + slam + 50 * contract.risk + over * overtricks


def _failing(contract: Contract, vulnerable: bool, down: int) -> int:
    if not contract.risk:
        return (100 if vulnerable else 50) * down
    later = 300 if vulnerable else 200
    fourth_on = 0 if vulnerable else 100 * max(0, down - 3)
    return (later * down - 100 + fourth_on) * contract.risk


def declarer_score(contract: Contract, tricks: int, *, vulnerable: bool) -> int:
    """As declarer's side sees it."""
    if not 0 <= tricks <= 13:
        raise NotationError(errors.BAD_TRICKS, tricks=tricks)
    margin = tricks - contract.needed
    return _making(contract, vulnerable, margin) if margin >= 0 else -_failing(contract, vulnerable, -margin)


def table_score(result: Result, conditions: Conditions) -> int:
    """As North-South sees it; four passes are zero (Law 77, last paragraph)."""
    if result.contract is None or result.tricks is None:
        return 0
    if result.declarer is None:
        raise NotationError(errors.NO_DECLARER, contract=result.contract)
    side = result.declarer.side
    return side.sign * declarer_score(result.contract, result.tricks, vulnerable=conditions.vulnerable(side))


@cache
def _attainable(vulnerable: bool) -> frozenset[int]:
    contracts = [Contract(level, strain, risk) for level in range(1, 8) for strain in Strain for risk in range(3)]
    return frozenset(
        declarer_score(contract, tricks, vulnerable=vulnerable) for contract in contracts for tricks in range(14)
    )


def is_possible(score: int, conditions: Conditions | None = None) -> bool:
    """Can any contract give this score to North-South (at this vulnerability, where it is known)?"""
    if score == 0:
        return True
    for side in Side:
        options = (True, False) if conditions is None else (conditions.vulnerable(side),)
        if any(side.sign * score in _attainable(vulnerable) for vulnerable in options):
            return True
    return False
