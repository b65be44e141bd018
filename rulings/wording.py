"""What the laws package says, in the language of whoever reads it. `makemessages` reads the prose for translators."""

from django.utils.translation import gettext

from rulings.laws.model import Note, Outcome
from rulings.laws.phrases import phrase
from rulings.laws.words import SENTENCES, fill


def note_sentence(note: Note) -> str:
    """The sentence for a note, translated."""
    return fill(gettext(SENTENCES[note.code]), note)


def translated_text(text: str) -> str:
    """A title, question, answer or summary of the data files, translated."""
    return gettext(text)


def spoken_text(outcome: Outcome, key: str) -> str | None:
    """One text of an outcome as it is read aloud, translated; None where the outcome is silent."""
    text = outcome[key]
    return None if text is None else gettext(phrase(key, text))
