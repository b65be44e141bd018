"""What a reader finds in a file, before anybody judges it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.engine.boards import Vulnerability
from scoring.engine.cards import Seat
from scoring.engine.errors import ScoringError


class FileError(ScoringError):
    """A file that cannot be read at all: one sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a traveller as it stands in the file."""

    board: str
    ns: str
    ew: str
    contract: str = ""
    declarer: str = ""
    tricks: str = ""
    lead: str = ""
    score: str = ""
    section: str = ""
    session: str = ""
    where: int = 0  # the line of the file, or of the board where the file has no lines
    match: int | None = None
    home_is_ns: bool = True
    signed_tricks: bool = False  # the format writes -1 for one down


@dataclass(frozen=True, slots=True)
class MatchHead:
    """A match of teams: who met in which round."""

    round: str
    home: str
    away: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that a person has to look at: a sentence with named gaps, and where it applies."""

    sentence: str
    gaps: Mapping[str, object] = field(default_factory=dict)
    board: int | str | None = None
    line: int | None = None

    @property
    def message(self) -> str:
        return self.sentence % self.gaps


@dataclass(frozen=True, slots=True)
class Marking:
    """What is marked on a board where it differs from its number (Law 2)."""

    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A whole file."""

    format: str
    rows: tuple[Row, ...]
    method: str = ""  # as the file names it, in the engine's words; empty where it says nothing
    winners: int = 0  # 1, 2, or 0 where the file does not say
    victory_points: bool = False
    matches: tuple[MatchHead, ...] = ()
    directions: Mapping[str, frozenset[str]] = field(default_factory=dict)  # pair number -> NS, EW as entered
    markings: Mapping[str, Marking] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    title: str = ""
    played_on: str = ""  # year-month-day, or empty; whether there is such a day is not looked at
    # Who played: by section, number and direction, each empty where the file does not say.
    people: Mapping[tuple[str, str, str], str] = field(default_factory=dict)

    def called(self, section: str, number: str, direction: str = "") -> str:
        """The names of a pair, or the name of a team; empty where the file does not say."""
        asked = ((section, direction), (section, ""), ("", direction), ("", ""))
        found = (self.people.get((where, number, way), "") for where, way in asked)
        return next(filter(None, found), "")
