"""PBN: the ScoreTable section of each board."""

import re
from collections.abc import Iterator

from scoring.engine.boards import Vulnerability
from scoring.engine.cards import Seat
from scoring.engine.errors import NotationError
from scoring.interchange import sentences
from scoring.interchange.document import Document, FileError, Marking, Problem, Row

_TAG = re.compile(r'\[\s*(?P<name>\w+)\s+"(?P<value>[^"]*)"\s*\]')
_CELL = re.compile(r'"[^"]*"|\S+')
_UNKNOWN = {"-", "*", "?", ""}
_METHODS = {"MP": "matchpoints", "MATCHPOINTS": "matchpoints", "BUTLER": "butler", "CROSS": "cross-imps"}
_METHODS |= {"IMP": "cross-imps", "IMPS": "cross-imps", "TOTAL": "total-points"}


def parse(data: bytes, name: str) -> Document:
    games = list(_games(_lines(data)))
    rows, problems, markings = [], [], {}
    for tags, table in games:
        if "ScoreTable" in tags:
            found, trouble = _rows(tags, table)
            rows += found
            problems += trouble
            markings[tags.get("Board", "")] = _marking(tags)
    if not any("ScoreTable" in tags for tags, _ in games):
        raise FileError(sentences.NO_TABLE, path=name)
    if not rows:
        raise FileError(sentences.NO_LINES, path=name)
    return Document(
        "pbn",
        tuple(rows),
        method=_method(games),
        markings=markings,
        problems=tuple(problems),
        played_on=next((tags["Date"].replace(".", "-") for tags, _ in games if "Date" in tags), ""),
    )


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    """Names in older files are not always UTF-8, and no figure depends on them."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.startswith(("%", ";")):
            yield number, line.strip()


Table = list[tuple[int, str]]
Game = tuple[dict[str, str], Table]


def _games(lines: Iterator[tuple[int, str]]) -> Iterator[Game]:
    """The tags of each board with the lines of its score table; `#` repeats the board before."""
    tags: dict[str, str] = {}
    before: dict[str, str] = {}
    table: Table = []
    section = ""
    for number, line in lines:
        found = _TAG.match(line)
        if found:
            section = found["name"]
            if section in ("Event", "Board") and section in tags:
                yield tags, table
                before, tags, table = tags, {}, []
            value = found["value"]
            tags[section] = before.get(section, "") if value == "#" else value
        elif line and section == "ScoreTable":
            table.append((number, line))
    if tags:
        yield tags, table


def _columns(value: str) -> list[str]:
    return [column.split("\\")[0].strip().lstrip("+-").lower() for column in value.split(";")]


def _rows(tags: dict[str, str], table: Table) -> tuple[list[Row], list[Problem]]:
    columns = _columns(tags["ScoreTable"])
    rows, problems = [], []
    for number, line in table:
        cells = [cell.strip('"') for cell in _CELL.findall(line)]
        if len(cells) != len(columns):
            gaps = {"found": len(cells), "wanted": len(columns)}
            problems.append(Problem(sentences.SHORT_ROW, gaps, tags.get("Board"), number))
            continue
        known = {column: "" if cell in _UNKNOWN else cell for column, cell in zip(columns, cells, strict=True)}
        rows.append(_row(known, tags, number))
    return rows, problems


def _row(cells: dict[str, str], tags: dict[str, str], number: int) -> Row:
    return Row(
        board=tags.get("Board", ""),
        ns=cells.get("pairid_ns", ""),
        ew=cells.get("pairid_ew", ""),
        contract=cells.get("contract", ""),
        declarer=cells.get("declarer", ""),
        tricks=cells.get("result", ""),
        lead=cells.get("lead", ""),
        score=_score(cells),
        section=cells.get("section", ""),
        where=number,
        signed_tricks=True,
    )


def _score(cells: dict[str, str]) -> str:
    """North-South's score, or East-West's with the sign turned."""
    if cells.get("score_ns"):
        return cells["score_ns"]
    east_west = cells.get("score_ew", "")
    if re.fullmatch(r"[+-]?\d+", east_west):
        return str(-int(east_west))
    return ""


def _marking(tags: dict[str, str]) -> Marking:
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
