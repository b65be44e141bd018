"""USEBIO: the XML that British scoring programs write."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from scoring.interchange import sentences
from scoring.interchange.document import Document, FileError, MatchHead, Problem, Row

_EVENT_METHODS = {
    "MP_PAIRS": "matchpoints",
    "BUTLER_PAIRS": "butler",
    "CROSS_IMP": "cross-imps",
    "CROSS_IMPS": "cross-imps",
    "AGGREGATE_PAIRS": "total-points",
}
_BOARD_METHODS = {
    "MATCH_POINTS": "matchpoints",
    "MATCHPOINTS": "matchpoints",
    "BUTLER": "butler",
    "BUTLER_IMPS": "butler",
    "CROSS_IMPS": "cross-imps",
    "CROSS_IMP": "cross-imps",
    "IMPS": "cross-imps",
    "AGGREGATE": "total-points",
}


def parse(data: bytes, name: str) -> Document:
    root = _root(data, name)
    if _tag(root) != "USEBIO":
        raise FileError(sentences.NOT_USEBIO, path=name, tag=root.tag[:40])
    event = next((child for child in root if _tag(child) == "EVENT"), None)
    if event is None:
        raise FileError(sentences.NO_EVENT, path=name)
    walk = _Walk()
    walk.visit(event, _Place())
    if not walk.rows:
        raise FileError(sentences.NO_LINES, path=name)
    return Document(
        "usebio",
        tuple(walk.rows),
        method="teams" if walk.matches else _method(event),
        winners=_winners(event),
        victory_points="VP" in _text(event, "MATCH_SCORING_METHOD") + _text(event, "SCORING_METHOD"),
        matches=tuple(walk.matches),
        directions={number: frozenset(found) for number, found in walk.directions.items()},
        problems=() if walk.has_participants else (Problem(sentences.NO_PARTICIPANTS),),
        title=_text(event, "EVENT_DESCRIPTION"),
        played_on="-".join(reversed(_text(event, "DATE").split("/"))),
        people=walk.people,
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
        self.rows: list[Row] = []
        self.matches: list[MatchHead] = []
        self.directions: dict[str, set[str]] = {}
        self.has_participants = False
        self.people: dict[tuple[str, str, str], str] = {}

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
                self.rows += _board(child, place)
            elif tag == "PARTICIPANTS":
                self._participants(child, place)
            elif tag == "ROUND":
                self.visit(child, place)

    def _match(self, element: Element, place: _Place) -> None:
        head = MatchHead(_text(element, "ROUND_NUMBER"), _text(element, "TEAM"), _text(element, "OPPOSING_TEAM"))
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
                self.people[place.section, number, way] = " – ".join(_players(entry))
            elif _tag(entry) == "TEAM" and entry.get("TEAM_ID"):
                self.people["", entry.get("TEAM_ID", "").strip(), ""] = (entry.get("TEAM_NAME") or "").strip()


def _players(pair: Element) -> list[str]:
    names = (_text(player, "PLAYER_NAME") for player in pair if _tag(player) == "PLAYER")
    return [name for name in names if name]


def _id(element: Element, name: str) -> str:
    return (element.get(name) or _text(element, name)).strip()


def _board(element: Element, place: _Place) -> Iterator[Row]:
    number = _text(element, "BOARD_NUMBER")
    lines = [child for child in element if _tag(child) == "TRAVELLER_LINE"]
    for where, line in enumerate(lines, start=1):
        yield Row(
            board=number,
            ns=_text(line, "NS_PAIR_NUMBER"),
            ew=_text(line, "EW_PAIR_NUMBER"),
            contract=_text(line, "CONTRACT"),
            declarer=_text(line, "PLAYED_BY"),
            tricks=_text(line, "TRICKS"),
            lead=_text(line, "LEAD"),
            score=_text(line, "SCORE"),
            section=place.section,
            session=place.session,
            where=where,
            match=place.match,
            home_is_ns=_text(line, "DIRECTION").upper() != "EW",
        )


def _method(event: Element) -> str:
    kind = (event.get("EVENT_TYPE") or "").upper()
    if kind in _EVENT_METHODS:
        return _EVENT_METHODS[kind]
    return _BOARD_METHODS.get(_text(event, "BOARD_SCORING_METHOD").upper(), "")


def _winners(event: Element) -> int:
    text = _text(event, "WINNER_TYPE")
    return int(text) if text in ("1", "2") else 0
