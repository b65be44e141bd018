"""Writing a batch of an import: people and memberships, many at once, each with its entry in the audit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from clubs.imports.judging import MEMBERSHIP, PERSON, RowVerdict
from clubs.models import Club, Membership, Player
from clubs.models.imports import Fate
from clubs.models.people import set_keys, show_like_the_kept
from clubs.services.memberships import add_memberships
from clubs.services.players import add_players
from core.actors import Actor
from core.audit import Deed, record_all, values
from core.errors import Conflict
from core.locks import lock
from core.versioned import Versioned

V = TypeVar("V", bound=Versioned)
Change = tuple[V, list[str]]


def write_verdicts(*, actor: Actor, club: Club, verdicts: Iterable[RowVerdict]) -> None:
    """In the caller's transaction, which has asked whether this actor may and holds the club's lock."""
    to_write = [verdict for verdict in verdicts if verdict.fate in (Fate.NEW, Fate.CHANGED)]
    _add_people(actor, club, [verdict for verdict in to_write if verdict.player and verdict.player.pk is None])
    known_people = [verdict for verdict in to_write if verdict.fate == Fate.CHANGED or verdict.person_changes]
    _change_people(
        actor, club, [(verdict.player, verdict.person_changes) for verdict in known_people if verdict.player]
    )
    _add_memberships(actor, club, [verdict for verdict in to_write if verdict.fate == Fate.NEW])
    changed = [verdict for verdict in to_write if verdict.fate == Fate.CHANGED]
    _change(actor, club, "membership.change", [(verdict.membership, verdict.membership_changes) for verdict in changed])


def _add_people(actor: Actor, club: Club, verdicts: list[RowVerdict]) -> None:
    people = [{name: getattr(verdict.player, name) for name in PERSON.values()} for verdict in verdicts]
    for verdict, player in zip(verdicts, add_players(actor=actor, club=club, people=people), strict=True):
        verdict.player, verdict.person_changes = player, []


def _add_memberships(actor: Actor, club: Club, verdicts: list[RowVerdict]) -> None:
    members = [
        {"player": verdict.player, **{name: getattr(verdict.membership, name) for name in MEMBERSHIP}}
        for verdict in verdicts
    ]
    add_memberships(actor=actor, club=club, members=members)


def _change_people(actor: Actor, club: Club, changes: list[Change[Player]]) -> None:
    for player, _names in changes:
        set_keys(player)
    _change(actor, club, "player.change", changes, also=["name_key", "surname_key", "search_key"])
    changed = [player.pk for player, names in changes if names]
    show_like_the_kept(Player.objects.filter(pk__in=changed, merged__isnull=False).distinct())


def _change(actor: Actor, club: Club, act: str, changes: Iterable[Change[Any]], also: Iterable[str] = ()) -> None:
    """Save what was drafted, if nobody has changed the rows since they were read."""
    drafts = {draft.pk: (draft, names) for draft, names in changes if names}
    if not drafts:
        return
    model: type[Membership | Player] = type(next(iter(drafts.values()))[0])
    deeds = []
    for stored in lock(model._default_manager).filter(pk__in=drafts).order_by("pk"):
        draft, names = drafts[stored.pk]
        if stored.version != draft.version:
            raise Conflict
        draft.version += 1
        deeds.append(Deed(act, draft, before=values(stored, names), after=values(draft, names)))
    touched = {name for _draft, names in drafts.values() for name in names}
    model._default_manager.bulk_update([draft for draft, _names in drafts.values()], [*touched, *also, "version"])
    record_all(actor=actor, body=club, deeds=deeds)
