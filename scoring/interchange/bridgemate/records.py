"""What a Bridgemate file holds, as its tables have it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.engine.cards import Seat

# Where somebody is at a table in a round with a board: section, round, table, board.
Slot = tuple[int, int, int, int]
Setting = bool | int | str
NOT_PLAYED = "Not played"
ARBITRAL = "Arbitral score"
WRONG_DIRECTION = "Wrong direction"
SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")


@dataclass(frozen=True, slots=True)
class FileSection:
    """A row of Section. `winners` and `scoring_type` are 0 where the file is too old to say."""

    ident: int
    letter: str
    tables: int = 0
    missing_pair: int = 0
    winners: int = 0
    scoring_type: int = 0


@dataclass(frozen=True, slots=True)
class FileTable:
    """A row of Tables: what Bridgemate's software knows about a table."""

    section: int
    table: int
    is_uploaded: bool = False
    is_logged_on: bool = False
    current_round: int = 0
    current_board: int = 0
    group: int = 0


@dataclass(frozen=True, slots=True)
class FileRound:
    """A row of RoundData: who sits at a table in a round, and its boards. South and West are those of an individual."""

    section: int
    table: int
    round: int
    ns: int
    ew: int
    low: int = 0
    high: int = 0
    custom: str = ""
    south: int = 0
    west: int = 0

    @property
    def boards(self) -> tuple[int, ...]:
        """The boards by number: those that are listed one by one, else from the lowest to the highest."""
        listed = [part.strip() for part in self.custom.split(",") if part.strip()]
        if listed and all(part.isdecimal() and part.isascii() and len(part) < 5 for part in listed):
            return tuple(int(part) for part in listed)
        if not 0 < self.low <= self.high < self.low + 256:
            return ()
        return tuple(range(self.low, self.high + 1))


@dataclass(frozen=True, slots=True)
class FileResult:
    """A row of ReceivedData, or of IntermediateData where the round was not over."""

    ident: int
    section: int
    table: int
    round: int
    board: int
    ns: int
    ew: int
    declarer: int = 0  # the number of the pair
    direction: str = ""  # the declarer's seat: N, E, S or W
    contract: str = ""
    result: str = ""
    lead: str = ""
    remarks: str = ""
    date: float | None = None  # days since 30 December 1899
    time: float | None = None  # fraction of a day
    is_processed: bool = False
    is_erased: bool = False
    is_external: bool = False  # changed by the scoring program
    is_intermediate: bool = False
    south: int = 0
    west: int = 0

    @property
    def slot(self) -> Slot:
        return self.section, self.round, self.table, self.board

    @property
    def has_result(self) -> bool:
        return bool(self.contract.strip())

    @property
    def moment(self) -> float | None:
        """When it came in: day and time, which the file keeps apart."""
        if self.date is None and self.time is None:
            return None
        return (self.date or 0.0) // 1 + (self.time or 0.0) % 1

    @property
    def sat_the_other_way(self) -> bool:
        """The pair that declared sat on the other side than it was to, or somebody says that they did."""
        if self.remarks.strip().lower() == WRONG_DIRECTION.lower():
            return True
        if self.ns == self.ew or self.declarer not in (self.ns, self.ew):
            return False
        return self.direction in ("N", "S", "E", "W") and (self.declarer == self.ns) != (self.direction in ("N", "S"))


@dataclass(frozen=True, slots=True)
class FilePlayer:
    """A row of PlayerNumbers: who sat down where; `round` is 0 or 1 for the first."""

    section: int
    table: int
    direction: str
    number: str = ""
    name: str = ""
    round: int = 0
    is_processed: bool = False


@dataclass(frozen=True, slots=True)
class FileName:
    """A row of PlayerNames: whose a number is."""

    number: str
    name: str


@dataclass(frozen=True, slots=True)
class FileHand:
    """A row of HandRecord: what each seat holds in spades, hearts, diamonds and clubs."""

    section: int
    board: int
    hands: Mapping[Seat, tuple[str, str, str, str]]

    @property
    def is_empty(self) -> bool:
        return not any(any(suits) for suits in self.hands.values())


@dataclass(frozen=True)
class BridgemateFile:
    """Everything of a file that a scoring program has to do with."""

    sections: tuple[FileSection, ...] = ()
    tables: tuple[FileTable, ...] = ()
    rounds: tuple[FileRound, ...] = ()
    results: tuple[FileResult, ...] = ()
    players: tuple[FilePlayer, ...] = ()
    names: tuple[FileName, ...] = ()
    hands: tuple[FileHand, ...] = ()
    # A row for each section; only what the file sets.
    settings: Mapping[int, Mapping[str, Setting]] = field(default_factory=dict)
    # By which a scoring program knows its session: 32 hexadecimal digits; empty in old files.
    guid: str = ""

    def letter(self, section: int) -> str:
        return next((row.letter for row in self.sections if row.ident == section), "")

    def newest_results(self) -> dict[Slot, FileResult]:
        """What stands for each board at each table: the last that came in, also where it was erased.

        A result that was complete counts before one that a table had only begun to send.
        """
        newest: dict[Slot, FileResult] = {}
        for row in sorted(self.results, key=_age):
            newest[row.slot] = row
        return newest


def _age(row: FileResult) -> tuple[bool, int]:
    """By the file's own count: clocks of two servers may differ."""
    return not row.is_intermediate, row.ident


def day_text(date: float | None) -> str:
    """Year-month-day of a date; empty where there is none that people write."""
    if date is None or not 1 <= date < 100_000:
        return ""
    # The days of the Gregorian calendar, counted from 1 March of the year 0: 30 December 1899 is day 693899.
    days = int(date) + 693_899
    era, of_era = divmod(days, 146_097)
    year_of_era = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    month_from_march = (5 * of_year + 2) // 153
    day = of_year - (153 * month_from_march + 2) // 5 + 1
    month = month_from_march + 3 if month_from_march < 10 else month_from_march - 9
    return f"{era * 400 + year_of_era + (month <= 2):04d}-{month:02d}-{day:02d}"
