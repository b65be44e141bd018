"""Handicaps from grades or by hand, and the ranking that they make beside the scratch one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction

from scoring.engine.numbers import HALF, ZERO
from scoring.engine.ranking import rank_standings, without_places
from scoring.engine.results import ScoredStanding

MIDDLE = Fraction(50)


class HandicapShare(StrEnum):
    """How much of the difference in strength a handicap makes up for."""

    FULL = "full"
    HALF = "half"


def player_handicap(grade: Fraction) -> Fraction:
    """Half of what a player is below the middle: a player of grade 42 has 4."""
    return (MIDDLE - grade) * HALF


def handicap_by_grades(grades: Sequence[Fraction], share: HandicapShare = HandicapShare.FULL) -> Fraction:
    """Percentage points for a contestant of one, two or more players.

    Of a pair, full is the sum of the players' handicaps and half their mean, so that two of grade 42 get 8 or 4.
    Of more or fewer players, full is what their mean grade is below the middle.
    """
    if not grades:
        return ZERO
    mean = sum(map(player_handicap, grades), ZERO) / len(grades)
    return 2 * mean if share is HandicapShare.FULL else mean


def handicap_by_hand(typed: Sequence[Fraction], share: HandicapShare = HandicapShare.FULL) -> Fraction:
    """Percentage points from handicaps that were typed for each player: their sum in full, or half of it."""
    total = sum(typed, ZERO)
    return total if share is HandicapShare.FULL else total * HALF


def with_handicaps(
    standings: Sequence[ScoredStanding], handicaps: Mapping[str, Fraction]
) -> tuple[ScoredStanding, ...]:
    """A second ranking: percentage points (or points, where there are no percentages) added to each score.

    A contestant without a handicap keeps its score, and one without a place stays without. Tie-breaks of the scratch
    ranking say nothing here.
    """
    adjusted = [_with_handicap(standing, handicaps.get(standing.contestant, ZERO)) for standing in standings]
    values = {
        standing.contestant: standing.total if standing.percent is None else standing.percent for standing in adjusted
    }
    unranked = {standing.contestant for standing in standings if not standing.is_ranked}
    return without_places(rank_standings(adjusted, values), unranked)


def _with_handicap(standing: ScoredStanding, handicap: Fraction) -> ScoredStanding:
    if standing.percent is None:
        return replace(standing, total=standing.total + handicap, tie_break=())
    return replace(standing, percent=standing.percent + handicap, tie_break=())
