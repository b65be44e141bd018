"""Dealing boards beforehand, by Law 6E4: another method must give the same wholly random expectations as Law 6A and B.

Every deal has a number (`Deal.number`), so a number drawn uniformly is a deal drawn uniformly; nothing is shuffled.
The source of random integers comes from outside: `secrets.randbelow` where cards are played, a seeded one in tests.
"""

from collections.abc import Callable, Collection

from scoring.engine import errors
from scoring.engine.deal import Deal
from scoring.engine.errors import ScoringError

RandBelow = Callable[[int], int]
_PATIENCE = 20


def draw(randbelow: RandBelow) -> Deal:
    """Any of the deals, each as likely as another."""
    return Deal.from_number(randbelow(Deal.COUNT))


def draw_set(count: int, randbelow: RandBelow, *, avoid: Collection[Deal] = ()) -> tuple[Deal, ...]:
    """That many deals, all different and none of those to avoid, such as an earlier session's (Law 6D2).

    A repeated deal is drawn again, so every set that is allowed stays as likely as another.
    """
    if count < 1:
        raise ScoringError(errors.BAD_COUNT, count=count)
    deals: list[Deal] = []
    excluded = set(avoid)
    for _ in range(count):
        deal = _fresh(randbelow, excluded)
        excluded.add(deal)
        deals.append(deal)
    return tuple(deals)


def _fresh(randbelow: RandBelow, excluded: Collection[Deal]) -> Deal:
    """One repeat is less likely than a broken source; many in a row can only be a broken source."""
    for _ in range(_PATIENCE):
        deal = draw(randbelow)
        if deal not in excluded:
            return deal
    raise ScoringError(errors.STUCK_SOURCE, times=_PATIENCE)
