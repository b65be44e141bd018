"""An evening that two programs scored: what a file of the other one says, beside what is here, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from core.actors import Actor
from events.models import Session
from scoring.engine.cards import Side
from scoring.engine.sheet import Outcomes
from scoring.interchange.document import Document, FileLine
from scoring.interchange.files import parse
from scoring.interchange.sheets import SheetEntry, read_document
from scoring.selectors.result_lines import ResultLine
from scoring.selectors.shown_results import SessionResults

LIMIT = 20_000_000


@dataclass(frozen=True)
class Pair:
    """A figure there and here; either is empty where it is not known."""

    there: str
    here: str

    @property
    def differs(self) -> bool:
        """As numbers, as far as both have decimals; what only one side knows is no difference."""
        return bool(self.there and self.here) and not _is_same(self.there, self.here)


@dataclass(frozen=True)
class LineBeside:
    """A result on a board: who met whom, and each figure twice. Without one side the line is missing there or here."""

    board: str
    ns: str
    ew: str
    score: Pair
    points_ns: Pair
    points_ew: Pair
    is_there: bool = True
    is_here: bool = True

    @property
    def differs(self) -> bool:
        figures = (self.score, self.points_ns, self.points_ew)
        return not (self.is_there and self.is_here) or any(figure.differs for figure in figures)


@dataclass(frozen=True)
class StandingBeside:
    number: str
    name: str
    place: Pair
    total: Pair
    percent: Pair

    @property
    def differs(self) -> bool:
        return any(figure.differs for figure in (self.place, self.total, self.percent))


@dataclass(frozen=True)
class SideBySide:
    lines: list[LineBeside]
    standings: list[StandingBeside]

    @property
    def differing(self) -> list[LineBeside]:
        return [line for line in self.lines if line.differs]

    @property
    def same(self) -> int:
        return len(self.lines) - len(self.differing)


Key = tuple[int, str, str]


def compare_with_file(actor: Actor, session: Session, data: bytes, name: str) -> SideBySide:
    """The file against the session as this reader sees it. A line is known by its board and its North-South pair."""
    document = parse(data, name)
    results = SessionResults(actor, session)
    here = dict(_lines_here(results, several=session.sections.count() > 1))
    there = dict(_lines_there(document, several=session.sections.count() > 1))
    lines = [_beside(key, there.get(key), here.get(key)) for key in sorted(here.keys() | there.keys())]
    return SideBySide(lines, list(_standings(document, results)))


def _lines_here(results: SessionResults, *, several: bool) -> Iterator[tuple[Key, ResultLine]]:
    for run_lines in results.fields:
        for board in run_lines.boards():
            for line in board.lines:
                number = line.ns.who[0].number if line.ns.who else ""
                letter = line.ns.who[0].letter if line.ns.who and several else ""
                yield (board.number, letter, number.removeprefix(letter)), line


def _lines_there(document: Document, *, several: bool) -> Iterator[tuple[Key, SheetEntry]]:
    for entries in read_document(document).entries.values():
        for entry in entries:
            board = entry.row.board.strip()
            if board.isdecimal() and board.isascii():
                letter = entry.row.section.strip().upper() if several else ""
                yield (int(board), letter, entry.row.ns.strip()), entry


def _beside(key: Key, there: SheetEntry | None, here: ResultLine | None) -> LineBeside:
    row: FileLine | None = there.row if there else None
    return LineBeside(
        board=str(key[0]),
        ns=f"{key[1]}{key[2]}",
        ew=here.ew.numbers if here else (row.ew if row else ""),
        score=Pair(_score_there(there), _score_here(here)),
        points_ns=Pair(row.points_ns if row else "", here.ns.points if here else ""),
        points_ew=Pair(row.points_ew if row else "", here.ew.points if here else ""),
        is_there=there is not None,
        is_here=here is not None,
    )


def _score_there(entry: SheetEntry | None) -> str:
    if entry is None or not entry.line.counts:
        return ""
    value = entry.line.ns_value
    return str(value.single) if isinstance(value, Outcomes) and value.single is not None else entry.row.score


def _score_here(line: ResultLine | None) -> str:
    if line is None or line.not_played:
        return ""
    # What was given in the place of a score is told by the points that came of it.
    return str(line.ns.score) if line.ns.score is not None and line.has_one_score else ""


def _standings(document: Document, results: SessionResults) -> Iterator[StandingBeside]:
    for ranked_field in results.rankings():
        for ranking in ranked_field.rankings:
            for row in ranking.rows:
                number = row.who.number.removeprefix(row.who.letter)
                found = _published(document, row.who.letter, number, ranking.side)
                yield StandingBeside(
                    number=row.who.number,
                    name=row.who.title,
                    place=Pair(found.get("place", ""), row.place),
                    total=Pair(found.get("total", ""), row.total),
                    percent=Pair(found.get("percent", ""), row.percent),
                )


def _published(document: Document, letter: str, number: str, side: str) -> Mapping[str, str]:
    directions = (side,) if side else (Side.NS.value, Side.EW.value)
    found = next(filter(None, (document.published(letter, number, direction) for direction in directions)), None)
    return {"place": found.place, "total": found.total, "percent": found.percent} if found else {}


def _is_same(there: str, here: str) -> bool:
    first, second = _number(there), _number(here)
    if first is None or second is None:
        return there.strip().rstrip("=%") == here.strip().rstrip("=%")
    decimals = min(len(text.partition(".")[2]) for text in (_tidy(there), _tidy(here)))
    return abs(first - second) <= Fraction(1, 2 * 10**decimals)


def _number(text: str) -> Fraction | None:
    try:
        return Fraction(_tidy(text))
    except (ValueError, ZeroDivisionError):
        return None


def _tidy(text: str) -> str:
    return text.strip().rstrip("=%").strip().replace(",", ".").replace("−", "-").removeprefix("+")
