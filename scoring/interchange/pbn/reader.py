"""A PBN file to a document: a ScoreTable for each board, or one game for each table."""

import re
from contextlib import suppress

from scoring.engine.boards import Vulnerability
from scoring.engine.cards import Seat
from scoring.engine.deal import Deal
from scoring.engine.errors import NotationError
from scoring.engine.methods import USUAL_METHOD
from scoring.interchange import sentences
from scoring.interchange.dates import iso_day
from scoring.interchange.document import (
    Document,
    FileContestant,
    FileError,
    FileLine,
    FileOrigin,
    Key,
    Marking,
    Problem,
    PublishedStanding,
)
from scoring.interchange.pbn import auction, tables
from scoring.interchange.pbn.contests import Contest
from scoring.interchange.pbn.games import Game, creator, decode, games

_BASIC = {"MP": "matchpoints", "MATCHPOINTS": "matchpoints", "PERCENTAGE": "matchpoints"}
_BASIC |= {"CAVENDISH": "cross-imps", "TOTAL": "total-points", "TOTALPOINTS": "total-points", "BAM": "board-a-match"}
_DENOMINATIONS = ("NT", "S", "H", "D", "C")


def parse(data: bytes, name: str) -> Document:
    text = decode(data)
    all_games = list(games(text))
    scoring = next((game.get("scoring") for game in all_games if game.get("scoring")), "")
    found = _Found(scoring_method(scoring))
    for game in all_games:
        found.take(game)
    rows, contest, problems = found.rows, found.contest, found.problems
    if not rows and not found.standings:
        has_table = any("scoretable" in game.tags for game in all_games)
        raise FileError(sentences.NO_LINES if has_table else sentences.NO_TABLE, path=name)
    method = contest.method(found.method)
    contest.call_teams_by_number(found.people)
    if scoring and not method:
        gaps = {"said": scoring[:40], "method": "matchpoints"}
        problems.insert(0, Problem(sentences.UNKNOWN_SCORING, gaps))
    figures = method.removesuffix("-sum") if method and not contest.matches else USUAL_METHOD if not method else ""
    return Document(
        "pbn",
        tuple(rows),
        method=method,
        markings=found.markings,
        problems=tuple(problems),
        title=next((game.get("event") for game in all_games if game.get("event")), ""),
        played_on=next((day for game in all_games if (day := iso_day(game.get("date", "eventdate")))), ""),
        winners=_winners(all_games),
        victory_points=any("totalvp" in game.tags.get("totalscoretable", "").lower() for game in all_games),
        people=found.people if contest.matches and found.people else contest.people | found.people,
        hands=_hands(all_games),
        points_method=figures,
        standings=found.standings,
        contestants=contest.contestants | found.contestants,
        matches=tuple(contest.matches),
        individual=any("+" in row.ns and "+" in row.ew for row in rows[:20]) and not contest.people,
        origin=_origin(text, all_games),
        optimum=_optimum(all_games),
    )


class _Found:
    """What the games of a file say, as they come."""

    def __init__(self, method: str) -> None:
        self.method = method
        self.contest = Contest()
        self.problems: list[Problem] = []
        self.rows: list[FileLine] = []
        self.markings: dict[str, Marking] = {}
        self.people: dict[Key, str] = {}
        self.standings: dict[Key, PublishedStanding] = {}
        self.contestants: dict[Key, FileContestant] = {}

    def take(self, game: Game) -> None:
        if "scoretable" in game.tags:
            found, wrong = tables.rows(game, number_of(game), self.method)
            self.rows += [row for row, _cells in found]
            self.problems += wrong
            for row, cells in found:
                self.people |= tables.names_on_line(row, cells)
        elif self.contest.is_result(game):
            self.rows.append(self.contest.row(game))
        if game.board:
            self.markings[game.board] = _board_marking(game)
        if "totalscoretable" in game.tags:
            named, placed, told = tables.ranked(game)
            self.people = named | self.people
            self.standings |= placed
            self.contestants |= told


def scoring_method(scoring: str) -> str:
    """`IMP;Butler-2;Mean` is butler; empty where the tag says nothing that is known here."""
    parts = [part.strip().upper() for part in re.split(r"[;\s]+", scoring) if part.strip()]
    for part in parts:
        if part.startswith(("BUTLER", "EXPERT")):
            return "butler"
        if part.startswith("CROSS"):  # the sum over the others, or divided by how many there are
            return "cross-imps-sum" if part == "CROSS" else "cross-imps"
    basic = parts[0] if parts else ""
    return _BASIC.get(basic, "cross-imps" if basic in ("IMP", "IMPS", "XIMP", "XIMPS") else "")


def number_of(game: Game) -> int | str:
    return int(game.board) if game.board.isdecimal() and game.board.isascii() and len(game.board) < 6 else game.board


def _hands(all_games: list[Game]) -> dict[int, Deal]:
    """The deals by board; one that cannot be read is left out: no figure depends on it."""
    hands: dict[int, Deal] = {}
    for game in all_games:
        board, text = number_of(game), game.get("deal")
        if isinstance(board, int) and text:
            with suppress(NotationError):
                hands.setdefault(board, Deal.parse(text))
    return hands


def _board_marking(game: Game) -> Marking:
    dealer = vulnerability = None
    with suppress(NotationError):
        dealer = Seat.parse(game.get("dealer")) if game.get("dealer") else None
    with suppress(NotationError):
        vulnerability = Vulnerability.parse(game.get("vulnerable")) if game.get("vulnerable") else None
    return Marking(dealer, vulnerability)


def _origin(text: str, all_games: list[Game]) -> FileOrigin:
    def first(*names: str) -> str:
        return next((value for game in all_games if (value := game.get(*names))), "")

    return FileOrigin(program=creator(text) or first("generator", "application"), club=first("site"))


def _winners(all_games: list[Game]) -> int:
    """Two where North-South and East-West each have places of their own; 0 where nobody says it."""
    for game in all_games:
        ranks = tables.ranks_by_direction(game)
        if set(ranks) == {"NS", "EW"} and all(min(own) == 1 for own in ranks.values()):
            most = max(len(own) for own in ranks.values())
            return 2 if max(max(own) for own in ranks.values()) <= most else 1
    return 0


def _optimum(all_games: list[Game]) -> dict[int, dict[str, int]]:
    """Double-dummy tricks, from the table or from the twenty digits of another program."""
    optimum: dict[int, dict[str, int]] = {}
    for game in all_games:
        board = number_of(game)
        if not isinstance(board, int):
            continue
        tricks = _table_of_tricks(game) or _digits_of_tricks(game.get("doubledummytricks"))
        if tricks:
            optimum.setdefault(board, tricks)
    return optimum


def _table_of_tricks(game: Game) -> dict[str, int]:
    tricks = {}
    for _line, row in game.tables.get("optimumresulttable", []):
        match auction.upper_words(row):
            case [seat, denomination, made] if seat in "NESW" and made.isdecimal() and int(made) <= 13:
                tricks[seat + ("NT" if denomination.startswith("N") else denomination)] = int(made)
    return tricks


def _digits_of_tricks(digits: str) -> dict[str, int]:
    """North, South, East, West, each from notrump down to clubs, in hexadecimal."""
    if not re.fullmatch(r"[0-9a-dA-D]{20}", digits):
        return {}
    places = [seat + denomination for seat in "NSEW" for denomination in _DENOMINATIONS]
    return {place: int(digit, 16) for place, digit in zip(places, digits, strict=True)}
