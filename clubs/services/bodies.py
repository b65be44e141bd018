"""Making and changing federations and clubs."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from clubs.models import Club, Federation, Player
from clubs.selectors.bodies import issuing_federation
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import change, reject_unknown_fields
from core.errors import field_error
from core.permissions import require

FEDERATION_FIELDS = {"name", "slug", "timezone", "language", "website", "email", "level"}
CLUB_FIELDS = {
    *("name", "slug", "timezone", "language", "website", "email", "colour", "logo", "welcome"),
    *("venue", "address", "directions", "playing_times", "is_listed", "sorts_by_surname", "code"),
}


@transaction.atomic
def add_federation(*, actor: Actor, parent: Federation | None, **fields: Any) -> Federation:
    """A federation under another. One without a parent is made by the system or whoever runs the installation."""
    require(actor, "federation.add", parent)
    federation = Federation(parent=parent, **fields)
    federation.full_clean()
    federation.save()
    federation.path = f"{parent.path if parent else '/'}{federation.pk}/"
    federation.save(update_fields=["path"])
    record(
        actor=actor,
        act="federation.add",
        body=federation,
        target=federation,
        after=values(federation, FEDERATION_FIELDS),
    )
    return federation


@transaction.atomic
def add_club(*, actor: Actor, federation: Federation, **fields: Any) -> Club:
    require(actor, "club.add", federation)
    club = Club(federation=federation, **fields)
    club.full_clean()
    club.save()
    record(actor=actor, act="club.add", body=club, target=club, after=values(club, CLUB_FIELDS))
    return club


def change_federation(*, actor: Actor, federation: Federation, version: int | None = None, **fields: Any) -> Federation:
    require(actor, "federation.change", federation)
    reject_unknown_fields(fields, FEDERATION_FIELDS)
    with transaction.atomic():
        changed = change(
            actor=actor, act="federation.change", obj=federation, body=federation, fields=fields, version=version
        )
        _move_numbers_to_their_issuer(changed)
    return changed


def _move_numbers_to_their_issuer(changed: Federation) -> None:
    """A federation that is not national any more issues no numbers: those it issued go to the one that now does."""
    issued = Player.objects.filter(federation__path__startswith=changed.path)
    for federation in Federation.objects.filter(pk__in=issued.values("federation")):
        issuer = issuing_federation(federation)
        if issuer == federation:
            continue
        numbered = Player.objects.filter(federation=issuer).exclude(federation_number="")
        in_use = numbered.values("federation_number")
        if twice := Player.objects.filter(federation=federation, federation_number__in=in_use).first():
            sentence = _(
                "Number %(number)s is held in %(issuer)s as well. Settle that first: numbers are unique there."
            )
            message = sentence % {"number": twice.federation_number, "issuer": issuer.name}
            raise field_error("level", message, "number_twice")
        Player.objects.filter(federation=federation).update(federation=issuer, version=F("version") + 1)


def change_club(*, actor: Actor, club: Club, version: int | None = None, **fields: Any) -> Club:
    require(actor, "club.change", club)
    reject_unknown_fields(fields, CLUB_FIELDS)
    return change(actor=actor, act="club.change", obj=club, body=club, fields=fields, version=version)
