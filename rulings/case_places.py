"""Where a case happened."""

from __future__ import annotations

from dataclasses import dataclass

from events.models import Play, Section


@dataclass(frozen=True)
class Where:
    """What a case is about: a board at a table, a table, or the session as a whole."""

    section: Section | None = None
    round: int | None = None
    table: int | None = None
    board: int | None = None
    play: Play | None = None

    @classmethod
    def of(cls, play: Play) -> Where:
        return cls(play.section, play.round, play.table, play.board, play)
