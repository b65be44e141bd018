"""CSV: `board,ns,ew,contract,declarer,tricks,lead,score` with a header, in any order, and what docs/files.md adds."""

import re

from scoring.engine.methods import METHODS, team_scoring_named
from scoring.interchange import sentences, tabular
from scoring.interchange.bridgemate.records import day_text
from scoring.interchange.columns import columns_of
from scoring.interchange.dates import iso_day
from scoring.interchange.document import Document, FileError, FileLine, Key, MatchHead
from scoring.interchange.naming import pair_name
from scoring.interchange.tabular import Row

_SERIAL = re.compile(r"[1-7]\d{4}(?:\.\d+)?")
COLUMNS = ("board", "ns", "ew", "contract", "declarer", "tricks", "lead", "score")
NEEDED = ("board", "ns", "ew")
ALSO: tuple[str, ...] = ("section", "session", "round", "table", "date", "title", "method", "winners")
ALSO += ("names_ns", "names_ew", "points_ns", "points_ew", "team_ns", "team_ew")


def parse(data: bytes, name: str) -> Document:
    return from_rows(list(tabular.rows(tabular.decode_utf8(data, name), name)), name, "csv")


def from_rows(rows: list[Row], name: str, format: str) -> Document:
    """Rows with their lines, the header first; a spreadsheet has them too."""
    if not rows:
        raise FileError(sentences.NO_LINES, path=name)
    header = columns_of(rows[0][1])
    _check(header, name)
    cells_of_rows = [(line, dict(zip(header, row, strict=False))) for line, row in rows[1:]]
    matches: list[MatchHead] = []
    file_lines = tuple(_row(cells, line, matches) for line, cells in cells_of_rows)
    if not file_lines:
        raise FileError(sentences.NO_LINES, path=name)
    people: dict[Key, str] = {}
    for (_line, cells), row in zip(cells_of_rows, file_lines, strict=True):
        for side, number in (("ns", row.ns), ("ew", row.ew)):
            if number and cells.get(f"names_{side}"):
                people[row.section, number, side.upper()] = pair_name(cells[f"names_{side}"])
    method, winners = (_first(cells_of_rows, column) for column in ("method", "winners"))
    days = [day for _line, cells in cells_of_rows if (day := _day(cells.get("date", "")))]
    return Document(
        format,
        file_lines,
        people=people,
        title=_first(cells_of_rows, "title"),
        method=_known_method(method),
        points_method=_known_method(method).removesuffix("-sum") if any(row.points_ns for row in file_lines) else "",
        winners=int(winners) if winners in ("1", "2") else 0,
        matches=tuple(matches),
        individual=all("+" in row.ns and "+" in row.ew for row in file_lines),
        played_on=days[0] if days else "",
        session_days={row.session: day for row, day in zip(file_lines, days, strict=False) if len(set(days)) > 1},
    )


def _day(text: str) -> str:
    """A date, or the days since 30 December 1899 that a spreadsheet keeps it as."""
    if _SERIAL.fullmatch(text):
        return day_text(float(text))
    return iso_day(text)


def _first(cells_of_rows: list[tuple[int, dict[str, str]]], column: str) -> str:
    return next((value for _line, cells in cells_of_rows if (value := cells.get(column, "").strip())), "")


def _known_method(name: str) -> str:
    """The engine's word for what the file names; empty where it is none that is known."""
    team = team_scoring_named(name)
    if team is not None:
        return team.name
    return next((method.name for method in METHODS.values() if name.lower() in (method.name, *method.aliases)), "")


def _check(header: list[str], name: str) -> None:
    known_columns = [column for column in header if column in COLUMNS]
    if len(known_columns) < 2:
        raise FileError(sentences.UNKNOWN, path=name, start=f"'{' '.join(header)[:40]}'")
    for column in NEEDED:
        if column not in header:
            raise FileError(sentences.NO_COLUMNS, path=name, missing=column, needed=", ".join(COLUMNS))
    if not {"contract", "score"} & set(header):
        raise FileError(sentences.NO_COLUMNS, path=name, missing="score", needed=", ".join(COLUMNS))


def _row(cells: dict[str, str], line: int, matches: list[MatchHead]) -> FileLine:
    def get(column: str) -> str:
        return (cells.get(column) or "").strip()

    match, home_is_ns = _match(get("round"), get("team_ns"), get("team_ew"), matches)

    return FileLine(
        board=get("board"),
        ns=get("ns"),
        ew=get("ew"),
        contract=get("contract"),
        declarer=get("declarer"),
        tricks=get("tricks"),
        lead=get("lead"),
        score=get("score"),
        section=get("section"),
        session=get("session"),
        where=line,
        points_ns=get("points_ns"),
        points_ew=get("points_ew"),
        round=get("round"),
        table=get("table"),
        match=match,
        home_is_ns=home_is_ns,
    )


def _match(round_number: str, ns: str, ew: str, matches: list[MatchHead]) -> tuple[int | None, bool]:
    """Which match a line of two teams is of, and whether its first team sat North-South."""
    if not (ns and ew):
        return None, True
    for home, away in ((ns, ew), (ew, ns)):
        head = MatchHead(round_number, home, away)
        if head in matches:
            return matches.index(head), home == ns
    matches.append(MatchHead(round_number, ns, ew))
    return len(matches) - 1, True
