"""Every way of scoring: Law 78 and the custom of the game. What the rest asks of a method are its traits here.

A `ScoringMethod` is what an event is scored by. It says how pairs and players compare with the field (`Method`), how
two teams compare their tables (`TeamScoring`), or both. docs/how-to/add-a-scoring-method.md adds one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING

from scoring.engine.charts import Chart
from scoring.engine.errors import UNKNOWN_METHOD, ScoringError
from scoring.engine.imps import imps
from scoring.engine.numbers import ZERO, Mode, Rounding
from scoring.engine.sheet import Outcomes
from scoring.engine.steps import ExplanationStep, butler_steps, cross_imp_steps, total_point_steps

if TYPE_CHECKING:
    from scoring.engine.teams import TeamRules


def _(text: str) -> str:
    """Marks a text for the translators' tools; whoever shows it translates it."""
    return text


class PointUnit(Enum):
    """What boards or totals are counted in, as the head of a column says it."""

    MATCHPOINTS = _("Matchpoints")
    IMPS = _("IMPs")
    POINTS = _("Points")
    VICTORY_POINTS = _("VPs")


class Average(Enum):
    """What an artificial score is (Law 12C2)."""

    PERCENT = "percent"  # of what the board could give
    IMPS = "IMPs"
    NONE = "none"  # the method knows no average


TO_TEN = Rounding(-1, Mode.HALF_UP)


@dataclass(frozen=True, slots=True)
class Trim:
    """What is left out of a Butler datum at each end: so many results, or so many percent of them."""

    results: int = 0
    percent: Fraction = Fraction(0)

    def dropped(self, results: int) -> int:
        """Never so many that nothing is left."""
        trimmed = self.results + int(results * self.percent / 100)
        return min(trimmed, max(0, (results - 1) // 2))


ONE_EACH_END = Trim(results=1)


# --- In a field ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Method:
    """How a result compares with the others on the board: the traits of the method, then its options."""

    kind: str
    unit: PointUnit
    average: Average
    # What scores are worth to the side of a chart, and why; both unused where there is a top (`matchpoints`).
    worth: Callable[[Chart, Outcomes, Method], Fraction] = Chart.total_points
    steps: Callable[[Chart, Outcomes, Method], Iterator[ExplanationStep]] = total_point_steps
    against_each: bool = False  # the sum or mean of comparisons with each other result
    signed_weights: bool = True  # Law 12C1(e) enters the chart as signed shares, which a datum cannot be made of
    in_matches: bool = False  # only where two teams meet; without matches it is cross-IMPs
    aliases: tuple[str, ...] = ()
    mean: bool = True  # cross-IMPs: divided by the number of comparisons
    cap: int | None = None  # IMPs: the most that one comparison can give
    trim: Trim = ONE_EACH_END
    datum: Rounding = TO_TEN

    @property
    def name(self) -> str:
        return self.kind if self.mean else f"{self.kind}-sum"

    @property
    def gives_percentages(self) -> bool:
        return self.average is Average.PERCENT


MATCHPOINTS = Method(
    "matchpoints", PointUnit.MATCHPOINTS, Average.PERCENT, aliases=("mp", "mps", "pairs", "match-points")
)
CROSS_IMPS = Method(
    "cross-imps",
    PointUnit.IMPS,
    Average.IMPS,
    worth=Chart.cross_imps,
    steps=cross_imp_steps,
    against_each=True,
    aliases=("cross-imp", "crossimps", "ximps", "ximp"),
)
CROSS_IMPS_SUM = replace(CROSS_IMPS, mean=False, aliases=())
BUTLER = Method(
    "butler",
    PointUnit.IMPS,
    Average.IMPS,
    worth=Chart.butler,
    steps=butler_steps,
    signed_weights=False,
    aliases=("butler-imps",),
)
TOTAL_POINTS = Method("total-points", PointUnit.POINTS, Average.NONE, aliases=("total",))
TEAMS = Method("teams", PointUnit.IMPS, Average.IMPS, in_matches=True, aliases=("imps", "team"))

USUAL_METHOD = MATCHPOINTS.name
METHODS = {method.name: method for method in (MATCHPOINTS, CROSS_IMPS, CROSS_IMPS_SUM, BUTLER, TOTAL_POINTS, TEAMS)}


def method_named(name: str) -> Method:
    """By name; `cross_imp`, `MP` and the like are understood."""
    key = _key(name)
    for method in METHODS.values():
        if key in (method.name, *method.aliases):
            return method
    raise ScoringError(UNKNOWN_METHOD, name=name, known=", ".join(METHODS))


def _key(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(" ", "-")


# --- Between two teams -----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TeamScoring:
    """What the two results on a board are turned into."""

    name: str
    unit: PointUnit
    average: Average
    swing: Callable[[int, TeamRules], int]
    explained: str  # the last sentence of an explanation
    whole: Fraction = ZERO  # what the two teams have between them on a board
    aliases: tuple[str, ...] = ()


def _imp_swing(difference: int, rules: TeamRules) -> int:
    return imps(difference, rules.cap)


def _board_swing(difference: int, rules: TeamRules) -> int:
    if abs(difference) <= rules.equal_within:
        return 1
    return 2 if difference > 0 else 0


def _point_swing(difference: int, rules: TeamRules) -> int:
    return difference


IMPS = TeamScoring("teams", PointUnit.IMPS, Average.IMPS, _imp_swing, _("By the table of Law 78B: %(points)s IMPs."))
BOARD_A_MATCH = TeamScoring(
    "board-a-match",
    PointUnit.POINTS,
    Average.PERCENT,
    _board_swing,
    _("Two for the better result, one for equal ones: %(points)s."),
    whole=Fraction(2),
    aliases=("bam", "point-a-board"),
)
AGGREGATE = TeamScoring(
    "aggregate", PointUnit.POINTS, Average.NONE, _point_swing, _("The points count as they are: %(points)s.")
)
# By every name that a file or a command may call them; IMPs go by the method `teams`.
TEAM_METHODS = {name: scoring for scoring in (BOARD_A_MATCH, AGGREGATE) for name in (scoring.name, *scoring.aliases)}


def team_scoring_named(name: str) -> TeamScoring | None:
    return TEAM_METHODS.get(_key(name))


# --- Of an event -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ScoringMethod:
    """What an event is scored by. `name` is stored with it; `label` is what people choose."""

    name: str
    label: str
    field: Method | None = None  # how pairs, and players on their own, are compared
    match: TeamScoring | None = None  # how teams are compared
    victory_points: bool = False  # matches, of pairs too, are converted

    @property
    def board_unit(self) -> PointUnit:
        compared = self.field or self.match
        return compared.unit if compared else PointUnit.POINTS

    @property
    def total_unit(self) -> PointUnit:
        return PointUnit.VICTORY_POINTS if self.victory_points else self.board_unit

    @property
    def in_imps(self) -> bool:
        return self.board_unit is PointUnit.IMPS

    @property
    def in_percent(self) -> bool:
        """Whether a ranking goes by percentages."""
        return self.field is not None and self.field.gives_percentages

    @property
    def has_top(self) -> bool:
        """Whether a board has a most that it can give, of which a penalty may be a part."""
        return Average.PERCENT in (scoring.average for scoring in (self.field, self.match) if scoring is not None)

    def fits(self, unit: str) -> bool:
        """Whether pairs, teams or players on their own (`events.movements.model.Unit`) can be scored so."""
        if unit == "team":
            return self.match is not None
        return self.field is not None and not (self.victory_points and unit == "player")


SCORING_METHODS: dict[str, ScoringMethod] = {}


def register(method: ScoringMethod) -> ScoringMethod:
    """Let events be scored by a method; its name must be new."""
    if method.name in SCORING_METHODS:
        raise ValueError(f"There is a scoring method {method.name} already.")
    if method.field is not None:
        METHODS.setdefault(method.field.name, method.field)
    SCORING_METHODS[method.name] = method
    return method


def scoring_method(name: str) -> ScoringMethod:
    """By the name that an event is stored with."""
    try:
        return SCORING_METHODS[name]
    except KeyError:
        raise ScoringError(UNKNOWN_METHOD, name=name, known=", ".join(SCORING_METHODS)) from None


def scored_in_matches(match: TeamScoring) -> ScoringMethod:
    """The first method by which teams are compared like that."""
    return next(method for method in SCORING_METHODS.values() if method.match is match)


register(ScoringMethod("matchpoints", _("Matchpoints"), field=MATCHPOINTS))
register(ScoringMethod("cross-imps", _("Cross-IMPs"), field=CROSS_IMPS))
register(ScoringMethod("butler", _("Butler IMPs"), field=BUTLER))
register(ScoringMethod("imps", _("IMPs"), match=IMPS))
VICTORY = register(
    ScoringMethod("vp", _("IMPs converted to victory points"), field=CROSS_IMPS, match=IMPS, victory_points=True)
)
register(ScoringMethod("bam", _("Board-a-match"), match=BOARD_A_MATCH))
register(ScoringMethod("total-points", _("Total points"), field=TOTAL_POINTS, match=AGGREGATE))
