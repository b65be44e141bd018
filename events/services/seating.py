"""Who sits where before play: contestants take places, change them, leave them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Max, ProtectedError
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.models.keys import person_ids
from core import transaction
from core.actors import Actor
from core.audit import record
from core.changes import locked
from core.errors import Conflict, field_error
from core.locks import lock
from core.permissions import require
from events.models import Contestant, Entrant, PartnerWish, Place, Section, Session
from events.models.contestants import Status
from events.models.sessions import SessionState
from events.seating import arrange_by_seed, draw
from events.selectors.seats import session_places
from events.services.contestants import add_contestant, change_contestant, resolve_players, withdraw_contestant
from events.services.partners import add_wish, match_wishes
from events.services.seals import refuse_who_has_looked
from events.services.sections import number_places, open_session, refit_movement, seating_needs
from events.services.sessions import begin_seating

MOST_AT_ONCE = 100


@transaction.atomic
def seat(*, actor: Actor, session: Session, contestant: Contestant, section: Section | None = None) -> Place:
    """Give an entered contestant a place; the movement follows if nothing else was chosen."""
    require(actor, "session.run", session)
    session = _begun_seating(actor, session)
    _refuse_unseatable(session, contestant)
    refuse_who_has_looked(session, contestant_player_ids(contestant))
    section = _section(session, section)
    last = section.places.aggregate(last=Max("number"))["last"] or 0
    place = Place.objects.create(session=session, section=section, contestant=contestant, number=last + 1)
    refit_movement(section)
    place.refresh_from_db(fields=["number"])
    _record(actor, section, {contestant.pk: None}, {contestant.pk: place.number})
    return place


@transaction.atomic
def enter_and_seat(
    *,
    actor: Actor,
    session: Session,
    people: Sequence[Player | str | None],
    section: Section | None = None,
    name: str = "",
) -> Place:
    """Somebody stands at the desk: entered and seated in one act, or neither. A name is a visitor's, None unknown."""
    require(actor, "session.run", session)
    locked(session)
    contestant = enter_at_desk(actor=actor, session=session, people=people, name=name)
    return seat(actor=actor, session=session, contestant=contestant, section=section)


def enter_at_desk(
    *, actor: Actor, session: Session, people: Sequence[Player | str | None], name: str = ""
) -> Contestant:
    """An entry that is seated at once, so it cannot go on the waiting list."""
    players = resolve_players(actor=actor, club=session.club, people=people)
    contestant = add_contestant(actor=actor, event=session.event, players=players, name=name)
    if contestant.status == Status.WAITING:
        sentence = _("All %(places)s places of this event are taken. Raise the number of places, or withdraw somebody.")
        raise ValidationError(sentence % {"places": session.event.most_contestants}, code="full")
    return contestant


@transaction.atomic
def write_down_single(*, actor: Actor, session: Session, person: Player | str) -> PartnerWish:
    """Somebody has come alone and waits at the desk for a partner."""
    require(actor, "session.run", session)
    return add_wish(actor=actor, event=session.event, player=person)


@transaction.atomic
def pair_singles(*, actor: Actor, session: Session, first: PartnerWish, second: PartnerWish) -> Contestant:
    """Two who came alone play together, and are seated where play has not begun."""
    require(actor, "session.run", session)
    locked(session)
    contestant = match_wishes(actor=actor, first=first, second=second)
    if session.is_open:
        seat(actor=actor, session=session, contestant=contestant)
    return contestant


@transaction.atomic
def seat_entered(*, actor: Actor, session: Session) -> int:
    """Everybody who is entered and not yet seated, in the order of their entries."""
    require(actor, "session.run", session)
    session = _begun_seating(actor, session)
    section = _section(session, None)
    unseated = session.event.contestants.filter(status=Status.ENTERED).exclude(places__session=session)
    last = section.places.aggregate(last=Max("number"))["last"] or 0
    entered = list(unseated.order_by("entered_at", "pk"))
    player_ids = Entrant.objects.filter(contestant__in=entered, player__isnull=False).values_list(
        person_ids(), flat=True
    )
    refuse_who_has_looked(session, set(player_ids))
    places = Place.objects.bulk_create(
        Place(session=session, section=section, contestant=contestant, number=last + at)
        for at, contestant in enumerate(entered, start=1)
    )
    if places:
        refit_movement(section)
        _record(actor, section, {}, dict(section.places.values_list("contestant_id", "number")))
    return len(places)


@transaction.atomic
def seat_unknown(*, actor: Actor, session: Session, count: int, section: Section | None = None) -> list[Place]:
    """Start before names are known: so many places are numbered, the names come from the tables."""
    require(actor, "session.run", session)
    if not 1 <= count <= MOST_AT_ONCE:
        sentence = _("Write a number from 1 to %(most)s.") % {"most": MOST_AT_ONCE}
        raise field_error("count", sentence, "out_of_range")
    session = _begun_seating(actor, session)
    section = _section(session, section)
    size = session.event.size
    last = section.places.aggregate(last=Max("number"))["last"] or 0
    unsaved = []
    for offset in range(1, count + 1):
        contestant = enter_at_desk(actor=actor, session=session, people=[None] * size)
        unsaved.append(Place(session=session, section=section, contestant=contestant, number=last + offset))
    places = Place.objects.bulk_create(unsaved)
    refit_movement(section)
    _record(actor, section, {}, dict(section.places.values_list("contestant_id", "number")))
    return places


@transaction.atomic
def unseat(*, actor: Actor, place: Place, withdraw: bool = False, reason: str = "") -> None:
    """Off the seating list. The entry stays, unless the contestant withdraws from the event as well."""
    require(actor, "session.run", place)
    open_session(place.session)
    place = current_place(place)
    section, contestant, number = place.section, place.contestant, place.number
    # Before play a line-up or a substitution is only a plan.
    place.line_ups.all().delete()
    place.substitutions.all().delete()
    place.delete()
    refit_movement(section)
    _record(actor, section, {contestant.pk: number}, {contestant.pk: None})
    if withdraw:
        withdraw_contestant(actor=actor, contestant=contestant, reason=reason)


def unseat_all(session: Session) -> None:
    """Everybody off the seating list of a locked session that has not begun; refused where a substitute is named."""
    try:
        with transaction.atomic():
            session.places.all().delete()
    except ProtectedError:
        sentence = _("A substitute is named in that session. Withdraw the substitute first.")
        raise ValidationError(sentence, code="used") from None


@transaction.atomic
def swap(*, actor: Actor, first: Place, second: Place, seen: tuple[int, int] | None = None) -> None:
    """Two contestants change places. `seen` are the numbers on the page the wish came from."""
    require(actor, "session.run", first)
    session = open_session(first.session)
    first, second = reread_two_places(session, first, second)
    if seen is not None and seen != (first.number, second.number):
        raise Conflict
    before = numbers_by_contestant(first, second)
    exchange_places(first, second)
    after = numbers_by_contestant(first, second)
    record(actor=actor, act="seating.change", body=session.club, target=session, before=before, after=after)


@transaction.atomic
def move_to_section(*, actor: Actor, place: Place, section: Section) -> Place:
    require(actor, "session.run", place)
    open_session(place.session)
    place = current_place(place)
    if section.session_id != place.session_id:
        raise ValidationError(_("Choose a section of this session."), code="other_session")
    old_section = place.section
    if old_section.pk == section.pk:
        return place
    before = str(place)
    place.section, place.number = section, (section.places.aggregate(last=Max("number"))["last"] or 0) + 1
    place.save(update_fields=["section", "number"])
    refit_movement(old_section)
    refit_movement(section)
    place.refresh_from_db(fields=["number"])
    after = {place.contestant_id: str(place)}
    _record(actor, section, {place.contestant_id: before}, after)
    return place


@transaction.atomic
def rearrange(*, actor: Actor, section: Section, how: str) -> None:
    """Draw the places by lot, or by the seeds."""
    require(actor, "session.run", section)
    open_session(section.session)
    section = locked(section)
    movement = section.movement
    if movement is None:
        raise ValidationError(_("There is no movement yet: enter more contestants first."), code="no_movement")
    places = list(session_places(section.session).filter(section=section))
    wants = seating_needs(section, places, None)
    if how == "seed":
        if all(want.seed is None for want in wants):
            raise ValidationError(_("Nobody has a seed yet. Write seeds beside the names first."), code="no_seeds")
        numbers = arrange_by_seed(movement, wants)
    else:
        numbers = draw(movement, wants, secrets.randbelow)
    before = {place.contestant_id: place.number for place in places}
    number_places(places, numbers)
    section.version += 1
    section.save(update_fields=["version"])
    _record(actor, section, before, {place.contestant_id: place.number for place in places})


def current_place(place: Place) -> Place:
    """The place as it stands now: its number follows the movement, so what a page showed may be old."""
    places = Place.objects.select_related("section", "session__event__club", "contestant")
    current = places.filter(pk=place.pk).first()
    if current is None:
        raise ValidationError(_("They are no longer on the seating list."), code="gone")
    return current


def reread_two_places(session: Session, first: Place, second: Place) -> tuple[Place, Place]:
    """Both as they stand now; refused unless they are two places of the session."""
    places = {place.pk: place for place in Place.objects.filter(pk__in=[first.pk, second.pk], session=session)}
    if len(places) < 2:
        raise ValidationError(_("Choose two different contestants of this session."), code="not_two")
    return places[first.pk], places[second.pk]


def numbers_by_contestant(*places: Place) -> dict[str, str]:
    """Each contestant's id with its number, as the audit keeps it."""
    return {str(place.contestant_id): str(place) for place in places}


def exchange_places(first: Place, second: Place) -> None:
    """Two places change hands; one of them waits outside, for no two hold one number even for a moment."""
    first_position, second_position = (first.section, first.number), (second.section, second.number)
    first.number = 0
    first.save(update_fields=["number"])
    second.section, second.number = first_position
    second.save(update_fields=["section", "number"])
    first.section, first.number = second_position
    first.save(update_fields=["section", "number"])


def _begun_seating(actor: Actor, session: Session) -> Session:
    """The session under its lock; its seating begins with the first name on the list."""
    if locked(session).state == SessionState.DRAFT:
        begin_seating(actor=actor, session=session)
    return open_session(session)


def contestant_player_ids(contestant: Contestant) -> set[int]:
    return {key for key in contestant.entrants.values_list(person_ids(), flat=True) if key is not None}


def _section(session: Session, section: Section | None) -> Section:
    """The section asked for, or the one with the fewest."""
    if section is not None and section.session_id != session.pk:
        raise ValidationError(_("Choose a section of this session."), code="other_session")
    if section is not None:
        return locked(section)
    sections = list(lock(session.sections).order_by("letter"))
    return min(sections, key=lambda candidate: candidate.places.count()) if len(sections) > 1 else sections[0]


def _refuse_unseatable(session: Session, contestant: Contestant) -> None:
    if contestant.event_id != session.event_id:
        raise ValidationError(_("This contestant is entered in another event."), code="other_event")
    if contestant.status == Status.WITHDRAWN:
        raise ValidationError(_("%(who)s withdrew. Enter them again.") % {"who": contestant}, code="withdrawn")
    if contestant.status == Status.WAITING:
        sentence = _("%(who)s is on the waiting list. Take them off the waiting list first.")
        raise ValidationError(sentence % {"who": contestant}, code="waiting")
    if Place.objects.filter(session=session, contestant=contestant).exists():
        raise ValidationError(_("%(who)s already has a seat.") % {"who": contestant}, code="seated")


def _record(actor: Actor, section: Section, before: Mapping[int, object], after: Mapping[int, object]) -> None:
    """Contestants by id with the number each had and has."""
    record(
        actor=actor,
        act="seating.change",
        body=section.club,
        target=section,
        before={str(key): value for key, value in before.items() if value is not None},
        after={str(key): value for key, value in after.items() if value is not None},
    )


@transaction.atomic
def rename(
    *,
    actor: Actor,
    contestant: Contestant,
    people: Sequence[Player | str | None],
    version: int | None = None,
    **fields: Any,
) -> Contestant:
    """Put the names of a contestant right, before or during play; nobody's seat changes."""
    require(actor, "session.run", contestant)
    players = resolve_players(actor=actor, club=contestant.club, people=people)
    for session in Session.objects.filter(places__contestant=contestant).exclude(state=SessionState.FINISHED):
        refuse_who_has_looked(session, {player.person_id for player in players if player})
    return change_contestant(actor=actor, contestant=contestant, players=players, version=version, **fields)
