"""BridgeWebs' CSV: blocks that begin with `#`, the ranking once or twice, then the travellers of each board."""

from scoring.interchange import sentences, tabular
from scoring.interchange.columns import columns_of
from scoring.interchange.dates import iso_day
from scoring.interchange.document import (
    Document,
    FileContestant,
    FileError,
    FileLine,
    FileOrigin,
    FilePerson,
    Key,
    Problem,
    PublishedStanding,
)

_TOTALS = ("matchpoints", "mps", "score", "total", "imps", "points", "vps")
_NUMBERS = {"percent": "%", "%": "%"}


def looks_like(start: bytes) -> bool:
    return start.lstrip(b'"').upper().startswith(b"#VERSION")


def parse(data: bytes, name: str) -> Document:
    text, is_western = tabular.decode_any(data)
    reader = _Reader()
    for line, cells in tabular.rows(text, name, ","):
        reader.take(line, cells)
    if not reader.rows and not reader.standings:
        raise FileError(sentences.NO_LINES, path=name)
    problems = [Problem(sentences.WESTERN_LETTERS)] if is_western else []
    return reader.document(problems)


class _Reader:
    def __init__(self) -> None:
        self.facts: dict[str, str] = {}
        self.block = ""
        self.header: list[str] | None = None
        self.board_format: list[str] = []
        self.traveller_header: list[str] = []
        self.board = ""
        self.lists = 0
        self.rows: list[FileLine] = []
        self.people: dict[Key, str] = {}
        self.standings: dict[Key, PublishedStanding] = {}
        self.contestants: dict[Key, FileContestant] = {}

    def take(self, line: int, cells: list[str]) -> None:
        first = cells[0].upper()
        if first.startswith("#"):
            self._begin(first[1:].strip(), cells[1:])
        elif self.block == "SCORES":
            if self.header is None:
                self.header = columns_of(cells)
            else:
                self._score(dict(zip(self.header, cells, strict=False)))
        elif self.block == "TRAVELLERS":
            self.traveller_header = columns_of(cells)
            self.block = "BOARD"
        elif self.block == "BOARD":
            self._traveller(line, dict(zip(self.traveller_header, cells, strict=False)))

    def _begin(self, block: str, cells: list[str]) -> None:
        if block in ("SCORES", "TRAVELLERS"):
            self.block, self.header = block, None
            self.lists += block == "SCORES"
        elif block == "BOARDFORMAT":
            self.board_format = columns_of(cells)
        elif block == "BOARD":
            self.block = "BOARD"
            told = dict(zip(self.board_format, cells, strict=False))
            self.board = told.get("board") or (cells[0] if cells else "")
        else:
            self.facts[block] = cells[0] if cells else ""

    def _score(self, cells: dict[str, str]) -> None:
        number = cells.get("pair", "") or cells.get("number", "")
        direction = ("NS" if self.lists == 1 else "EW") if self._has_two_winners else ""
        if not number:
            return
        names = [name for name in (cells.get("name1", ""), cells.get("name2", "")) if name]
        key = "", number, direction
        self.people[key] = " – ".join(names)
        ids = (cells.get("id1", ""), cells.get("id2", ""))
        players = tuple(FilePerson(name, ident) for name, ident in zip(names, ids, strict=False))
        self.contestants[key] = FileContestant(players)
        self.standings[key] = PublishedStanding(
            next((cells[total] for total in _TOTALS if cells.get(total)), ""),
            (cells.get("percent") or cells.get("%") or "").removesuffix("%"),
            cells.get("position") or cells.get("pos") or cells.get("rank") or "",
        )

    @property
    def _has_two_winners(self) -> bool:
        return self.facts.get("WINNERS", "").strip() == "2"

    def _traveller(self, line: int, cells: dict[str, str]) -> None:
        score = cells.get("score", "")
        if not score and cells.get("score_ew", "").lstrip("+-").isdecimal():
            score = str(-int(cells["score_ew"]))
        self.rows.append(
            FileLine(
                board=cells.get("board") or self.board,
                ns=cells.get("ns", ""),
                ew=cells.get("ew", ""),
                contract=cells.get("contract", ""),
                declarer=cells.get("declarer", ""),
                tricks=cells.get("tricks", ""),
                lead=cells.get("lead", ""),
                score=score,
                where=line,
                signed_tricks=True,
                points_ns=cells.get("points_ns", ""),
                points_ew=cells.get("points_ew", ""),
            )
        )

    def document(self, problems: list[Problem]) -> Document:
        in_percent = any(standing.percent for standing in self.standings.values())
        method = "matchpoints" if in_percent or not self.standings else ""
        return Document(
            "bridgewebs",
            tuple(self.rows),
            method=method,
            winners=2 if self._has_two_winners else 1,
            title=self.facts.get("TITLE", ""),
            played_on=iso_day(self.facts.get("DATE", "")),
            people=self.people,
            standings=self.standings,
            contestants=self.contestants,
            points_method=method,
            origin=FileOrigin(program=self.facts.get("VERSION", "")),
            directions={
                number: frozenset(way for _section, other, way in self.people if other == number and way)
                for _section, number, _way in self.people
            },
            problems=tuple(problems),
        )
