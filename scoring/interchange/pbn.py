"""PBN: the ScoreTable section of each board, and who played from it or from a TotalScoreTable."""

import re
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

from scoring.engine.boards import Vulnerability
from scoring.engine.cards import Seat
from scoring.engine.deal import Deal
from scoring.engine.errors import NotationError
from scoring.engine.methods import USUAL_METHOD, method_named
from scoring.engine.numbers import plain
from scoring.engine.sheet import (
    AVERAGE,
    Award,
    award_for_other_side,
    award_for_percent,
    format_artificial,
    parse_artificial,
)
from scoring.interchange import sentences
from scoring.interchange.document import Document, FileError, FileLine, Marking, Problem

_TAG = re.compile(r'\[\s*(?P<name>\w+)\s+"(?P<value>[^"]*)"\s*\]')
_CELL = re.compile(r'"[^"]*"|\S+')
_UNKNOWN = {"-", "*", "?", ""}
_ARTIFICIAL = "^"
_TABLES = ("ScoreTable", "TotalScoreTable")

Table = list[tuple[int, str]]
Cells = dict[str, str]
Game = tuple[dict[str, str], dict[str, Table]]
_METHODS = {"MP": "matchpoints", "MATCHPOINTS": "matchpoints", "BUTLER": "butler", "CROSS": "cross-imps"}
_METHODS |= {"IMP": "cross-imps", "IMPS": "cross-imps", "TOTAL": "total-points"}


def parse(data: bytes, name: str) -> Document:
    games = list(_games(_lines(data)))
    method = _method(games)
    rows, problems, markings = [], [], {}
    people: dict[tuple[str, str, str], str] = {}
    for tags, tables in games:
        if "ScoreTable" in tags:
            rows_and_cells, row_problems = _rows(tags, tables["ScoreTable"], method)
            rows += [row for row, _cells in rows_and_cells]
            problems += row_problems
            markings[tags.get("Board", "")] = _board_marking(tags)
            for row, cells in rows_and_cells:
                people |= _names(row, cells)
        people = _names_from_totals(tags, tables["TotalScoreTable"]) | people
    if not any("ScoreTable" in tags for tags, _ in games):
        raise FileError(sentences.NO_TABLE, path=name)
    if not rows:
        raise FileError(sentences.NO_LINES, path=name)
    return Document(
        "pbn",
        tuple(rows),
        method=method,
        markings=markings,
        problems=tuple(problems),
        title=next((tags["Event"] for tags, _ in games if tags.get("Event", "?") not in _UNKNOWN), ""),
        played_on=next((tags["Date"].replace(".", "-") for tags, _ in games if "Date" in tags), ""),
        people=people,
        hands=_hands(games),
        points_method=method or USUAL_METHOD,
    )


def _hands(games: list[Game]) -> dict[int, Deal]:
    """The deals by board; one that cannot be read is left out: no figure depends on it."""
    hands: dict[int, Deal] = {}
    for tags, _tables in games:
        board, text = _number(tags), tags.get("Deal", "")
        if not isinstance(board, int) or text in _UNKNOWN:
            continue
        with suppress(NotationError):
            hands.setdefault(board, Deal.parse(text))
    return hands


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    """Names in older files are not always UTF-8, and no figure depends on them."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.startswith(("%", ";")):
            yield number, line.strip()


def _games(lines: Iterator[tuple[int, str]]) -> Iterator[Game]:
    """The tags of each board with the lines of its tables; `#` repeats the board before."""
    tags: dict[str, str] = {}
    before: dict[str, str] = {}
    tables: dict[str, Table] = {name: [] for name in _TABLES}
    section = ""
    for number, line in lines:
        tag = _TAG.match(line)
        if tag:
            section = tag["name"]
            if section in ("Event", "Board") and section in tags:
                yield tags, tables
                before, tags, tables = tags, {}, {name: [] for name in _TABLES}
            value = tag["value"]
            tags[section] = before.get(section, "") if value == "#" else value
        elif line and section in tables:
            tables[section].append((number, line))
    if tags:
        yield tags, tables


def _columns(value: str) -> list[str]:
    return [column.split("\\")[0].strip().lstrip("+-").lower() for column in value.split(";")]


def _rows(tags: dict[str, str], table: Table, method: str) -> tuple[list[tuple[FileLine, Cells]], list[Problem]]:
    """The rows of a board, each with what its columns say, and what is wrong with others."""
    columns = _columns(tags["ScoreTable"])
    rows, problems = [], []
    for number, line in table:
        cells = _cells(columns, line)
        if cells is None:
            gaps = {"found": len(_CELL.findall(line)), "wanted": len(columns)}
            problems.append(Problem(sentences.SHORT_ROW, gaps, tags.get("Board"), number))
            continue
        score, assumed = _score(cells)
        if assumed:
            problems.append(Problem(sentences.ONE_SIDE, assumed, _number(tags), number))
        rows.append((_row(cells, tags, number, score, method), cells))
    return rows, problems


def _number(tags: dict[str, str]) -> int | str:
    board = tags.get("Board", "").strip()
    return int(board) if board.isdecimal() and board.isascii() else board


def _cells(columns: list[str], line: str) -> Cells | None:
    """What stands in each column; nothing where it is unknown, None where there are too many or too few."""
    cells = [cell.strip('"') for cell in _CELL.findall(line)]
    if len(cells) != len(columns):
        return None
    return {column: "" if cell in _UNKNOWN else cell for column, cell in zip(columns, cells, strict=True)}


def _row(cells: Cells, tags: dict[str, str], number: int, score: str, method: str) -> FileLine:
    points = "mp" if method_named(method or USUAL_METHOD).gives_percentages else "imp"
    return FileLine(
        board=tags.get("Board", ""),
        ns=cells.get("pairid_ns", ""),
        ew=cells.get("pairid_ew", ""),
        contract=cells.get("contract", ""),
        declarer=cells.get("declarer", ""),
        tricks=cells.get("result", ""),
        lead=cells.get("lead", ""),
        score=score,
        section=cells.get("section", ""),
        where=number,
        signed_tricks=True,
        points_ns=cells.get(f"{points}_ns", "").removeprefix(_ARTIFICIAL),
        points_ew=cells.get(f"{points}_ew", "").removeprefix(_ARTIFICIAL),
    )


def _score(cells: Cells) -> tuple[str, dict[str, object]]:
    """North-South's score, or East-West's with the sign turned; and what had to be assumed of one side."""
    ns, ew = (_award(cells, side) for side in ("ns", "ew"))
    if ns and ew:
        return _written(ns, ew), {}
    if award := ns or ew:
        if award.level is None:
            return f"A{plain(award.base_percent)}", {}
        other = award_for_other_side(award)
        sign = format_artificial(other, award).partition("/")[0]
        assumed: dict[str, object] = {"side": "East-West" if ns else "North-South", "award": sign}
        return _written(award, other) if ns else _written(other, award), {} if award == AVERAGE else assumed
    if cells.get("score_ns"):
        return cells["score_ns"], {}
    east_west = cells.get("score_ew", "")
    return str(-int(east_west)) if re.fullmatch(r"[+-]?\d+", east_west) else "", {}


def _written(ns: Award, ew: Award) -> str:
    return f"A{plain(ns.base_percent)}/{plain(ew.base_percent)}"


def _award(cells: Cells, side: str) -> Award | None:
    """An artificial score: a level of Law 12C2 for a score, or a percentage marked with ^."""
    score = cells.get(f"score_{side}", "").removeprefix(_ARTIFICIAL)
    with suppress(NotationError):
        return parse_artificial(score)[0]
    percent = cells.get(f"percentage_{side}", "")
    marked = re.fullmatch(r"\^(\d{1,3}(?:\.\d+)?)", percent)
    return award_for_percent(Fraction(marked[1])) if marked else None


def _names(row: FileLine, cells: Cells) -> dict[tuple[str, str, str], str]:
    sides = (("NS", row.ns, cells.get("names_ns", "")), ("EW", row.ew, cells.get("names_ew", "")))
    return {(row.section, number, way): _players(names) for way, number, names in sides if number and names}


def _names_from_totals(tags: dict[str, str], table: Table) -> dict[tuple[str, str, str], str]:
    columns = _columns(tags.get("TotalScoreTable", ""))
    people: dict[tuple[str, str, str], str] = {}
    for _number, line in table:
        cells = _cells(columns, line) or {}
        way = cells.get("direction", "").upper()
        if cells.get("pairid") and cells.get("names"):
            key = cells.get("section", ""), cells["pairid"], way if way in ("NS", "EW") else ""
            people[key] = _players(cells["names"])
    return people


def _players(names: str) -> str:
    """Two names, which the format parts by a semicolon, or that of the partnership."""
    return " – ".join(part for name in names.split(";") if (part := name.strip()))


def _board_marking(tags: dict[str, str]) -> Marking:
    dealer = vulnerability = None
    try:
        dealer = Seat.parse(tags["Dealer"]) if tags.get("Dealer") else None
        vulnerability = Vulnerability.parse(tags["Vulnerable"]) if tags.get("Vulnerable") else None
    except NotationError:
        return Marking(dealer)
    return Marking(dealer, vulnerability)


def _method(games: list[Game]) -> str:
    scoring = next((tags["Scoring"] for tags, _ in games if tags.get("Scoring")), "")
    return _METHODS.get(re.split(r"[;\s]", scoring.upper())[0], "")
