"""The ways of scoring a field: Law 78 and the custom of the game."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from scoring.engine.errors import UNKNOWN_METHOD, ScoringError
from scoring.engine.numbers import Mode, Rounding


class MethodKind(Enum):
    MATCHPOINTS = "matchpoints"
    CROSS_IMPS = "cross-imps"
    BUTLER = "butler"
    TOTAL_POINTS = "total-points"
    TEAMS = "teams"


TO_TEN = Rounding(-1, Mode.HALF_UP)


@dataclass(frozen=True, slots=True)
class Trim:
    """What is left out of a Butler datum at each end: so many results, or so many percent of them."""

    results: int = 0
    percent: Fraction = Fraction(0)

    def dropped(self, results: int) -> int:
        """Never so many that nothing is left."""
        wanted = self.results + int(results * self.percent / 100)
        return min(wanted, max(0, (results - 1) // 2))


ONE_EACH_END = Trim(results=1)


@dataclass(frozen=True, slots=True)
class Method:
    """A kind of scoring with its options."""

    kind: MethodKind
    mean: bool = True  # cross-IMPs: divided by the number of comparisons
    cap: int | None = None  # IMPs: the most that one comparison can give
    trim: Trim = ONE_EACH_END
    datum: Rounding = TO_TEN

    @property
    def name(self) -> str:
        return self.kind.value if self.mean else f"{self.kind.value}-sum"

    @property
    def gives_percentages(self) -> bool:
        return self.kind is MethodKind.MATCHPOINTS


MATCHPOINTS = Method(MethodKind.MATCHPOINTS)
CROSS_IMPS = Method(MethodKind.CROSS_IMPS)
CROSS_IMPS_SUM = Method(MethodKind.CROSS_IMPS, mean=False)
BUTLER = Method(MethodKind.BUTLER)
TOTAL_POINTS = Method(MethodKind.TOTAL_POINTS)
TEAMS = Method(MethodKind.TEAMS)

METHODS = {method.name: method for method in (MATCHPOINTS, CROSS_IMPS, CROSS_IMPS_SUM, BUTLER, TOTAL_POINTS, TEAMS)}
_ALIASES = {
    "mp": "matchpoints",
    "mps": "matchpoints",
    "pairs": "matchpoints",
    "match-points": "matchpoints",
    "cross-imp": "cross-imps",
    "crossimps": "cross-imps",
    "ximps": "cross-imps",
    "ximp": "cross-imps",
    "butler-imps": "butler",
    "total": "total-points",
    "imps": "teams",
    "team": "teams",
}


def method_named(name: str) -> Method:
    """By name; `cross_imp`, `MP` and the like are understood."""
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    key = _ALIASES.get(key, key)
    if key not in METHODS:
        raise ScoringError(UNKNOWN_METHOD, name=name, known=", ".join(METHODS))
    return METHODS[key]
