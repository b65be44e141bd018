"""Where and how a program rounds: regulation, kept as data."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from scoring.engine.errors import UNKNOWN_PROFILE, ScoringError
from scoring.engine.numbers import Mode, Rounding


class Base(Enum):
    """How many results a board's matchpoints are scaled to (Neuberg's formula)."""

    SESSION = "session"  # the largest number of results on any board
    BOARD = "board"  # the number of lines on that board, artificial scores among them
    NONE = "none"  # the board keeps its own top


class SitOut(Enum):
    """What becomes of the total of a contestant with fewer boards than others."""

    AS_PLAYED = "as played"  # the percentage alone makes contestants comparable
    MOST_PLAYED = "most played"  # scaled to the largest number of boards anybody played


class Missing(Enum):
    """What a result counts that a board lacks against the fullest one."""

    NEUBERG = "neuberg"  # the average of the results that there are
    TIE = "tie"  # a tie with every result that there is


class Fouled(Enum):
    """Law 87B: how the groups of a fouled board are put on one scale."""

    NEUBERG = "neuberg"
    HALF = "half"  # half a comparison for each result in another group


TWO = Rounding(2)


@dataclass(frozen=True, slots=True)
class Profile:
    """A scoring regulation. `exact` is the default; the others reproduce what known programs publish."""

    name: str
    about: str
    shown_base: Base = Base.SESSION  # the scale on which board points are shown
    total_base: Base = Base.SESSION  # the scale on which they are added up
    win: int = 2  # points for a better score: 2, with 1 for an equal one, or 1 and a half
    points: Rounding = TWO
    imps: Rounding = TWO
    total: Rounding = TWO
    percent: Rounding = TWO
    sum_rounded: bool = False  # totals add up the rounded board points
    percent_of_rounded: bool = False  # percentages come from the rounded total
    factor_decimals: int | None = None  # Neuberg's factor itself is rounded before it enters the total
    missing: Missing = Missing.NEUBERG
    sit_out: SitOut = SitOut.AS_PLAYED
    sit_out_cross_imps: bool = False  # cross-IMPs are scaled for a sit-out too, not matchpoints alone
    fouled: Fouled = Fouled.NEUBERG
    own_average: bool = True  # Law 12C2(c)
    several_boards: int | None = None  # Law 12C2(d): average plus on so many boards, then average


EXACT = Profile("exact", "No rounding inside; board points, totals and percentages are shown to two decimals, half up.")
EBUSCORE = Profile(
    "ebuscore",
    "Neuberg to the session, two decimals half up on each line; percentages from the rounded points.",
    sum_rounded=True,
)
COMPSCORE = Profile(
    "compscore",
    "Lines by Neuberg to their own board, one decimal half even; totals by Neuberg to the session, its "
    "factor at four decimals; a total with a sit-out is scaled to the full number of boards.",
    shown_base=Base.BOARD,
    points=Rounding(1, Mode.HALF_EVEN),
    factor_decimals=4,
    sit_out=SitOut.MOST_PLAYED,
)
SCOREBRIDGE = Profile(
    "scorebridge",
    "Neuberg to the session, one decimal half up on each line; percentages from the rounded points.",
    points=Rounding(1),
    sum_rounded=True,
)
SCOREBRIDGE_TIES = Profile(
    "scorebridge-ties",
    "ScoreBridge's option without Neuberg: a missing result counts as a tie; one decimal half up on each line.",
    points=Rounding(1),
    sum_rounded=True,
    missing=Missing.TIE,
)
PLAIN = Profile(
    "plain",
    "No Neuberg: each board on its own top; percentage: sum of matchpoints over sum of tops.",
    shown_base=Base.NONE,
    total_base=Base.NONE,
)
MAGIC = Profile(
    "magic",
    "Neuberg to the session's largest number of results, one decimal; the total is the sum of those, and the "
    "percentage comes from it.",
    points=Rounding(1),
    total=Rounding(1),
    sum_rounded=True,
    percent_of_rounded=True,
)
ACBL = Profile(
    "acbl",
    "One matchpoint for a better score; matchpoints times the boards that a pair plays over the boards it "
    "played, two decimals half up; the percentage comes from that.",
    win=1,
    percent_of_rounded=True,
    sit_out=SitOut.MOST_PLAYED,
)
PIANOLA = Profile(
    "pianola",
    "Neuberg to the session, two decimals; a total with a sit-out, cross-IMPs among them, is scaled to the "
    "boards of the others.",
    sit_out=SitOut.MOST_PLAYED,
    sit_out_cross_imps=True,
)

_KNOWN = (EXACT, EBUSCORE, COMPSCORE, SCOREBRIDGE, SCOREBRIDGE_TIES, PLAIN, MAGIC, ACBL, PIANOLA)
PROFILES = {profile.name: profile for profile in _KNOWN}


def replace_profile(profile: Profile, **options: Any) -> Profile:
    """A profile with a club's own rules in place of some of its own."""
    return replace(profile, **options)


def profile_named(name: str) -> Profile:
    try:
        return PROFILES[name.strip().lower()]
    except KeyError:
        raise ScoringError(UNKNOWN_PROFILE, name=name, known=", ".join(PROFILES)) from None
