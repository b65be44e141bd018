"""A club of its own with invented people, seated and ready to play: set up through the services."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import Club, Role, User
from clubs.services.bodies import add_club, add_federation
from clubs.services.players import add_players
from clubs.services.roles import grant_role
from clubs.services.users import add_user
from core.actors import Actor, system
from events.models import Section, Session, TableCode
from events.movements.catalogue import MovementRequest, build_movement
from events.movements.errors import MovementError
from events.movements.model import Movement, MovementKind, Unit
from events.services.events import add_event, publish_event
from events.services.seating import enter_and_seat
from events.services.sections import add_section, choose_movement
from events.services.sessions import begin_seating, start_session
from ops.rehearsal.truth import RehearsedPlay

LARGEST_SECTION = 20
PER_ROUND = (3, 2, 4, 1)
KINDS = (MovementKind.HOWELL, MovementKind.WEB, MovementKind.MITCHELL)
HOWELL_TABLES = 7


@dataclass(frozen=True)
class Scene:
    club: Club
    session: Session
    director: User
    password: str
    # The code on the card of each table, by section and table.
    codes: dict[tuple[str, int], str]
    slots: tuple[RehearsedPlay, ...]
    # Who is ranked among North-South and who among East-West, where there are two winners.
    rankings: dict[str, str]

    @property
    def rounds(self) -> int:
        return max(slot.round for slot in self.slots)


def movement_for(tables: int, boards: int) -> Movement:
    """One in which everybody plays exactly so many boards."""
    for per_round in PER_ROUND:
        if boards % per_round == 0:
            for kind in KINDS if tables <= HOWELL_TABLES else KINDS[1:]:
                try:
                    return build_movement(MovementRequest(Unit.PAIR, 2 * tables, kind, boards // per_round, per_round))
                except MovementError:
                    continue
    sentence = _("No movement has %(boards)s boards for %(tables)s tables. Try another number of boards.")
    raise ValidationError(sentence % {"boards": boards, "tables": tables}, code="no_movement")


def section_sizes(tables: int) -> list[int]:
    """Sections of about the same size, as a hall is divided."""
    sections = -(-tables // LARGEST_SECTION)
    return [tables // sections + (at < tables % sections) for at in range(sections)]


def set_scene(tables: int, boards: int, at: datetime) -> Scene:
    actor, mark, password = system(at), secrets.token_hex(4), secrets.token_urlsafe(18)
    movements = [movement_for(size, boards) for size in section_sizes(tables)]
    club = _club(actor, mark)
    director = _director(actor, club, mark, password)
    event = add_event(actor=actor, club=club, starts_at=at, name="Rehearsal", scoring="matchpoints")
    publish_event(actor=actor, event=event)
    session = Session.objects.select_related("event__club__federation").get(event=event)
    session = begin_seating(actor=actor, session=session)
    _seat(actor, session, movements)
    session.refresh_from_db()
    session = start_session(actor=actor, session=session)
    codes = TableCode.objects.filter(section__session=session).values_list("section__letter", "table", "code")
    return Scene(
        club,
        session,
        director,
        password,
        {(letter, table): code for letter, table, code in codes},
        _slots(session),
        _rankings(session),
    )


def _club(actor: Actor, mark: str) -> Club:
    federation = add_federation(
        actor=actor, parent=None, name=f"Rehearsal Federation {mark}", slug=f"rehearsal-{mark}", level="national"
    )
    return add_club(actor=actor, federation=federation, name=f"Rehearsal Club {mark}", slug=f"rehearsal-club-{mark}")


def _director(actor: Actor, club: Club, mark: str, password: str) -> User:
    user = add_user(
        actor=actor,
        email=f"director-{mark}@rehearsal.invalid",
        password_hash=make_password(password),
        person={"display_name": "Rehearsal Director"},
    )
    grant_role(actor=actor, user=user, role=Role.DIRECTOR, body=club)
    return user


def _seat(actor: Actor, session: Session, movements: list[Movement]) -> None:
    count = sum(movement.contestants for movement in movements)
    names = [{"display_name": f"Rehearser {number:03d}"} for number in range(1, 2 * count + 1)]
    people = iter(add_players(actor=actor, club=session.club, people=names))
    sections = [*session.sections.all(), *(add_section(actor=actor, session=session) for _ in movements[1:])]
    for section, movement in zip(sections, movements, strict=True):
        for _pair in range(movement.contestants):
            enter_and_seat(actor=actor, session=session, people=[next(people), next(people)], section=section)
        section.refresh_from_db()
        choose_movement(
            actor=actor,
            section=section,
            kind=movement.kind.value,
            rounds=len(movement.rounds),
            boards_per_round=movement.boards_per_set,
        )


def _slots(session: Session) -> tuple[RehearsedPlay, ...]:
    """Who meets whom by the movement itself: the plays of the record are what is examined."""
    ids = {
        (play.section_id, play.round, play.table, play.board): play.pk
        for section in session.sections.all()
        for play in section.plays.all()
    }
    found = []
    for section, places, movement in _seated(session):
        for number, round_ in enumerate(movement.rounds, start=1):
            for seating in round_.seatings:
                ns, ew = (places[seat] for seat in seating.seats)
                for board in seating.boards:
                    play = ids[section.pk, number, seating.table, board]
                    found.append(RehearsedPlay(play, section.letter, number, seating.table, board, ns, ew))
    return tuple(found)


def _rankings(session: Session) -> dict[str, str]:
    found: dict[str, str] = {}
    for _section, places, movement in _seated(session):
        if movement.winners == 2:
            for seating in movement.rounds[0].seatings:
                found |= {str(places[seat]): side for seat, side in zip(seating.seats, ("NS", "EW"), strict=True)}
    return found


def _seated(session: Session) -> list[tuple[Section, dict[int, int], Movement]]:
    return [
        (section, dict(section.places.values_list("number", "contestant_id")), section.movement)
        for section in session.sections.order_by("letter")
        if section.movement is not None
    ]
