"""The games of the demo: of each kind one that is over, one being played and one to come."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import time, timedelta
from decimal import Decimal
from typing import Any

from clubs.demo.content import HARBOUR, HILLSIDE, LANTERN
from events.demo.deals import MONDAY
from events.models.conditions import CarryOver, Form, Systems, TieBreak
from events.models.events import Weekday
from events.movements.model import MovementKind
from scoring.engine.methods import VICTORY

EVENING = time(19, 15)
HOUSE = {
    "fee": Decimal("4.00"),
    "visitor_fee": Decimal("6.00"),
    "systems": Systems.NO_BROWN,
    "entry_conditions": "Open to everybody. Come as a pair, or ask the partner desk.",
}


@dataclass(frozen=True)
class Game:
    """An event of one session. `fields` are its conditions, `contestants` how many play."""

    club: str
    name: str
    contestants: int
    fields: dict[str, Any] = field(default_factory=dict)
    # How long ago the running one began, and which round it is in.
    running_for: timedelta = timedelta(minutes=50)
    running_round: int = 3
    days_ago: int = 7
    days_ahead: int = 7
    playing_director: str = ""
    deputy: str = ""
    # Somebody who can sign in and never misses this game.
    regular: str = ""
    # Boards of the past one whose cards are laid down; the others are dealt.
    deals: dict[int, str] = field(default_factory=dict)

    @property
    def first(self) -> str:
        return self.playing_director or self.regular

    @property
    def size(self) -> int:
        return Form(self.fields.get("form", Form.PAIRS)).size


GAMES: tuple[Game, ...] = (
    Game(
        HARBOUR,
        "Monday pairs",
        18,
        HOUSE | {"movement_kind": MovementKind.MITCHELL, "winners": 2, "boards": 27, "tie_breaks": [TieBreak.TOPS]},
        days_ago=7,
        days_ahead=7,
        regular="member@harbour.example.org",
        deals=MONDAY,
    ),
    Game(
        HARBOUR,
        "Gentle pairs",
        9,
        HOUSE
        | {
            "movement_kind": MovementKind.HOWELL,
            "boards": 27,
            "minutes_per_board": Decimal("8.0"),
            "systems": Systems.SIMPLE,
            "remarks": "A relaxed game with tea at half time. Questions are welcome.",
        },
        days_ago=5,
        days_ahead=9,
    ),
    Game(
        HARBOUR,
        "Harbour teams",
        6,
        HOUSE
        | {
            "form": Form.TEAMS,
            "scoring": VICTORY.name,
            "movement_kind": MovementKind.ROUND_ROBIN,
            "boards": 20,
            "tie_breaks": [TieBreak.HEAD_TO_HEAD, TieBreak.QUOTIENT],
        },
        running_for=timedelta(minutes=35),
        running_round=2,
        days_ago=4,
        days_ahead=10,
    ),
    Game(
        HILLSIDE,
        "Three valleys Swiss teams",
        8,
        HOUSE
        | {
            "form": Form.TEAMS,
            "scoring": VICTORY.name,
            "movement_kind": MovementKind.SWISS,
            "boards": 25,
            "members_only": True,
            "carry_over": CarryOver.NONE,
            "tie_breaks": [TieBreak.HEAD_TO_HEAD, TieBreak.OPPONENTS, TieBreak.IMPS],
            "entry_conditions": "Members of the club, in teams of four to six.",
        },
        running_for=timedelta(minutes=70),
        running_round=2,
        days_ago=6,
        days_ahead=15,
    ),
    Game(
        LANTERN,
        "First Sunday individual",
        12,
        HOUSE
        | {
            "form": Form.INDIVIDUAL,
            "movement_kind": MovementKind.INDIVIDUAL,
            "boards": 24,
            "systems": Systems.SIMPLE,
            "entry_conditions": "Everybody on their own, everybody plays the house system.",
        },
        running_for=timedelta(minutes=40),
        running_round=2,
        days_ago=14,
        days_ahead=14,
        playing_director="director@lantern.example.org",
        deputy="secretary@lantern.example.org",
    ),
)
TEAMS = (
    *("The Void Squad", "Passed Out", "Uppercut", "Second Hand Low", "The Merrimacs", "Seven Small", "Bath Coup Club"),
    *("Vienna Waltz", "The Deep Finesse", "Ruff Justice", "Trump Echo", "Lead Astray"),
)
SERIES: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        HARBOUR,
        HOUSE | {"name": "Monday evening pairs", "weekday": Weekday.MONDAY, "starts": EVENING, "boards": 26},
    ),
    (
        HARBOUR,
        HOUSE
        | {
            "name": "Wednesday afternoon pairs",
            "weekday": Weekday.WEDNESDAY,
            "starts": time(13, 30),
            "boards": 24,
            "systems": Systems.SIMPLE,
        },
    ),
    (HILLSIDE, HOUSE | {"name": "Tuesday pairs", "weekday": Weekday.TUESDAY, "starts": time(18, 30), "boards": 26}),
    (LANTERN, HOUSE | {"name": "Saturday pairs", "weekday": Weekday.SATURDAY, "starts": time(14, 0), "boards": 26}),
)
