"""A federation's clubs and regions: moved to another place in the tree, closed and opened again; its directors."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import F, Value
from django.db.models.functions import Concat, Substr
from django.utils.translation import gettext as _

from clubs.models import Club, Federation, Player
from clubs.selectors.bodies import issuing_federation
from clubs.services.bodies import change_club
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import change, locked, reject_unknown_fields
from core.errors import field_error
from core.locks import lock_all, lock_row
from core.permissions import require
from office.models import Closure, DirectorLicence
from office.selectors.register import people_below

LICENCE_FIELDS = {"grade", "directs_up_to", "starts", "ends", "note"}


@transaction.atomic
def move_club(*, actor: Actor, club: Club, to: Federation, version: int | None = None) -> Club:
    """To another federation of the same nation: the numbers of its members stay what they are."""
    require(actor, "federation.tree_change", club.federation)
    require(actor, "club.add", to)
    _refuse_other_issuer(club.federation, to, "federation")
    moved = change(actor=actor, act="club.move", obj=club, body=club, fields={"federation": to}, version=version)
    for federation in (club.federation, to):
        record(actor=actor, act="club.move", body=federation, target=moved, after={"club": moved.name, "to": to.name})
    return moved


@transaction.atomic
def move_federation(*, actor: Actor, federation: Federation, to: Federation, version: int | None = None) -> Federation:
    """Under another federation, with everything below it; refused where that lies below itself."""
    require(actor, "federation.tree_change", federation.parent or federation)
    require(actor, "federation.add", to)
    # All of them in one order, so that two that are moved at once do not end up below one another.
    lock_all(Federation.objects.filter(path__startswith=f"/{federation.line[0]}/"))
    federation, to = Federation.objects.get(pk=federation.pk), lock_row(to)
    if to.path.startswith(federation.path):
        sentence = _("%(name)s stands below it, or is the same. Choose another one.") % {"name": to.name}
        raise field_error("federation", sentence, "below_itself")
    _refuse_other_issuer(federation, to, "federation")
    old = federation.path
    moved = change(
        actor=actor, act="federation.move", obj=federation, body=federation, fields={"parent": to}, version=version
    )
    below = Federation.objects.filter(path__startswith=old)
    below.update(path=Concat(Value(to.path), Value(f"{moved.pk}/"), Substr("path", len(old) + 1)))
    record(actor=actor, act="federation.move", body=to, target=moved, after={"name": moved.name, "to": to.name})
    return Federation.objects.get(pk=moved.pk)


def _refuse_other_issuer(origin: Federation, to: Federation, field: str) -> None:
    issuer = issuing_federation(origin)
    if issuer == origin and origin.parent_id is None and issuing_federation(to) != origin:
        return
    if issuing_federation(to) != issuer:
        sentence = _("The numbers of its members are issued by %(issuer)s. Choose a federation under that one.")
        raise field_error(field, sentence % {"issuer": issuer.name}, "other_issuer")


@transaction.atomic
def close_club(*, actor: Actor, club: Club, reason: str = "") -> Closure:
    """No new members and games from now on, and not listed; everything that was stays readable."""
    require(actor, "federation.tree_change", club.federation)
    lock_row(club)
    if Closure.objects.filter(club=club, reopened_at=None).exists():
        raise ValidationError(_("This club is closed already."), code="closed")
    closure = Closure.objects.create(
        club=club,
        closed_at=actor.at,
        closed_by=actor.user,
        reason=reason.strip()[:300],
        was_listed=club.is_listed,
    )
    change_club(actor=actor, club=club, is_listed=False)
    record(actor=actor, act="club.close", body=club, target=club, reason=closure.reason)
    return closure


@transaction.atomic
def reopen_club(*, actor: Actor, club: Club) -> Club:
    """As it was before it closed."""
    require(actor, "federation.tree_change", club.federation)
    lock_row(club)
    closure = Closure.objects.filter(club=club, reopened_at=None).first()
    if closure is None:
        raise ValidationError(_("This club is open."), code="open")
    closure.reopened_at = actor.at
    closure.save(update_fields=["reopened_at"])
    club = change_club(actor=actor, club=Club.objects.get(pk=club.pk), is_listed=closure.was_listed)
    record(actor=actor, act="club.reopen", body=club, target=club)
    return club


@transaction.atomic
def add_director(*, actor: Actor, federation: Federation, player: Player, **fields: Any) -> DirectorLicence:
    """Somebody with a grade and what it lets them direct; a person may have had several, one after the other."""
    require(actor, "licence.keep", federation)
    reject_unknown_fields(fields, LICENCE_FIELDS)
    if not people_below(federation).filter(pk=player.pk).exists():
        raise field_error("player", _("Choose a member of one of your clubs."), "unknown")
    lock_row(federation)
    licence = DirectorLicence(federation=federation, player=player, **fields)
    _check_licence(licence)
    licence.save()
    after = values(licence, LICENCE_FIELDS | {"player"})
    record(actor=actor, act="licence.add", body=federation, target=licence, after=after)
    return licence


def change_director(
    *, actor: Actor, licence: DirectorLicence, version: int | None = None, **fields: Any
) -> DirectorLicence:
    require(actor, "licence.keep", licence.federation)
    reject_unknown_fields(fields, LICENCE_FIELDS)
    return change(
        actor=actor,
        act="licence.change",
        obj=licence,
        body=licence.federation,
        fields=fields,
        version=version,
        check=_check_licence,
    )


@transaction.atomic
def withdraw_director(*, actor: Actor, licence: DirectorLicence, reason: str = "") -> DirectorLicence:
    """They may not direct under it any more; the row stays."""
    require(actor, "licence.keep", licence.federation)
    licence = locked(licence)
    if licence.withdrawn_at is None:
        DirectorLicence.objects.filter(pk=licence.pk).update(withdrawn_at=actor.at, version=F("version") + 1)
        licence.refresh_from_db()
        record(actor=actor, act="licence.withdraw", body=licence.federation, target=licence, reason=reason.strip())
    return licence


def _check_licence(licence: DirectorLicence) -> None:
    licence.full_clean(exclude={"federation", "player"})
    theirs = DirectorLicence.objects.filter(
        federation=licence.federation, player=licence.player, withdrawn_at=None
    ).exclude(pk=licence.pk)
    if any(_share_a_day(licence, other) for other in theirs):
        sentence = _("This person stands in the register in that time. Change that entry, or choose other days.")
        raise field_error("starts", sentence, "overlap")


def _share_a_day(one: DirectorLicence, other: DirectorLicence) -> bool:
    return (other.ends is None or one.starts <= other.ends) and (one.ends is None or other.starts <= one.ends)
