"""The players of a contestant, place by place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from clubs.models import Player
from core.audit import values
from core.errors import field_error
from events.models import Contestant, Entrant, Event, LineUp, Substitution
from events.services.entry_checks import Players


def first_of_team(event: Event, players: Players) -> Player | None:
    """A team always has a captain: the first whose name is known, until another one is chosen."""
    return next((player for player in players if player), None) if event.is_for_teams else None


def write_entrants(contestant: Contestant, players: Players, captain: Player | None) -> None:
    Entrant.objects.bulk_create(
        Entrant(
            event=contestant.event,
            contestant=contestant,
            player=player,
            position=position,
            is_captain=player is not None and player == captain,
        )
        for position, player in enumerate(players, start=1)
    )


def rewrite_entrants(
    contestant: Contestant, entrants: Sequence[Entrant], players: Players, captain: Player | None
) -> None:
    """By position: rows that substitutions and line-ups refer to stay. Emptied first, so that two can change places."""
    contestant.entrants.update(player=None, is_captain=False)
    for entrant, player in zip(entrants, players, strict=False):
        entrant.player = player
        entrant.is_captain = player is not None and player == captain
        entrant.save(update_fields=["player", "is_captain"])
    _remove_entrants(entrants[len(players) :])
    more = enumerate(players[len(entrants) :], start=len(entrants) + 1)
    Entrant.objects.bulk_create(
        Entrant(
            event=contestant.event,
            contestant=contestant,
            player=player,
            position=at,
            is_captain=bool(player) and player == captain,
        )
        for at, player in more
    )


def _remove_entrants(entrants: Sequence[Entrant]) -> None:
    for entrant in entrants:
        seats = ("north", "south", "east", "west")
        lined_up = any(LineUp.objects.filter(**{seat: entrant}).exists() for seat in seats)
        if lined_up or Substitution.objects.filter(entrant=entrant).exists():
            sentence = _("%(name)s has played in this team and stays in it. Put somebody else in another place.")
            raise field_error("players", sentence % {"name": entrant.title}, "has_played")
    Entrant.objects.filter(pk__in=[entrant.pk for entrant in entrants]).delete()


def audited_contestant(contestant: Contestant) -> dict[str, Any]:
    """What the audit says of a contestant: people by id."""
    entrants = list(Entrant.objects.filter(contestant=contestant).order_by("position"))
    captain = next((entrant.player_id for entrant in entrants if entrant.is_captain), None)
    people = {"event": contestant.event_id, "players": [entrant.player_id for entrant in entrants], "captain": captain}
    return values(contestant, {"name", "seed", "status"}) | people
