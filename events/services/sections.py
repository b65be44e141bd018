"""Sections and the movements they play."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record
from core.changes import locked, reject_unknown_fields
from core.errors import field_error
from core.permissions import require
from events.models import Place, Section, Session
from events.models.conditions import Form
from events.movements.catalogue import MovementRequest, build_movement
from events.movements.errors import MovementError
from events.movements.model import Movement, MovementKind
from events.movements.seats import TableSeat, seats_in
from events.movements.storage import pack
from events.seating import Want, arrange
from events.selectors.movements import CHOICES, LEAST, choose_together, movement_error_sentence
from events.selectors.seats import place_players, session_places, session_sections
from events.selectors.sitouts import sat_out

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOVEMENT_FIELDS = {"kind", "rounds", "boards_per_round", "winners", "missing"}
# Beyond every number a movement has: where places wait while they are renumbered.
ASIDE = 1000


@transaction.atomic
def add_section(*, actor: Actor, session: Session) -> Section:
    require(actor, "session.run", session)
    session = open_session(session)
    used_letters = set(session.sections.values_list("letter", flat=True))
    letter = next((letter for letter in LETTERS if letter not in used_letters), None)
    if letter is None:
        raise ValidationError(_("There are as many sections as letters."), code="too_many")
    section = Section.objects.create(session=session, letter=letter)
    record(actor=actor, act="section.add", body=session.club, target=section, after={"letter": letter})
    return section


@transaction.atomic
def remove_section(*, actor: Actor, section: Section) -> None:
    require(actor, "session.run", section)
    session = open_session(section.session)
    if section.places.exists():
        raise ValidationError(_("Somebody sits in section %(letter)s. Move them first.") % {"letter": section.letter})
    if session.sections.count() == 1:
        raise ValidationError(_("A session has at least one section."))
    record(actor=actor, act="section.remove", body=session.club, target=section, before={"letter": section.letter})
    section.delete()


@transaction.atomic
def choose_movement(*, actor: Actor, section: Section, version: int | None = None, **choice: Any) -> Section:
    """Play this from now on; nothing asked for means: follow the recommendation. Nobody's seat changes needlessly."""
    require(actor, "session.run", section)
    reject_unknown_fields(choice, MOVEMENT_FIELDS)
    open_session(section.session)
    section = locked(section, version=version)
    before = section.chosen
    chosen = {name: value for name, value in choice.items() if value not in (None, "")}
    _refuse_impossible(section, chosen)
    section.chosen = chosen
    refit_movement(section)
    record(
        actor=actor,
        act="section.movement",
        body=section.club,
        target=section,
        before={"chosen": before},
        after={"chosen": section.chosen},
    )
    return section


@transaction.atomic
def set_first_board(*, actor: Actor, section: Section, number: int, version: int | None = None) -> Section:
    require(actor, "session.run", section)
    open_session(section.session)
    section = locked(section, version=version)
    before, section.first_board = section.first_board, number
    section.full_clean(exclude=["session", "board_set"])
    section.version += 1
    section.save(update_fields=["first_board", "version"])
    record(
        actor=actor,
        act="section.movement",
        body=section.club,
        target=section,
        before={"first_board": before},
        after={"first_board": number},
    )
    return section


def open_session(session: Session) -> Session:
    """The session under its lock, refused once play has begun."""
    session = locked(session)
    if not session.is_open:
        raise ValidationError(_("Play has begun: this can no longer be changed here."), code="begun")
    return session


def refit_movement(section: Section) -> None:
    """Bring movement and numbers into line with those who are there, everybody keeping their seat where they can.

    Other sections that follow the recommendation may have to change with it: their rounds are as long.
    """
    sections = [section if other.pk == section.pk else other for other in session_sections(section.session)]
    seated = Counter(section.session.places.values_list("section_id", flat=True))
    choices = choose_together([(other, seated[other.pk]) for other in sections])
    for other, choice in zip(sections, choices, strict=True):
        if other is section or (choice.recommended and choice.movement != other.movement):
            _fit(other, choice.movement)


def _fit(section: Section, movement: Movement | None) -> None:
    places = list(session_places(section.session).filter(section=section))
    before = section.movement
    section.movement_data = pack(movement) if movement else None
    section.__dict__.pop("movement", None)
    section.version += 1
    section.save(update_fields=["chosen", "movement_data", "version"])
    number_places(places, numbers_for(section, places, before, movement))


def numbers_for(section: Section, places: list[Place], before: Movement | None, movement: Movement | None) -> list[int]:
    # What is entered from paper has its numbers there: the first pair typed is number 1.
    if movement is None or section.session.from_paper:
        return list(range(1, len(places) + 1))
    return arrange(movement, seating_needs(section, places, before))


def seating_needs(section: Section, places: list[Place], before: Movement | None) -> list[Want]:
    """What each contestant needs, and the seat they have been told to take."""
    seats: dict[int, TableSeat] = seats_in(before, 1) if before else {}
    people = [place_players(place) for place in places]
    ids = {player.person_id for pair in people for player in pair}
    sit_outs = sat_out(section.club, ids, before=section.session.starts_at)
    return [
        Want(
            needs_stationary=any(player.needs_stationary_seat for player in pair),
            sat_out=max((sit_outs.get(player.person_id, 0) for player in pair), default=0),
            preferred=seats.get(place.number),
            seed=place.contestant.seed,
        )
        for place, pair in zip(places, people, strict=True)
    ]


def number_places(places: list[Place], numbers: list[int]) -> None:
    """Two steps, because no two places may have one number even for a moment."""
    changed = [(place, number) for place, number in zip(places, numbers, strict=True) if place.number != number]
    if not changed:
        return
    Place.objects.filter(pk__in=[place.pk for place, _number in changed]).update(number=F("number") + ASIDE)
    for place, number in changed:
        place.number = number
    Place.objects.bulk_update([place for place, _number in changed], ["number"])


def _refuse_impossible(section: Section, chosen: dict[str, Any]) -> None:
    """A movement that those present cannot play is refused now, with the reason."""
    unit = Form(section.session.event.form).unit
    count = section.places.count()
    if not chosen:
        return
    if chosen.get("kind") not in CHOICES[unit]:
        raise field_error("kind", _("Choose one of the movements."), "unknown")
    if count < LEAST[unit]:
        return
    options = {name: value for name, value in chosen.items() if name != "kind"}
    try:
        build_movement(MovementRequest(unit, count, MovementKind(chosen["kind"]), **options))
    except MovementError as error:
        raise field_error("kind", movement_error_sentence(error), "impossible") from error
