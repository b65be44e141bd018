"""What Bridgemate's software would write into the file that a session gives it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from events.models import Session
from scoring.interchange.bridgemate import reader, writer
from scoring.interchange.bridgemate.records import BridgemateFile, FilePlayer, FileResult, FileRound
from scoring.services.bridgemate.report import BridgemateReport
from scoring.services.bridgemate.taking import read_session_file
from scoring.services.bridgemate.writing import write_session_file
from tests.cast import Cast

# 16 November 2026, the evening of the tests, in days since 30 December 1899; at eight o'clock.
DAY, EIGHT = 46_342.0, 20 / 24


class Laptop:
    """A file of a session to which tables add results."""

    def __init__(self, cast: Cast, session: Session) -> None:
        self.cast, self.session = cast, session
        self.file = reader.parse(write_session_file(actor=cast.actor("director"), session=session))
        self.rows: list[FileResult] = []
        self.players: list[FilePlayer] = []

    def meeting(self, round_number: int, table: int = 1) -> FileRound:
        return next(row for row in self.file.rounds if (row.round, row.table) == (round_number, table))

    def enter(self, at: FileRound, board: int, contract: str = "4 S", result: str = "=", **more: Any) -> FileResult:
        """A result by North, unless something else is said."""
        row = FileResult(
            *(len(self.rows) + 1, at.section, at.table, at.round, board, at.ns, at.ew, at.ns, "N", contract, result),
            date=DAY,
            time=EIGHT,
        )
        self.rows.append(replace(row, **more))
        return self.rows[-1]

    def remark(self, at: FileRound, board: int, remark: str, **more: Any) -> FileResult:
        return self.enter(at, board, "", "", direction="", declarer=0, remarks=remark, **more)

    def play_round(self, number: int, **more: Any) -> None:
        for at in self.file.rounds:
            for board in at.boards if at.round == number else ():
                self.enter(at, board, **more)

    def key_in(self, table: int, seat: str, number: str, name: str = "") -> None:
        self.players.append(FilePlayer(1, table, seat, number, name))

    def data(self, **changes: Any) -> bytes:
        players = (*(self.file.players if not self.players else ()), *self.players)
        file = replace(self.file, **{"results": tuple(self.rows), "players": players, **changes})
        return writer.write(file, writer.NewFile(DAY, guid=changes.get("guid", self.file.guid)))

    def read(self, persona: str = "director", **options: Any) -> BridgemateReport:
        self.session.refresh_from_db()
        actor = self.cast.actor(persona)
        return read_session_file(actor=actor, session=self.session, data=self.data(), name="monday.bws", **options)


def whole(file: BridgemateFile) -> bytes:
    return writer.write(file, writer.NewFile(DAY, guid=file.guid))
