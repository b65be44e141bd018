"""Victory points: how a margin over a match becomes a score that counts no more than another match."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import pairwise

from scoring.engine import errors
from scoring.engine.errors import ScoringError, SheetError
from scoring.engine.numbers import Mode, Rounding

WHOLE = Rounding(0, Mode.HALF_UP)


@dataclass(frozen=True, slots=True)
class VPScale:
    """Winner's points for each margin from 0; the last entry holds for every larger margin."""

    name: str
    winner: tuple[Fraction, ...]
    loser: tuple[Fraction, ...]
    decimals: int = 0

    @property
    def total(self) -> Fraction:
        return self.winner[0] + self.loser[0]

    def points(self, margin: Fraction | int) -> Fraction:
        """The points of a side that is ahead by `margin` (behind, where it is negative).

        A fractional margin, such as a weighted score leaves, goes to the nearest whole IMP, an exact half
        away from the draw.
        """
        whole = whole_margin(margin)
        side = self.winner if whole >= 0 else self.loser
        return side[min(abs(whole), len(side) - 1)]


def whole_margin(margin: Fraction | int) -> int:
    """The whole IMPs at which a scale is read: the nearest, an exact half away from the draw."""
    return WHOLE.units(Fraction(margin))


def _need_boards(boards: int) -> None:
    if boards < 1:
        raise SheetError(errors.NO_BOARDS_IN_MATCH)


def _exponential(margin: int, boards: int) -> Decimal:
    """10 + 10 (1 - R^(m/X)) / (1 - R) with R = ((sqrt 5 - 1)/2)^3 and X = 15 sqrt(boards), at most 20."""
    with localcontext() as context:
        context.prec = 40
        ratio = ((Decimal(5).sqrt() - 1) / 2) ** 3
        blitz = 15 * Decimal(boards).sqrt()
        if margin >= blitz:
            return Decimal(20)
        return 10 + 10 * (1 - ratio ** (margin / blitz)) / (1 - ratio)


def _concave(steps: list[int]) -> list[int]:
    """Raise entries by one unit until no step is larger than the one before it.

    Rounding alone breaks that; the larger step moves one place down, which may in turn move it further.
    """
    changed = True
    while changed:
        changed = False
        for place in range(1, len(steps) - 1):
            if steps[place + 1] - steps[place] > steps[place] - steps[place - 1]:
                steps[place] += 1
                changed = True
    return steps


@cache
def wbf_continuous(boards: int) -> VPScale:
    """The scale of the World Bridge Federation in hundredths, for any number of boards."""
    _need_boards(boards)
    hundredths: list[int] = []
    while not hundredths or hundredths[-1] < 2000:
        exact = _exponential(len(hundredths), boards) * 100
        hundredths.append(int(exact.to_integral_value(ROUND_HALF_UP)))
    winner = tuple(Fraction(step, 100) for step in _concave(hundredths))
    return VPScale("wbf", winner, tuple(20 - vp for vp in winner), decimals=2)


def _discrete_limits(boards: int) -> list[int]:
    """The largest margin for 10, 11, ... 19 points: where the exponential curve rounds to the next point."""
    limits: list[int] = []
    margin = 0
    for points in range(10, 20):
        while _exponential(margin, boards) < points + Decimal("0.5"):
            margin += 1
        limits.append(margin - 1)
    return _widening(limits)


def _widening(limits: list[int]) -> list[int]:
    """Lower limits until each band is at least as wide as the one before it; the draw counts both ways."""
    changed = True
    while changed:
        changed = False
        widths = [2 * limits[0] + 1] + [high - low for low, high in pairwise(limits)]
        for place, (width, following) in enumerate(pairwise(widths)):
            if width > following:
                limits[place] -= 1
                changed = True
                break
    return limits


def bands(limits: Sequence[int], *, draw: int = 10, name: str = "custom") -> VPScale:
    """A scale typed in by a club: `limits[k]` is the largest margin that is still worth draw + k."""
    if not limits or any(high <= low for low, high in pairwise(limits)) or limits[0] < 0:
        raise SheetError(errors.BANDS_NOT_RISING, limits=", ".join(map(str, limits)))
    winner = tuple(Fraction(draw + bisect_left(limits, margin)) for margin in range(limits[-1] + 2))
    return VPScale(name, winner, tuple(2 * draw - vp for vp in winner))


def capped_bands(limits: Sequence[int], *, draw: int = 15, cap: int = 25, name: str = "25-0") -> VPScale:
    """As `bands`, but the winner stops at `cap` while the loser goes on losing: the 25-0 scales."""
    full = bands(limits, draw=draw, name=name)
    winner = tuple(min(vp, Fraction(cap)) for vp in full.winner)
    return VPScale(name, winner, full.loser)


@cache
def wbf_discrete(boards: int) -> VPScale:
    """The whole-number scale of the World Bridge Federation, 10-10 to 20-0."""
    _need_boards(boards)
    return bands(_discrete_limits(boards), name="wbf-discrete")


#: Matches of three boards, as multiple-teams programs in England use them.
THREE_BOARDS = (0, 1, 2, 4, 6, 8, 10, 13, 16, 20)


@cache
def ebu_discrete(boards: int) -> VPScale:
    """The discrete scale with its own bands for matches of three boards."""
    return bands(THREE_BOARDS, name="ebu") if boards == 3 else wbf_discrete(boards)


#: Swiss pairs by matchpoints: the most boards of each column, and the largest percentage for 10, 11, ... 19 points.
#: The columns of the English and the Scottish Bridge Union.
PERCENT_COLUMNS: tuple[tuple[int, tuple[str, ...]], ...] = (
    (4, ("50.92", "52.80", "54.71", "56.70", "58.80", "61.08", "63.63", "66.61", "70.36", "75.95")),
    (6, ("50.78", "52.39", "54.02", "55.72", "57.51", "59.45", "61.62", "64.17", "67.37", "72.13")),
    (9, ("50.65", "51.98", "53.33", "54.74", "56.23", "57.83", "59.64", "61.75", "64.40", "68.35")),
    (13, ("50.54", "51.65", "52.78", "53.95", "55.19", "56.53", "58.04", "59.80", "62.01", "65.30")),
    (19, ("50.45", "51.38", "52.32", "53.30", "54.34", "55.45", "56.71", "58.18", "60.03", "62.78")),
    (27, ("50.38", "51.16", "51.94", "52.77", "53.63", "54.57", "55.62", "56.85", "58.40", "60.71")),
    (39, ("50.32", "50.97", "51.63", "52.32", "53.04", "53.83", "54.71", "55.74", "57.04", "58.97")),
    (55, ("50.27", "50.81", "51.37", "51.95", "52.56", "53.21", "53.95", "54.82", "55.91", "57.53")),
)
LEAST_PERCENT_BOARDS, MOST_PERCENT_BOARDS = 2, PERCENT_COLUMNS[-1][0]


@cache
def percent_limits(boards: int) -> tuple[Fraction, ...]:
    """The percentages that bound the points of a match of matchpointed Swiss pairs, as published.

    Nothing is published for a single board or for more than 55: such a match is refused rather than guessed at.
    """
    _need_boards(boards)
    if not LEAST_PERCENT_BOARDS <= boards <= MOST_PERCENT_BOARDS:
        raise SheetError(errors.NO_PERCENT_COLUMN, boards=boards, least=LEAST_PERCENT_BOARDS, most=MOST_PERCENT_BOARDS)
    return tuple(map(Fraction, next(limits for most, limits in PERCENT_COLUMNS if boards <= most)))


def percent_to_vp(percent: Fraction, boards: int) -> Fraction:
    """Points out of 20 for a percentage; exactly on a limit counts as the band nearer the average."""
    lead = bisect_left(percent_limits(boards), max(percent, 100 - percent))
    return Fraction(10 + lead if percent >= 50 else 10 - lead)


_SCALES: dict[str, Callable[[int], VPScale]] = {
    "wbf": wbf_continuous,
    "wbf-discrete": wbf_discrete,
    "ebu": ebu_discrete,
}
_TYPED: dict[str, Callable[[Sequence[int]], VPScale]] = {"20-0": bands, "25-0": capped_bands}
#: Where the conditions of contest name none.
USUAL_SCALE = "wbf"
SCALES = (*_SCALES, *(f"{name}:LIMITS" for name in _TYPED))


def scale(name: str, boards: int) -> VPScale:
    """A scale by its name, for so many boards; or `20-0:1,4,8` and `25-0:...` with the limits typed in."""
    kind, typed, limits = name.partition(":")
    if typed and kind in _TYPED:
        return _TYPED[kind](_limits(limits))
    if name not in _SCALES:
        raise ScoringError(errors.NO_SCALE, name=name, known=", ".join(SCALES))
    return _SCALES[name](boards)


def _limits(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise ScoringError(errors.BAD_LIMITS, limits=text)
    return [int(part) for part in parts]
