"""A document as USEBIO 1.2 or 1.3: nothing between the elements, since some importers take blanks for values."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from scoring.engine.cards import Seat
from scoring.engine.contract import is_not_played, is_pass
from scoring.engine.deal import SUITS, Deal
from scoring.engine.errors import NotationError
from scoring.engine.individual import partners_in
from scoring.engine.numbers import plain
from scoring.engine.sheet import parse_artificial
from scoring.interchange.document import (
    Document,
    FileContestant,
    FileLine,
    FilePerson,
    Key,
    MatchHead,
    PublishedStanding,
)
from scoring.interchange.lines import read_result
from scoring.interchange.method_traits import swings_in_imps
from scoring.interchange.naming import split_names

VERSIONS = ("1.2", "1.3")
_DOCTYPE = '<!DOCTYPE USEBIO PUBLIC "-//EBU//DTD USEBIO 1.2//EN" "http://www.usebio.org/files/usebio_v1_2.dtd">\n'
_BOARD_METHODS = {
    "matchpoints": "MATCH_POINTS",
    "butler": "BUTLER_IMPS",
    "cross-imps": "CROSS_IMPS",
    "cross-imps-sum": "CROSS_IMPS",
    "total-points": "AGGREGATE",
    "teams": "IMPS",
    "board-a-match": "PAB",
    "aggregate": "AGGREGATE",
}
_POINTS = {"matchpoints": "MATCH_POINTS", "butler": "BUTLER_POINTS", "cross-imps": "CROSS_IMP_POINTS"}
_POINTS |= {"cross-imps-sum": "CROSS_IMP_POINTS"}
# What XML cannot hold at all.
_FORBIDDEN = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535, *range(55296, 57344)))
_SUITS_IN_ORDER = tuple(reversed(SUITS))


def write(document: Document, version: str = "1.2") -> bytes:
    """The whole file. `rules.violations` finds nothing in it."""
    return "".join(_Writer(document, version).whole()).encode("utf-8")


def _element(tag: str, *inner: str, **attributes: str) -> str:
    told = "".join(f" {name}={quoteattr(_clean(value))}" for name, value in attributes.items())
    return f"<{tag}{told}>{''.join(inner)}</{tag}>"


def _text(tag: str, value: str) -> str:
    return f"<{tag}>{escape(_clean(value))}</{tag}>"


def _told(tag: str, value: str) -> str:
    """Nothing where there is nothing to say."""
    return _text(tag, value) if value else ""


def _clean(value: str) -> str:
    return value.translate(_FORBIDDEN)


class _Writer:
    def __init__(self, document: Document, version: str) -> None:
        self.document = document
        self.newest = version == "1.3"
        self.version = version
        # Of a match these are its pairs' points over the field.
        self.points = _POINTS.get(document.points_method or ("" if document.matches else document.method), "")

    def whole(self) -> Iterator[str]:
        yield '<?xml version="1.0" encoding="utf-8"?>\n'
        yield "" if self.newest else _DOCTYPE
        origin = self.document.origin
        club = _text("CLUB_NAME", origin.club) + _text("CLUB_ID_NUMBER", origin.club_id)
        event = _element("EVENT", *self._event(), EVENT_TYPE=self._event_type())
        yield _element("USEBIO", _element("CLUB", club), event, self._handset(), Version=self.version)

    # --- The event ---------------------------------------------------------------------------------------------------
    def _event_type(self) -> str:
        if self.document.individual:
            return "INDIVIDUAL"
        kind = "TEAMS" if self.document.matches else "PAIRS"
        return f"SWISS_{kind}" if self.document.is_swiss or self.document.pair_matches else kind

    def _event(self) -> Iterator[str]:
        document, origin = self.document, self.document.origin
        yield _text("PROGRAM_NAME", origin.program)
        yield _text("PROGRAM_VERSION", origin.version)
        yield _told("EVENT_ID" if self.newest else "EVENT_IDENTIFIER", origin.event_id)
        yield _text("EVENT_DESCRIPTION", document.title)
        yield _text("DATE", self._day(document.played_on))
        yield _text("BOARD_SCORING_METHOD", _BOARD_METHODS.get(document.method, "MATCH_POINTS"))
        yield _told("MATCH_SCORING_METHOD", "VPS" if document.victory_points or document.pair_matches else "")
        yield _told("WINNER_TYPE", str(document.winners or ""))
        boards = {(row.session, row.board) for row in document.rows}
        yield _told("BOARDS_PLAYED", str(len(boards) or ""))
        sessions = {row.session for row in document.rows}
        sections = {row.section for row in document.rows}
        yield _text("SESSION_COUNT", str(max(1, len(sessions))))
        yield _text("SECTION_COUNT", str(max(1, len(sections))))
        awards = any(contestant.awards for contestant in document.contestants.values())
        yield _text("MPS_AWARDED_FLAG", "Y" if awards else "N")
        yield _told("EVENT_RATING" if self.newest else "MASTER_POINT_SCALE", origin.master_point_scale)
        yield _told("EBU_CHARGE_CODE" if self.newest else "P2P_CHARGE_RATE", origin.charge)
        yield self._strata()
        yield from self._contests()

    def _day(self, day: str) -> str:
        parts = day.split("-")
        return day if self.newest or len(parts) != 3 else "/".join(reversed(parts))

    def _strata(self) -> str:
        if not (self.newest and self.document.strata):
            return ""
        strata = (
            _element(
                "STRAT",
                _text("STRAT_NUMBER", stratum.number),
                _told("STRAT_LABEL", stratum.label),
                _told("UPPER_LIMIT", stratum.limit),
            )
            for stratum in self.document.strata
        )
        return _element("STRATIFICATION", _element("STRATS", *strata))

    def _contests(self) -> Iterator[str]:
        """Who took part, then the boards, in sessions and sections where the lines have them."""
        in_sections = {row.section for row in self.document.rows if row.section}
        yield self._participants(lambda section: section not in in_sections)
        for session, rows in _grouped(self.document.rows, "session"):
            inner = []
            for section, own in _grouped(rows, "section"):
                if not section:
                    inner.append("".join(self._boards(own)))
                    continue
                who = self._participants(section.__eq__) if section in in_sections else ""
                in_sections.discard(section)
                inner.append(_element("SECTION", who, *self._boards(own), SECTION_ID=section))
            yield _element("SESSION", *inner, SESSION_ID=session) if session else "".join(inner)
        if not self.document.rows:
            yield from self._boards([])

    # --- Who took part -----------------------------------------------------------------------------------------------
    def _participants(self, is_in: Callable[[str], bool]) -> str:
        """Those of some sections: each section's pairs stand in it, since numbers may repeat."""
        keys = list(dict.fromkeys([*self.document.people, *self.document.standings, *self.document.contestants]))
        own = (key for key in keys if is_in(key[0]) and not self._is_pair_of_team(key))
        return _element("PARTICIPANTS", *map(self._contestant, own))

    def _is_pair_of_team(self, key: Key) -> bool:
        contestant = self.document.contestants.get(key)
        return contestant is not None and bool(contestant.team)

    def _contestant(self, key: Key) -> str:
        _section, number, direction = key
        document = self.document
        contestant = document.contestants.get(key, FileContestant())
        standing = document.standings.get(key, PublishedStanding())
        figures = self._figures(contestant, standing)
        players = contestant.players or _people(document.people.get(key, ""))
        if document.matches:
            name = document.people.get(key, "")
            pairs = self._pairs_of_team(number)
            inner = pairs or "".join(_player(person) for person in players if person.name != name)
            return _element("TEAM", figures, inner, TEAM_ID=number, TEAM_NAME=name)
        if document.individual:
            person = players[0] if players else FilePerson(document.people.get(key, ""))
            return _player(person, _text("PLAYER_NUMBER", number) + figures)
        head = _text("PAIR_NUMBER", number) + _told("DIRECTION", direction)
        return _element("PAIR", head, figures, *(_player(person) for person in players))

    def _pairs_of_team(self, team: str) -> str:
        pairs = [(key, contestant) for key, contestant in self.document.contestants.items() if contestant.team == team]
        return "".join(
            _element(
                "PAIR",
                _text("PAIR_NUMBER", key[1]),
                self._figures(contestant, self.document.standings.get(key, PublishedStanding())),
                *(_player(person) for person in contestant.players),
            )
            for key, contestant in pairs
        )

    def _figures(self, contestant: FileContestant, standing: PublishedStanding) -> str:
        awards = (
            _element(
                "MASTER_POINTS",
                _text("MASTER_POINTS_AWARDED", award.amount),
                _told("MASTER_POINT_TYPE", award.kind),
            )
            for award in contestant.awards
        )
        return "".join(
            (
                _told("BOARDS_PLAYED", contestant.boards),
                _told("PLACE", standing.place),
                _told("TOTAL_SCORE", standing.total),
                _told("PERCENTAGE", standing.percent),
                _told("ADJUSTMENT", contestant.adjustment),
                _told("HANDICAP", contestant.handicap),
                _told("STRAT_NUMBER", contestant.strat if self.newest else ""),
                _told("STRAT_PLACE", contestant.strat_place if self.newest else ""),
                *awards,
            )
        )

    # --- Boards ------------------------------------------------------------------------------------------------------
    def _boards(self, rows: Sequence[FileLine]) -> Iterator[str]:
        document = self.document
        if document.matches:
            for index, head in enumerate(document.matches):
                own = [row for row in rows if row.match == index]
                if own or not document.rows:
                    yield self._match(head, own, ("TEAM", "OPPOSING_TEAM", "TEAM_SCORE", "OPPOSING_TEAM_SCORE"))
        elif document.pair_matches:
            yield from self._pair_matches(rows)
        else:
            for board, own in _grouped(rows, "board"):
                yield self._board(board, own)

    def _pair_matches(self, rows: Sequence[FileLine]) -> Iterator[str]:
        left = list(rows)
        for head in self.document.pair_matches:
            own = [row for row in left if row.round == head.round and {row.ns, row.ew} == {head.home, head.away}]
            left = [row for row in left if row not in own]
            yield self._match(head, own, ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "NS_SCORE", "EW_SCORE"))
        for board, own in _grouped(left, "board"):
            yield self._board(board, own)

    def _match(self, head: MatchHead, rows: Sequence[FileLine], tags: tuple[str, str, str, str]) -> str:
        home, away, home_score, away_score = tags
        return _element(
            "MATCH",
            _text("ROUND_NUMBER", head.round),
            _text(home, head.home),
            _text(away, head.away),
            _told(home_score, head.home_score),
            _told(away_score, head.away_score),
            *(
                self._board(board, own, head.board_scores.get(board, ""), directions=home == "TEAM")
                for board, own in _grouped(rows, "board")
            ),
        )

    def _board(self, board: str, rows: Iterable[FileLine], swing: str = "", *, directions: bool = False) -> str:
        lines = (self._line(row, directions=directions) for row in rows)
        kind = "IMPS" if swings_in_imps(self.document.method) else "POINTS"
        return _element("BOARD", _text("BOARD_NUMBER", board), _told(kind, swing), *lines)

    def _line(self, row: FileLine, *, directions: bool) -> str:
        contract, declarer, tricks, lead = _played(row)
        parts = [_text("DIRECTION", "NS" if row.home_is_ns else "EW")] if directions else []
        if self.document.individual:
            north_south, east_west = partners_in(row.ns), partners_in(row.ew)
            seats = zip("NSEW", (*north_south, *east_west), strict=False)
            parts += [_text(f"{seat}_PLAYER_NUMBER", number) for seat, number in seats]
        else:
            parts += [_text("NS_PAIR_NUMBER", row.ns), _text("EW_PAIR_NUMBER", row.ew)]
        parts += [_text("CONTRACT", contract), _text("PLAYED_BY", declarer), _text("LEAD", lead)]
        parts += [_text("TRICKS", tricks), _text("SCORE", _score(row))]
        if self.points:
            points = (("NS", row.points_ns), ("EW", row.points_ew))
            parts += [_told(f"{side}_{self.points}", value) for side, value in points]
        return _element("TRAVELLER_LINE", *parts)

    # --- Hands -------------------------------------------------------------------------------------------------------
    def _handset(self) -> str:
        hands = self.document.hands
        boards = (
            _element("BOARD", _text("BOARD_NUMBER", str(number)), *_hands(hands[number])) for number in sorted(hands)
        )
        return _element("HANDSET", *boards) if hands else ""


def _hands(deal: Deal) -> Iterator[str]:
    for seat, hand in zip(Seat, deal.completed(), strict=True):
        suits = (_text(suit.name, hand.ranks(suit)) for suit in _SUITS_IN_ORDER)
        yield _element("HAND", _text("DIRECTION", seat.name.title()), *suits)


def _people(names: str) -> tuple[FilePerson, ...]:
    return tuple(FilePerson(name) for name in split_names(names))


def _player(person: FilePerson, before: str = "") -> str:
    return _element(
        "PLAYER",
        before,
        _text("PLAYER_NAME", person.name),
        _told("CLUB_ID_NUMBER", person.club_id),
        _told("NATIONAL_ID_NUMBER", person.national_id),
    )


def _grouped(rows: Iterable[FileLine], by: str) -> list[tuple[str, list[FileLine]]]:
    """In the order of the file, and what belongs together together."""
    groups: dict[str, list[FileLine]] = {}
    for value, own in groupby(rows, key=lambda row: str(getattr(row, by))):
        groups.setdefault(value, []).extend(own)
    return list(groups.items())


def _played(row: FileLine) -> tuple[str, str, str, str]:
    """Contract, declarer, tricks and lead as the format wants them; what cannot be read goes as it is."""
    if not row.contract.strip() or is_not_played(row.contract):
        return "", "", "", ""
    if is_pass(row.contract):
        return "PASS", "", "", ""
    try:
        result = read_result(row)
    except NotationError:
        return row.contract[:20], row.declarer if row.declarer in "NESW" else "", "", ""
    if result.contract is None:
        return "PASS", "", "", ""
    lead = str(result.lead).replace("T", "10") if result.lead else ""
    contract = str(result.contract).replace("X", "x")
    declarer = result.declarer.value if result.declarer else ""
    return contract, declarer, str(result.tricks if result.tricks is not None else ""), lead


def _score(row: FileLine) -> str:
    """`A6040` for an artificial score where it is in whole percent, as the format has it."""
    if is_not_played(row.contract) or is_not_played(row.score):
        return "NP"
    if not row.score.strip().upper().startswith("A"):
        return row.score
    try:
        awards = parse_artificial(row.score)
    except NotationError:
        return row.score
    percents = [award.base_percent for award in awards]
    if all(percent.denominator == 1 and percent >= 10 for percent in percents):
        return "A" + "".join(plain(percent) for percent in percents)
    return f"A{plain(percents[0])}/{plain(percents[1])}"
