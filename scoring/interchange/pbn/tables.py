"""The tables of a PBN file: their columns, the scores in them, and who is ranked in them."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction

from scoring.engine.errors import NotationError
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
from scoring.interchange.document import (
    FileContestant,
    FileLine,
    FilePerson,
    Key,
    Problem,
    PublishedStanding,
    joined_names,
)
from scoring.interchange.method_traits import counts_in_percent
from scoring.interchange.naming import pair_name, split_names
from scoring.interchange.pbn.games import UNKNOWN, Game, Table
from scoring.interchange.usebio.contestants import side_of

Cells = dict[str, str]
_CELL = re.compile(r'"[^"]*"|\S+')
_COLUMN = re.compile(r"\s*[+-]?(?P<name>\w+)\s*(?:\\(?P<width>\d+)[LRlr]?)?\s*")
_ARTIFICIAL = "^"
_SEATS = ("north", "south", "east", "west")


def rows(game: Game, number: int | str, method: str) -> tuple[list[tuple[FileLine, Cells]], list[Problem]]:
    """The rows of a board's ScoreTable, each with what its columns say, and what is wrong with others."""
    found, problems = [], []
    for line, cells in _cell_rows(game, "scoretable"):
        if isinstance(cells, int):
            gaps = {"found": cells, "wanted": len(_columns(game.tags["scoretable"]))}
            problems.append(Problem(sentences.SHORT_ROW, gaps, game.board or None, line))
            continue
        score, assumed = _score(cells)
        if assumed:
            problems.append(Problem(sentences.ONE_SIDE, assumed, number, line))
        found.append((_row(cells, game, line, score, method), cells))
    return found, problems


def _columns(value: str) -> list[tuple[str, int]]:
    """Name and width of each; 0 where the table does not say how wide."""
    columns = []
    for part in value.split(";"):
        match = _COLUMN.match(part)
        columns.append((match["name"].lower(), int(match["width"] or 0)) if match else (part.strip().lower(), 0))
    return columns


def _cell_rows(game: Game, table: str) -> Iterator[tuple[int, Cells | int]]:
    """The line and what stands in its columns; or how many values there are, where they do not fit."""
    columns = _columns(game.tags.get(table, ""))
    lines: Table = game.tables.get(table, [])
    for number, line in lines:
        values = [cell.strip('"').strip() for cell in _CELL.findall(line)]
        if len(values) != len(columns):
            by_width = _by_width(columns, line)
            if by_width is None:
                yield number, len(values)
                continue
            values = by_width
        pairs = zip(columns, values, strict=True)
        yield number, {name: "" if value in UNKNOWN else value for (name, _width), value in pairs}


def _by_width(columns: list[tuple[str, int]], line: str) -> list[str] | None:
    """Cells that are blank, where every column says how wide it is and the line is as wide as that."""
    width = sum(width for _name, width in columns) + len(columns) - 1
    if not all(width for _name, width in columns) or not width - columns[-1][1] < len(line) <= width:
        return None
    values, start = [], 0
    for _name, column_width in columns:
        values.append(line[start : start + column_width].strip().strip('"').strip())
        start += column_width + 1
    return values


def _row(cells: Cells, game: Game, line: int, score: str, method: str) -> FileLine:
    points = "mp" if counts_in_percent(method) else "imp"
    players = {seat: cells.get(f"playerid_{seat}") or cells.get(f"playerid_{seat[0]}") or "" for seat in _SEATS}
    return FileLine(
        board=game.board,
        ns=joined_names(players["north"], players["south"]) or cells.get("pairid_ns", ""),
        ew=joined_names(players["east"], players["west"]) or cells.get("pairid_ew", ""),
        contract=cells.get("contract", "").removeprefix(_ARTIFICIAL),
        declarer=cells.get("declarer", "").removeprefix(_ARTIFICIAL),
        tricks=cells.get("result", "").removeprefix(_ARTIFICIAL),
        lead=cells.get("lead", ""),
        score=score,
        section=cells.get("section", ""),
        where=line,
        signed_tricks=True,
        points_ns=_points(cells, points, "ns"),
        points_ew=_points(cells, points, "ew"),
        round=cells.get("round", ""),
        table=cells.get("table", ""),
    )


def _points(cells: Cells, kind: str, side: str) -> str:
    return cells.get(f"{kind}_{side}", "").removeprefix(_ARTIFICIAL)


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
    return str(-int(east_west)) if re.fullmatch(r"[+-]?\d{1,6}", east_west) else "", {}


def _written(ns: Award, ew: Award) -> str:
    return f"A{plain(ns.base_percent)}/{plain(ew.base_percent)}"


def _award(cells: Cells, side: str) -> Award | None:
    """An artificial score: a level of Law 12C2 for a score, or a percentage marked with ^."""
    score = cells.get(f"score_{side}", "").removeprefix(_ARTIFICIAL)
    with suppress(NotationError):
        return parse_artificial(score)[0]
    percent = cells.get(f"percentage_{side}", "")
    marked = re.fullmatch(r"\^(\d{1,3}(?:\.\d+)?)", percent)
    return award_for_percent(Fraction(marked[1])) if marked and Fraction(marked[1]) <= 100 else None


# --- Who -------------------------------------------------------------------------------------------------------------
def names_on_line(row: FileLine, cells: Cells) -> dict[Key, str]:
    sides = (("NS", row.ns, cells.get("names_ns", "")), ("EW", row.ew, cells.get("names_ew", "")))
    return {(row.section, number, way): pair_name(names) for way, number, names in sides if number and names}


def ranked(game: Game) -> tuple[dict[Key, str], dict[Key, PublishedStanding], dict[Key, FileContestant]]:
    """Names, places and numbers of everybody in a TotalScoreTable.

    The direction is part of who somebody is only where a number is there in both.
    """
    entries = [cells for _line, cells in _cell_rows(game, "totalscoretable") if isinstance(cells, dict)]
    entries = [cells for cells in entries if _number(cells)]
    numbers = [(cells.get("section", ""), _number(cells)) for cells in entries]
    with_direction = len(set(numbers)) < len(numbers)
    people: dict[Key, str] = {}
    standings: dict[Key, PublishedStanding] = {}
    contestants: dict[Key, FileContestant] = {}
    for cells, (section, number) in zip(entries, numbers, strict=True):
        key = section, number, side_of(cells.get("direction", "")) if with_direction else ""
        names = cells.get("names", "") or cells.get("name", "") or cells.get("playername", "")
        if names:
            people[key] = pair_name(names)
        standing = _standing(cells)
        if standing.total or standing.percent or standing.place:
            standings[key] = standing
        contestants[key] = FileContestant(tuple(_persons(cells, names)), boards=cells.get("nrboards", ""))
    return people, standings, contestants


def ranks_by_direction(game: Game) -> dict[str, list[int]]:
    """The places of a TotalScoreTable, where it says in which direction everybody sat."""
    ranks: dict[str, list[int]] = {}
    for _line, cells in _cell_rows(game, "totalscoretable"):
        if isinstance(cells, dict):
            rank = cells.get("rank", "").rstrip("=")
            ranks.setdefault(side_of(cells.get("direction", "")), []).append(int(rank) if _is_rank(rank) else 0)
    return ranks


def _is_rank(text: str) -> bool:
    return text.isdecimal() and text.isascii() and len(text) < 6


def _number(cells: Mapping[str, str]) -> str:
    return cells.get("pairid") or cells.get("playerid") or cells.get("teamid") or cells.get("id") or ""


def _standing(cells: Cells) -> PublishedStanding:
    totals = ("totalmp", "totalscoremp", "totalimp", "totalscoreimp", "totalvp", "totalscorevp", "totalscore", "total")
    percents = ("totalpercentage", "totalscorepercentage", "percentage", "meanpercentage")
    rank = cells.get("rank", "")
    tied = bool(cells.get("ranktie")) and not rank.endswith("=")
    return PublishedStanding(
        next((cells[name] for name in totals if cells.get(name)), ""),
        next((cells[name].removesuffix("%") for name in percents if cells.get(name)), ""),
        f"{rank}=" if rank and tied else rank,
    )


def _persons(cells: Cells, names: str) -> Iterator[FilePerson]:
    numbers = [cells.get(f"memberid{place}", "") for place in range(1, 9)]
    for place, name in enumerate(split_names(names)):
        yield FilePerson(name, numbers[place] if place < len(numbers) else "")
