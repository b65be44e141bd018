"""Jannersten's results.txt: `[GAME]`, `[Contestants]` and `[RESULTS]`, with semicolons."""

import re

from scoring.interchange import sentences, tabular
from scoring.interchange.dates import iso_day
from scoring.interchange.document import (
    Document,
    FileAward,
    FileContestant,
    FileError,
    FileLine,
    FileOrigin,
    FilePerson,
    Key,
    Problem,
    PublishedStanding,
    joined_names,
)

_GAME: tuple[str, ...] = (
    "section",
    "boards_per_round",
    "boards",
    "rounds",
    "scoring",
    "filler",
    "event_type",
    "weighting",
    "handicap",
)
_GAME += ("date", "name", "session", "across_the_field")
_CONTESTANT: tuple[str, ...] = ("section", "pair", "seat", "name", "result", "percent", "vp", "mp")
_RESULT: tuple[str, ...] = (
    "board",
    "section",
    "round",
    "n",
    "e",
    "s",
    "w",
    "points",
    "contract",
    "declarer",
    "tricks",
    "lead",
)
_RESULT += ("mp_ns", "mp_ew", "imp_ns", "imp_ew", "percent_ns", "percent_ew", "datum", "top", "adjusted_top", "remarks")
_BLOCKS = {"GAME": _GAME, "CONTESTANTS": _CONTESTANT, "RESULTS": _RESULT}
_AWARDS = re.compile(r"(\d{1,3})\s*%?\s*[-/]\s*(\d{1,3})\s*%")
_SECTION_LINE = re.compile(r"\[\s*(GAME|CONTESTANTS|RESULTS)\s*\]", re.IGNORECASE)


def looks_like(start: bytes) -> bool:
    return re.match(rb"\[\s*(game|contestants|results)\s*\]", start, re.IGNORECASE) is not None


def parse(data: bytes, name: str) -> Document:
    text, is_western = tabular.decode_any(data)
    reader = _Reader()
    block: tuple[str, ...] = ()
    kind = ""
    for number, line in enumerate(text.splitlines(), start=1):
        head = _SECTION_LINE.match(line.strip())
        if head:
            kind = head[1].upper()
            block = _BLOCKS[kind]
        elif kind and line.strip():
            cells = [cell.strip().strip('"') for cell in line.split(";")]
            if cells[0].lstrip("#").strip().lower() not in (block[0], "section", "board"):
                reader.take(kind, number, dict(zip(block, cells, strict=False)))
    if not reader.rows and not reader.standings:
        raise FileError(sentences.NO_LINES, path=name)
    return reader.document([Problem(sentences.WESTERN_LETTERS)] if is_western else [])


class _Reader:
    def __init__(self) -> None:
        self.games: list[dict[str, str]] = []
        self.rows: list[FileLine] = []
        self.players: dict[Key, list[str]] = {}
        self.standings: dict[Key, PublishedStanding] = {}
        self.awards: dict[Key, str] = {}
        self.kinds: set[str] = set()

    def take(self, kind: str, line: int, cells: dict[str, str]) -> None:
        if kind == "GAME":
            self.games.append(cells)
        elif kind == "CONTESTANTS":
            self._contestant(cells)
        else:
            self._result(line, cells)

    def _contestant(self, cells: dict[str, str]) -> None:
        get = cells.get
        key = get("section", ""), get("pair", ""), ""
        if get("name"):
            self.players.setdefault(key, []).append(get("name", ""))
        standing = PublishedStanding(get("vp", "") or get("result", ""), get("percent", "").removesuffix("%"))
        if standing.total or standing.percent:
            self.standings.setdefault(key, standing)
        if get("mp"):
            self.awards.setdefault(key, get("mp", ""))

    def _result(self, line: int, cells: dict[str, str]) -> None:
        get = cells.get
        north, east, south, west = (get(seat, "") for seat in "nesw")
        is_individual = bool(south and west) and (north, east) != (south, west)
        ns, ew = (joined_names(north, south), joined_names(east, west)) if is_individual else (north, east)
        kind = "mp" if get("mp_ns") or get("mp_ew") else "imp" if get("imp_ns") or get("imp_ew") else ""
        if kind:
            self.kinds.add("butler" if kind == "imp" and get("datum") else kind)
        self.rows.append(
            FileLine(
                board=get("board", "").lstrip("#").strip(),
                ns=ns,
                ew=ew,
                contract=get("contract", ""),
                declarer=get("declarer", ""),
                tricks=get("tricks", ""),
                lead=get("lead", ""),
                score=_score(cells),
                section=get("section", ""),
                where=line,
                signed_tricks=True,
                points_ns=get(f"{kind}_ns", "") if kind else "",
                points_ew=get(f"{kind}_ew", "") if kind else "",
                round=get("round", ""),
            )
        )

    def document(self, problems: list[Problem]) -> Document:
        game = self.games[0] if self.games else {}
        method = next((known for kind, known in _METHODS.items() if kind in self.kinds), "")
        scoring = game.get("scoring", "").upper()
        if not method:
            method = next((known for word, known in _SCORINGS.items() if word in scoring), "")
        return Document(
            "jannersten",
            tuple(self.rows),
            method=method,
            title=game.get("name", ""),
            played_on=iso_day(game.get("date", "")),
            people={key: " – ".join(names) for key, names in self.players.items()},
            standings=self.standings,
            contestants={
                key: FileContestant(
                    tuple(FilePerson(name) for name in names),
                    awards=(FileAward(self.awards[key]),) if key in self.awards else (),
                )
                for key, names in self.players.items()
            },
            points_method=method,
            individual=any("+" in row.ns for row in self.rows),
            origin=FileOrigin(program="Jannersten"),
            problems=tuple(problems),
        )


_METHODS = {"butler": "butler", "mp": "matchpoints", "imp": "cross-imps"}
_SCORINGS = {
    "BUTLER": "butler",
    "CROSS": "cross-imps",
    "IMP": "cross-imps",
    "MP": "matchpoints",
    "MATCH": "matchpoints",
}


def _score(cells: dict[str, str]) -> str:
    """Points as North-South see them, or what the remark says where the board was adjusted or not played."""
    remark = cells.get("remarks", "").strip()
    awards = _AWARDS.search(remark)
    if awards and not cells.get("contract"):
        return f"A{int(awards[1])}/{int(awards[2])}"
    if remark.lower().startswith("not played"):
        return "NP"
    return cells.get("points", "")
