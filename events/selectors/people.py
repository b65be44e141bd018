"""Finding people at the desk, by a few letters or a number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Case, IntegerField, Q, QuerySet, Value, When
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from clubs.models import Club, Membership, Player
from clubs.models.keys import any_of_their
from clubs.selectors.members import MembershipStanding, club_members
from core.actors import Actor
from core.names import is_nearly, name_key
from core.permissions import require
from events.models import Entrant, Substitution

LIMIT = 8


@dataclass(frozen=True)
class PersonMatch:
    """Somebody who may be meant: the membership that counts is None for a visitor."""

    player: Player
    membership: Membership | None = None

    @property
    def name(self) -> str:
        return self.player.display_name

    @property
    def number(self) -> str:
        return self.membership.number if self.membership else ""

    @property
    def standing(self) -> str:
        """`current`, `coming`, `suspended`, `lapsed`; empty for a visitor."""
        return self.membership.standing if self.membership else ""  # type: ignore[attr-defined]

    @property
    def is_current(self) -> bool:
        return self.standing == MembershipStanding.CURRENT

    @property
    def standing_label(self) -> str:
        return str(MembershipStanding(self.standing).label) if self.standing else _("Visitor")

    @property
    def last_day(self) -> date | None:
        return self.membership.ends if self.membership else None


def find_for_desk(*, actor: Actor, club: Club, words: str, limit: int = LIMIT) -> list[PersonMatch]:
    """Current members first, then former ones, then visitors; within them an exact number before parts of the name.

    Two queries, however many are found.
    """
    require(actor, "session.run", club)
    words = clean_words(words)
    if not words:
        return []
    members = _rank(club_members(club, day=club.day(actor.at)), words, number="number", player="player__")
    matches = [
        PersonMatch(membership.player, membership) for membership in members.filter(player__erased_at=None)[:limit]
    ]
    if len(matches) < limit:
        visitors = _rank(club_visitors(club), words)
        matches += [PersonMatch(player) for player in visitors[: limit - len(matches)]]
    return matches


def find_nearly(*, actor: Actor, club: Club, words: str, limit: int = LIMIT) -> list[PersonMatch]:
    """Those known here whose name is what was typed but for one letter, members first."""
    require(actor, "session.run", club)
    keys = people_here(club).order_by("display_name", "pk").values_list("pk", "name_key")
    near = [pk for pk, key in keys if is_nearly(clean_words(words), key)]
    members = {
        membership.player_id: membership
        for membership in club_members(club, day=club.day(actor.at)).filter(player__in=near[: 4 * limit])
    }
    players = Player.objects.in_bulk(near[: 4 * limit])
    matches = [PersonMatch(players[pk], members.get(pk)) for pk in near[: 4 * limit]]
    return sorted(matches, key=lambda match: not match.is_current)[:limit]


def similar_people(
    *, actor: Actor, club: Club, name: str, federation_number: str = "", limit: int = LIMIT
) -> list[PersonMatch]:
    """People who may be the visitor about to be entered: the same name among those known here, or the same number.

    Somebody with the very number is found wherever in the federation they play: a number is nobody's guess.
    """
    require(actor, "session.run", club)
    same = Q(name_key=name_key(name)) & (_has_been_member_of(club) | _has_played_at(club))
    if number := clean_words(federation_number):
        same |= Q(federation__in=club.federation.line, federation_number=number)
    players = list(Player.objects.findable().filter(same).order_by("display_name", "pk")[:limit])
    memberships = {
        membership.player_id: membership
        for membership in club_members(club, day=club.day(actor.at)).filter(player__in=players)
    }
    return [PersonMatch(player, memberships.get(player.pk)) for player in players]


def pickable_players(*, actor: Actor, club: Club, ids: Iterable[int], numbers: Iterable[str] = ()) -> dict[int, Player]:
    """Players by id, as far as the desk of this club may name them: people known here, visitors who belong to no
    club, and whoever has one of these federation numbers. Other clubs' members cannot be guessed by id."""
    require(actor, "session.run", club)
    pickable = _has_been_member_of(club) | _has_played_at(club) | Q(memberships=None)
    pickable |= Q(
        federation__in=club.federation.line,
        federation_number__in=[clean_words(number) for number in numbers if clean_words(number)],
    )
    # An id that no database holds is nobody's.
    sensible = [player_id for player_id in ids if 0 < player_id < 2**63]
    players = Player.objects.filter(pickable, pk__in=sensible, erased_at=None)
    return {player.pk: player for player in players}


def clean_words(words: str) -> str:
    """Without spaces around it and without the one character that no database keeps."""
    return words.replace("\x00", "").strip()


def people_here(club: Club) -> QuerySet[Player]:
    """Those who have played here or were members at any time."""
    return Player.objects.findable().filter(_has_been_member_of(club) | _has_played_at(club))


def club_visitors(club: Club) -> QuerySet[Player]:
    """Those who have played here and never were members."""
    return Player.objects.findable().filter(_has_played_at(club)).exclude(_has_been_member_of(club))


def _has_played_at(club: Club) -> Q:
    """Asked of each player whom the words may mean, not of everybody who ever played."""
    entered = Entrant.objects.filter(event__club=club).order_by()
    substitutes = Substitution.objects.filter(place__session__host=club).order_by()
    return any_of_their(entered) | any_of_their(substitutes)


def _has_been_member_of(club: Club) -> Q:
    return Q(pk__in=Membership.objects.filter(club=club).order_by().values("player"))


def _rank(rows: QuerySet[Any], words: str, *, number: str = "", player: str = "") -> QuerySet[Any]:
    """Those whom the words may mean, the likeliest first."""
    keys = name_key(words).split()
    spelled = Q(*((f"{player}name_key__contains", key) for key in keys)) if keys else Q(pk__in=[])
    begins = Q(*(_begins(f"{player}name_key", key) for key in keys)) if keys else Q(pk__in=[])
    own = Q(**{f"{number}__iexact": words}) if number else Q(pk__in=[])
    federation = Q(**{f"{player}federation_number__iexact": words})
    named = Q(**{f"{player}name_key": name_key(words)}) if keys else Q(pk__in=[])
    whens = [When(condition, then=Value(rank)) for rank, condition in enumerate((own, federation, named, begins))]
    rank = Case(*whens, default=Value(4), output_field=IntegerField())
    matching: QuerySet[Any] = rows.filter(own | federation | spelled).annotate(rank=rank)
    return matching.order_by(*_standing_first(rows), "rank", Lower(f"{player}display_name"), "pk")


def _begins(field: str, key: str) -> Q:
    """A word of the name begins so."""
    return Q(**{f"{field}__startswith": key}) | Q(**{f"{field}__contains": f" {key}"})


def _standing_first(rows: QuerySet[Any]) -> list[Any]:
    if rows.model is not Membership:
        return []
    return [
        Case(When(Q(standing=MembershipStanding.CURRENT), then=Value(0)), default=Value(1), output_field=IntegerField())
    ]
