"""What a reader finds in a file, before anybody judges it; the same is what a writer writes.

Every text is as it stands in the file, so that nothing is lost and nothing is judged twice. Sides, seats and
directions are `NS`, `EW`, `N`, `E`, `S` and `W`; a key of a contestant is its section, number and direction, each
empty where the file does not say.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from scoring.engine.boards import Vulnerability
from scoring.engine.cards import Seat
from scoring.engine.deal import Deal
from scoring.engine.errors import ScoringError

Value = TypeVar("Value")
Key = tuple[str, str, str]  # section, number, direction


def joined_names(*players: str) -> str:
    """The name of a side of an individual: nothing where a player is missing."""
    return "+".join(players) if all(players) else ""


class FileError(ScoringError):
    """A file that cannot be read at all: one sentence says why and what to do."""


@dataclass(slots=True)
class FileLine:
    """One line of a traveller as it stands in the file.

    Not frozen, which would make it cost four times as much: a file has thousands. Nobody but its reader changes one.
    """

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
    # What the file's own program made of the line, for each side; empty where it does not say.
    points_ns: str = ""
    points_ew: str = ""
    round: str = ""
    table: str = ""
    auction: tuple[str, ...] = ()  # the calls in turn, the dealer's first: `1NT`, `Pass`, `X`
    play: tuple[str, ...] = ()  # the cards in the order in which they were played: `SK`
    notes: tuple[str, ...] = ()  # what was alerted, explained or remarked


@dataclass(frozen=True, slots=True)
class MatchHead:
    """A match of teams: who met in which round."""

    round: str
    home: str
    away: str
    # What the file's own program made of the match for each team: IMPs or victory points.
    home_score: str = field(default="", compare=False)
    away_score: str = field(default="", compare=False)
    # The same for the home team on each board.
    board_scores: Mapping[str, str] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class PublishedStanding:
    """Where the file's own program put a contestant; each empty where the file does not say."""

    total: str = ""
    percent: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class FilePerson:
    """Somebody who played, by what the file has to know them by."""

    name: str
    national_id: str = ""
    club_id: str = ""


@dataclass(frozen=True, slots=True)
class FileAward:
    """Masterpoints as they were published, with their kind: a colour, a section, a stratum."""

    amount: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class FileContestant:
    """What a file says of a contestant besides its name and standing; each empty where it does not."""

    players: tuple[FilePerson, ...] = ()
    boards: str = ""  # how many it played
    adjustment: str = ""  # a penalty or bonus that is in the total, with its sign
    handicap: str = ""
    awards: tuple[FileAward, ...] = ()
    strat: str = ""
    strat_place: str = ""
    team: str = ""  # the number of the team that a pair plays for


@dataclass(frozen=True, slots=True)
class FileStratum:
    """A stratum: its number or letter, what it is called, and the highest rank or average in it."""

    number: str
    label: str = ""
    limit: str = ""


@dataclass(frozen=True, slots=True)
class FileOrigin:
    """Where a file comes from and what its event is called there; each empty where it does not say."""

    program: str = ""
    version: str = ""
    club: str = ""
    club_id: str = ""
    event_id: str = ""
    charge: str = ""  # P2P_CHARGE_RATE or EBU_CHARGE_CODE of USEBIO
    master_point_scale: str = ""


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
    """A whole file, or a session that is to become one."""

    format: str
    rows: tuple[FileLine, ...]
    method: str = ""  # as the file names it, in the engine's words; empty where it says nothing
    winners: int = 0  # 1, 2, or 0 where the file does not say
    victory_points: bool = False
    matches: tuple[MatchHead, ...] = ()
    pair_matches: tuple[MatchHead, ...] = ()  # of Swiss pairs: who met in which round
    directions: Mapping[str, frozenset[str]] = field(default_factory=dict)  # pair number -> NS, EW as entered
    markings: Mapping[str, Marking] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    title: str = ""
    played_on: str = ""  # year-month-day, or empty; whether there is such a day is not looked at
    # Who played: by section, number and direction, each empty where the file does not say.
    people: Mapping[Key, str] = field(default_factory=dict)
    # The standings that the file's own program published, by the same.
    standings: Mapping[Key, PublishedStanding] = field(default_factory=dict)
    points_method: str = ""  # what the points on the lines are, in the engine's words
    hands: Mapping[int, Deal] = field(default_factory=dict)  # by the number of the board
    individual: bool = False  # `ns` and `ew` of a row are two players each, put together by `joined_names`
    is_swiss: bool = False
    origin: FileOrigin = FileOrigin()
    contestants: Mapping[Key, FileContestant] = field(default_factory=dict)
    strata: tuple[FileStratum, ...] = ()
    # Double-dummy tricks by board: declarer and denomination, such as `NNT` or `WS`, to tricks.
    optimum: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    # The day of each session of a file that has several, year-month-day, by the session's name.
    session_days: Mapping[str, str] = field(default_factory=dict)

    @property
    def has_figures(self) -> bool:
        """Whether the program that wrote the file said what it made of it."""
        return bool(self.standings or self.matches or self.pair_matches) or any(
            row.points_ns or row.points_ew for row in self.rows
        )

    def contestant_name(self, section: str, number: str, direction: str = "") -> str:
        """The names of a pair, or the name of a team; empty where the file does not say."""
        return _find_contestant(self.people, section, number, direction) or ""

    def contestant(self, section: str, number: str, direction: str = "") -> FileContestant | None:
        """What else the file says of a contestant: its players with their numbers, masterpoints, handicap."""
        return _find_contestant(self.contestants, section, number, direction)

    def published(self, section: str, number: str, direction: str = "") -> PublishedStanding | None:
        """The standing that the file's own program gave a contestant."""
        return _find_contestant(self.standings, section, number, direction)


def _find_contestant(by_contestant: Mapping[Key, Value], section: str, number: str, direction: str) -> Value | None:
    """What is told of a contestant, with as much of section and direction as the file has."""
    keys = ((section, direction), (section, ""), ("", direction), ("", ""))
    return next(filter(None, (by_contestant.get((where, number, way)) for where, way in keys)), None)
