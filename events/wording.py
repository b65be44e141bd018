"""What the movements package says, in the language of whoever reads it."""

from django.utils.translation import gettext

from events.movements.model import Kind, Note
from events.movements.words import NAMES, SENTENCES, fill


def told(note: Note) -> str:
    """The sentence for a note, translated."""
    return fill(gettext(SENTENCES[note.code]), note)


def kind_name(kind: Kind) -> str:
    return gettext(NAMES[kind])
