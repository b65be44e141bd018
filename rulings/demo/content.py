"""The demo's rulings as plain values: one of each kind that a club meets in a season."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Case:
    """An irregularity with the director's answers, on a board of `events.demo.deals`.

    `result` is what the table had; where it is empty, it stays as the table entered it.
    """

    tree: str
    answers: dict[str, str]
    board: int = 0
    result: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    # Peers were asked before it was given.
    polled: bool = False
    # A share of a top, taken from North-South.
    penalty: str = ""
    # Why it was amended or withdrawn later.
    amended: str = ""
    withdrawn: str = ""
    after: dict[str, Any] = field(default_factory=dict)


PAST: tuple[Case, ...] = (
    Case(
        "L27",
        {"rot": "y", "acc": "n", "repl": "lowest"},
        1,
        "4H-1 S",
        {
            "facts": (
                "North opened 1♦, East overcalled 1♠. South had not seen it and bid 1♥, which West did not accept; "
                "South made it 2♥, and North raised to 4♥."
            ),
            "auction": "1D 1S 1H",
            "basis": "agreed",
            "offending": "NS",
            "offender": "S",
        },
    ),
    Case(
        "L61",
        {
            "ev61": "fact",
            "t12": "n",
            "both62": "n",
            "est": "played",
            "exempt": "none",
            "won": "player",
            "later": "some",
            "equity": "n",
        },
        7,
        "4S+1 N",
        {
            "facts": (
                "East led the ace of diamonds and another. West ruffed the second round with two diamonds left. "
                "East-West won two more tricks, the king of trumps and a club."
            ),
            "auction": "P P 1S P 3S P 4S P P P",
            "played": "♦A, ♦4 ruffed with ♠7, ♣K. Nine tricks at the table.",
            "basis": "agreed",
            "offending": "EW",
            "offender": "W",
            "decision": "Two tricks go to North-South: 4♠ with an overtrick instead of one down.",
        },
    ),
    Case(
        "L16B",
        {
            "stage16": "end",
            "ui": "y",
            "la": "y",
            "sugg": "y",
            "adv": "y",
            "result": "y",
            "many": "n",
            "sewog": "n",
        },
        13,
        "4S= N",
        {
            "facts": "South thought for about ten seconds over 4♥ and passed; North then bid 4♠.",
            "basis": "found",
            "auction": "1S 4H ~P P 4S P P P",
            "decision": "Pass is a logical alternative to 4♠: the score is weighted.",
            "reasons": "Three of five players asked would pass, and the pause suggests bidding on.",
            "consultation": "Asked two colleagues by telephone; both agree that the pause suggests 4♠.",
            "offending": "NS",
            "offender": "N",
            "score_ns": "60 4H= E, 40 4H-1 E",
            "appeal_told": True,
        },
        polled=True,
    ),
    Case(
        "L21",
        {
            "source": "opp",
            "mistake": "n",
            "period": "n",
            "infl": "y",
            "adv": "y",
            "sewog": "n",
            "result": "y",
            "many": "n",
        },
        19,
        "3NT-1 N",
        {
            "facts": (
                "East's 2♣ was not alerted, and West described it as natural; the card says that it asks for 2♦. Over "
                "a natural 2♣ South's 2♥ may be a suit of four, over a relay it shows five."
            ),
            "auction": "P 1NT X 2C 2H P 3NT P P P",
            "explanations": "1NT 12 to 14. 2♣: natural, said West; a relay to 2♦, says the card.",
            "basis": "agreed",
            "offending": "EW",
            "offender": "W",
            "decision": "With the right explanation North knows of five hearts and raises them most of the time.",
            "reasons": "Of the ten tricks in hearts none is in danger before the trumps break badly.",
            "score_ns": "70 4H= S, 30 3NT-1 N",
            "appeal_told": True,
        },
        amended="Another look at the play: ten tricks are there more often.",
        after={"score_ns": "80 4H= S, 20 3NT-1 N"},
    ),
    Case(
        "L53",
        {
            "told": "n",
            "t13": "n",
            "propl": "n",
            "who53": "decl",
            "rhoplays": "n",
            "lhoplays": "n",
            "refuse55": "y",
            "split55": "no",
            "whose": "decl",
        },
        25,
        "2H+1 S",
        {
            "facts": (
                "Declarer led the three of diamonds from the hand; the lead was in dummy. West did not accept it, and "
                "declarer led a diamond from dummy."
            ),
            "auction": "P P 1H P 2H P P P",
            "basis": "agreed",
            "offending": "NS",
            "offender": "S",
        },
    ),
    Case(
        "L54",
        {"declside": "n", "spread54": "n", "sawdummy": "n", "choice54": "accept"},
        4,
        "3NT= W",
        {
            "facts": "South led the four of clubs face up, but it was North's lead. West accepted it.",
            "auction": "1NT P 3NT P P P",
            "basis": "agreed",
            "offending": "NS",
            "offender": "S",
        },
    ),
    Case(
        "L68",
        {
            "scope": "y",
            "noclaim": "n",
            "objects": "n",
            "react": "doubted",
            "playon": "n",
            "claimer": "decl",
            "trump": "y",
            "said70": "n",
            "unaware": "y",
            "lose": "y",
        },
        10,
        "4S-1 N",
        {
            "facts": (
                "Declarer had drawn two rounds of trumps and claimed ten tricks without mention of the last one, which "
                "East held."
            ),
            "auction": "P P P 1S P 3S P 4S P P P",
            "basis": "found",
            "decision": "One trick goes to the defenders: declarer was likely unaware of the trump (Law 70C).",
            "appeal_told": True,
        },
    ),
    Case(
        "L29",
        {
            "simul": "n",
            "rhobound": "n",
            "proper": "n",
            "kind29": "pass",
            "faced": "n",
            "lcalled": "n",
            "accept": "n",
            "at": "rho",
        },
        16,
        "1NT+1 E",
        {
            "facts": "After two passes South passed when it was East's turn. East did not accept it and opened 1NT.",
            "auction": "P P S:P",
            "basis": "agreed",
            "offending": "NS",
            "offender": "S",
        },
    ),
    Case(
        "L15B",
        {"prior": "y"},
        22,
        "",
        {
            "facts": "Both pairs sat down to a board that East-West had played in the round before.",
            "basis": "agreed",
            "decision": "The board is cancelled here. The table did not look at the guide card, the movement did.",
            "score_ns": "50",
            "score_ew": "50",
        },
    ),
    Case(
        "L90",
        {"off90": "late", "blame": "na"},
        2,
        "",
        {
            "facts": "Fifteen minutes late for the second time this month, without a call.",
            "basis": "agreed",
            "decision": "The standard penalty.",
        },
        penalty="25",
    ),
    Case(
        "L25",
        {"intent": "unintended", "pcalled": "n", "over": "n"},
        8,
        "2D= E",
        {
            "facts": "East pulled 1♣ out of the box and wanted 1♦: the cards stuck together.",
            "auction": "P P 1C",
            "basis": "found",
        },
        withdrawn="It was the wrong table's slip; the call stands.",
    ),
)
#: A penalty card that lies on a table now.
ON_THE_TABLE = Case(
    "L49",
    {"normal": "n", "seen49": "y", "current": "no", "how49": "honour"},
    fields={"facts": "West dropped {card} face up.", "basis": "agreed", "offending": "EW", "offender": "W"},
)
CALL = "Lead out of turn?"
