"""From board points to totals, percentages and places."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from scoring.engine.methods import Method
from scoring.engine.numbers import ZERO
from scoring.engine.profiles import Profile, SitOut
from scoring.engine.ranking import rank_standings
from scoring.engine.results import Points, ScoredStanding
from scoring.engine.sheet import Scoresheet, Unit


class Sum:
    """Adds many fractions up quickly: numerators by denominator, put together once at the end."""

    __slots__ = ("parts",)

    def __init__(self) -> None:
        self.parts: dict[int, int] = {}

    def add(self, value: Fraction) -> None:
        below = value.denominator
        self.parts[below] = self.parts.get(below, 0) + value.numerator

    @property
    def value(self) -> Fraction:
        return sum((Fraction(above, below) for below, above in self.parts.items()), ZERO)


class Account:
    """What one contestant has collected so far."""

    __slots__ = ("boards", "points", "top")

    def __init__(self) -> None:
        self.points = Sum()
        self.top = Sum()
        self.boards = 0

    def add(self, points: Points) -> None:
        _shown, counted, top = points
        self.points.add(counted)
        self.top.add(top)
        self.boards += 1


class Collected(NamedTuple):
    """What a contestant has in the end: results and artificial scores together."""

    points: Fraction
    top: Fraction
    boards: int


@dataclass
class PointsTally:
    """All contestants' accounts; results and artificial scores apart, because Law 12C2(c) looks at the
    former.
    """

    sheet: Scoresheet
    results: dict[str, Account] = field(init=False)
    artificial: dict[str, Account] = field(init=False)

    def __post_init__(self) -> None:
        self.results = {contestant: Account() for contestant in self.sheet.contestants}
        self.artificial = {contestant: Account() for contestant in self.sheet.contestants}

    def add(self, contestant: str, points: Points) -> None:
        self.results[contestant].add(points)

    def add_artificial(self, contestant: str, points: Points) -> None:
        self.artificial[contestant].add(points)

    def own_percent(self, contestant: str) -> Fraction | None:
        """Over the boards of the session on which it has a result; None where there are none."""
        account = self.results[contestant]
        top = account.top.value
        return account.points.value * 100 / top if top else None

    def own_average(self, contestant: str) -> Fraction | None:
        account = self.results[contestant]
        return account.points.value / account.boards if account.boards else None

    def whole(self, contestant: str) -> Collected:
        first, second = self.results[contestant], self.artificial[contestant]
        points = first.points.value + second.points.value
        return Collected(points, first.top.value + second.top.value, first.boards + second.boards)


def penalty_points(sheet: Scoresheet, top: Fraction) -> dict[str, Fraction]:
    """Procedural and disciplinary penalties, in the points of the session (Laws 90 and 91)."""
    penalties: dict[str, Fraction] = {}
    for penalty in sheet.penalties:
        amount = penalty.amount * top / 100 if penalty.unit is Unit.TOP_PERCENT else penalty.amount
        penalties[penalty.contestant] = penalties.get(penalty.contestant, ZERO) + amount
    return penalties


def session_top(sheet: Scoresheet, profile: Profile) -> Fraction:
    """The most that one board can give."""
    return Fraction(profile.win * max(0, sheet.most_results - 1))


def sheet_standings(
    sheet: Scoresheet, method: Method, profile: Profile, tally: PointsTally
) -> tuple[ScoredStanding, ...]:
    accounts = {contestant: tally.whole(contestant) for contestant in sheet.contestants}
    penalties = penalty_points(sheet, session_top(sheet, profile))
    carried: dict[str, Fraction] = {}
    for carry in sheet.carry_overs:
        carried[carry.contestant] = carried.get(carry.contestant, ZERO) + carry.amount
    full = _full_boards(profile, accounts)
    standings, values = [], {}
    for contestant, account in accounts.items():
        penalty, carry_over = penalties.get(contestant, ZERO), carried.get(contestant, ZERO)
        scaled = _scaled(account, full, method, profile) - penalty
        available = account.top * full / account.boards if full and account.boards else account.top
        total = scaled + carry_over
        counted = profile.total.apply(scaled) if profile.percent_of_rounded else scaled
        percent = counted * 100 / available if method.gives_percentages and available else None
        ranking = sheet.rankings.get(contestant, "")
        standings.append(
            ScoredStanding(0, False, contestant, account.boards, total, percent, ranking, carry_over, penalty)
        )
        values[contestant] = _rank_value(total, percent, carry_over, available, method)
    return rank_standings(standings, values)


def _full_boards(profile: Profile, accounts: dict[str, Collected]) -> int:
    if profile.sit_out is SitOut.MOST_PLAYED:
        return max((account.boards for account in accounts.values()), default=0)
    return 0


def _scaled(account: Collected, full: int, method: Method, profile: Profile) -> Fraction:
    """A contestant that sat out is taken to have done as well on the boards it missed."""
    scales = method.gives_percentages or (profile.sit_out_cross_imps and method.against_each)
    if not full or not account.boards or not scales:
        return account.points
    return account.points * full / account.boards


def _rank_value(
    total: Fraction, percent: Fraction | None, carry_over: Fraction, available: Fraction, method: Method
) -> Fraction:
    """Contestants with different numbers of boards compare by percentage, others by what they have."""
    if not method.gives_percentages:
        return total
    if percent is None:
        return carry_over
    return percent + carry_over * 100 / available
