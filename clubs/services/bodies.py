"""Making and changing federations and clubs."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from clubs.actors import Actor
from clubs.audit import record, values
from clubs.models import Club, Federation
from clubs.permissions import require
from clubs.services.base import change, only

FEDERATION_FIELDS = {"name", "slug", "timezone", "language", "website", "email", "level"}
CLUB_FIELDS = {
    *("name", "slug", "timezone", "language", "website", "email", "colour", "logo", "welcome"),
    *("venue", "address", "directions", "playing_times", "is_listed"),
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
    only(fields, FEDERATION_FIELDS)
    return change(actor=actor, act="federation.change", obj=federation, body=federation, fields=fields, version=version)


def change_club(*, actor: Actor, club: Club, version: int | None = None, **fields: Any) -> Club:
    require(actor, "club.change", club)
    only(fields, CLUB_FIELDS)
    return change(actor=actor, act="club.change", obj=club, body=club, fields=fields, version=version)
