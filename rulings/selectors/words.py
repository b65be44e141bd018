"""What the trees say, as a director reads it on a screen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from rulings.laws import Outcome, library
from rulings.laws.phrases import CHECKS, EARLIER_CHECKS, FOR_PLAYERS, is_own_choice, phrase
from rulings.laws.words import APPEALS, KINDS, LABELS
from rulings.models.alive import RestrictionKind
from rulings.wording import prose, spoken

#: For the director's eyes: what to do, the score, the penalty and what to write down.
ASIDE = ("td", "opt", "score", "pp", "rec")
#: How the code of a score begins that takes the place of the one made at the table.
ADJUSTING = ("adjust", "split", "average", "artificial", "directly at fault")
SILENT = {("lead", "none"), ("pc", "none"), ("pp", "no"), ("tricks", "0"), ("score", "table")}


@dataclass(frozen=True)
class OutcomeWords:
    """One outcome in the reader's language."""

    id: str
    laws: tuple[str, ...]
    kind: str
    appeal: str
    do: str
    # What the players hear, with what it is about.
    aloud: tuple[tuple[str, str], ...]
    # A player's choice; the Director's own stands among the asides.
    choice: str
    aside: tuple[tuple[str, str], ...]
    # What comes back when the result is entered.
    checks: tuple[tuple[str, str], ...]
    adjusts: bool

    @property
    def heard(self) -> tuple[str, ...]:
        """What the players hear of it, line by line."""
        return (self.do, *(f"{label}: {text}" for label, text in self.aloud), *([self.choice] if self.choice else []))

    @classmethod
    def of(cls, outcome: Outcome) -> OutcomeWords:
        own = is_own_choice(outcome["opt"])
        return cls(
            outcome.id,
            outcome.law,
            gettext(KINDS[outcome.kind]),
            gettext(APPEALS[outcome.kind]),
            prose(outcome.do),
            tuple(_lines(outcome, FOR_PLAYERS[1:])),
            "" if own else spoken(outcome, "opt") or "",
            tuple(_lines(outcome, [key for key in ASIDE if key != "opt" or own])),
            tuple((code, prose(CHECKS[code].text)) for code in outcome.chk if not CHECKS[code].at_a_lead),
            (outcome["score"] or "").startswith(ADJUSTING),
        )


def _lines(outcome: Outcome, keys: Iterable[str]) -> Iterable[tuple[str, str]]:
    for key in keys:
        text = outcome[key]
        if text is not None and (key, text) not in SILENT:
            yield gettext(LABELS[key]), spoken(outcome, key) or ""


def brief_words(outcome: Outcome) -> tuple[str, ...]:
    """What happens and what is restricted: enough to choose by."""
    told = (f"{label}: {text}" for label, text in _lines(outcome, ("pass", "lead", "pc", "tricks")))
    return (prose(outcome.do), *told)


def check_words(code: str) -> str:
    return prose(CHECKS[code].text if code in CHECKS else EARLIER_CHECKS.get(code, code))


def restriction_words(kind: str, text: str) -> str:
    """A restriction in full: the code of an outcome's text, or the outcome whose options are to be chosen from."""
    if kind == RestrictionKind.CHOICE:
        outcome = library().outcomes.get(text)
        return (spoken(outcome, "opt") if outcome else None) or text
    try:
        return gettext(phrase(kind, text))
    except KeyError:
        return text
