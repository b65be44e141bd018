"""A poll and the recorder's file in the demo. Everybody in it is invented."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from clubs.models import Player, User
from core.actors import Actor, ActorKind
from events.models import Entrant, Play, Session
from events.selectors.hand_records import SYMBOLS
from events.selectors.seal import current_boards
from rulings.case_places import Where
from rulings.laws import Auction
from rulings.models import Ruling
from rulings.services.polls import PollMatter, PollReply, close_poll, judge, note_answer, open_poll
from rulings.services.reports import About, add_note, classify, file_report
from scoring.engine.cards import Seat
from scoring.engine.deal import Deal, Hand
from scoring.selectors.conditions import board_conditions

RECORDER = "recorder@dummyland.example.org"
MINUTE = timedelta(minutes=1)
HOUR = 60 * MINUTE


@dataclass(frozen=True)
class Peer:
    name: str
    chosen: str
    considered: tuple[str, ...] = ()
    remark: str = ""
    why_not: str = ""


#: Opener over the opponents' 4♥, after partner's pause, of which nobody was told; the hand where no deal is known.
AUCTION = "1S 4H P P"
HAND = "AQJ862.7.KQ94.K3"
METHODS = "1♠ shows five spades or more, 4♥ is to play."
PEERS = (
    Peer("Trudy Trump", "P", ("X",), "I have what I opened on."),
    Peer("Kit Kibitzer", "4S", ("P", "X")),
    Peer("Vera Void", "P", ("4S",)),
    Peer("Tom Tempo", "P"),
    Peer("Sally Slam", "4S", ("P",), "They are not always right."),
    Peer("Barney Beginner", "5D", why_not="Began to play this winter."),
)


@dataclass(frozen=True)
class Filed:
    kind: str
    fields: dict[str, Any]
    # What the recorder makes of it, with the reason.
    colour: str = ""
    colour_reason: str = ""
    note: str = ""
    with_partner: bool = field(default=False)


REPORTS = (
    Filed(
        "system",
        {
            "hand_type": "psyche",
            "call": "1S in third seat",
            "seat": "S",
            "vulnerable": "EW",
            "hand": "T9532.84.J732.65",
            "auction": "P P 1S X 3S",
            "partner_action": "Raised to 3♠ with four trumps and eleven points, as the card says.",
            "outcome": "4H+1 E: the opponents found their game.",
            "description": "Opened on one point. West asked for the record afterwards and was friendly about it.",
            "law_refs": ["40A3", "40C1"],
            "reporter": "West",
        },
        colour="green",
        colour_reason="The partner bid what the hand is worth: no sign of an understanding.",
        note="First one on record for this pair.",
        with_partner=True,
    ),
    Filed(
        "misconduct",
        {
            "description": "Told the opponents loudly how the hand should have been defended; stopped when asked to.",
            "law_refs": ["74A2", "74B5"],
            "reporter": "Two neighbouring tables",
        },
    ),
    Filed(
        "system",
        {
            "hand_type": "misbid",
            "call": "2D",
            "seat": "E",
            "vulnerable": "None",
            "auction": "1NT P 2D",
            "partner_action": "Announced a transfer to hearts, as the card says, and bid 2♥.",
            "outcome": "3NT= W",
            "description": "2♦ was meant as natural: forgot the transfer. The card was clear, so there was no damage.",
            "law_refs": ["75B"],
        },
        with_partner=True,
    ),
)


def _as(user: User | None, at: datetime) -> Actor:
    return Actor(kind=ActorKind.SYSTEM, user=user, at=at)


def hand_at(play: Play, seat: Seat) -> Hand | None:
    board_set = play.section.board_set
    board = current_boards(board_set).filter(number=play.board).first() if board_set else None
    return Deal.parse(board.deal).hand(seat) if board is not None else None


def dropped(play: Play) -> str:
    """An honour that West holds, for a card that lies on the table."""
    hand = hand_at(play, Seat.WEST)
    honours = [card for card in hand.cards if card.rank in "KQJTA"] if hand is not None else []
    card = min(honours, key=lambda honour: "KQJTA".index(honour.rank), default=None)
    return f"{SYMBOLS[card.suit]}{'10' if card.rank == 'T' else card.rank}" if card is not None else "♦K"


def poll_for(ruling: Ruling, director: User, at: datetime) -> None:
    """Before the ruling is given: six are asked, five of them count."""
    play = ruling.play
    assert play is not None
    dealer = board_conditions(play.section, play.board).dealer
    turn = Auction.parse(Seat(dealer), AUCTION).turn
    assert turn is not None
    matter = PollMatter(turn.value, str(hand_at(play, turn) or HAND), AUCTION, METHODS)
    poll = open_poll(
        actor=_as(director, at), session=ruling.session, where=Where.of(play), matter=matter, ruling=ruling
    )
    for number, peer in enumerate(PEERS, start=1):
        answering = _as(director, at + number * MINUTE / 4)
        reply = PollReply(peer.chosen, peer.considered, peer.remark)
        answer = note_answer(actor=answering, poll=poll, person=peer.name, reply=reply)
        if peer.why_not:
            judge(actor=answering, answer=answer, is_peer=False, why_not=peer.why_not)
    close_poll(actor=_as(director, at + 2 * MINUTE), poll=poll)


def file_reports(session: Session, director: User) -> Counter[str]:
    """Filed at the end of the evening; the recorder has looked at the first."""
    recorder = User.objects.filter(email=RECORDER).first()
    at = session.starts_at + 4 * HOUR
    pairs = _pairs(session)
    added: Counter[str] = Counter()
    for filed, pair in zip(REPORTS, pairs[2:], strict=False):
        partners = pair[1:] if filed.with_partner else []
        about = About(filed.kind, pair[:1], partners, session)
        day = {"happened_on": session.club.day(session.starts_at)}
        report = file_report(actor=_as(director, at), club=session.club, about=about, **day, **filed.fields)
        later = _as(recorder, at + 20 * HOUR)
        if filed.colour:
            report = classify(actor=later, report=report, colour=filed.colour, reason=filed.colour_reason)
        if filed.note:
            add_note(actor=later, report=report, text=filed.note)
        added["reports"] += 1
    return added


def _pairs(session: Session) -> list[list[Player]]:
    rows = Entrant.objects.filter(contestant__places__session=session, is_active=True).select_related("player")
    players: dict[int, list[Player]] = {}
    for entrant in rows.order_by("contestant", "position"):
        if entrant.player is not None:
            players.setdefault(entrant.contestant_id, []).append(entrant.player)
    return list(players.values())
