"""What became of the rows of a Bridgemate file, in figures and in sentences for a person."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# A file of another session fits nowhere: nobody reads three hundred sentences.
MOST_PLACES, MOST_SENTENCES = 6, 40


@dataclass
class BridgemateReport:
    """How many results are new, and what a person has to look at."""

    new: int = 0
    corrected: int = 0
    unchanged: int = 0
    # Marked as processed by another program, and therefore passed over.
    processed: int = 0
    # Names that the players' numbers gave to seats without one.
    named: int = 0
    # Boards whose deals came with the file.
    deals: int = 0
    for_director: list[str] = field(default_factory=list)
    # Where something did not fit, by the sentence that says why.
    misfits: dict[str, list[str]] = field(default_factory=dict)

    @property
    def left_out(self) -> list[str]:
        """What did not fit; the same reason at several places is said once."""
        sentences = [f"{_places(places)}: {sentence}" for sentence, places in self.misfits.items()]
        if (more := len(sentences) - MOST_SENTENCES) <= 0:
            return sentences
        last = _("%(count)s more did not fit: is it the file of this session?") % {"count": more}
        return [*sentences[:MOST_SENTENCES], last]

    @property
    def counts(self) -> dict[str, int]:
        return {
            "new": self.new,
            "corrected": self.corrected,
            "unchanged": self.unchanged,
            "processed": self.processed,
            "named": self.named,
            "deals": self.deals,
            "for_director": len(self.for_director),
            "left_out": sum(map(len, self.misfits.values())),
        }

    @property
    def changes_something(self) -> bool:
        return bool(self.new or self.corrected or self.named or self.deals or self.for_director)

    def leave_out(self, place: str, error: ValidationError) -> None:
        for sentence in error.messages:
            places = self.misfits.setdefault(sentence, [])
            if place not in places:
                places.append(place)

    def put_to_director(self, place: str, sentence: str) -> None:
        self.for_director.append(f"{place}: {sentence}")


def _places(places: list[str]) -> str:
    named = "; ".join(places[:MOST_PLACES])
    if len(places) <= MOST_PLACES:
        return named
    return _("%(places)s and %(count)s more") % {"places": named, "count": len(places) - MOST_PLACES}
