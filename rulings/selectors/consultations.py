"""The assistant's consultation of a ruling, made again from the answers that it keeps."""

from __future__ import annotations

from core.errors import field_error
from events.models import Event
from events.models.conditions import Form
from rulings.laws import Consultation, LawsError, library
from rulings.models import Ruling
from rulings.regulation import ruling_regulation
from rulings.wording import note_sentence


def consultation(ruling: Ruling) -> Consultation:
    """The assistant as far as it has come. A ruling without an irregularity has none."""
    try:
        answers = tuple((str(question), str(answer)) for question, answer in ruling.answers)
        return Consultation(library(), ruling.tree, ruling_regulation(ruling.club), answers)
    except LawsError as error:
        raise field_error("tree", note_sentence(error.note), "no_tree") from error


def tree_event_kind(event: Event) -> str:
    """How the trees name the kind of an event."""
    if event.is_for_teams:
        return "ko" if event.movement_traits.is_knockout else "team"
    if event.form == Form.INDIVIDUAL:
        return "ind"
    return "mp" if event.scoring_method.in_percent else "imp"
