"""Records that may be one person, with the reasons: by number, by name, and by what they have in common."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext as _

from clubs import hooks
from clubs.models import Club, Membership, Player, TwoPeople
from clubs.models.bodies import Body
from clubs.models.people import PlayerQuerySet

MOST = 50
# Of one name that many people have, so many are compared.
MOST_OF_A_NAME = 8

Pair = tuple[int, int]


@dataclass
class Duplicate:
    """Two records, the likelier to be kept first, and why they may be one person."""

    kept: Player
    merged: Player
    reasons: list[str] = field(default_factory=list)
    weight: int = 0


def clubs_of(body: Body) -> QuerySet[Club]:
    """The club itself, or all clubs under the federation."""
    if isinstance(body, Club):
        return Club.objects.filter(pk=body.pk)
    return Club.objects.filter(federation__path__startswith=body.path)


def people_of(body: Body) -> PlayerQuerySet:
    """Everybody who is or was a member of these clubs, or has played there."""
    clubs = clubs_of(body)
    known = Q(pk__in=Membership.objects.filter(club__in=clubs).order_by().values("player"))
    for ids in hooks.people_known_at.call(clubs):
        known |= Q(pk__in=ids)
    return Player.objects.findable().filter(known)


def find_duplicates(body: Body) -> list[Duplicate]:
    """The likeliest first, without the pairs of whom somebody has said that they are two."""
    people = people_of(body)
    found: dict[Pair, Duplicate] = {}
    for one, other, reason, weight in [*_by_number(people), *_by_name(people), *_by_initials(people)]:
        if _can_be_one(one, other):
            kept, merged = _kept_first(one, other)
            duplicate = found.setdefault(_pair(one, other), Duplicate(kept, merged))
            duplicate.reasons.append(reason)
            duplicate.weight += weight
    for pair in _said_to_be_two(found):
        del found[pair]
    _add_things_in_common(found)
    likeliest = sorted(found.values(), key=lambda two: (-two.weight, two.kept.display_name, two.kept.pk))
    return likeliest[:MOST]


def _pair(one: Player, other: Player) -> Pair:
    return (one.pk, other.pk) if one.pk < other.pk else (other.pk, one.pk)


def _can_be_one(one: Player, other: Player) -> bool:
    """Two accounts, two numbers of one federation or two years of birth are two people, or not for a page to say."""
    numbers = {player.federation_number for player in (one, other)} - {""}
    if len(numbers) > 1 and one.federation_id == other.federation_id:
        return False
    years = {player.birth_year for player in (one, other)} - {None}
    return len(years) < 2 and not (one.user_id and other.user_id)


def _kept_first(one: Player, other: Player) -> tuple[Player, Player]:
    """The one with an account, else with a number, else the one that has been there longer."""
    ordered = sorted((one, other), key=lambda player: (not player.user_id, not player.federation_number, player.pk))
    return ordered[0], ordered[1]


Found = Iterator[tuple[Player, Player, str, int]]


def _by_number(people: PlayerQuerySet) -> Found:
    """Somebody holds the number that is in dispute with the other."""
    disputed = list(people.exclude(disputed_number="").select_related("federation")[:MOST])
    numbers = {player.disputed_number for player in disputed}
    holders = defaultdict(list)
    for player in Player.objects.findable().filter(federation_number__in=numbers):
        holders[player.federation_number].append(player)
    for player in disputed:
        for holder in holders[player.disputed_number]:
            if holder.pk != player.pk and holder.federation_id == player.federation_id:
                yield holder, player, _("same number: %(number)s") % {"number": player.disputed_number}, 8


def _by_name(people: PlayerQuerySet) -> Found:
    """The same words, whatever their order and accents."""
    twice = people.exclude(name_key="").order_by().values("name_key").annotate(count=Count("pk"))
    keys = list(twice.filter(count__gt=1).order_by("name_key").values_list("name_key", flat=True)[: 4 * MOST])
    for group in _groups(people.filter(name_key__in=keys), lambda player: player.name_key):
        for one, other in combinations(group[:MOST_OF_A_NAME], 2):
            yield one, other, _("same name"), 4
            if one.birth_year and one.birth_year == other.birth_year:
                yield one, other, _("born in the same year: %(year)s") % {"year": one.birth_year}, 3


def _by_initials(people: PlayerQuerySet) -> Found:
    """“I. Ozola” may be “Ilze Ozola”."""
    shortened = list(people.filter(name_key__regex=r"(^| )\w( |$)").order_by("name_key", "pk")[:MOST])
    surnames = {max(player.name_key.split(), key=len) for player in shortened}
    surnames = {surname for surname in surnames if len(surname) > 2}
    if not surnames:
        return
    named = Q(*(("name_key__contains", surname) for surname in sorted(surnames)), _connector=Q.OR)
    near = list(people.filter(named).order_by("pk")[: 20 * MOST])
    for player in shortened:
        for other in near:
            if other.name_key != player.name_key and _fits_initials(player.name_key, other.name_key):
                yield other, player, _("the same with initials"), 2


def _fits_initials(short: str, whole: str) -> bool:
    """Every word of the one is a word of the other, or its first letter."""
    left = whole.split()
    words = sorted(short.split(), key=len, reverse=True)
    if len(words) != len(left) or len(words[0]) < 3 or words[0] not in left:
        return False
    for word in words:
        match = next((one for one in left if one == word or (len(word) == 1 and one.startswith(word))), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _groups(players: Iterable[Player], key: object) -> list[list[Player]]:
    groups: defaultdict[str, list[Player]] = defaultdict(list)
    for player in players:
        groups[key(player)].append(player)  # type: ignore[operator]
    return list(groups.values())


def _said_to_be_two(found: dict[Pair, Duplicate]) -> list[Pair]:
    ids = {pk for pair in found for pk in pair}
    notes = TwoPeople.objects.filter(first__in=ids, second__in=ids).values_list("first_id", "second_id")
    return [pair for pair in notes if pair in found]


def _add_things_in_common(found: dict[Pair, Duplicate]) -> None:
    clubs: defaultdict[int, set[str]] = defaultdict(set)
    ids = {pk for pair in found for pk in pair}
    for player_id, name in Membership.objects.filter(player__in=ids).values_list("player_id", F("club__name")):
        clubs[player_id].add(name)
    for (first, second), duplicate in found.items():
        for name in sorted(clubs[first] & clubs[second]):
            duplicate.reasons.append(_("both have been members of %(club)s") % {"club": name})
            duplicate.weight += 1
    for more in hooks.things_in_common.call(list(found)):
        for pair, reasons in more.items():
            found[pair].reasons += reasons
            found[pair].weight += 2 * len(reasons)
