"""ACBL games as BridgeNET XML: scores and matchpoints without contracts, strata and awards.

Pairs are known by section, number and direction; a board lists the results of every section together.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from scoring.engine.errors import NotationError
from scoring.interchange import sentences
from scoring.interchange.dates import iso_day
from scoring.interchange.deal_texts import DealTexts
from scoring.interchange.document import (
    Document,
    FileAward,
    FileContestant,
    FileError,
    FileLine,
    FileOrigin,
    FilePerson,
    FileStratum,
    Key,
    Problem,
    PublishedStanding,
)
from scoring.interchange.usebio.contestants import side_of
from scoring.interchange.xml_stream import Node, Stream, read_xml

ROOT = "GAMEDATABASE"
_SUITS = {"♠": 0, "♥": 1, "♦": 2, "♣": 3}
_LETTERS = ("S", "H", "D", "C")


def parse(data: bytes, name: str) -> Document:
    readers: list[_Reader] = []

    def make() -> Stream:
        readers.append(_Reader(name))
        return readers[-1].stream

    read_xml(data, name, make)
    return readers[-1].document()


class _Reader:
    def __init__(self, name: str) -> None:
        self.name = name
        self.rows: list[FileLine] = []
        self.hands = DealTexts()
        self.problems: list[Problem] = []
        self.people: dict[Key, str] = {}
        self.standings: dict[Key, PublishedStanding] = {}
        self.contestants: dict[Key, FileContestant] = {}
        self.strata: list[FileStratum] = []
        self.facts: dict[str, str] = {}
        self.directions: dict[str, set[str]] = {}
        self.stream = Stream(
            name,
            ends={
                "BOARD": self._board,
                "CONTESTANTS": self._contestant,
                "APPLICATION": self._note,
                "EVENT": self._note,
                "CLUBGAME": self._note,
                "SITE": self._note,
                "MOVEMENT": self._note,
                "GAME": self._note,
                "STRATIFICATION": self._strata,
            },
        )

    def _note(self, node: Node, _around: list[Node]) -> None:
        for name, value in node.fields.items():
            self.facts.setdefault(f"{node.tag}.{name}", value)

    def _strata(self, node: Node, _around: list[Node]) -> None:
        for limit in node.all("MPLIMIT"):
            self.strata.append(FileStratum(limit.get("STRAT"), limit=limit.text))

    def _board(self, node: Node, _around: list[Node]) -> None:
        number = node.get("BOARDNO", "BOARDNUMBER", "NUMBER")
        deal = next((child for child in node.children if child.tag == "DEAL"), None)
        if deal is not None and number.isdecimal():
            try:
                self.hands.add(int(number), _deal_text(deal.all("HAND")))
            except NotationError as error:
                self.problems.append(Problem(sentences.BAD_HANDS, {"why": error}, int(number)))
        for where, result in enumerate(node.all("RESULT"), start=1):
            self.rows.append(_row(result, number, where))

    def _contestant(self, node: Node, around: list[Node]) -> None:
        section = next((element for element in reversed(around) if element.tag == "SECTION"), Node("", {}))
        label = section.get("SECTIONLABEL")
        direction = side_of(section.get("DIRECTION")) or side_of(node.get("DIRECTION"))
        number, given = split_ident(node.get("ID"))
        key = label or given, number, direction
        if direction:
            self.directions.setdefault(number, set()).add(direction)
        players = tuple(
            FilePerson(name, player.get("PLAYERNO", "ACBLNUMBER", "PLAYERID"))
            for player in node.all("PLAYER")
            if (name := " ".join(player.get("NAME", "PLAYERNAME").split()) or player.text)
        )
        self.people[key] = " – ".join(player.name for player in players)
        self.standings[key] = PublishedStanding(
            node.get("MATCHPOINTTOTAL", "IMPTOTAL", "TOTAL"),
            node.get("PERCENTAGE"),
            _rank(node.all("SECTIONRANK")) or _rank(node.all("OVERALLRANK")) or node.get("SECTIONRANK"),
        )
        awards = tuple(FileAward(award.text, _kind(award)) for award in node.all("AWARD") if award.text)
        self.contestants[key] = FileContestant(players, strat=node.get("STRAT"), awards=awards)

    def document(self) -> Document:
        if not self.rows and not self.standings:
            raise FileError(sentences.NO_LINES, path=self.name)
        two = any(len(ways) > 1 for ways in self.directions.values())
        rows = self.rows
        if not two:  # one winner: a number is one pair wherever it sits
            self._without_directions()
        elif any(not row.section for row in rows):
            sections = {key[0] for key in self.people}
            only = sections.pop() if len(sections) == 1 else ""
            rows = [replace(row, section=row.section or only) for row in rows]
        facts = self.facts.get
        return Document(
            "acbl",
            tuple(rows),
            method="matchpoints",
            winners=2 if two else 1,
            directions={number: frozenset(ways) for number, ways in self.directions.items()},
            problems=tuple(self.problems),
            title=facts("EVENT.EVENTNAME", ""),
            played_on=iso_day(facts("GAME.DATE", "")),
            people=self.people,
            standings=self.standings,
            points_method="matchpoints",
            hands=self.hands,
            origin=FileOrigin(
                program=facts("APPLICATION.PROGRAM", "") or "ACBLscore",
                version=facts("APPLICATION.PROGRAMVERSION", ""),
                club=facts("SITE.FACILITY", ""),
                club_id=facts("CLUBGAME.CLUBNO", ""),
            ),
            contestants=self.contestants,
            strata=tuple(self.strata),
        )

    def _without_directions(self) -> None:
        for by_key in (self.people, self.standings, self.contestants):
            for section, number, direction in list(by_key):
                if direction:
                    by_key[section, number, ""] = by_key.pop((section, number, direction))  # type: ignore[assignment]


def split_ident(text: str) -> tuple[str, str]:
    """Number and section of `7`, `A7` or `7A`, a direction after it left out."""
    match = re.fullmatch(r"\s*([A-Za-z]{0,3}?)[-\s]?(\d{1,4})[-\s]?(?:NS|EW|N|E)?\s*", text)
    return (match[2], match[1].upper()) if match else (text.strip(), "")


def _row(result: Node, board: str, where: int) -> FileLine:
    (ns, ns_section), (ew, _section) = split_ident(result.get("PAIRID-NS")), split_ident(result.get("PAIRID-EW"))
    scores = {score.get("DIRECTION").upper()[:1]: score.text for score in result.all("TOTALSCORE")}
    scored = next(((side, text) for side, text in scores.items() if text.strip()), ("", result.get("TOTALSCORE")))
    side, text = scored[0], scored[1].strip().lstrip("+")
    if side == "E" and re.fullmatch(r"-?\d+", text):
        text = str(-int(text))
    return FileLine(
        board=board,
        ns=ns,
        ew=ew,
        score=_artificial(text, result),
        section=result.get("SECTIONLABEL") or ns_section,
        where=where,
        points_ns=result.get("MATCHPOINTSNS", "IMPSNS"),
        points_ew=result.get("MATCHPOINTSEW", "IMPSEW"),
    )


def _artificial(text: str, result: Node) -> str:
    """A score, or an average as the game says it; without any of them the board was not played."""
    upper = text.upper().replace(" ", "")
    if re.fullmatch(r"-?\d{1,5}", text):
        return text
    if upper.startswith("A"):
        return upper if "/" in upper or upper in ("A", "AVE", "AV") else upper.replace("AVE", "A")
    return "NP" if not result.get("MATCHPOINTSNS") or upper.startswith(("NP", "N/P")) else text or "NP"


def _rank(ranks: list[Node]) -> str:
    """In the first stratum, where everybody is."""
    by_stratum = {rank.get("STRAT") or "1": rank.text for rank in ranks}
    return by_stratum.get("1") or by_stratum.get("A") or ""


def _kind(award: Node) -> str:
    parts = (award.get("TYPEOFAWARD"), award.get("AWARDCATEGORY"), award.get("AWARDSTRAT"))
    return " ".join(part for part in parts if part)


def _deal_text(hands: Iterable[Node]) -> str:
    texts = dict.fromkeys("NESW", "-")
    for hand in hands:
        seat = hand.get("DIRECTION").upper()[:1]
        suits = ["", "", "", ""]
        for suit in hand.all("SUIT"):
            symbol = suit.get("SYMBOL").strip()
            place = _SUITS.get(symbol, _LETTERS.index(symbol[:1].upper()) if symbol[:1].upper() in _LETTERS else -1)
            if place >= 0:
                suits[place] = "".join(suit.text.upper().replace("10", "T").replace("-", "").split())
        if seat in texts:
            texts[seat] = ".".join(suits)
    return "N:" + " ".join(texts.values())
