"""Law 6: deals come out uniformly, and no deal twice in a set."""

from collections import Counter
from collections.abc import Callable, Iterable
from math import comb
from random import Random

import pytest

from scoring.engine.cards import Card, Seat
from scoring.engine.deal import DECK, Deal
from scoring.engine.dealing import draw, draw_set
from scoring.engine.errors import ScoringError

SAMPLE = 4000
# Far beyond what a fair dealer shows once in a thousand samples; the seed makes every run the same.
DEVIATIONS = 6


@pytest.fixture(scope="module")
def sample() -> tuple[Deal, ...]:
    return draw_set(SAMPLE, Random(2017).randrange)


def far(found: Counter[int], expected: dict[int, float]) -> float:
    """Pearson's chi-square as standard deviations from its mean; rare values are taken together."""
    kept = {value: share for value, share in expected.items() if share * SAMPLE >= 10}
    rest = SAMPLE - sum(found[value] for value in kept), 1 - sum(kept.values())
    cells = [(found[value], share) for value, share in kept.items()]
    cells += [rest] if rest[1] * SAMPLE >= 1 else []
    square = sum((seen - share * SAMPLE) ** 2 / (share * SAMPLE) for seen, share in cells)
    freedom = len(cells) - 1
    return (square - freedom) / (2 * freedom) ** 0.5


def counted(sample: Iterable[Deal], seat: Seat, measure: Callable[..., int]) -> Counter[int]:
    return Counter(measure(deal.hand(seat)) for deal in sample)


@pytest.mark.parametrize("card", ["SA", "S2", "HT", "D7", "CK", "C2"])
def test_each_card_goes_to_each_hand_alike(sample: tuple[Deal, ...], card: str):
    wanted = Card.parse(card)
    holders = Counter(place for deal in sample for place, hand in enumerate(deal.completed()) if wanted in hand.cards)
    assert far(holders, dict.fromkeys(range(4), 0.25)) < DEVIATIONS


def test_all_52_cards_together(sample: tuple[Deal, ...]):
    for seat in Seat:
        held = Counter(card for deal in sample for card in deal.completed()[list(Seat).index(seat)].cards)
        spread = (SAMPLE * 0.25 * 0.75) ** 0.5
        assert max(abs(held[card] - SAMPLE / 4) for card in DECK) < DEVIATIONS * spread


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("suit", range(4))
def test_suit_lengths(sample: tuple[Deal, ...], seat: Seat, suit: int):
    shares = {length: comb(13, length) * comb(39, 13 - length) / comb(52, 13) for length in range(14)}
    assert far(counted(sample, seat, lambda hand: hand.lengths[suit]), shares) < DEVIATIONS


def point_shares() -> dict[int, float]:
    """How likely each number of points is: honours of four kinds and small cards, counted."""
    ways: Counter[int] = Counter()
    for aces in range(5):
        for kings in range(5):
            for queens in range(5):
                for jacks in range(min(5, 14 - aces - kings - queens)):
                    small = comb(36, 13 - aces - kings - queens - jacks)
                    honours = comb(4, aces) * comb(4, kings) * comb(4, queens) * comb(4, jacks)
                    ways[4 * aces + 3 * kings + 2 * queens + jacks] += honours * small
    assert sum(ways.values()) == comb(52, 13)
    return {points: count / comb(52, 13) for points, count in ways.items()}


@pytest.mark.parametrize("seat", Seat)
def test_points(sample: tuple[Deal, ...], seat: Seat):
    assert far(counted(sample, seat, lambda hand: hand.points), point_shares()) < DEVIATIONS


def test_the_statistic_notices_an_unfair_dealer(sample: tuple[Deal, ...]):
    """As if every tenth deal had the ace of spades with North."""
    holders = Counter(
        {0: SAMPLE // 4 + SAMPLE * 3 // 40, 1: SAMPLE * 9 // 40, 2: SAMPLE * 9 // 40, 3: SAMPLE * 9 // 40}
    )
    assert far(holders, dict.fromkeys(range(4), 0.25)) > DEVIATIONS


def test_the_number_drawn_is_the_deal():
    asked: list[int] = []

    def source(limit: int) -> int:
        asked.append(limit)
        return 12345

    assert draw(source).number == 12345
    assert asked == [Deal.COUNT]


def test_no_deal_twice_and_none_to_avoid():
    numbers = iter([5, 5, 7, 5, 9])
    avoid = {Deal.from_number(7)}
    assert [deal.number for deal in draw_set(2, lambda limit: next(numbers), avoid=avoid)] == [5, 9]


def test_a_source_that_sticks_is_noticed():
    with pytest.raises(ScoringError, match="same deal 20 times"):
        draw_set(2, lambda limit: 0)


@pytest.mark.parametrize("count", [0, -3])
def test_at_least_one_board(count: int):
    with pytest.raises(ScoringError, match="ask for 1 or more"):
        draw_set(count, Random(1).randrange)
