"""What the trees say, as a director reads it on a screen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext, gettext_lazy

from rulings.laws import Outcome, library
from rulings.laws.phrases import CHECKS, EARLIER_CHECKS, FOR_PLAYERS, is_own_choice, phrase
from rulings.laws.restrictions import NO_CARD_OF_SUIT, ONE_SUIT, SUIT_TO_PLAY, may_adjust, requires_score
from rulings.laws.words import APPEALS, KINDS, LABELS
from rulings.models.restrictions import SCORE_OWED, RestrictionKind
from rulings.selectors.card_words import suits_in
from rulings.wording import spoken_text, translated_text

#: For the director's eyes: what to do, the score, the penalty and what to write down.
ASIDE = ("td", "opt", "score", "pp", "rec")
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
    # An adjusted score is or may be given with it; and whether it is one that somebody has to give.
    adjusts: bool
    requires_score: bool

    @property
    def heard(self) -> tuple[str, ...]:
        """What the players hear of it, line by line."""
        return (self.do, *(f"{label}: {text}" for label, text in self.aloud), *([self.choice] if self.choice else []))

    @classmethod
    def of(cls, outcome: Outcome) -> OutcomeWords:
        is_own = is_own_choice(outcome["opt"])
        return cls(
            outcome.id,
            outcome.law,
            gettext(KINDS[outcome.kind]),
            gettext(APPEALS[outcome.kind]),
            translated_text(outcome.do),
            tuple(_lines(outcome, FOR_PLAYERS[1:])),
            "" if is_own else spoken_text(outcome, "opt") or "",
            tuple(_lines(outcome, [key for key in ASIDE if key != "opt" or is_own])),
            tuple((code, translated_text(CHECKS[code].text)) for code in outcome.chk if not CHECKS[code].at_a_lead),
            may_adjust(outcome),
            requires_score(outcome),
        )


def _lines(outcome: Outcome, keys: Iterable[str]) -> Iterable[tuple[str, str]]:
    for key in keys:
        text = outcome[key]
        if text is not None and (key, text) not in SILENT:
            yield gettext(LABELS[key]), spoken_text(outcome, key) or ""


def brief_words(outcome: Outcome) -> tuple[str, ...]:
    """What happens and what is restricted: enough to choose by."""
    lines = (f"{label}: {text}" for label, text in _lines(outcome, ("pass", "play", "lead", "pc", "tricks")))
    return (translated_text(outcome.do), *lines)


def check_words(code: str) -> str:
    if code == SCORE_OWED:
        return gettext("The ruling adjusts the score, and no score has been given yet.")
    return translated_text(CHECKS[code].text if code in CHECKS else EARLIER_CHECKS.get(code, code))


#: Restrictions of a lead or a play in which the suit is named, where the director has said which.
WITH_SUIT: dict[str, Any] = {
    "must lead the suit": gettext_lazy("The partner must lead %(suits)s, if able."),
    "suit banned while on lead": gettext_lazy(
        "The partner may not lead %(suits)s for as long as the lead stays there."
    ),
    "suit banned": gettext_lazy("%(suits)s may not be led until the partner loses the lead."),
    "suits banned": gettext_lazy("%(suits)s may not be led until the partner loses the lead."),
    ONE_SUIT: gettext_lazy("Declarer forbids %(suits)s: the partner may not lead it while keeping the lead (Law 26B)."),
    SUIT_TO_PLAY: gettext_lazy("The offender's partner must play %(suits)s, if able."),
    NO_CARD_OF_SUIT: gettext_lazy("The offender's partner may not play %(suits)s to this trick."),
}


def restriction_words(kind: str, text: str, detail: str = "") -> str:
    """A restriction in full: the code of an outcome's text, or the outcome whose options are to be chosen from.

    `detail` is the card or suit that the director has named.
    """
    if kind in (RestrictionKind.LEAD, RestrictionKind.PLAY) and text in WITH_SUIT and (suits := suits_in(detail)):
        return str(WITH_SUIT[text]) % {"suits": get_text_list(suits, gettext("and"))}
    if kind == RestrictionKind.CHOICE:
        outcome = library().outcomes.get(text)
        return (spoken_text(outcome, "opt") if outcome else None) or text
    try:
        return gettext(phrase(kind, text))
    except KeyError:
        return text
