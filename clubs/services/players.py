"""People in bridge: making, changing and erasing them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import Club, Consent, Federation, Player, User
from clubs.selectors.bodies import issuing_federation
from clubs.selectors.visible import keeping_club
from core import transaction
from core.actors import Actor
from core.audit import Deed, record, record_all, values
from core.changes import change, refuse_any, reject_unknown_fields
from core.permissions import require
from printing.services import forget_public_printouts

FIELDS = {
    *("display_name", "given_name", "family_name", "federation", "federation_number", "languages"),
    *("needs_stationary_seat", "privacy", "birth_year", "other_names", *Player.CONTACT),
}

IDENTITY = ("federation", "federation_number")


@transaction.atomic
def add_player(*, actor: Actor, club: Club, display_name: str, **fields: Any) -> Player:
    """A person new to the records, entered by a club."""
    require(actor, "membership.add", club)
    reject_unknown_fields(fields, FIELDS)
    fields.setdefault("federation", club.federation)
    return make_player(actor=actor, body=club, display_name=display_name, **fields)


@transaction.atomic
def add_players(*, actor: Actor, club: Club, people: Iterable[dict[str, Any]]) -> list[Player]:
    """Many people new to the records, all or none; an error names each person it is about by their place."""
    require(actor, "membership.add", club)
    issuer = issuing_federation(club.federation)
    players = [_unsaved_player(issuer, fields) for fields in people]
    refuse_any(players, _refuse_problems, _numbers_taken(players))
    added = Player.objects.bulk_create(players)
    deeds = [Deed("player.add", player, after=values(player, FIELDS)) for player in added]
    record_all(actor=actor, body=club, deeds=deeds)
    return added


@transaction.atomic
def add_own_player(*, actor: Actor, display_name: str) -> Player:
    """The player of somebody who has just opened an account."""
    if actor.user is None or actor.player is not None:
        raise ValueError("only a user without a player makes their own")
    return make_player(actor=actor, body=None, display_name=display_name, user=actor.user)


def change_player(
    *, actor: Actor, player: Player, club: Club | None = None, version: int | None = None, **fields: Any
) -> Player:
    """Change a person's details; `club` is where the change is recorded when a secretary makes it."""
    require(actor, "player.change", player)
    reject_unknown_fields(fields, FIELDS)
    _replace_by_issuer(fields)
    if fields.get("federation_number") and not (fields.get("federation") or player.federation_id):
        club = club or keeping_club(actor, player)
        if club is not None:
            fields["federation"] = issuing_federation(club.federation)
    if fields.get("federation_number"):
        fields["disputed_number"] = ""
    _clear_stale_part_names(player, fields)
    if any(fields.get(name, getattr(player, name)) != getattr(player, name) for name in IDENTITY):
        require(actor, "player.number", player)
    with transaction.atomic():
        changed = change(
            actor=actor,
            act="player.change",
            obj=player,
            body=club,
            fields=fields,
            version=version,
            check=_refuse_erased,
        )
        if changed.privacy != player.privacy:
            Consent.objects.create(player=changed, privacy=changed.privacy, said_at=actor.at, entered_by=actor.user)
        if changed.public_name != player.public_name:
            forget_public_printouts()
    return changed


@transaction.atomic
def change_own_profile(*, actor: Actor, player: Player, language: str, version: int | None, **fields: Any) -> None:
    """A person's own player and language, both or neither."""
    change_player(actor=actor, player=player, version=version, **fields)
    if actor.user is not None:
        change_user(actor=actor, user=actor.user, language=language)


@transaction.atomic
def change_user(*, actor: Actor, user: User, language: str) -> User:
    """A user's own choice of language."""
    if actor.user_id != user.pk:
        require(actor, "player.change", None)
    before = user.language
    if before != language:
        user.language = language
        user.save(update_fields=["language"])
        record(
            actor=actor,
            act="user.change",
            body=None,
            target=user,
            before={"language": before},
            after={"language": language},
        )
    return user


def _refuse_erased(player: Player) -> None:
    if player.erased_at:
        raise ValidationError(_("This player has been erased and cannot be filled in again."), code="erased")


FederationNumbers = set[tuple[int | None, str]]


def _numbers_taken(players: Iterable[Player]) -> FederationNumbers:
    """Which federation numbers of these players somebody has already."""
    numbers = {player.federation_number for player in players if player.federation_number}
    rows = Player.objects.filter(federation_number__in=numbers)
    return set(rows.values_list("federation_id", "federation_number"))


def _unsaved_player(issuer: Federation, fields: dict[str, Any]) -> Player:
    reject_unknown_fields(fields, FIELDS)
    all_fields = {"federation": issuer} | fields
    if all_fields["federation"] is not issuer:
        _replace_by_issuer(all_fields)
    return Player(**all_fields)


def _clear_stale_part_names(player: Player, fields: dict[str, Any]) -> None:
    """First and last name that no longer make up the name are not known apart any more."""
    if fields.get("display_name", player.display_name) == player.display_name:
        return
    parts = [fields.get(name, getattr(player, name)) for name in ("given_name", "family_name")]
    unchanged = parts == [player.given_name, player.family_name]
    if unchanged and " ".join(parts).strip() != fields["display_name"]:
        fields.update(given_name="", family_name="")


def _replace_by_issuer(fields: dict[str, Any]) -> None:
    """A federation that was named stands for the one that issues its numbers."""
    if fields.get("federation") is not None:
        fields["federation"] = issuing_federation(fields["federation"])


def _refuse_problems(player: Player, taken: FederationNumbers) -> None:
    player.clean_fields(exclude={"federation", "user"})
    number = (player.federation_id, player.federation_number)
    if player.federation_number and number in taken:
        sentence = _("Federation number %(number)s belongs to somebody else.")
        raise ValidationError({"federation_number": sentence % {"number": player.federation_number}})
    taken.add(number)


def make_player(*, actor: Actor, body: Club | None, **fields: Any) -> Player:
    """For the services that have already asked whether they may."""
    _replace_by_issuer(fields)
    player = Player(**fields)
    player.full_clean()
    player.save()
    record(actor=actor, act="player.add", body=body, target=player, after=values(player, FIELDS))
    return player
