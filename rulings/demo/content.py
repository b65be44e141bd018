"""The demo's rulings as plain values: one of each kind that a club meets in a season."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Case:
    """An irregularity with the director's answers. `result` is what the table had, where nobody has said so."""

    tree: str
    answers: dict[str, str]
    result: str = "3NT= S"
    fields: dict[str, Any] = field(default_factory=dict)
    # Peers were asked before it was given; {opener} and {overcaller} stand for the dealer and who sits over the dealer.
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
        "4H= E",
        {
            "facts": "Dealer's partner thought that it was 1♦ and overcalled 1♥ over 1♠. It was not accepted.",
            "auction": "P 1S 1H",
            "basis": "agreed",
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
        "4S= N",
        {
            "facts": "West ruffed the second diamond and had a diamond left. East-West won two more tricks.",
            "basis": "agreed",
            "offending": "EW",
            "offender": "W",
            "decision": "Two tricks go to North-South: 4♠ made instead of two down.",
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
        "4S= {opener}",
        {
            "facts": "Opener's partner thought for about ten seconds over 4♥ and passed; opener then bid 4♠.",
            "basis": "found",
            "auction": "1S 4H ~P P 4S P P P",
            "decision": "Pass is a logical alternative to 4♠: the score is weighted.",
            "reasons": "Three of five players asked would pass, and the pause suggests bidding on.",
            "consultation": "Asked two colleagues by telephone; both agree that the pause suggests 4♠.",
            "score_ns": "60 4H= {overcaller}, 40 4H-1 {overcaller}",
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
        "3NT-1 N",
        {
            "facts": "2♣ was not alerted and was described as natural; the card says that it is a relay.",
            "basis": "agreed",
            "offending": "EW",
            "offender": "W",
            "decision": "With the right explanation North plays in the other suit.",
            "score_ns": "70 4H= N, 30 3NT-1 N",
            "appeal_told": True,
        },
        amended="Another look at the play: ten tricks are there more often.",
        after={"score_ns": "80 4H= N, 20 3NT-1 N"},
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
        "2H+1 S",
        {"facts": "Declarer led from the hand instead of from dummy; West did not accept it.", "basis": "agreed"},
    ),
    Case(
        "L54",
        {"declside": "n", "spread54": "n", "sawdummy": "n", "choice54": "accept"},
        "3NT= W",
        {"facts": "South led face up, but it was North's lead. Declarer accepted it and saw dummy.", "basis": "agreed"},
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
        "4S-1 N",
        {
            "facts": "Declarer claimed the rest without mention of the last trump, which was out.",
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
        "1NT+1 E",
        {"facts": "South passed before East, the dealer, had called. East did not accept it.", "basis": "agreed"},
    ),
    Case(
        "L15B",
        {"prior": "y"},
        "P",
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
        "2S= N",
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
        "4H+1 S",
        {"facts": "East pulled 1♣ out of the box and wanted 1♦: the cards stuck together.", "basis": "found"},
        withdrawn="It was the wrong table's slip; the call stands.",
    ),
)
#: A penalty card that lies on a table now.
ON_THE_TABLE = Case(
    "L49",
    {"normal": "n", "seen49": "y", "current": "no", "how49": "honour"},
    fields={"facts": "West dropped the king of diamonds face up.", "basis": "agreed", "offending": "EW"},
)
CARD = {"pc": {"seat": "W", "detail": "♦K"}}
CALL = "Lead out of turn?"
