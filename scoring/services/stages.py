"""From one stage of an event to the next: who qualifies is seated, the rest may play a consolation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor, system
from core.audit import record
from core.changes import locked
from core.errors import field_error
from core.permissions import require
from events.models import Contestant, Event, Section, Session
from events.models.contestants import Status
from events.models.sessions import SessionState
from events.services.seating import seat, unseat_all
from events.services.sections import add_section, refit_movement
from events.services.sessions import begin_seating
from scoring.engine.results import ScoredStanding
from scoring.engine.stages import qualify
from scoring.models import ComparisonField
from scoring.selectors.event_results import visible_event_results
from scoring.services.comparison_fields import session_fields
from scoring.services.grouping import group_sections


@transaction.atomic
def qualify_for(*, actor: Actor, session: Session, places: int, consolation: bool = False) -> Session:
    """Seat the first so many of the stage before in this session; it and all later ones are a stage of their own."""
    event = session.event
    require(actor, "event.manage", event)
    session = locked(session)
    session.event = event
    _refuse_target(event, session)
    through, others = _split_by_rank(event, places)
    _set_stage(event, session)
    if session.state == SessionState.DRAFT:
        begin_seating(actor=actor, session=session)
        session.refresh_from_db(fields=["state", "version"])
    final = session.sections.order_by("letter")[0]
    _seat(actor, session, final, through)
    if consolation and others:
        other = add_section(actor=actor, session=session)
        _seat(actor, session, other, others)
        session_fields(session)
        group_sections(actor=actor, session=session, groups={final.pk: 1, other.pk: 2})
    record(
        actor=actor,
        act="stage.qualify",
        body=event.club,
        target=session,
        after={
            "stage": session.stage,
            "through": [contestant.pk for contestant in through],
            "consolation": consolation,
        },
    )
    return session


def _refuse_target(event: Event, session: Session) -> None:
    if not session.is_open or session.places.exists():
        sentence = _("Session %(number)s has begun or somebody is seated in it. Choose one that is only planned.")
        raise field_error("session", sentence % {"number": session.number}, "used")
    earlier = event.sessions.filter(number__lt=session.number)
    if not earlier.exists():
        sentence = _("Nothing is played before session %(number)s. Choose a later one.") % {"number": session.number}
        raise field_error("session", sentence, "first")
    if open_ := earlier.exclude(state=SessionState.FINISHED).order_by("number").first():
        sentence = _("Session %(number)s is not finished. Finish it first.") % {"number": open_.number}
        raise field_error("session", sentence, "not_finished")


def _split_by_rank(event: Event, places: int) -> tuple[list[Contestant], list[Contestant]]:
    """By their places; those who have withdrawn make room for the next."""
    if ComparisonField.objects.filter(session__event=event).exclude(scored_revision=F("revision")).exists():
        sentence = _("A result has just come in and is being scored. Try again in a moment.")
        raise ValidationError(sentence, code="behind")
    last = visible_event_results(system(), event).last
    people = {str(contestant.pk): contestant for contestant in event.contestants.filter(status=Status.ENTERED)}
    standings = [place.standing for place in last.overall if place.standing.contestant in people] if last else []
    if not 2 <= places <= len(standings):
        sentence = _("Choose how many qualify: 2 to %(most)s.") % {"most": len(standings)}
        raise field_error("places", sentence, "bad_number")
    order = _without_gaps(standings)
    qualifying = qualify(order, places)
    if qualifying.undecided:
        names = ", ".join(people[key].title for key in qualifying.undecided)
        sentence = _("%(names)s are tied for %(left)s places. Take fewer or more, or declare a tie-break.")
        message = sentence % {"names": names, "left": qualifying.places_left}
        raise field_error("places", message, "tied")
    others = [people[standing.contestant] for standing in order if standing.contestant not in qualifying.through]
    return [people[name] for name in qualifying.through], others


def _without_gaps(standings: Sequence[ScoredStanding]) -> list[ScoredStanding]:
    """Ranks counted again once some have gone; the first of each of two rankings are equally first."""
    ordered = sorted(standings, key=lambda standing: standing.rank)
    first = {standing.rank: at for at, standing in reversed(list(enumerate(ordered, start=1)))}
    return [replace(standing, rank=first[standing.rank]) for standing in ordered]


def _set_stage(event: Event, session: Session) -> None:
    before = event.sessions.filter(number__lt=session.number).order_by("-number")[0].stage
    session.stage = before + 1
    session.save(update_fields=["stage"])
    event.sessions.filter(number__gt=session.number).update(stage=before + 1)


def _seat(actor: Actor, session: Session, section: Section, who: list[Contestant]) -> None:
    for contestant in who:
        seat(actor=actor, session=session, contestant=contestant, section=section)


@transaction.atomic
def take_back_qualifying(*, actor: Actor, session: Session, reason: str) -> Session:
    """Unseat a stage, as long as it has not begun."""
    event = session.event
    require(actor, "event.manage", event)
    session = locked(session)
    if not reason.strip():
        raise field_error("reason", _("Say why it is taken back."), "required")
    if session.stage < 2 or not session.is_open:
        sentence = _("Session %(number)s is no stage that could be taken back.") % {"number": session.number}
        raise ValidationError(sentence, code="begun")
    unseat_all(session)
    session.fields.all().delete()
    first, *others = session.sections.order_by("letter")
    for section in others:
        section.delete()
    refit_movement(first)
    before = session.stage
    event.sessions.filter(number__gte=session.number, stage=before).update(stage=before - 1)
    session.refresh_from_db()
    record(
        actor=actor, act="stage.undo", body=event.club, target=session, before={"stage": before}, reason=reason.strip()
    )
    return session
