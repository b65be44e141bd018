"""What changes in a movement while it is being played. What was played stays as it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.core.exceptions import ValidationError
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from clubs.models import Player
from core import transaction
from core.actors import Actor
from core.audit import record
from core.changes import locked
from core.errors import field_error
from core.permissions import require
from events import hooks
from events.models import Contestant, Place, Section, Session
from events.models.contestants import Status
from events.models.sessions import SessionState
from events.movements import repair
from events.movements.errors import MovementError
from events.movements.model import Movement, Note
from events.movements.repair import MovementRepair
from events.movements.storage import pack
from events.selectors.movements import movement_error_sentence
from events.selectors.table_rounds import last_begun_round
from events.services.plays import write_plays
from events.services.seals import refuse_who_has_looked
from events.services.seating import (
    contestant_player_ids,
    current_place,
    enter_at_desk,
    exchange_places,
    numbers_by_contestant,
    reread_two_places,
)
from events.services.tables import give_codes


@dataclass(frozen=True)
class PlaceRepair:
    """The place that a repair was made for, and notes of what changed."""

    place: Place
    changes: tuple[Note, ...]


@dataclass(frozen=True)
class SectionRepair:
    """The section that a repair was made in, and notes of what changed."""

    section: Section
    changes: tuple[Note, ...]


@transaction.atomic
def admit_late(
    *,
    actor: Actor,
    section: Section,
    people: Sequence[Player | str | None] = (),
    name: str = "",
    contestant: Contestant | None = None,
) -> PlaceRepair:
    """Fit in a pair that comes after the start: where somebody sits out, else as a rover from the next round on."""
    require(actor, "session.run", section)
    session, section = in_play(section)
    if contestant is None:
        contestant = enter_at_desk(actor=actor, session=session, people=people, name=name)
    if contestant.status != Status.ENTERED or contestant.places.filter(session=session).exists():
        raise ValidationError(_("%(who)s cannot be seated.") % {"who": contestant}, code="not_free")
    refuse_who_has_looked(session, contestant_player_ids(contestant))
    movement = movement_in(section)
    played = first_free_round(movement, last_begun_round(session)) - 1
    repaired = _try_repair(lambda: repair.late_pair(movement, played))
    place = Place.objects.create(
        session=session, section=section, contestant=contestant, number=repaired.movement.contestants
    )
    _apply_repair(actor, section, repaired, first_round=played + 1)
    return PlaceRepair(place, repaired.changes)


@transaction.atomic
def let_leave(*, actor: Actor, place: Place, reason: str) -> PlaceRepair:
    """A contestant goes home: from the next round on its opponents sit out, or meet each other where they can."""
    require(actor, "session.run", place)
    session, section = in_play(place.section)
    place = current_place(place)
    if not reason.strip():
        raise field_error("reason", _("Say why they leave."), "required")
    movement = movement_in(section)
    begun = last_begun_round(session)
    if begun >= len(movement.rounds):
        raise ValidationError(
            _(
                "This is the last round: nobody has to be taken out. Boards that are not played any more stand on this"
                " page, with what the opponents get."
            ),
            code="last_round",
        )
    if place.number in movement.withdrawn:
        raise ValidationError(_("%(who)s has left already.") % {"who": place.contestant}, code="left")
    repaired = _try_repair(lambda: repair.leave(movement, begun, place.number))
    _apply_repair(actor, section, repaired, first_round=begun + 1, reason=reason.strip())
    return PlaceRepair(place, repaired.changes)


@transaction.atomic
def let_come_back(*, actor: Actor, place: Place, reason: str = "") -> PlaceRepair:
    """Who had left plays again: in this round where their table stands as it was planned, else from the next one on."""
    require(actor, "session.run", place)
    session, section = in_play(place.section)
    place = current_place(place)
    movement = movement_in(section)
    if place.number not in movement.withdrawn:
        raise ValidationError(_("%(who)s has not left.") % {"who": place.contestant}, code="not_left")
    played = session.round
    if repair.can_resume(movement, played, place.number):
        played -= 1
    if played >= len(movement.rounds):
        raise ValidationError(_("This is the last round: nobody can come back into it."), code="last_round")
    repaired = _try_repair(lambda: repair.come_back(movement, played, place.number))
    _apply_repair(actor, section, repaired, first_round=played + 1, reason=reason.strip())
    return PlaceRepair(place, repaired.changes)


@transaction.atomic
def sat_at_wrong_table(*, actor: Actor, first: Place, second: Place, number: int, reason: str) -> SectionRepair:
    """Two contestants played at each other's places in a round (Law 15B, Law 4): the rest makes the best of it."""
    section = first.section
    if first.section_id != second.section_id or first.pk == second.pk:
        raise ValidationError(_("Choose two different contestants of one section."), code="not_two")
    return _write_round_as_played(
        actor,
        section,
        number,
        reason,
        partial(repair.wrong_table, number=number, first=first.number, second=second.number),
    )


@transaction.atomic
def met_wrong_opponents(
    *, actor: Actor, section: Section, number: int, table: int, other_table: int, reason: str
) -> SectionRepair:
    """East-West of two tables sat at each other's: what they played stands, later rounds avoid repeats."""
    if table == other_table:
        raise ValidationError(_("Choose two different tables."), code="not_two")
    return _write_round_as_played(
        actor,
        section,
        number,
        reason,
        partial(repair.wrong_opponents, number=number, table=table, other_table=other_table),
    )


@transaction.atomic
def played_wrong_boards(
    *, actor: Actor, section: Section, number: int, table: int, boards: Sequence[int], reason: str
) -> SectionRepair:
    """A table played other boards than it should (Law 15B); the numbers are those on the boards."""
    if not boards:
        raise field_error("boards", _("Say which boards were played."), "required")
    first, movement = section.first_board, movement_in(section)
    numbers = tuple(sorted({board - first + 1 for board in boards}))
    if numbers[0] < 1 or numbers[-1] > movement.boards_in_play:
        sentence = _("The boards of this section are %(first)s to %(last)s.")
        last = section.board(movement.boards_in_play)
        raise field_error("boards", sentence % {"first": first, "last": last}, "no_board")
    return _write_round_as_played(
        actor,
        section,
        number,
        reason,
        partial(repair.wrong_boards, number=number, table=table, boards=numbers),
    )


def _write_round_as_played(
    actor: Actor, section: Section, number: int, reason: str, make: Callable[..., MovementRepair]
) -> SectionRepair:
    """Write a round as it was really played, and the rounds to come so that nobody plays a board twice."""
    require(actor, "session.run", section)
    session, section = in_play(section)
    if not 1 <= number <= session.round:
        sentence = _("Only a round that has begun can be put right: 1 to %(last)s.") % {"last": session.round}
        raise field_error("round", sentence, "no_round")
    if not reason.strip():
        raise field_error("reason", _("Say what happened."), "required")
    movement = movement_in(section)
    repaired = _try_repair(lambda: make(movement, played=last_begun_round(session)))
    try:
        with transaction.atomic():
            _apply_repair(actor, section, repaired, first_round=number, reason=reason.strip(), happened=number)
    except ProtectedError as error:
        raise ValidationError(_has_scores_sentence(error, number), code="has_scores") from None
    return SectionRepair(section, repaired.changes)


def _has_scores_sentence(error: ProtectedError, number: int) -> str:
    boards = sorted({thing.play.board for thing in error.protected_objects if hasattr(thing, "play")})
    sentence = _(
        "In round %(round)s a score stands under board %(boards)s, not played there. Open each such result, change it"
        " to NP with the reason and choose “Not to be played any more”; then put this right."
    )
    return sentence % {"round": number, "boards": ", ".join(map(str, boards))}


@transaction.atomic
def exchange_names(*, actor: Actor, first: Place, second: Place, reason: str) -> None:
    """Two contestants have sat at each other's places all along: the numbers change hands, with all they played."""
    require(actor, "session.run", first)
    session, _section = in_play(first.section)
    first, second = reread_two_places(session, first, second)
    before = numbers_by_contestant(first, second)
    exchange_places(first, second)
    sections = {first.section_id: first.section, second.section_id: second.section}
    for section in sections.values():
        write_plays(section)
        hooks.plays_changed.call(section=section, actor=actor)
    after = numbers_by_contestant(first, second)
    record(
        actor=actor,
        act="seating.change",
        body=session.club,
        target=session,
        before=before,
        after=after,
        reason=reason.strip(),
    )


def first_free_round(movement: Movement, current: int) -> int:
    """The round in which a latecomer can begin: this one where somebody waits for opponents, else the next."""
    waits = bool(movement.rounds[current - 1].sitting_out)
    return current if waits else min(current + 1, len(movement.rounds))


def in_play(section: Section) -> tuple[Session, Section]:
    session = locked(section.session)
    if session.state != SessionState.PLAYING:
        raise ValidationError(_("This session is not being played."), code="wrong_state")
    return session, locked(section)


def movement_in(section: Section) -> Movement:
    movement = section.movement
    assert movement is not None, "a section in play has a movement"
    return movement


def replace_movement(section: Section, movement: Movement, *, actor: Actor) -> None:
    """The section plays this from now on; a table that is new gets its code."""
    section.movement_data = pack(movement)
    section.__dict__.pop("movement", None)
    section.version += 1
    section.save(update_fields=["movement_data", "version"])
    give_codes(section.session, actor=actor)


def _try_repair(make: Callable[[], MovementRepair]) -> MovementRepair:
    try:
        return make()
    except MovementError as error:
        raise ValidationError(movement_error_sentence(error), code="impossible") from error


def _apply_repair(
    actor: Actor,
    section: Section,
    repaired: MovementRepair,
    *,
    first_round: int,
    reason: str = "",
    happened: int | None = None,
) -> None:
    replace_movement(section, repaired.movement, actor=actor)
    write_plays(section, first_round=first_round, happened=happened)
    hooks.plays_changed.call(section=section, actor=actor)
    record(
        actor=actor,
        act="section.repair",
        body=section.club,
        target=section,
        after={"changes": [note.code for note in repaired.changes]},
        reason=reason,
    )
