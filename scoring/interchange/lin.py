"""LIN with results: a match shown to the world with both its rooms, or tables one by one with auction and play."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from scoring.engine.boards import Vulnerability
from scoring.engine.cards import Card, Seat, Strain
from scoring.engine.deal import Deal, from_seat
from scoring.engine.errors import NotationError
from scoring.interchange import sentences
from scoring.interchange.deal_lin import VULNERABILITIES, number_of, pairs
from scoring.interchange.document import (
    Document,
    FileContestant,
    FileError,
    FileLine,
    FilePerson,
    Key,
    Marking,
    MatchHead,
    Problem,
)
from scoring.interchange.pbn.auction import parse_call, winner

_PLAYERS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
_OPEN, _CLOSED = "o", "c"
_METHODS = {"P": "matchpoints", "M": "matchpoints", "MP": "matchpoints", "B": "board-a-match"}


@dataclass(slots=True)
class _Hand:
    """What stands between one board of the file and the next."""

    line: int
    room: str = ""
    number: str | None = None
    dealer: Seat | None = None
    deal: Deal | None = None
    marking: Vulnerability | None = None
    players: tuple[str, ...] = ()
    calls: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    claimed: str = ""
    notes: list[str] = field(default_factory=list)


def has_results(text: str) -> bool:
    lowered = text.lower()
    return any(key in lowered for key in ("rs|", "mb|", "mc|"))


def parse(text: str, name: str) -> Document:
    reader = _Reader()
    for line, key, value in pairs(text):
        reader.take(line, key, value)
    return reader.document(name)


class _Reader:
    def __init__(self) -> None:
        self.head: list[str] = []
        self.results: list[tuple[int, str]] = []
        self.players: list[str] = []
        self.hands: list[_Hand] = []
        self.pending: tuple[str, str | None] | None = None

    def take(self, line: int, key: str, value: str) -> None:
        text = value.strip()
        if key == "vg":
            self.head = [part.strip() for part in text.split(",")]
        elif key == "rs":
            self.results += [(line, part.strip()) for part in text.split(",")]
        elif key == "pn":
            self.players = [part.strip() for part in text.split(",")]
            if self.hands and not self.hands[-1].calls:
                self.hands[-1].players = tuple(self.players)
        elif key == "qx":
            room = text[:1].lower() if text[:1].lower() in (_OPEN, _CLOSED) else ""
            self.hands.append(_Hand(line, room, number_of({"qx": text}), players=tuple(self.players)))
        elif key == "md":
            if not self.hands or self.hands[-1].deal is not None or self.hands[-1].calls:
                self.hands.append(_Hand(line, players=tuple(self.players)))
            self._deal(text)
        elif self.hands:
            self._at_table(self.hands[-1], key, text)

    def _deal(self, text: str) -> None:
        with suppress(NotationError):
            self.hands[-1].dealer, self.hands[-1].deal = Deal.parse_lin(text)

    def _at_table(self, hand: _Hand, key: str, text: str) -> None:
        if key == "mb":
            hand.calls += _calls(text)
        elif key == "pc":
            hand.cards += re.findall(r"[SHDC](?:10|[2-9TJQKA])", text.upper())
        elif key == "mc" and text.isdecimal():
            hand.claimed = text
        elif key == "ah" and hand.number is None:
            hand.number = number_of({"ah": text})
        elif key == "sv":
            hand.marking = VULNERABILITIES.get(text.lower()[:1])
        elif key in ("an", "nt") and text:
            hand.notes.append(text)

    def document(self, name: str) -> Document:
        numbered = list(self._numbered())
        deals: dict[int, Deal] = {}
        markings: dict[str, Marking] = {}
        for number, hand in numbered:
            if hand.deal is not None:
                deals.setdefault(number, hand.deal)
            if hand.dealer or hand.marking:
                markings.setdefault(str(number), Marking(hand.dealer, hand.marking))
        match = self._match()
        problems: list[Problem] = []
        rows = list(self._match_rows(numbered, match) if match and self.results else self._rows(numbered, match))
        if not rows:
            raise FileError(sentences.NO_LINES, path=name)
        people, contestants = self._people(rows, match)
        scoring = self.head[2].upper() if len(self.head) > 2 else ""
        return Document(
            "lin",
            tuple(rows),
            method=_METHODS.get(scoring, "teams" if match else "cross-imps" if scoring.startswith("I") else ""),
            matches=(match,) if match else (),
            markings=markings,
            problems=tuple(problems),
            title=" ".join(part for part in self.head[:2] if part),
            people=people,
            contestants=contestants,
            hands=deals,
        )

    def _numbered(self) -> Iterator[tuple[int, _Hand]]:
        before = 0
        for hand in self.hands:
            text = hand.number or ""
            number = int(text) if text.isdecimal() and len(text) < 6 else before + (hand.room != _CLOSED or not before)
            before = number
            yield number, hand

    def _match(self) -> MatchHead | None:
        if len(self.head) < 8 or not (self.head[5] and self.head[7]) or self.head[5] == self.head[7]:
            return None
        return MatchHead(self.head[1], self.head[5], self.head[7])

    # --- Rows --------------------------------------------------------------------------------------------------------
    def _match_rows(self, numbered: Sequence[tuple[int, _Hand]], match: MatchHead) -> Iterator[FileLine]:
        """The results of both rooms, board by board from the first: open, closed, open, closed."""
        first = int(self.head[3]) if len(self.head) > 3 and self.head[3].isdecimal() else 1
        by_place = {(number, hand.room or _OPEN): hand for number, hand in numbered}
        for place, (line, text) in enumerate(self.results):
            number, room = first + place // 2, _CLOSED if place % 2 else _OPEN
            hand = by_place.get((number, room), _Hand(line))
            if not text:
                continue
            home_is_ns = room == _OPEN
            yield FileLine(
                board=str(number),
                ns=f"{match.home if home_is_ns else match.away} NS",
                ew=f"{match.away if home_is_ns else match.home} EW",
                contract=text,
                where=line,
                match=0,
                home_is_ns=home_is_ns,
                round=match.round,
                table="",
                auction=tuple(hand.calls),
                play=tuple(hand.cards),
                notes=tuple(hand.notes),
            )

    def _rows(self, numbered: Sequence[tuple[int, _Hand]], match: MatchHead | None) -> Iterator[FileLine]:
        for number, hand in numbered:
            result = result_of(hand.dealer, hand.calls, hand.cards, hand.claimed)
            if result is None:
                continue
            contract, declarer, tricks = result
            home_is_ns = hand.room != _CLOSED
            names = hand.players[4:8] if hand.room == _CLOSED and len(hand.players) >= 8 else hand.players[:4]
            seated = dict(zip(_PLAYERS, names, strict=False))
            ns, ew = (_pair(seated, *seats) for seats in ((Seat.NORTH, Seat.SOUTH), (Seat.EAST, Seat.WEST)))
            if match is not None:
                ns, ew = (
                    f"{match.home if home_is_ns else match.away} NS",
                    f"{match.away if home_is_ns else match.home} EW",
                )
            yield FileLine(
                board=str(number),
                ns=ns,
                ew=ew,
                contract=contract,
                declarer=declarer,
                tricks=tricks,
                lead=hand.cards[0] if hand.cards else "",
                where=hand.line,
                match=0 if match else None,
                home_is_ns=home_is_ns,
                auction=tuple(hand.calls),
                play=tuple(hand.cards),
                notes=tuple(hand.notes),
            )

    def _people(
        self, rows: Sequence[FileLine], match: MatchHead | None
    ) -> tuple[dict[Key, str], dict[Key, FileContestant]]:
        people: dict[Key, str] = {}
        contestants: dict[Key, FileContestant] = {}
        if match is not None:
            names = (self.players + [""] * 8)[:8]
            south, west, north, east = names[:4]
            closed_south, closed_west, closed_north, closed_east = names[4:]
            teams = (
                (match.home, (north, south, closed_east, closed_west)),
                (match.away, (east, west, closed_north, closed_south)),
            )
            for team, players in teams:
                people["", team, ""] = team
                contestants["", team, ""] = FileContestant(tuple(FilePerson(name) for name in players if name))
            return people, contestants
        for row in rows:
            for side in (row.ns, row.ew):
                people["", side, ""] = side
                contestants["", side, ""] = FileContestant(tuple(FilePerson(name) for name in side.split(" – ")))
        return people, contestants


def _pair(seated: dict[Seat, str], first: Seat, second: Seat) -> str:
    return " – ".join(name for seat in (first, second) if (name := seated.get(seat, ""))) or first.side.value


def _calls(text: str) -> Iterator[str]:
    """One call, or several without anything between them as older records have them."""
    for word in re.findall(r"[1-7](?:NT|[NSHDC])|xx|x|dbl|rdbl|pass|[pdr]", text, re.IGNORECASE):
        call = parse_call({"d": "X", "r": "XX"}.get(word.lower(), word))
        if call:
            yield call


# --- What an auction and the play come to ----------------------------------------------------------------------------
def result_of(
    dealer: Seat | None, calls: Sequence[str], cards: Sequence[str], claimed: str
) -> tuple[str, str, str] | None:
    """Contract, declarer and tricks; None where the auction was not over or nobody says how many tricks were made."""
    if dealer is None or len(calls) < 4 or any(call != "Pass" for call in calls[-3:]):
        return None
    bids = [(place, call) for place, call in enumerate(calls) if call[0].isdigit()]
    if not bids:
        return ("Pass", "", "") if len(calls) == 4 else None
    place, bid = bids[-1]
    seats = from_seat(dealer)
    side = seats[place % 4].side
    strain = bid[1:]
    declarer = next(seats[at % 4] for at, call in bids if call[1:] == strain and seats[at % 4].side is side)
    risk = next((call for call in reversed(calls[place:]) if call in ("X", "XX")), "")
    tricks = claimed or _tricks_won(cards, declarer, strain)
    return (f"{bid}{risk}", declarer.value, tricks) if tricks else None


def _tricks_won(cards: Sequence[str], declarer: Seat, strain: str) -> str:
    """Declarer's tricks where all 52 cards were played; empty where the play broke off."""
    if len(cards) != 52:
        return ""
    trump = None if strain == "NT" else Strain(strain)
    leader, won = from_seat(declarer)[1], 0
    for start in range(0, 52, 4):
        trick = {seat: Card.parse(card) for seat, card in zip(from_seat(leader), cards[start : start + 4], strict=True)}
        leader = winner(trick, leader, trump)
        won += leader.side is declarer.side
    return str(won)
