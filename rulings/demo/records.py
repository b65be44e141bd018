"""A poll and the recorder's file in the demo. Everybody in it is invented."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from clubs.actors import Actor
from clubs.models import Player, User
from clubs.models.audit import ActorKind
from events.models import Entrant, Play, Session
from events.models.plays import PlayState
from events.selectors.seal import current_boards
from rulings.demo.content import Case
from rulings.laws import Auction
from rulings.laws.auction import after
from rulings.models import Ruling
from rulings.services.cases import Where
from rulings.services.polls import Asked, Given, close_poll, judge, note_answer, open_poll
from rulings.services.reports import About, add_note, classify, file_report
from scoring.engine.cards import Seat
from scoring.engine.deal import Deal, Hand
from scoring.selectors.conditions import conditions_of

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


def opened_with_a_spade(session: Session, *, taken: list[Play]) -> Play | None:
    """A board whose dealer has a 1♠ opening and few hearts, the next hand many; None where none is."""
    found: list[tuple[int, Play]] = []
    rows = Play.objects.filter(section__session=session, state=PlayState.DONE).exclude(pk__in=[one.pk for one in taken])
    for play in rows.select_related("section__board_set", "section__session__event__club__federation").order_by("pk"):
        hands = _hands(play)
        if hands is not None and hands[0].lengths[0] >= 5 and 11 <= hands[0].points <= 16:
            found.append((hands[1].lengths[1] - hands[0].lengths[1], play))
    return max(found, key=lambda one: one[0])[1] if found else None


def _hands(play: Play) -> tuple[Hand, Hand] | None:
    """The dealer's, and of who sits over the dealer."""
    board_set = play.section.board_set
    board = current_boards(board_set).filter(number=play.board).first() if board_set else None
    if board is None:
        return None
    dealer = conditions_of(play.section, play.board).dealer
    deal = Deal.parse(board.deal)
    first, second = deal.hand(dealer), deal.hand(after(dealer))
    return (first, second) if first and second else None


def named(case: Case, play: Play) -> Case:
    dealer = conditions_of(play.section, play.board).dealer
    who = {"opener": dealer.value, "overcaller": after(dealer).value}
    fields = {name: value.format(**who) if isinstance(value, str) else value for name, value in case.fields.items()}
    return replace(case, result=case.result.format(**who), fields=fields)


def poll_for(ruling: Ruling, director: User, at: datetime) -> None:
    """Before the ruling is given: six are asked, five of them count."""
    play = ruling.play
    assert play is not None
    dealer = conditions_of(play.section, play.board).dealer
    turn = Auction.parse(Seat(dealer), AUCTION).turn
    assert turn is not None
    hands = _hands(play)
    asked = Asked(turn.value, str(hands[0]) if hands else HAND, AUCTION, METHODS)
    poll = open_poll(actor=_as(director, at), session=ruling.session, where=Where.of(play), asked=asked, ruling=ruling)
    for number, peer in enumerate(PEERS, start=1):
        then = _as(director, at + number * MINUTE / 4)
        given = Given(peer.chosen, peer.considered, peer.remark)
        answer = note_answer(actor=then, poll=poll, person=peer.name, given=given)
        if peer.why_not:
            judge(actor=then, answer=answer, is_peer=False, why_not=peer.why_not)
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
        made = file_report(actor=_as(director, at), club=session.club, about=about, **day, **filed.fields)
        later = _as(recorder, at + 20 * HOUR)
        if filed.colour:
            made = classify(actor=later, report=made, colour=filed.colour, reason=filed.colour_reason)
        if filed.note:
            add_note(actor=later, report=made, text=filed.note)
        added["reports"] += 1
    return added


def _pairs(session: Session) -> list[list[Player]]:
    rows = Entrant.objects.filter(contestant__places__session=session, is_active=True).select_related("player")
    found: dict[int, list[Player]] = {}
    for row in rows.order_by("contestant", "position"):
        if row.player is not None:
            found.setdefault(row.contestant_id, []).append(row.player)
    return list(found.values())
