"""A Bridgemate file (`.bws`) from records: a movement, people, hands, settings, and results where there are any."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.engine.cards import Seat
from scoring.engine.contract import Result
from scoring.engine.sheet import Award
from scoring.interchange.bridgemate import sentences
from scoring.interchange.bridgemate.jet_database import write_database
from scoring.interchange.bridgemate.jet_index import can_be_indexed
from scoring.interchange.bridgemate.jet_reader import Cell
from scoring.interchange.bridgemate.jet_writer import ENCODING, Table
from scoring.interchange.bridgemate.records import (
    BridgemateFile,
    FileHand,
    FileName,
    FilePlayer,
    FileResult,
    FileRound,
    FileSection,
    FileTable,
    Setting,
)
from scoring.interchange.bridgemate.tables import (
    INDEXES,
    LIMITS,
    LONGEST_KEYED,
    LONGEST_NAME,
    LONGEST_NUMBER,
    SETTINGS,
    TABLES,
)
from scoring.interchange.document import FileError

_UPLOADED, _LOGGED_ON, _LOGGED_OFF = 1, 1, 2
_MOST_ID = 2**31 - 1


@dataclass(frozen=True)
class NewFile:
    """What is said of a file as a whole: when it was made, which session it is of, whose computer will read it."""

    made_at: float  # days since 30 December 1899
    name: str = ""
    guid: str = ""
    computer: str = ""
    # Tricks for each declarer in spades, hearts, diamonds, clubs and no trump, by section and board.
    tricks: Mapping[tuple[int, int], Mapping[Seat, Sequence[int]]] = field(default_factory=dict)


def write(file: BridgemateFile, new: NewFile) -> bytes:
    """The bytes of a file with these records; what Bridgemates cannot hold is refused with a sentence."""
    return write_database(file_tables(file, new), new.made_at)


def file_tables(file: BridgemateFile, new: NewFile) -> list[Table]:
    """Every table of the file with its rows."""
    _refuse_beyond_limits(file)
    rows: dict[str, list[list[Cell]]] = {
        "Clients": [[1, _fitting(new.computer, 255)]] if new.computer else [],
        "Session": [_session(new)],
        "Section": [_section(row) for row in file.sections],
        "Tables": [_table(row, bool(new.computer)) for row in file.tables],
        "RoundData": [_round(row) for row in file.rounds],
        "ReceivedData": [_result(row) for row in file.results if not row.is_intermediate],
        "IntermediateData": [_result(row) for row in file.results if row.is_intermediate],
        "PlayerNumbers": [_player(row, new.made_at) for row in file.players],
        "PlayerNames": [_name(at, row) for at, row in enumerate(file.names, start=1)],
        "HandRecord": [_hand(row) for row in file.hands],
        "HandEvaluation": [_evaluation(row, new) for row in file.hands if (row.section, row.board) in new.tricks],
        "Settings": [_settings(row.ident, _chosen(file, row.ident)) for row in file.sections],
    }
    return [Table(name, columns, rows.get(name, []), INDEXES.get(name, ())) for name, columns in TABLES.items()]


def _refuse_beyond_limits(file: BridgemateFile) -> None:
    boards = [len(row.boards) for row in file.rounds]
    largest = {
        "sections": len(file.sections),
        "tables": max((row.table for row in file.rounds), default=0),
        "pairs": max((max(row.ns, row.ew, row.south, row.west) for row in file.rounds), default=0),
        "boards": max((max(row.boards, default=0) for row in file.rounds), default=0),
        "boards in a round": max(boards, default=0),
        "rounds": max((row.round for row in file.rounds), default=0),
    }
    for what, number in largest.items():
        if number > LIMITS[what]:
            raise FileError(sentences.BEYOND_LIMIT, what=what, most=LIMITS[what], number=number)


def _session(new: NewFile) -> list[Cell]:
    day = float(int(new.made_at))
    return [1, _fitting(new.name, 40), day, new.made_at - day, new.guid or None, 0, False, False, False]


def _section(row: FileSection) -> list[Cell]:
    return [row.ident, row.letter, row.tables, row.missing_pair, 0, 1, row.scoring_type, row.winners]


def _table(row: FileTable, has_computer: bool) -> list[Cell]:
    logged = _LOGGED_ON if row.is_logged_on else _LOGGED_OFF
    status = _UPLOADED if row.is_uploaded else 0
    current = row.current_round, row.current_board
    return [row.section, row.table, int(has_computer), status, logged, *current, 0, row.group]


def _round(row: FileRound) -> list[Cell]:
    place = [row.section, row.table, row.round, row.ns, row.ew]
    return [*place, row.low, row.high, row.custom or None, row.south, row.west]


def _result(row: FileResult) -> list[Cell]:
    texts = [row.direction, row.contract, row.result, row.lead, row.remarks]
    marks = [row.is_processed, False, False, False, False, row.is_erased, row.is_external]
    place = [row.ident, row.section, row.table, row.round, row.board, row.ns, row.ew, row.declarer]
    return [*place, *texts, row.date, row.time, *marks, 0, row.south, row.west]


def _player(row: FilePlayer, made_at: float) -> list[Cell]:
    number, name = _fitting(row.number, LONGEST_KEYED), _fitting(row.name, LONGEST_NAME)
    return [row.section, row.table, row.direction, number, name, row.round, False, row.is_processed, made_at]


def _name(at: int, row: FileName) -> list[Cell]:
    """Numbers are keyed in as they are; the other key is the number itself where it is one."""
    ident = int(row.number) if row.number.isdecimal() and row.number.isascii() else at
    return [ident if ident <= _MOST_ID else at, _fitting(row.name, LONGEST_NAME), row.number]


def can_be_listed(number: str) -> bool:
    """Whether a number fits into the list of players: it is looked up by it."""
    return 0 < len(number) <= LONGEST_NUMBER and can_be_indexed(number)


def _hand(row: FileHand) -> list[Cell]:
    return [row.section, row.board, *(held for seat in Seat for held in row.hands[seat])]


def _evaluation(row: FileHand, new: NewFile) -> list[Cell]:
    tricks = new.tricks[row.section, row.board]
    points = [sum("JQKA".find(rank) + 1 for held in row.hands[seat] for rank in held) for seat in Seat]
    return [row.section, row.board, *(number for seat in Seat for number in tricks[seat]), *points]


def _chosen(file: BridgemateFile, section: int) -> Mapping[str, Setting]:
    """What is set for a section, or for all where it has no row of its own."""
    return file.settings.get(section) or file.settings.get(0, {})


def _settings(section: int, chosen: Mapping[str, Setting]) -> list[Cell]:
    return [section, *(chosen.get(name, default) for name, default in SETTINGS.items())]


def _fitting(text: str, most: int) -> str:
    """As much of a text as fits, in letters that the file has: others are replaced by `?`."""
    return text.encode(ENCODING, "replace").decode(ENCODING)[:most].rstrip()


# --- What a result is in a file --------------------------------------------------------------------------------------
def contract_text(result: Result) -> str:
    """`4 S x`, `3 NT`, `PASS`."""
    if result.contract is None:
        return "PASS"
    contract = result.contract
    strain = "NT" if contract.strain.value.startswith("N") else contract.strain.value
    return " ".join([str(contract.level), strain, *(["x" * contract.risk] if contract.risk else [])])


def result_text(result: Result) -> str:
    """`=`, `+1`, `-13`; nothing where all have passed."""
    if result.contract is None:
        return ""
    return f"{result.margin:+d}" if result.margin else "="


def lead_text(result: Result) -> str:
    """`D10`, `SA`."""
    return str(result.lead).replace("T", "10") if result.lead else ""


def awards_remark(ns: Award, ew: Award) -> str:
    """`60%-40%`: an artificial score in whole percent."""
    return f"{round(ns.base_percent)}%-{round(ew.base_percent)}%"


def custom_boards(boards: Iterable[int]) -> tuple[int, int, str]:
    """Lowest board, highest board, and the list of them where some between these are left out."""
    numbers = sorted(boards)
    if not numbers:
        return 0, 0, ""
    low, high = numbers[0], numbers[-1]
    return low, high, "" if numbers == list(range(low, high + 1)) else ",".join(map(str, numbers))
