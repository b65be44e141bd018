"""CSV: `board,ns,ew,contract,declarer,tricks,lead,score` with a header, in any order, and what docs/files.md adds."""

from scoring.interchange import sentences, tabular
from scoring.interchange.columns import columns_of
from scoring.interchange.dates import iso_day
from scoring.interchange.document import Document, FileError, FileLine, Key
from scoring.interchange.naming import pair_name
from scoring.interchange.tabular import Row

COLUMNS = ("board", "ns", "ew", "contract", "declarer", "tricks", "lead", "score")
NEEDED = ("board", "ns", "ew")
ALSO = ("section", "session", "round", "table", "date", "title", "names_ns", "names_ew", "points_ns", "points_ew")


def parse(data: bytes, name: str) -> Document:
    return from_rows(list(tabular.rows(tabular.decode_utf8(data, name), name)), name, "csv")


def from_rows(rows: list[Row], name: str, format: str) -> Document:
    """Rows with their lines, the header first; a spreadsheet has them too."""
    if not rows:
        raise FileError(sentences.NO_LINES, path=name)
    header = columns_of(rows[0][1])
    _check(header, name)
    cells_of_rows = [(line, dict(zip(header, row, strict=False))) for line, row in rows[1:]]
    file_lines = tuple(_row(cells, line) for line, cells in cells_of_rows)
    if not file_lines:
        raise FileError(sentences.NO_LINES, path=name)
    people: dict[Key, str] = {}
    for (_line, cells), row in zip(cells_of_rows, file_lines, strict=True):
        for side, number in (("ns", row.ns), ("ew", row.ew)):
            if number and cells.get(f"names_{side}"):
                people[row.section, number, side.upper()] = pair_name(cells[f"names_{side}"])
    days = [day for _line, cells in cells_of_rows if (day := iso_day(cells.get("date", "")))]
    return Document(
        format,
        file_lines,
        people=people,
        title=next((title for _line, cells in cells_of_rows if (title := cells.get("title", ""))), ""),
        played_on=days[0] if days else "",
        session_days={row.session: day for row, day in zip(file_lines, days, strict=False) if len(set(days)) > 1},
    )


def _check(header: list[str], name: str) -> None:
    known_columns = [column for column in header if column in COLUMNS]
    if len(known_columns) < 2:
        raise FileError(sentences.UNKNOWN, path=name, start=f"'{' '.join(header)[:40]}'")
    for column in NEEDED:
        if column not in header:
            raise FileError(sentences.NO_COLUMNS, path=name, missing=column, needed=", ".join(COLUMNS))
    if not {"contract", "score"} & set(header):
        raise FileError(sentences.NO_COLUMNS, path=name, missing="score", needed=", ".join(COLUMNS))


def _row(cells: dict[str, str], line: int) -> FileLine:
    def get(column: str) -> str:
        return (cells.get(column) or "").strip()

    return FileLine(
        *(get(column) for column in COLUMNS),
        section=get("section"),
        session=get("session"),
        where=line,
        points_ns=get("points_ns"),
        points_ew=get("points_ew"),
        round=get("round"),
        table=get("table"),
    )
