"""Who directs and who scores a session, and who rules where a director plays."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Player
from core.actors import Actor
from core.audit import Target, record, values
from core.changes import locked
from core.permissions import require
from events.models import Session, SessionOfficial
from events.models.sessions import Duty
from events.selectors.officials import deputy_problem, director_in_charge
from events.selectors.presence import Presence
from events.services.contestants import add_visitor
from events.services.entry_checks import refuse

FIELDS = {"session", "player", "duty", "deputy"}


@transaction.atomic
def name_official(
    *, actor: Actor, session: Session, player: Player | str, duty: str, deputy: Player | str | None = None
) -> SessionOfficial:
    """Somebody directs or scores. A name is that of somebody new to the records."""
    require(actor, "session.run", session)
    locked(session)
    who = _person(actor, session, player)
    if duty not in Duty.values:
        raise refuse(_("Choose director or scorer."), "no_such_duty", "duty")
    if session.officials.filter(player=who, duty=duty).exists():
        said = {"name": who, "duty": Duty(duty).label}
        raise refuse(_("%(name)s is named already: %(duty)s.") % said, "named_twice", "player")
    instead = _person(actor, session, deputy) if deputy else None
    _refuse_deputy(session, who, instead)
    in_charge = director_in_charge(session, actor.at)
    if duty == Duty.DIRECTOR and session.is_over and in_charge not in (None, who):
        raise _was_in_charge(in_charge)
    row = SessionOfficial.objects.create(session=session, player=who, duty=duty, deputy=instead)
    record(actor=actor, act="official.name", body=session.club, target=row, after=values(row, FIELDS))
    return row


@transaction.atomic
def set_deputy(*, actor: Actor, official: SessionOfficial, deputy: Player | str | None) -> SessionOfficial:
    """Who rules at the official's own table; None where nobody does any longer."""
    session = official.session
    require(actor, "session.run", session)
    locked(session)
    row = _stored(official)
    before = values(row, {"deputy"})
    row.deputy = _person(actor, session, deputy) if deputy else None
    _refuse_deputy(session, row.player, row.deputy)
    row.save(update_fields=["deputy"])
    after = values(row, FIELDS)
    record(actor=actor, act="official.name", body=session.club, target=row, before=before, after=after)
    return row


@transaction.atomic
def put_in_charge(*, actor: Actor, official: SessionOfficial) -> SessionOfficial:
    """This director answers for the session from now on; the others act for them (Law 81D)."""
    session = official.session
    require(actor, "session.run", session)
    locked(session)
    row = _stored(official)
    if row.duty != Duty.DIRECTOR:
        raise refuse(_("Only somebody who directs is in charge. Name them as a director first."), "no_director", "duty")
    before = session.officials.filter(in_charge=True).first()
    if before is not None and before.pk == row.pk:
        return row
    in_charge = director_in_charge(session, actor.at)
    session.officials.filter(in_charge=True).update(in_charge=False)
    row.in_charge = True
    row.save(update_fields=["in_charge"])
    _keep_who_was_in_charge(session, in_charge, actor)
    was = values(before, {"player"}) if before is not None else {}
    record(actor=actor, act="official.charge", body=session.club, target=row, before=was, after=values(row, FIELDS))
    return row


@transaction.atomic
def remove_official(*, actor: Actor, official: SessionOfficial) -> None:
    session = official.session
    require(actor, "session.run", session)
    locked(session)
    row = _stored(official)
    target, before = Target.of(row), values(row, FIELDS)
    in_charge = director_in_charge(session, actor.at)
    row.delete()
    _keep_who_was_in_charge(session, in_charge, actor)
    record(actor=actor, act="official.remove", body=session.club, target=target, before=before)


def _keep_who_was_in_charge(session: Session, before: Player | None, actor: Actor) -> None:
    """Whoever directed a session that is over answers for it afterwards (Laws 81, 93): nobody takes their place."""
    if session.is_over and before is not None and director_in_charge(session, actor.at) != before:
        raise _was_in_charge(before)


def _was_in_charge(who: Player | None) -> ValidationError:
    said = _(
        "The session is over: %(name)s was in charge and stays so. If that is wrong, open the session again first."
    )
    return refuse(said % {"name": who}, "session_over", "player")


def _stored(official: SessionOfficial) -> SessionOfficial:
    row = SessionOfficial.objects.select_related("player", "deputy").filter(pk=official.pk).first()
    if row is None:
        raise ValidationError(_("Somebody has taken this name off the list already."), code="removed")
    return row


def _person(actor: Actor, session: Session, who: Player | str) -> Player:
    if isinstance(who, str):
        return add_visitor(actor=actor, club=session.club, display_name=who)
    if who.erased_at:
        raise refuse(_("This player has been erased. Name somebody else."), "erased", "player")
    return who


def _refuse_deputy(session: Session, official: Player, deputy: Player | None) -> None:
    """Nobody rules where they play themselves: asked for the round being played, or the first."""
    if deputy is None:
        return
    if deputy.pk == official.pk:
        sentence = _("%(name)s cannot stand in for the own person. Name somebody else as deputy.")
        raise refuse(sentence % {"name": official}, "own_deputy", "deputy")
    problem = deputy_problem(Presence.of(session), official, deputy, [max(1, session.round)])
    if problem:
        raise refuse(problem, "unfit_deputy", "deputy")
