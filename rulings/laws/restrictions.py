"""What stays alive after a ruling: restrictions until they end, and questions that come back at the end of play."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rulings.laws.evaluator import Consultation
from rulings.laws.model import Outcome
from rulings.laws.phrases import CHECKS, asked_once


class End(StrEnum):
    """When a restriction ends; all of them end with the board."""

    NEXT_TURN = "next-turn"
    AUCTION = "auction"
    THIS_LEAD = "this-lead"
    THIS_TRICK = "this-trick"
    LEAD_LOST = "lead-lost"  # the partner has had the lead, and loses it
    CARD_GONE = "card-gone"  # played or picked up
    CHOSEN = "chosen"  # a player has chosen


#: A ban that declarer may lay on one suit, or on none (Law 26B).
ONE_SUIT = "26B - one suit, as long as P keeps the lead"
#: Another suit that declarer names for one play, or against it (Law 57A3 and A4).
SUIT_TO_PLAY = "57A - a card of the suit named"
NO_CARD_OF_SUIT = "57A - no card of the suit named"

#: The keys of an outcome that restrict players or cards.
RESTRICTING = ("pass", "play", "lead", "pc")

_ENDS: dict[str, dict[str, End]] = {
    "pass": {
        "P once": End.NEXT_TURN,
        "O once": End.NEXT_TURN,
        "P all": End.AUCTION,
        "O all": End.AUCTION,
        "both all": End.AUCTION,
    },
    "play": {
        "57A - highest of the suit led": End.THIS_TRICK,
        "57A - lowest of the suit led": End.THIS_TRICK,
        SUIT_TO_PLAY: End.THIS_TRICK,
        NO_CARD_OF_SUIT: End.THIS_TRICK,
    },
    "lead": {
        "26B": End.LEAD_LOST,
        "26B possible": End.LEAD_LOST,
        "26B pending": End.LEAD_LOST,
        "26B if not comparable": End.LEAD_LOST,
        ONE_SUIT: End.LEAD_LOST,
        "50D2": End.CARD_GONE,
        "50D2 when P is to lead": End.CARD_GONE,
        "51B when P is to lead": End.CARD_GONE,
        "50D2/51B if P leads first": End.CARD_GONE,
        "must lead the suit": End.THIS_LEAD,
        "suit banned while on lead": End.LEAD_LOST,
        "suit banned": End.LEAD_LOST,
        "suits banned": End.LEAD_LOST,
    },
}
#: The tree that rules on the next stage of a restriction, and what is known there by then.
_NEXT_STAGE: dict[str, dict[str, tuple[str, dict[str, str]]]] = {
    "lead": {
        "26B": ("L26", {"exempt": "n", "comp": "n"}),
        "26B possible": ("L26", {}),
        "26B pending": ("L26", {"exempt": "n", "comp": "n", "defends": "y"}),
        "26B if not comparable": ("L26", {"exempt": "n"}),
        "50D2": ("L50", {"pcn": "one", "size": "major", "turn": "plead"}),
        "50D2 when P is to lead": ("L50", {"pcn": "one", "size": "major", "turn": "plead"}),
        "50D2/51B if P leads first": ("L50", {"turn": "plead"}),
        "51B when P is to lead": ("L50", {"pcn": "more", "turn": "plead"}),
    },
    "pc": {
        "minor": ("L50", {"size": "minor"}),
        "stays until played": ("L50", {"size": "minor"}),
        "major": ("L50", {"size": "major"}),
        "stays major": ("L50", {"size": "major"}),
        "led card - major": ("L50", {"size": "major"}),
    },
}
#: Answers that say that it has not come to that yet, or that nobody has chosen.
NOT_YET = frozenset({"wait", "later", "open"})
#: Texts of `pc` after which no penalty card lies on the table.
NO_CARD = frozenset({"none", "picked up", "immaterial (the revoke card is his last card)"})


#: How the code of a score begins that takes the place of the one made at the table; `adjust?` asks whether it does.
ADJUSTING = ("adjust", "split", "average", "artificial", "directly at fault")
_ONLY_ASKED = "adjust?"


def may_adjust(outcome: Outcome) -> bool:
    """Whether an adjusted score is, or may be, given with the outcome."""
    return (outcome["score"] or "").startswith(ADJUSTING)


def requires_score(outcome: Outcome) -> bool:
    """Whether the outcome is an adjusted score, which somebody has to give (Law 12)."""
    return may_adjust(outcome) and not (outcome["score"] or "").startswith(_ONLY_ASKED)


@dataclass(frozen=True, slots=True)
class Restriction:
    """Something the Director keeps in sight. `phrases.phrase(key, text)` says it in full."""

    outcome: str
    key: str
    text: str
    ends: End


@dataclass(frozen=True, slots=True)
class Reminder:
    """A question to put later, the tree that answers it, and what is known there by then."""

    check: str
    text: str
    tree: str
    knowing: tuple[tuple[str, str], ...] = ()


def restrictions(outcomes: Iterable[Outcome]) -> tuple[Restriction, ...]:
    """Passes, restricted plays and leads, penalty cards that the outcomes leave behind, in the order of the rulings."""
    restricted = []
    for outcome in outcomes:
        for key in RESTRICTING:
            text = outcome[key]
            ends = None if text is None else restriction_end(key, text)
            if text is not None and ends is not None:
                restricted.append(Restriction(outcome.id, key, text, ends))
    return tuple(restricted)


def names_card(key: str, text: str) -> bool:
    """Whether a card or a suit belongs to the restriction, for the Director to name."""
    return key in ("lead", "pc") or text in (SUIT_TO_PLAY, NO_CARD_OF_SUIT)


def next_stage(key: str, text: str) -> tuple[str, dict[str, str]] | None:
    """The tree with which a restriction is gone on with, and what is known there; None where it simply ends."""
    stage = _NEXT_STAGE.get(key, {}).get(text)
    if stage is None and key == "pc" and text not in NO_CARD:
        return "L50", {}
    return stage


def awaited_choice(case: Consultation) -> str | None:
    """The outcome with the options that somebody has yet to choose from; None where nothing is awaited."""
    if NOT_YET.isdisjoint(fact.answer for fact in case.answered):
        return None
    return next((outcome.id for outcome in reversed(case.step.outcomes) if outcome["opt"]), None)


def restriction_end(key: str, text: str) -> End | None:
    """When it ends; None where there is no restriction."""
    if key == "pc":
        return None if text in NO_CARD else End.CARD_GONE
    return _ENDS[key].get(text)


def reminders(outcomes: Iterable[Outcome]) -> tuple[Reminder, ...]:
    """What to ask when the result is entered, each once. What falls due at a lead is a restriction until then."""
    first: dict[str, Outcome] = {}
    for outcome in outcomes:
        for code in outcome.chk:
            first.setdefault(code, outcome)
    return tuple(_reminder(code, first[code]) for code in asked_once(first) if not CHECKS[code].at_a_lead)


def _reminder(code: str, outcome: Outcome) -> Reminder:
    check = CHECKS[code]
    known_facts = dict(check.knowing)
    for law, facts in check.by_law:
        known_facts |= facts if law in outcome.law else {}
    return Reminder(code, check.text, check.tree, tuple(known_facts.items()))
