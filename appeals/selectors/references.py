"""The paragraphs that a case rests on, in the words of our law book."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clubs.models import Club
from clubs.regulations import effective
from rulings.laws.book import book, nearest_paragraph
from rulings.laws.paragraphs import is_paragraph, law_number
from rulings.regulation import EDITIONS
from rulings.wording import translated_text


@dataclass(frozen=True)
class Reference:
    """`words` are about `place`: the paragraph itself, or the nearest above it that has words; else the whole law."""

    paragraph: str
    law: int
    title: str
    place: str
    words: str


def references(paragraphs: Iterable[str], club: Club) -> tuple[Reference, ...]:
    edition = book(EDITIONS[str(effective(key="laws.edition", body=club).value)])
    shown_references = []
    for name in dict.fromkeys(str(paragraph) for paragraph in paragraphs):
        if not is_paragraph(name):
            continue
        law = edition.laws[law_number(name)]
        place = nearest_paragraph(edition, name)
        text = next((point.text for point in law.points if point.paragraph == place), law.summary)
        shown_references.append(Reference(name, law.number, translated_text(law.title), place, translated_text(text)))
    return tuple(shown_references)
