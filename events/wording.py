"""What the PURE packages say, and moments, in the language of whoever reads it."""

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from clubs.models import Club
from events.movements.model import MovementKind, Note
from events.movements.words import SENTENCES, fill
from scoring.engine.errors import ScoringError


def note_sentence(note: Note) -> str:
    """The sentence for a note, translated."""
    return fill(gettext(SENTENCES[note.code]), note)


def kind_name(kind: MovementKind) -> str:
    return gettext(kind.traits.label)


def local_moment(club: Club, moment: datetime) -> str:
    """A moment by the club's clock, with the day of the week: on that people agree."""
    try:
        local = localtime(moment, ZoneInfo(club.timezone))
    except OverflowError:
        # On the first and the last day of the calendar no other zone has a date.
        local = moment
    return f"{date_format(local, 'l')} {date_format(local, 'SHORT_DATETIME_FORMAT')}"


def scoring_sentence(sentence: str, gaps: Mapping[str, object]) -> str:
    """A sentence of the scoring packages; a gap may hold another one."""
    filled = {name: scoring_error_sentence(gap) if isinstance(gap, ScoringError) else gap for name, gap in gaps.items()}
    return gettext(sentence) % filled


def scoring_error_sentence(error: ScoringError) -> str:
    return scoring_sentence(error.sentence, error.gaps)
