"""Games of a PBN file that are one table each: who met whom, in which room of which match."""

import re
from collections.abc import Mapping
from dataclasses import replace

from scoring.interchange.document import FileContestant, FileLine, FilePerson, Key, MatchHead
from scoring.interchange.naming import pair_name, split_names
from scoring.interchange.pbn import auction
from scoring.interchange.pbn.games import Game

_SCORE = re.compile(r"(?:(NS|EW)\s+)?([+-]?\d{1,5})(?:\s+(NS|EW)\s+([+-]?\d{1,5}))?", re.IGNORECASE)
_TRICKS = re.compile(r"(?:(NS|EW)\s+)?\^?([+-]?\d{1,2}|=)", re.IGNORECASE)
_ROOMS = {"open": True, "o": True, "closed": False, "c": False}


class Contest:
    """Collects rows, matches and people as the games come."""

    def __init__(self) -> None:
        self.matches: list[MatchHead] = []
        self.people: dict[Key, str] = {}
        self.contestants: dict[Key, FileContestant] = {}
        self.has_single_games = False

    def is_result(self, game: Game) -> bool:
        return bool(game.get("contract", "score", "scorepercentage") or _is_pass(game))

    def row(self, game: Game) -> FileLine:
        self.has_single_games = True
        match, home_is_ns = self._match(game)
        ns = self._side(game, "NS", "North", "South", "HomeTeam" if home_is_ns else "VisitTeam", match)
        ew = self._side(game, "EW", "East", "West", "VisitTeam" if home_is_ns else "HomeTeam", match)
        contract = game.get("contract").removeprefix("^")
        tricks = _TRICKS.fullmatch(game.get("result"))
        return FileLine(
            board=game.board,
            ns=ns,
            ew=ew,
            contract=contract or ("Pass" if _is_pass(game) else ""),
            declarer=game.get("declarer").removeprefix("^"),
            tricks=tricks[2] if tricks else "",
            score=_score(game),
            section=game.get("section"),
            round=game.get("round"),
            table=game.get("table"),
            where=game.line,
            match=match,
            home_is_ns=home_is_ns,
            signed_tricks=True,
            auction=auction.calls(line for _number, line in game.tables.get("auction", [])),
            play=auction.cards((line for _number, line in game.tables.get("play", [])), game.get("play"), contract),
            notes=tuple(game.notes),
        )

    def method(self, said: str) -> str:
        """IMPs are those of a match where two teams met, else of the field."""
        if not self.matches:
            return said
        return {"board-a-match": said, "total-points": "aggregate"}.get(said, "teams")

    def call_teams_by_number(self, people: Mapping[Key, str]) -> None:
        """Where the ranking numbers the teams that the games name."""
        numbers = {name: key[1] for key, name in people.items()}
        teams = {team for head in self.matches for team in (head.home, head.away)}
        if teams and len(numbers) == len(people) and teams <= set(numbers):
            self.matches = [replace(head, home=numbers[head.home], away=numbers[head.away]) for head in self.matches]

    def _match(self, game: Game) -> tuple[int | None, bool]:
        home, away = game.get("hometeam"), game.get("visitteam")
        room = _ROOMS.get(game.get("room").lower())
        if not (home and away) or room is None:
            return None, True
        head = MatchHead(game.get("round"), home, away)
        if head not in self.matches:
            self.matches.append(head)
        self.people |= {("", team, ""): team for team in (home, away)}
        return self.matches.index(head), room

    def _side(self, game: Game, side: str, first: str, second: str, team: str, match: int | None) -> str:
        """By its number where there is one, else by its names, else by its table."""
        names = [name for name in (game.get(first.lower()), game.get(second.lower())) if name]
        told = game.get(f"pair{side.lower()}", f"pairid{side.lower()}", f"pairid_{side.lower()}")
        if match is not None:
            number = told or " – ".join(names) or f"{game.get(team.lower())} {side}"
        else:
            number = told or " – ".join(names)
        persons = [FilePerson(name) for name in names or (split_names(told) if not told.isdecimal() else [])]
        if persons and number:
            key = game.get("section"), number, ""
            self.people.setdefault(key, " – ".join(names) or pair_name(told))
            self.contestants.setdefault(key, FileContestant(tuple(persons)))
        return number


def _is_pass(game: Game) -> bool:
    return game.get("contract").lower() in ("pass", "passed out") or game.get("declarer").lower() == "pass"


def _score(game: Game) -> str:
    """As North-South see it; one without a side adds nothing to a result that is told in full."""
    text = game.get("score")
    match = _SCORE.fullmatch(text)
    if match and match[1]:
        return match[2] if match[1].upper() == "NS" else str(-int(match[2]))
    if match and not (game.get("contract") and game.get("result")):
        return text
    return "" if match else text.removeprefix("^")
