"""USEBIO: the XML that British scoring programs write."""

import re
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from scoring.engine.deal import Deal
from scoring.engine.errors import NotationError
from scoring.interchange import sentences
from scoring.interchange.document import (
    Document,
    FileError,
    FileLine,
    MatchHead,
    Problem,
    PublishedStanding,
    joined_names,
)

_EVENT_METHODS = {
    "MP_PAIRS": "matchpoints",
    "BUTLER_PAIRS": "butler",
    "CROSS_IMP": "cross-imps",
    "CROSS_IMPS": "cross-imps",
    "AGGREGATE_PAIRS": "total-points",
}
# Kinds of events that say nothing of how boards are scored.
_EVENT_KINDS = {"PAIRS", "SWISS_PAIRS", "INDIVIDUAL", "TEAMS", "TEAMS_OF_FOUR", "SWISS_TEAMS", "KO", ""}
_BOARD_METHODS = {
    "MATCH_POINTS": "matchpoints",
    "MATCHPOINTS": "matchpoints",
    "BUTLER": "butler",
    "BUTLER_IMPS": "butler",
    "CROSS_IMPS": "cross-imps",
    "CROSS_IMP": "cross-imps",
    "IMPS": "cross-imps",
    "AGGREGATE": "total-points",
    "PAB": "board-a-match",
    "BAM": "board-a-match",
    "POINT_A_BOARD": "board-a-match",
    "BOARD_A_MATCH": "board-a-match",
}
_TEAM_METHODS = {"board-a-match": "board-a-match", "total-points": "aggregate"}
# What points on a line are called; the program wrote them as it scored.
_POINTS = {"MATCH_POINTS": "matchpoints", "BUTLER_POINTS": "butler", "CROSS_IMP_POINTS": "cross-imps"}
_SEATS = ("N", "S", "E", "W")
_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


def parse(data: bytes, name: str) -> Document:
    root = _root(data, name)
    if _tag(root) != "USEBIO":
        raise FileError(sentences.NOT_USEBIO, path=name, tag=root.tag[:40])
    event = next((child for child in root if _tag(child) == "EVENT"), None)
    if event is None:
        raise FileError(sentences.NO_EVENT, path=name)
    walk = _Walk()
    walk.visit(event, _Place())
    hands, wrong = _hands(root)
    if not walk.rows:
        raise FileError(sentences.NO_LINES, path=name)
    points_method = next((_POINTS[kind] for kind in _POINTS if kind in walk.points), "")
    method, problems = _method(event, points_method, has_matches=bool(walk.matches))
    return Document(
        "usebio",
        tuple(walk.rows),
        method=method,
        winners=_winners(event),
        victory_points="VP" in _text(event, "MATCH_SCORING_METHOD") + _text(event, "SCORING_METHOD"),
        matches=tuple(walk.matches),
        directions={number: frozenset(ways) for number, ways in walk.directions.items()},
        problems=(*problems, *wrong, *(() if walk.has_participants else (Problem(sentences.NO_PARTICIPANTS),))),
        title=_text(event, "EVENT_DESCRIPTION"),
        played_on="-".join(reversed(_text(event, "DATE").split("/"))),
        people=walk.people,
        standings=walk.standings,
        points_method=points_method,
        individual=walk.is_individual,
        hands=hands,
    )


def _root(data: bytes, name: str) -> Element:
    try:
        return fromstring(data, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    except DefusedXmlException:
        raise FileError(sentences.ENTITIES, path=name) from None
    except (ParseError, ValueError, LookupError) as error:
        raise _damage(data, name, error) from None


def _damage(data: bytes, name: str, error: Exception) -> FileError:
    """Damaged XML, or sound XML in other letters than it says: people can mend the second themselves."""
    declared = re.search(rb"encoding=[\"']([\w-]+)[\"']", data[:200])
    encoding = declared[1].decode("ascii") if declared else "utf-8"
    try:
        data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return FileError(sentences.BAD_XML_ENCODING, path=name, encoding=encoding.upper())
    position = getattr(error, "position", (0, 0))
    return FileError(sentences.BAD_XML, path=name, line=position[0])


def _tag(element: Element) -> str:
    """Comments have no name; a namespace says nothing here."""
    return element.tag.rsplit("}", 1)[-1].upper() if isinstance(element.tag, str) else ""


def _text(element: Element, name: str) -> str:
    child = next((child for child in element if _tag(child) == name), None)
    return (child.text or "").strip() if child is not None else ""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in the file a board stands."""

    session: str = ""
    section: str = ""
    match: int | None = None


class _Walk:
    """Collects travellers wherever the version at hand puts them: event, session, section or match."""

    def __init__(self) -> None:
        self.rows: list[FileLine] = []
        self.matches: list[MatchHead] = []
        self.directions: dict[str, set[str]] = {}
        self.has_participants = False
        self.people: dict[tuple[str, str, str], str] = {}
        self.standings: dict[tuple[str, str, str], PublishedStanding] = {}
        self.points: set[str] = set()
        self.is_individual = False

    def visit(self, element: Element, place: _Place) -> None:
        for child in element:
            tag = _tag(child)
            if tag == "SESSION":
                self.visit(child, replace(place, session=_id(child, "SESSION_ID")))
            elif tag == "SECTION":
                self.visit(child, replace(place, section=_id(child, "SECTION_ID")))
            elif tag == "MATCH":
                self._match(child, place)
            elif tag == "BOARD":
                self._board(child, place)
            elif tag == "PARTICIPANTS":
                self._participants(child, place)
            elif tag == "ROUND":
                self.visit(child, place)

    def _match(self, element: Element, place: _Place) -> None:
        head = _match_head(element)
        if replace(head, home=head.away, away=head.home) in self.matches and head.home != head.away:
            return  # some programs list a match under both teams
        self.matches.append(head)
        self.visit(element, replace(place, match=len(self.matches) - 1))

    def _participants(self, element: Element, place: _Place) -> None:
        self.has_participants = True
        for entry in element.iter():
            if _tag(entry) == "PAIR":
                direction = _text(entry, "DIRECTION").upper()
                number = _text(entry, "PAIR_NUMBER")
                way = direction if direction in ("NS", "EW") else ""
                self.directions.setdefault(number, set()).update({way} if way else ())
                self._add_contestant((place.section, number, way), " – ".join(_players(entry)), entry)
            elif _tag(entry) == "PLAYER" and _text(entry, "PLAYER_NUMBER"):
                self._add_contestant(
                    (place.section, _text(entry, "PLAYER_NUMBER"), ""), _text(entry, "PLAYER_NAME"), entry
                )
            elif _tag(entry) == "TEAM" and entry.get("TEAM_ID"):
                self._add_contestant(
                    ("", entry.get("TEAM_ID", "").strip(), ""), (entry.get("TEAM_NAME") or "").strip(), entry
                )

    def _add_contestant(self, key: tuple[str, str, str], name: str, entry: Element) -> None:
        """Who a contestant is, and where the program that wrote the file put it."""
        self.people[key] = name
        standing = PublishedStanding(*(_text(entry, tag) for tag in ("TOTAL_SCORE", "PERCENTAGE", "PLACE")))
        if any((standing.total, standing.percent, standing.place)):
            self.standings[key] = standing

    def _board(self, element: Element, place: _Place) -> None:
        number = _text(element, "BOARD_NUMBER")
        lines = [child for child in element if _tag(child) == "TRAVELLER_LINE"]
        for where, line in enumerate(lines, start=1):
            row = _row(line, number, place)
            kind = next((kind for kind in _POINTS if _text(line, f"NS_{kind}") or _text(line, f"EW_{kind}")), "")
            self.points.add(kind)
            points = {side: _text(line, f"{side}_{kind}") if kind else "" for side in ("NS", "EW")}
            self.is_individual = self.is_individual or bool(_text(line, "N_PLAYER_NUMBER"))
            self.rows.append(replace(row, where=where, points_ns=points["NS"], points_ew=points["EW"]))


def _match_head(element: Element) -> MatchHead:
    boards = (child for child in element if _tag(child) == "BOARD")
    return MatchHead(
        _text(element, "ROUND_NUMBER"),
        _text(element, "TEAM"),
        _text(element, "OPPOSING_TEAM"),
        _text(element, "TEAM_SCORE"),
        _text(element, "OPPOSING_TEAM_SCORE"),
        {_text(board, "BOARD_NUMBER"): _text(board, "IMPS") or _text(board, "POINTS") for board in boards},
    )


def _players(pair: Element) -> list[str]:
    names = (_text(player, "PLAYER_NAME") for player in pair if _tag(player) == "PLAYER")
    return [name for name in names if name]


def _id(element: Element, name: str) -> str:
    return (element.get(name) or _text(element, name)).strip()


def _row(line: Element, number: str, place: _Place) -> FileLine:
    north, south, east, west = (_text(line, f"{seat}_PLAYER_NUMBER") for seat in _SEATS)
    return FileLine(
        board=number,
        ns=joined_names(north, south) if north else _text(line, "NS_PAIR_NUMBER"),
        ew=joined_names(east, west) if north else _text(line, "EW_PAIR_NUMBER"),
        contract=_text(line, "CONTRACT"),
        declarer=_text(line, "PLAYED_BY"),
        tricks=_text(line, "TRICKS"),
        lead=_text(line, "LEAD"),
        score=_text(line, "SCORE"),
        section=place.section,
        session=place.session,
        match=place.match,
        home_is_ns=_text(line, "DIRECTION").upper() != "EW",
    )


def _method(event: Element, of_points: str, *, has_matches: bool) -> tuple[str, list[Problem]]:
    """How the file says that it was scored, else what the points on its lines are; and what it says in vain."""
    kind, board = (event.get("EVENT_TYPE") or "").strip().upper(), _text(event, "BOARD_SCORING_METHOD").upper()
    method = _BOARD_METHODS.get(board, "")
    if not has_matches:  # the points on the lines of a match are those of its pairs
        method = _EVENT_METHODS.get(kind) or method or of_points
    unknown = "" if method else board or ("" if kind in _EVENT_KINDS else kind)
    gaps = {"said": unknown[:40], "method": "IMPs" if has_matches else "matchpoints"}
    problems = [Problem(sentences.UNKNOWN_SCORING, gaps)] if unknown else []
    return (_TEAM_METHODS.get(method, "teams") if has_matches else method), problems


def _hands(root: Element) -> tuple[dict[int, Deal], list[Problem]]:
    """The deals of every hand set, by board; one that is no deal is said and left out."""
    deals: dict[int, Deal] = {}
    problems = []
    for board in (board for hands in root.iter() if _tag(hands) == "HANDSET" for board in hands):
        number = _text(board, "BOARD_NUMBER")
        hands = [child for child in board if _tag(child) == "HAND"]
        if _tag(board) != "BOARD" or not hands or not (number.isdecimal() and number.isascii()):
            continue
        try:
            deal = _deal(hands)
        except NotationError as error:
            problems.append(Problem(sentences.BAD_HANDS, {"why": error}, int(number)))
        else:
            deals.setdefault(int(number), deal)
    return deals, problems


def _deal(hands: list[Element]) -> Deal:
    """The four hands, of which one may follow from the others."""
    by_seat = {(hand.get("DIRECTION") or _text(hand, "DIRECTION")).strip().upper()[:1]: hand for hand in hands}
    texts = [_hand(by_seat[seat]) if seat in by_seat else "-" for seat in "NESW"]
    return Deal.parse(f"N:{' '.join(texts)}")


def _hand(hand: Element) -> str:
    suits = (_text(hand, suit).replace("10", "T").replace("-", "") for suit in _SUITS)
    return ".".join("".join(suit.split()) for suit in suits)


def _winners(event: Element) -> int:
    text = _text(event, "WINNER_TYPE")
    return int(text) if text in ("1", "2") else 0
