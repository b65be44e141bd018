"""What goes into the engine: a frozen scoresheet."""

import re
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache

from scoring.engine import errors
from scoring.engine.boards import Conditions
from scoring.engine.cards import Side
from scoring.engine.contract import Result
from scoring.engine.errors import NotationError, SheetError
from scoring.engine.numbers import ONE, exact, plain


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Scores as North-South sees them, each with its weight; the weights add up to one.

    A result obtained or assigned is one score with weight one. A weighted score (Law 12C1(c)) has several.
    """

    scores: tuple[tuple[int, Fraction], ...]

    def __post_init__(self) -> None:
        total = sum((weight for _, weight in self.scores), Fraction(0))
        if total != 1:
            raise SheetError(errors.BAD_WEIGHTS, total=f"{plain(total * 100)}%")

    @classmethod
    def one(cls, score: int) -> "Outcomes":
        return _one(score)

    @classmethod
    def weighted(cls, *parts: tuple[int, Fraction | int | str]) -> "Outcomes":
        """`Outcomes.weighted((620, "60%"), (-100, "40%"))`; a bare number is a percentage too."""
        return cls(tuple((score, _weight(part)) for score, part in parts))

    @property
    def single(self) -> int | None:
        return self.scores[0][0] if len(self.scores) == 1 else None


@lru_cache(maxsize=4096)
def _one(score: int) -> Outcomes:
    """Frozen, so shared: a field has thousands of results and a few hundred scores."""
    return Outcomes(((score, ONE),))


def _weight(part: Fraction | int | str) -> Fraction:
    if isinstance(part, Fraction):
        return part
    text = str(part).strip()
    return exact(text) if "/" in text else exact(text.removesuffix("%")) / 100


class Level(Enum):
    """Law 12C2(a): what a contestant deserves by its responsibility."""

    PLUS = "average plus"
    EVEN = "average"
    MINUS = "average minus"


@dataclass(frozen=True, slots=True)
class Award:
    """An artificial score for one side: a level of Law 12C2, or an amount the Director names."""

    level: Level | None = None
    percent: Fraction | None = None
    imps: Fraction | None = None

    @property
    def base_percent(self) -> Fraction:
        if self.percent is not None:
            return self.percent
        if self.level is not None:
            return _LEVEL_PERCENT[self.level]
        return 50 + (self.imps or Fraction(0)) * 10 / 3

    @property
    def base_imps(self) -> Fraction:
        """12C2(b): 3 IMPs for average plus; other percentages in proportion."""
        return self.imps if self.imps is not None else (self.base_percent - 50) * 3 / 10


_LEVEL_PERCENT = {Level.PLUS: Fraction(60), Level.EVEN: Fraction(50), Level.MINUS: Fraction(40)}
AVERAGE_PLUS, AVERAGE, AVERAGE_MINUS = Award(Level.PLUS), Award(Level.EVEN), Award(Level.MINUS)
_PERCENT = r"(\d{1,3}(?:\.\d+)?)"
_LEVEL_SIGNS = {"+": AVERAGE_PLUS, "": AVERAGE, "=": AVERAGE, "-": AVERAGE_MINUS}
_LEVELS = re.compile(r"A(?:VE?|VG)?\s*([-+=]?)(?:[\s/:]+A(?:VE?|VG)?\s*([-+=]?))?")
_ARTIFICIAL = re.compile(rf"A\s*(?:(\d\d|100)(\d\d|100)|{_PERCENT}[\s/:-]+{_PERCENT})")


def award_for_percent(percent: Fraction) -> Award:
    """60, 50 and 40 are the levels of Law 12C2(a); anything else is that percentage and nothing more."""
    for level, value in _LEVEL_PERCENT.items():
        if value == percent:
            return Award(level)
    return Award(percent=percent)


def award_for_other_side(award: Award) -> Award:
    """What the other side gets where nothing is said of it: average minus where this one has average plus."""
    return award_for_percent(100 - award.base_percent)


def parse_artificial(text: str) -> tuple[Award, Award]:
    """What North-South and East-West get: `A6040`, `A60/40`, `A+/A-`; one alone leaves the rest to East-West."""
    tidied = text.strip().upper().replace("−", "-").replace("–", "-")
    if levels := _LEVELS.fullmatch(tidied):
        ns = _LEVEL_SIGNS[levels[1]]
        return ns, award_for_other_side(ns) if levels[2] is None else _LEVEL_SIGNS[levels[2]]
    percentages = _ARTIFICIAL.fullmatch(tidied)
    parts = [Fraction(part) for part in percentages.groups() if part] if percentages else []
    if not parts or max(parts) > 100:
        raise NotationError(errors.BAD_ARTIFICIAL, text=text.strip())
    first, second = parts
    return award_for_percent(first), award_for_percent(second)


def format_artificial(ns: Award, ew: Award) -> str:
    """As it is typed: `A` for average to both, `A+/A-`, or percentages."""
    if ns.level is None or ew.level is None:
        return f"A{plain(ns.base_percent)}/{plain(ew.base_percent)}"
    signs = {award.level: f"A{sign}" for sign, award in _LEVEL_SIGNS.items() if sign != "="}
    return "A" if ns.level is ew.level is Level.EVEN else f"{signs[ns.level]}/{signs[ew.level]}"


@dataclass(frozen=True, slots=True)
class SelfInflicted:
    """Law 12C1(e): the non-offending side added to its own damage.

    `table` is what happened, `normal` what would have happened after the infraction without the error or
    gamble, `adjusted` the score as if there had been no infraction.
    """

    non_offenders: Side
    table: Outcomes
    normal: Outcomes
    adjusted: Outcomes


Value = Outcomes | Award


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a traveller: two contestants and what each of them scores."""

    ns: str
    ew: str
    ns_value: Value | None  # None: not played
    ew_value: Value | None
    group: str = ""  # the form of a fouled board that was played (Law 87)
    self_inflicted: SelfInflicted | None = None
    result: Result | None = None
    authority: str = ""  # the ruling or decision that changed the score

    @classmethod
    def played(cls, ns: str, ew: str, score: int, *, result: Result | None = None, group: str = "") -> "Line":
        outcome = Outcomes.one(score)
        return cls(ns, ew, outcome, outcome, group=group, result=result)

    @classmethod
    def assigned(cls, ns: str, ew: str, outcomes: Outcomes, *, group: str = "", authority: str = "") -> "Line":
        return cls(ns, ew, outcomes, outcomes, group=group, authority=authority)

    @classmethod
    def artificial(cls, ns: str, ew: str, ns_award: Award, ew_award: Award, *, authority: str = "") -> "Line":
        return cls(ns, ew, ns_award, ew_award, authority=authority)

    @classmethod
    def split(cls, ns: str, ew: str, ns_value: Value, ew_value: Value, *, group: str = "") -> "Line":
        return cls(ns, ew, ns_value, ew_value, group=group)

    @classmethod
    def self_damage(cls, ns: str, ew: str, ruling: SelfInflicted, *, group: str = "") -> "Line":
        return cls(ns, ew, ruling.adjusted, ruling.adjusted, group=group, self_inflicted=ruling)

    @classmethod
    def not_played(cls, ns: str, ew: str) -> "Line":
        return cls(ns, ew, None, None)

    @property
    def counts(self) -> bool:
        return self.ns_value is not None or self.ew_value is not None

    @property
    def is_compared(self) -> bool:
        """Whether a side has a score that can be compared, and not an artificial one."""
        return isinstance(self.ns_value, Outcomes) or isinstance(self.ew_value, Outcomes)

    def contestant(self, side: Side) -> str:
        return self.ns if side is Side.NS else self.ew

    def value(self, side: Side) -> Value | None:
        return self.ns_value if side is Side.NS else self.ew_value


@dataclass(frozen=True)
class Board:
    """A board and every line on its traveller, from however many sections or clubs share the field."""

    number: int | str
    lines: tuple[Line, ...]
    conditions: Conditions | None = None

    @cached_property
    def counting(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.counts)

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """The forms in which a board gave results that can be compared; more than one where it was fouled."""
        compared = (line for line in self.counting if line.is_compared)
        return tuple(dict.fromkeys(line.group for line in compared))


class Unit(Enum):
    """What a penalty is counted in."""

    POINTS = "points"  # matchpoints, IMPs or whatever the method counts in
    TOP_PERCENT = "percent of a top"
    VICTORY_POINTS = "victory points"


@dataclass(frozen=True, slots=True)
class Penalty:
    """Law 90 or 91: taken from a contestant's total, never given to anybody."""

    contestant: str
    amount: Fraction
    unit: Unit = Unit.POINTS
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CarryOver:
    """What a contestant brings from an earlier stage."""

    contestant: str
    amount: Fraction


@dataclass(frozen=True)
class Scoresheet:
    """One field: everything that is compared together."""

    boards: tuple[Board, ...]
    penalties: tuple[Penalty, ...] = ()
    carry_overs: tuple[CarryOver, ...] = ()
    rankings: dict[str, str] = field(default_factory=dict)  # contestant -> the ranking it is in, such as NS or EW

    def __post_init__(self) -> None:
        for board in self.boards:
            seen: set[str] = set()
            for line in board.lines:
                for contestant in (line.ns, line.ew):
                    if contestant in seen:
                        raise SheetError(errors.TWICE_ON_BOARD, contestant=contestant, board=board.number)
                    seen.add(contestant)

    @cached_property
    def contestants(self) -> tuple[str, ...]:
        """In the order in which they first appear."""
        everybody = (who for board in self.boards for line in board.lines for who in (line.ns, line.ew))
        return tuple(dict.fromkeys(everybody))

    @cached_property
    def most_results(self) -> int:
        return max((len(board.counting) for board in self.boards), default=0)
