"""A USEBIO file to a document. Programs put sessions, sections, rounds and matches where they like: all are taken."""

from collections.abc import Iterable
from dataclasses import replace
from xml.etree.ElementTree import Element

from scoring.engine.errors import NotationError
from scoring.interchange import sentences
from scoring.interchange.dates import iso_day
from scoring.interchange.deal_texts import DealTexts
from scoring.interchange.document import (
    Document,
    FileError,
    FileLine,
    FileOrigin,
    FileStratum,
    MatchHead,
    Problem,
    joined_names,
)
from scoring.interchange.usebio.contestants import Participants, side_of
from scoring.interchange.usebio.words import (
    BOARD_METHODS,
    EVENT_KINDS,
    EVENT_METHODS,
    PHANTOM,
    POINTS,
    SUITS,
    TEAM_METHODS,
    told,
)
from scoring.interchange.xml_stream import Node, Stream, read_xml

Fields = dict[str, str | None]

_SEATS = ("N", "S", "E", "W")
_SAID = "said"  # in place of the table while a match is read: the line says in which direction the first team sat
_PLACES = {
    "SESSION": ("session", ("SESSION_ID",)),
    "SECTION": ("section", ("SECTION_ID",)),
    "ROUND": ("round", ("ROUND_NUMBER", "ROUND_ID")),
}
_POINT_TAGS = {kind: (f"NS_{kind}", f"EW_{kind}") for kind in POINTS}


def parse(data: bytes, name: str) -> Document:
    readers: list[_Reader] = []

    def make() -> Stream:
        readers.append(_Reader(name))
        return readers[-1].stream

    stream, is_western = read_xml(data, name, make)
    root = stream.root
    if root is None or root.tag != "USEBIO":
        raise FileError(sentences.NOT_USEBIO, path=name, tag=(root.tag if root else "")[:40])
    return readers[-1].document(root, is_western)


class _Reader:
    """Takes what ends, board by board, so that no more of the file is held than it says."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.event: Node | None = None
        self.rows: list[FileLine] = []
        self.matches: list[MatchHead] = []
        self.pair_matches: list[MatchHead] = []
        self.participants = Participants()
        self.has_participants = False
        self.session_days: dict[str, str] = {}
        self.points: set[str] = set()
        self.hands = DealTexts()
        self.problems: list[Problem] = []
        self.strata: list[FileStratum] = []
        self.club: Node | None = None
        self.rows_before_match = 0
        self.stream = Stream(
            name,
            ends={
                "MATCH": self._match,
                "EVENT": self._event,
                "CLUB": self._club,
                "PAIR": self._pair,
                "PLAYER": self._player,
                "TEAM": self._team,
                "PARTICIPANTS": self._participants,
                "SESSION": self._session,
                "STRAT": self._strat,
            },
            starts={"MATCH": self._start_match},
            whole={"BOARD": self._board},
        )

    # --- Around the boards -------------------------------------------------------------------------------------------
    def _event(self, node: Node, _around: list[Node]) -> None:
        if self.event is None:
            self.event = node
        elif self.event.tag != "SEVERAL":
            self.problems.append(Problem(sentences.SEVERAL_EVENTS))
            self.event.tag = "SEVERAL"

    def _club(self, node: Node, _around: list[Node]) -> None:
        self.club = self.club or node

    def _participants(self, _node: Node, _around: list[Node]) -> None:
        self.has_participants = True

    def _session(self, node: Node, _around: list[Node]) -> None:
        day = iso_day(node.get("DATE", "SESSION_DATE"))
        if day:
            self.session_days[node.get("SESSION_ID")] = day

    def _strat(self, node: Node, _around: list[Node]) -> None:
        self.strata.append(FileStratum(node.get("STRAT_NUMBER"), node.get("STRAT_LABEL"), node.get("UPPER_LIMIT")))

    def _pair(self, node: Node, around: list[Node]) -> None:
        if around and around[-1].tag == "TEAM":
            around[-1].children.append(node)
        else:
            self.participants.add_pair(node, _within(around, "SECTION", "SECTION_ID"))

    def _player(self, node: Node, around: list[Node]) -> None:
        if around and around[-1].tag in ("PAIR", "TEAM", "CONTACT"):
            around[-1].children.append(node)
        else:
            self.participants.add_player(node, _within(around, "SECTION", "SECTION_ID"))

    def _team(self, node: Node, around: list[Node]) -> None:
        if around and around[-1].tag == "MATCH":
            around[-1].fields["TEAM"] = node.text or node.get("TEAM_ID", "TEAM_NUMBER")
        else:
            self.participants.add_team(node)

    # --- Matches -----------------------------------------------------------------------------------------------------
    def _start_match(self, _node: Node) -> None:
        self.rows_before_match = len(self.rows)

    def _match(self, node: Node, _around: list[Node]) -> None:
        """A head with its rows; some programs list a match under both teams."""
        head = _match_head(node)
        teams = bool(node.get("TEAM", "OPPOSING_TEAM", "TEAM_ID"))
        heads = self.matches if teams else self.pair_matches
        start = self.rows_before_match
        mirrored = replace(head, home=head.away, away=head.home)
        if head.home != head.away and mirrored in heads:
            del self.rows[start:]
            return
        heads.append(head)
        rows = self.rows[start:]
        if teams:
            self._place_in_rooms(rows, head)
        for row in rows:
            row.round = head.round
            if teams:
                row.match = len(heads) - 1
            else:
                row.ns, row.ew = row.ns or head.home, row.ew or head.away

    def _place_in_rooms(self, rows: list[FileLine], head: MatchHead) -> None:
        """Which team sat where: as the line says, else by whose the pairs are, else home North-South first."""
        seen: dict[str, int] = {}
        for row in rows:
            nth = seen[row.board] = seen.get(row.board, 0) + 1
            if row.table != _SAID:
                team = self.participants.teams_of_pairs.get(row.ns, row.ns)
                row.home_is_ns = team == head.home if team in (head.home, head.away) else nth == 1
            row.table = ""
            if not row.ns or not row.ew or {row.ns, row.ew} == {head.home, head.away}:
                ns_team, ew_team = (head.home, head.away) if row.home_is_ns else (head.away, head.home)
                row.ns, row.ew = f"{ns_team} NS", f"{ew_team} EW"

    # --- Boards ------------------------------------------------------------------------------------------------------
    def _board(self, board: Element, around: list[Node]) -> None:
        own = _fields(board)
        number = (own.get("BOARD_NUMBER") or own.get("NUMBER") or own.get("BOARD_ID") or "").strip()
        hands = board.findall("HAND")
        if hands:
            self._deal(hands, number)
        lines = [_fields(line) for line in board if line.tag == "TRAVELLER_LINE"]
        if not lines:
            return
        place = {"board": number, "section": "", "session": "", "round": ""}
        in_match = False
        for element in around:
            if element.tag == "MATCH":
                in_match = True
                swing = own.get("IMPS") or own.get("POINTS") or ""
                element.children.append(Node("BOARD_SCORE", {"NUMBER": number, "SWING": swing.strip()}))
            elif element.tag in _PLACES:
                key, names = _PLACES[element.tag]
                place[key] = element.get(*names)
        tags = self._point_tags(lines)
        for where, line in enumerate(lines, start=1):
            self.rows.append(_row(line, place, where, tags, in_match))

    def _point_tags(self, lines: list[Fields]) -> tuple[str, str]:
        for line in lines:
            for kind, (ns, ew) in _POINT_TAGS.items():
                if line.get(ns) or line.get(ew):
                    self.points.add(kind)
                    return ns, ew
        return "", ""

    def _deal(self, hands: list[Element], number: str) -> None:
        """The deal of a board; one that is no deal is said and left out."""
        if not (number.isdecimal() and number.isascii() and len(number) < 6):
            return
        try:
            self.hands.add(int(number), _deal_text(hands))
        except NotationError as error:
            self.problems.append(Problem(sentences.BAD_HANDS, {"why": error}, int(number)))

    # --- Everything --------------------------------------------------------------------------------------------------
    def document(self, root: Node, is_western: bool) -> Document:
        event = self.event
        if event is None:
            raise FileError(sentences.NO_EVENT, path=self.name)
        if not self.rows and not self.participants.standings:
            raise FileError(sentences.NO_LINES, path=self.name)
        kind = next((kind for kind in POINTS if kind in self.points and POINTS[kind]), "")
        method, problems = _method(event, POINTS.get(kind, ""), has_matches=bool(self.matches))
        if is_western:
            problems.append(Problem(sentences.WESTERN_LETTERS))
        if not self.has_participants:
            problems.append(Problem(sentences.NO_PARTICIPANTS))
        individual = any("+" in row.ns for row in self.rows[:50]) or (
            self.participants.has_players_alone and not self.rows
        )
        return Document(
            "usebio",
            tuple(self.rows),
            method=method,
            winners=_winners(event),
            victory_points="VP" in event.get("MATCH_SCORING_METHOD") + event.get("SCORING_METHOD"),
            matches=tuple(self.matches),
            pair_matches=tuple(self.pair_matches),
            directions={number: frozenset(ways) for number, ways in self.participants.directions.items()},
            problems=(*problems, *self.problems),
            title=event.get("EVENT_DESCRIPTION", "TITLE", "EVENT_NAME"),
            played_on=iso_day(event.get("DATE", "EVENT_DATE")) or next(iter(self.session_days.values()), ""),
            people=self.participants.people,
            standings=self.participants.standings,
            points_method=POINTS.get(kind, "") or (method if self.points and not self.matches else ""),
            individual=individual,
            is_swiss="SWISS" in told(event.get("EVENT_TYPE")),
            hands=self.hands,
            origin=self._origin(event, root),
            contestants=self.participants.contestants,
            strata=tuple(self.strata),
            session_days=self.session_days,
        )

    def _origin(self, event: Node, root: Node) -> FileOrigin:
        club = self.club or Node("CLUB", {})
        return FileOrigin(
            program=event.get("PROGRAM_NAME") or root.get("PROGRAM_NAME"),
            version=event.get("PROGRAM_VERSION") or root.get("PROGRAM_VERSION"),
            club=club.get("CLUB_NAME"),
            club_id=club.get("CLUB_ID_NUMBER"),
            event_id=event.get("EVENT_IDENTIFIER", "EVENT_ID"),
            charge=event.get("EBU_CHARGE_CODE", "P2P_CHARGE_RATE"),
            master_point_scale=event.get("EVENT_RATING", "MASTER_POINT_SCALE"),
        )


def _within(around: list[Node], tag: str, *names: str) -> str:
    return next((element.get(*names) for element in reversed(around) if element.tag == tag), "")


def _match_head(node: Node) -> MatchHead:
    return MatchHead(
        node.get("ROUND_NUMBER", "ROUND"),
        node.get("TEAM", "NS_PAIR_NUMBER", "NS_PAIR", "PAIR"),
        node.get("OPPOSING_TEAM", "EW_PAIR_NUMBER", "EW_PAIR", "OPPOSING_PAIR"),
        node.get("TEAM_VICTORY_POINTS", "NS_VICTORY_POINTS", "TEAM_SCORE", "NS_SCORE"),
        node.get("OPPOSING_TEAM_VICTORY_POINTS", "EW_VICTORY_POINTS", "OPPOSING_TEAM_SCORE", "EW_SCORE"),
        {board.fields["NUMBER"]: board.fields["SWING"] for board in node.all("BOARD_SCORE")},
    )


def _fields(element: Element) -> Fields:
    """Attributes and simple elements; of several with a name, the last."""
    fields: Fields = {child.tag: child.text for child in element}
    if element.keys():  # to ask for `attrib` would make one for every element
        fields.update(element.attrib)
    return fields


def _row(fields: Fields, place: dict[str, str], where: int, tags: tuple[str, str], in_match: bool) -> FileLine:
    get = fields.get
    if get("N_PLAYER_NUMBER"):
        north, south, east, west = ((get(f"{seat}_PLAYER_NUMBER") or "").strip() for seat in _SEATS)
        ns, ew = joined_names(north, south), joined_names(east, west)
    else:
        ns, ew = (get("NS_PAIR_NUMBER") or "").strip(), (get("EW_PAIR_NUMBER") or "").strip()
    direction = side_of(get("DIRECTION") or "") if in_match else ""
    score = (get("SCORE") or get("NS_SCORE") or "").strip()
    points_ns, points_ew = (get(tags[0]) or "").strip(), (get(tags[1]) or "").strip()
    return FileLine(
        place["board"],
        ns,
        ew,
        (get("CONTRACT") or "").strip(),
        (get("PLAYED_BY") or get("DECLARER") or "").strip(),
        (get("TRICKS") or "").strip(),
        (get("LEAD") or "").strip(),
        "NP" if score == PHANTOM else score,
        place["section"],
        place["session"],
        where,
        None,
        direction != "EW",
        True,
        "" if points_ns == PHANTOM else points_ns,
        "" if points_ew == PHANTOM else points_ew,
        place["round"],
        _SAID if direction else "",
    )


def _method(event: Node, of_points: str, *, has_matches: bool) -> tuple[str, list[Problem]]:
    """How the file says that it was scored, else what the points on its lines are; and what it says in vain."""
    kind = told(event.get("EVENT_TYPE"))
    board = told(event.get("BOARD_SCORING_METHOD"))
    method = BOARD_METHODS.get(board, "")
    if not has_matches:  # the points on the lines of a match are those of its pairs
        method = EVENT_METHODS.get(kind) or method or of_points
        if not method and not board:
            method = BOARD_METHODS.get(told(event.get("SCORING_METHOD")), "")
    unknown = "" if method else board or ("" if kind in EVENT_KINDS else kind)
    gaps = {"said": unknown[:40], "method": "IMPs" if has_matches else "matchpoints"}
    problems = [Problem(sentences.UNKNOWN_SCORING, gaps)] if unknown else []
    return (TEAM_METHODS.get(method, "teams") if has_matches else method), problems


def _deal_text(hands: Iterable[Element]) -> str:
    """The four hands as PBN has them; one may follow from the others."""
    texts = dict.fromkeys("NESW", "-")
    for hand in hands:
        get = _fields(hand).get
        seat = (get("DIRECTION") or get("SEAT") or "").strip().upper()[:1]
        if seat in texts:
            texts[seat] = ".".join([_ranks(get(suit) or "") for suit in SUITS])
    return "N:" + " ".join(texts.values())


def _ranks(held: str) -> str:
    if not held.strip("AKQJT98765432"):
        return held
    return "".join(held.upper().replace("10", "T").replace("-", "").split())


def _winners(event: Node) -> int:
    text = event.get("WINNER_TYPE")
    return int(text) if text in ("1", "2") else 0
