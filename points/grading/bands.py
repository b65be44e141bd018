"""Bands of two grades each, by the names of cards, as the National Grading Scheme has them."""

from bisect import bisect_right

LOWEST, WIDTH = 39, 2
NAMES = (
    "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King",
    "Ace of Clubs", "Ace of Diamonds", "Ace of Hearts", "Ace of Spades",
)  # fmt: skip
LIMITS = tuple(range(LOWEST, LOWEST + WIDTH * (len(NAMES) - 1), WIDTH))


def band(grade: float) -> str:
    """The name of the band of a grade: Two below 39, Eight from 49, Ace of Spades from 67."""
    return NAMES[bisect_right(LIMITS, grade)]
