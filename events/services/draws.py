"""Rounds of a Swiss: laid down as they were drawn, and taken back while nobody has begun them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record
from core.errors import Conflict, field_error
from core.permissions import require
from events.models import Section, Session
from events.movements.drawing import certain_rounds, next_draw, undrawn
from events.movements.errors import MovementError
from events.movements.model import Note
from events.selectors.movements import movement_error_sentence
from events.services.plays import write_plays
from events.services.repairs import in_play, movement_in, replace_movement


@dataclass(frozen=True)
class DrawnRound:
    section: Section
    round: int
    remarks: tuple[Note, ...]


def section_for_drawing(section: Section, version: int | None = None) -> tuple[Session, Section]:
    """The session and the section under their locks. Whoever looked at an older draw is refused."""
    session, section = in_play(section)
    if version is not None and section.version != version:
        raise Conflict
    section.session = session
    return session, section


@transaction.atomic
def draw_round(
    *,
    actor: Actor,
    section: Section,
    matches: Sequence[tuple[int, ...]],
    version: int | None = None,
    reason: str = "",
    confirmed: str | None = "",
) -> DrawnRound:
    """Lay down the next round of a Swiss; the matches come from the standings, or from the director's own head.

    Matches that were played before and a second bye are laid down only where `confirmed` names exactly them, as
    `repeats_in` writes them; None where no other draw exists.
    """
    require(actor, "session.run", section)
    session, section = section_for_drawing(section, version)
    try:
        movement, remarks = next_draw(movement_in(section), matches)
    except MovementError as error:
        raise field_error("matches", movement_error_sentence(error), "bad_draw") from error
    repeats = repeats_in(remarks)
    if repeats and confirmed is not None and confirmed != repeats:
        raise ValidationError({"confirmed": ValidationError(_repeats_words(remarks), "repeats", {"repeats": repeats})})
    replace_movement(section, movement, actor=actor)
    write_plays(section, first_round=session.round + 1)
    drawn = [list(match) for match in matches]
    record(actor=actor, act="section.draw", body=session.club, target=section, after={"matches": drawn}, reason=reason)
    return DrawnRound(section, certain_rounds(movement), remarks)


def repeats_in(remarks: Sequence[Note]) -> str:
    """Which matches were played before, and whose bye is not the first: `1-2, 3-4, bye 7`; empty where none."""
    met = [f"{note['a']}-{note['b']}" for note in remarks if note.code == "met-again"]
    byes = [f"bye {note['contestant']}" for note in remarks if note.code == "second-bye"]
    return ", ".join([*met, *byes])


def repeats_refused(error: ValidationError) -> str:
    """The repeats for which a draw was refused, to be confirmed; empty where it was refused for something else."""
    problems = error.error_dict.get("confirmed", []) if hasattr(error, "error_dict") else []
    return next(
        (str(problem.params["repeats"]) for problem in problems if problem.code == "repeats" and problem.params), ""
    )


def _repeats_words(remarks: Sequence[Note]) -> str:
    met = ", ".join(f"{note['a']}–{note['b']}" for note in remarks if note.code == "met-again")
    byes = [note["contestant"] for note in remarks if note.code == "second-bye"]
    sentences = [_("Have met already: %(matches)s.") % {"matches": met}] if met else []
    sentences += [_("Number %(number)s has had a bye already.") % {"number": number} for number in byes]
    return " ".join([*sentences, _("Change the draw, or confirm that it is laid down all the same.")])


@transaction.atomic
def take_back_draw(*, actor: Actor, section: Section, reason: str, version: int | None = None) -> DrawnRound:
    """The round drawn last is open again, as long as it has not begun."""
    require(actor, "session.run", section)
    session, section = section_for_drawing(section, version)
    if not reason.strip():
        raise field_error("reason", _("Say why the draw is taken back."), "required")
    movement = movement_in(section)
    number = certain_rounds(movement)
    if 1 < number <= session.round:
        sentence = _("Round %(round)s has begun. Go back to the round before at the desk first.")
        raise ValidationError(sentence % {"round": number}, code="begun")
    try:
        replace_movement(section, undrawn(movement), actor=actor)
    except MovementError as error:
        raise ValidationError(movement_error_sentence(error), code="not_drawn") from error
    try:
        with transaction.atomic():
            section.plays.filter(round=number).delete()
    except ProtectedError:
        sentence = _("Somebody has entered a score in round %(round)s already: its draw stays.")
        raise ValidationError(sentence % {"round": number}, code="played") from None
    record(
        actor=actor,
        act="section.undraw",
        body=session.club,
        target=section,
        before={"round": number},
        reason=reason.strip(),
    )
    return DrawnRound(section, number, ())
