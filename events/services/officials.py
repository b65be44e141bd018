"""Who directs and who scores a session, and who rules where a director plays."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import Player
from core import transaction
from core.actors import Actor
from core.audit import Target, record, values
from core.changes import locked
from core.errors import field_error
from core.permissions import require
from events.models import Session, SessionOfficial
from events.models.sessions import Duty
from events.selectors.officials import deputy_problem, director_in_charge
from events.selectors.presence import Presence
from events.services.contestants import add_visitor

FIELDS = {"session", "player", "duty", "deputy"}


@transaction.atomic
def name_official(
    *, actor: Actor, session: Session, player: Player | str, duty: str, deputy: Player | str | None = None
) -> SessionOfficial:
    """Somebody directs or scores. A name is that of somebody new to the records."""
    require(actor, "session.run", session)
    locked(session)
    person = _resolve_person(actor, session, player)
    if duty not in Duty.values:
        raise field_error("duty", _("Choose director or scorer."), "no_such_duty")
    if session.officials.filter(player=person, duty=duty).exists():
        gaps = {"name": person, "duty": Duty(duty).label}
        raise field_error("player", _("%(name)s is named already: %(duty)s.") % gaps, "named_twice")
    stand_in = _resolve_person(actor, session, deputy) if deputy else None
    _refuse_deputy(session, person, stand_in)
    in_charge = director_in_charge(session, actor.at)
    if duty == Duty.DIRECTOR and session.is_over and in_charge not in (None, person):
        raise _in_charge_error(in_charge)
    official = SessionOfficial.objects.create(session=session, player=person, duty=duty, deputy=stand_in)
    record(actor=actor, act="official.name", body=session.club, target=official, after=values(official, FIELDS))
    return official


@transaction.atomic
def set_deputy(*, actor: Actor, official: SessionOfficial, deputy: Player | str | None) -> SessionOfficial:
    """Who rules at the official's own table; None where nobody does any longer."""
    session = official.session
    require(actor, "session.run", session)
    locked(session)
    official = _current_official(official)
    before = values(official, {"deputy"})
    official.deputy = _resolve_person(actor, session, deputy) if deputy else None
    _refuse_deputy(session, official.player, official.deputy)
    official.save(update_fields=["deputy"])
    after = values(official, FIELDS)
    record(actor=actor, act="official.name", body=session.club, target=official, before=before, after=after)
    return official


@transaction.atomic
def put_in_charge(*, actor: Actor, official: SessionOfficial) -> SessionOfficial:
    """This director answers for the session from now on; the others act for them (Law 81D)."""
    session = official.session
    require(actor, "session.run", session)
    locked(session)
    official = _current_official(official)
    if official.duty != Duty.DIRECTOR:
        raise field_error(
            "duty", _("Only somebody who directs is in charge. Name them as a director first."), "no_director"
        )
    previous = session.officials.filter(in_charge=True).first()
    if previous is not None and previous.pk == official.pk:
        return official
    in_charge = director_in_charge(session, actor.at)
    session.officials.filter(in_charge=True).update(in_charge=False)
    official.in_charge = True
    official.save(update_fields=["in_charge"])
    _keep_who_was_in_charge(session, in_charge, actor)
    before = values(previous, {"player"}) if previous is not None else {}
    record(
        actor=actor,
        act="official.charge",
        body=session.club,
        target=official,
        before=before,
        after=values(official, FIELDS),
    )
    return official


@transaction.atomic
def remove_official(*, actor: Actor, official: SessionOfficial) -> None:
    session = official.session
    require(actor, "session.run", session)
    locked(session)
    official = _current_official(official)
    target, before = Target.of(official), values(official, FIELDS)
    in_charge = director_in_charge(session, actor.at)
    official.delete()
    _keep_who_was_in_charge(session, in_charge, actor)
    record(actor=actor, act="official.remove", body=session.club, target=target, before=before)


def _keep_who_was_in_charge(session: Session, before: Player | None, actor: Actor) -> None:
    """Whoever directed a session that is over answers for it afterwards (Laws 81, 93): nobody takes their place."""
    if session.is_over and before is not None and director_in_charge(session, actor.at) != before:
        raise _in_charge_error(before)


def _in_charge_error(who: Player | None) -> ValidationError:
    sentence = _(
        "The session is over: %(name)s was in charge and stays so. If that is wrong, open the session again first."
    )
    return field_error("player", sentence % {"name": who}, "session_over")


def _current_official(official: SessionOfficial) -> SessionOfficial:
    current = SessionOfficial.objects.select_related("player", "deputy").filter(pk=official.pk).first()
    if current is None:
        raise ValidationError(_("Somebody has taken this name off the list already."), code="removed")
    return current


def _resolve_person(actor: Actor, session: Session, who: Player | str) -> Player:
    if isinstance(who, str):
        return add_visitor(actor=actor, club=session.club, display_name=who)
    if who.erased_at:
        raise field_error("player", _("This player has been erased. Name somebody else."), "erased")
    return who


def _refuse_deputy(session: Session, official: Player, deputy: Player | None) -> None:
    """Nobody rules where they play themselves: asked for the round being played, or the first."""
    if deputy is None:
        return
    if deputy.pk == official.pk:
        sentence = _("%(name)s cannot stand in for the own person. Name somebody else as deputy.")
        raise field_error("deputy", sentence % {"name": official}, "own_deputy")
    problem = deputy_problem(Presence.of(session), official, deputy, [max(1, session.round)])
    if problem:
        raise field_error("deputy", problem, "unfit_deputy")
