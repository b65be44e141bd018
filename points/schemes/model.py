"""What a masterpoint scheme is made of: inputs, levels, figures with their cases, ranks; all of them frozen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from points.schemes.formulas import Formula
from scoring.engine.numbers import Mode, Rounding


class Form(StrEnum):
    """What took part."""

    PAIRS = "pairs"
    INDIVIDUAL = "individual"
    TEAMS = "teams"
    MATCH = "match"  # one match, awarded by its result


class Ties(StrEnum):
    """How contestants share places."""

    SHARE = "share"  # the sum of the places' awards, divided by all who are tied
    INSIDE = "inside"  # the mean of those of their places that have an award


class RoundingUp(StrEnum):
    """What becomes of what is left over after the last decimal."""

    HALF_UP = "half-up"
    UP = "up"


@dataclass(frozen=True, slots=True)
class PointRounding:
    """So many decimals, and whether every fraction or only a half goes up."""

    decimals: int
    how: RoundingUp

    def apply(self, value: Fraction) -> Fraction:
        if self.how is RoundingUp.HALF_UP:
            return Rounding(self.decimals, Mode.HALF_UP).apply(value)
        return Fraction(-(-value.numerator * 10**self.decimals // value.denominator), 10**self.decimals)


@dataclass(frozen=True, slots=True)
class Range:
    """Whole or half numbers from `least` to `most`, both included; None is without end."""

    least: Fraction | None = None
    most: Fraction | None = None

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, Fraction):
            return False
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    def __str__(self) -> str:
        if self.least is not None and self.least == self.most:
            return str(self.least)
        return f"{'' if self.least is None else self.least}-{'' if self.most is None else self.most}"


#: What a case is for: names of facts, each with the words or the numbers that will do.
Conditions = tuple[tuple[str, frozenset[str] | Range], ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A formula, and when it holds. Without a formula the figure has to be typed: the sources do not give it."""

    when: Conditions
    gives: Formula | None


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that is worked out: the case that holds gives it. `typed` allows a figure that was typed instead."""

    name: str
    says: str
    cases: tuple[Case, ...]
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Input:
    """A number (or several) that somebody types. Without a default it is asked for when a formula needs it.

    `source` tells whether the scheme's sources leave the number out, so that the refusal can say so.
    """

    name: str
    help: str
    range: Range = Range(Fraction(0))
    whole: bool = False
    many: bool = False
    default: Fraction | tuple[Fraction, ...] | None = None
    not_in_sources: bool = False


@dataclass(frozen=True, slots=True)
class PointsLevel:
    """A grade of event: the kind of points, and figures that it fixes or leaves open within a range."""

    name: str
    kind: str
    fixes: tuple[tuple[str, Fraction], ...] = ()
    leaves_open: tuple[tuple[str, Range], ...] = ()


@dataclass(frozen=True, slots=True)
class Requirement:
    """Below `least` of something nothing is awarded."""

    when: Conditions
    of: str
    least: Fraction


@dataclass(frozen=True, slots=True)
class Rank:
    """A title and the ways to it: each way is a balance in every kind of points that it names."""

    name: str
    ways: tuple[tuple[tuple[str, Fraction], ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Conversion:
    """So many points of one kind are worth one (or `worth`) of another; `whole` leaves the rest waiting."""

    kind: str
    at: Fraction
    into: str
    worth: Fraction = Fraction(1)
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Example:
    """A session with the awards that are known for it; `source` says who published them or worked them out."""

    facts: tuple[tuple[str, str], ...]
    points: tuple[str, ...]
    source: str


@dataclass(frozen=True)
class Edition:
    """What a scheme says from one day to another."""

    scheme: str
    name: str
    first: date | None
    last: date | None
    sources: tuple[str, ...]
    forms: Mapping[Form, frozenset[int]]
    kinds: tuple[str, ...]
    levels: tuple[PointsLevel, ...]
    inputs: Mapping[str, Input]
    figures: Mapping[str, Figure]
    requirements: tuple[Requirement, ...]
    rounding: PointRounding
    ties: Ties
    round_each: bool
    level_figure: str = ""  # what a number typed as the level stands for
    default_level: str = ""
    open_points: tuple[str, ...] = ()
    ranks: tuple[Rank, ...] = ()
    conversions: tuple[Conversion, ...] = ()
    examples: tuple[Example, ...] = ()
    #: Other words that people type for a form, such as butler for pairs.
    also_forms: Mapping[str, Form] = field(default_factory=dict)
    #: What each figure is worked out from; filled by `dependence` on the first question.
    reached: dict[str, frozenset[str]] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def by_level(self) -> dict[str, PointsLevel]:
        return {level.name: level for level in self.levels}

    def holds_on(self, day: date) -> bool:
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)

    @property
    def dates(self) -> str:
        return f"{self.first or ''}…{self.last or ''}"


@dataclass(frozen=True)
class Scheme:
    """A federation's scheme: one edition after the other."""

    id: str
    title: str
    also: tuple[str, ...]
    editions: tuple[Edition, ...]

    @property
    def newest(self) -> Edition:
        return self.editions[-1]
