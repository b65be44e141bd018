"""A Bridgemate file (`.bws`) as records: every table that a scoring program has to do with."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from scoring.engine.cards import Seat
from scoring.interchange.bridgemate import sentences
from scoring.interchange.bridgemate.jet import SIGNATURE
from scoring.interchange.bridgemate.jet_reader import Cell, JetFile, Row
from scoring.interchange.bridgemate.records import (
    SUITS,
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
from scoring.interchange.document import FileError
from scoring.interchange.file_bytes import LIMIT, read_bytes

Record = TypeVar("Record")
# More than any session has: what goes on longer is not a session.
MOST_ROWS = 200_000
_UPLOADED, _LOGGED_ON = 1, 1


def looks_like(data: bytes) -> bool:
    """Whether the bytes are an Access database, as Bridgemate's files are."""
    return data[: len(SIGNATURE)] == SIGNATURE


def read(path: Path, limit: int = LIMIT) -> BridgemateFile:
    """The file at a path; one that changes while it is read is refused with a sentence."""
    before = path.stat() if path.exists() else None
    data = read_bytes(path, limit)
    after = path.stat()
    if before is not None and (before.st_mtime_ns, before.st_size) != (after.st_mtime_ns, after.st_size):
        raise FileError(sentences.BWS_CHANGED, path=path.name)
    return parse(data, path.name)


def parse(data: bytes, name: str = "The file") -> BridgemateFile:
    """The records of a file; what is not Bridgemate's, or is damaged, is refused with a sentence."""
    jet = JetFile(data, name)
    for table in ("Section", "RoundData", "ReceivedData"):
        if not jet.has_table(table):
            raise FileError(sentences.NO_SECTIONS, path=name, table=table)
    return BridgemateFile(
        sections=tuple(_records(jet, "Section", _section)),
        tables=tuple(_records(jet, "Tables", _table)),
        rounds=tuple(_records(jet, "RoundData", _round)),
        results=(
            *_records(jet, "IntermediateData", lambda row: _result(row, is_intermediate=True)),
            *_records(jet, "ReceivedData", _result),
        ),
        players=tuple(_records(jet, "PlayerNumbers", _player)),
        names=tuple(_records(jet, "PlayerNames", _name)),
        hands=tuple(_records(jet, "HandRecord", _hand)),
        settings=_settings(jet),
    )


def _records(jet: JetFile, table: str, make: Callable[["_Cells"], Record]) -> Iterator[Record]:
    for count, row in enumerate(jet.rows(table)):
        if count >= MOST_ROWS:
            raise FileError(sentences.BWS_DAMAGED, path=jet.name)
        yield make(_Cells(row))


class _Cells:
    """A row, asked by name whatever its letters' case; a column that is not there is as good as an empty one."""

    def __init__(self, row: Row) -> None:
        self.cells = {name.lower(): cell for name, cell in row.items()}

    def _cell(self, name: str) -> Cell:
        return self.cells.get(name.lower())

    def whole(self, name: str) -> int:
        cell = self._cell(name)
        if isinstance(cell, int):
            return int(cell)
        if isinstance(cell, float) and abs(cell) < 2**31:  # not of a NaN
            return int(cell)
        text = cell.strip() if isinstance(cell, str) else ""
        return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else 0

    def text(self, name: str) -> str:
        cell = self._cell(name)
        if isinstance(cell, str):
            return cell.replace("\x00", "").strip()
        return str(cell) if isinstance(cell, int) and not isinstance(cell, bool) else ""

    def truth(self, name: str) -> bool:
        """Old files keep truth as a number: 0 is false, -1 true."""
        return bool(self.whole(name))

    def days(self, name: str) -> float | None:
        cell = self._cell(name)
        return cell if isinstance(cell, float) and -1e6 < cell < 1e6 else None


def _section(row: _Cells) -> FileSection:
    return FileSection(
        ident=row.whole("ID"),
        letter=row.text("Letter"),
        tables=row.whole("Tables"),
        missing_pair=row.whole("MissingPair"),
        winners=row.whole("Winners"),
        scoring_type=row.whole("ScoringType"),
    )


def _table(row: _Cells) -> FileTable:
    return FileTable(
        section=row.whole("Section"),
        table=row.whole("Table"),
        is_uploaded=row.whole("Status") == _UPLOADED,
        is_logged_on=row.whole("LogOnOff") == _LOGGED_ON,
        current_round=row.whole("CurrentRound"),
        current_board=row.whole("CurrentBoard"),
        group=row.whole("Group"),
    )


def _round(row: _Cells) -> FileRound:
    return FileRound(
        section=row.whole("Section"),
        table=row.whole("Table"),
        round=row.whole("Round"),
        ns=row.whole("NSPair"),
        ew=row.whole("EWPair"),
        low=row.whole("LowBoard"),
        high=row.whole("HighBoard"),
        custom=row.text("CustomBoards"),
        south=row.whole("South"),
        west=row.whole("West"),
    )


def _result(row: _Cells, is_intermediate: bool = False) -> FileResult:
    return FileResult(
        ident=row.whole("ID"),
        section=row.whole("Section"),
        table=row.whole("Table"),
        round=row.whole("Round"),
        board=row.whole("Board"),
        ns=row.whole("PairNS"),
        ew=row.whole("PairEW"),
        declarer=row.whole("Declarer"),
        direction=row.text("NS/EW").upper(),
        contract=row.text("Contract"),
        result=row.text("Result"),
        lead=row.text("LeadCard"),
        remarks=row.text("Remarks"),
        date=row.days("DateLog"),
        time=row.days("TimeLog"),
        is_processed=row.truth("Processed"),
        is_erased=row.truth("Erased"),
        is_external=row.truth("ExternalUpdate"),
        is_intermediate=is_intermediate,
        south=row.whole("South"),
        west=row.whole("West"),
    )


def _player(row: _Cells) -> FilePlayer:
    return FilePlayer(
        section=row.whole("Section"),
        table=row.whole("Table"),
        direction=row.text("Direction").upper(),
        number=row.text("Number"),
        name=row.text("Name"),
        round=row.whole("Round"),
        is_processed=row.truth("Processed"),
    )


def _name(row: _Cells) -> FileName:
    return FileName(number=row.text("strID") or row.text("ID"), name=row.text("Name"))


def _hand(row: _Cells) -> FileHand:
    hands = {
        seat: (
            row.text(f"{seat.name}{SUITS[0]}"),
            row.text(f"{seat.name}{SUITS[1]}"),
            row.text(f"{seat.name}{SUITS[2]}"),
            row.text(f"{seat.name}{SUITS[3]}"),
        )
        for seat in Seat
    }
    return FileHand(row.whole("Section"), row.whole("Board"), hands)


def _settings(jet: JetFile) -> Mapping[int, Mapping[str, Setting]]:
    """What a file sets for each section; the first row holds where there is only one for all."""
    settings: dict[int, dict[str, Setting]] = {}
    for count, row in enumerate(jet.rows("Settings")):
        if count >= MOST_ROWS:
            raise FileError(sentences.BWS_DAMAGED, path=jet.name)
        section = _Cells(row).whole("Section")
        settings[section] = {
            name: cell for name, cell in row.items() if name.lower() != "section" and isinstance(cell, bool | int | str)
        }
    return settings
