"""One step of an explanation: what was done, as data. Whoever shows it puts it into words."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

Figure = Fraction | int | str


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done, with the figures it was done with."""

    kind: str
    figures: Mapping[str, Figure]
