"""How a tie was broken, in words: what the engine noted, said for people."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from django.utils.translation import gettext as _

from events.models.conditions import TieBreak
from scoring.engine.numbers import Rounding, plain
from scoring.engine.tie_breaks import NOTHING_LOST

WHOLE = Rounding(4)


def tie_words(notes: Iterable[str]) -> list[str]:
    """A sentence for each rule that was asked, in the declared order."""
    return [_tie_sentence(note) for note in notes]


def tie_reasons(notes: Iterable[str], *, is_tied: bool, rules: Collection[str]) -> list[str]:
    """How a tie was broken, or that the declared `rules` did not; nothing for a place that nobody shared."""
    sentences = tie_words(notes)
    if is_tied and rules:
        sentences.append(_("Still equal: no tie-break of the conditions separates them."))
    return sentences


def _tie_sentence(note: str) -> str:
    name, _colon, figure = note.partition(": ")
    if name not in TieBreak.values:
        return note
    label = TieBreak(name).label
    if name == TieBreak.LOT:
        return _("Decided by lot.")
    try:
        value = Fraction(figure)
    except (ValueError, ZeroDivisionError):
        return note
    if name == TieBreak.QUOTIENT and value >= NOTHING_LOST:
        return _("%(rule)s: nothing lost") % {"rule": label}
    text = plain(value)
    return _("%(rule)s: %(figure)s") % {"rule": label, "figure": WHOLE.show(value) if "/" in text else text}
