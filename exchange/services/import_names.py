"""Whom the names in files mean: by number, by what was said before, by name; the rest a person decides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from clubs.models import Club, Membership, Player
from core import transaction
from core.actors import Actor
from core.audit import record
from core.errors import field_error
from core.names import is_nearly, name_key
from core.permissions import require
from events.selectors.people import people_here, pickable_players
from events.services.contestants import add_visitor
from exchange.models import ImportedName, KnownName, ResultsImport
from exchange.models.results_imports import Answer
from exchange.services.import_base import locked_import, refuse_unless_ready

BATCH = 500


@transaction.atomic
def answer_names(
    *, actor: Actor, results_import: ResultsImport, answers: Mapping[int, tuple[str, int | None]], version: int | None
) -> int:
    """Say whom names mean, by the id of the name: an answer, and for a person the player. Remembered for next time."""
    require(actor, "import.make", results_import.club)
    results_import = locked_import(results_import, version=version)
    refuse_unless_ready(results_import)
    wanted = {player for answer, player in answers.values() if answer == Answer.PERSON and player}
    players = pickable_players(actor=actor, club=results_import.club, ids=wanted)
    names = {name.pk: name for name in results_import.names.filter(pk__in=answers)}
    changed = []
    for pk, (answer, player_id) in answers.items():
        name = names.get(pk)
        if name is not None and _answer(name, answer, player_id, players):
            changed.append(name)
    ImportedName.objects.bulk_update(changed, ["answer", "player"], batch_size=BATCH)
    _remember(actor, results_import.club, changed)
    if changed:
        results_import.version += 1
        results_import.save(update_fields=["version"])
        after = {"names": len(changed)}
        record(actor=actor, act="import.names", body=results_import.club, target=results_import, after=after)
    return len(changed)


@transaction.atomic
def enter_unknown_as_visitors(*, actor: Actor, results_import: ResultsImport, version: int | None = None) -> int:
    """Everybody of whom nobody here has the name becomes a visitor of the records."""
    require(actor, "import.make", results_import.club)
    results_import = locked_import(results_import, version=version)
    refuse_unless_ready(results_import)
    remembered = KnownName.objects.filter(club=results_import.club).values("name_key")
    unknown = results_import.names.filter(answer=Answer.AS_WRITTEN).exclude(name_key__in=remembered)
    count = unknown.update(answer=Answer.VISITOR)
    if count:
        results_import.version += 1
        results_import.save(update_fields=["version"])
        after = {"visitors": count}
        record(actor=actor, act="import.names", body=results_import.club, target=results_import, after=after)
    return count


def match_names(results_import: ResultsImport) -> None:
    """Answer what can be answered without asking anybody."""
    nobody_asked = results_import.names.filter(answer=Answer.OPEN).order_by("pk")
    near = NearNames(results_import.club)
    last = 0
    while batch := list(nobody_asked.filter(pk__gt=last)[:BATCH]):
        last = batch[-1].pk
        _match(results_import.club, batch, near)
        ImportedName.objects.bulk_update(batch, ["answer", "player"])


def players_by_name(*, actor: Actor, results_import: ResultsImport, names: Iterable[str]) -> dict[str, Player]:
    """The people whom a file names, by the key of the name; visitors are entered on the way. For whoever may import."""
    keys = {name_key(name) for name in names}
    found: dict[str, Player] = {}
    meant = results_import.names.filter(name_key__in=keys, answer__in=(Answer.PERSON, Answer.VISITOR))
    for name in meant.select_related("player__merged_into"):
        if name.player is None:
            name.player = add_visitor(actor=actor, club=results_import.club, display_name=name.name)
            name.answer = Answer.PERSON
            name.save(update_fields=["answer", "player"])
        if name.player.erased_at is None:
            found[name.name_key] = name.player.person
    return found


class NearNames:
    """The names of everybody here, to find those that are but one letter away."""

    def __init__(self, club: Club) -> None:
        self.by_word: dict[str, set[str]] = defaultdict(set)
        self.players: dict[str, list[int]] = defaultdict(list)
        for pk, key in people_here(club).order_by("pk").values_list("pk", "name_key").iterator():
            self.players[key].append(pk)
            for word in key.split():
                self.by_word[word].add(key)

    def near(self, name: str) -> list[int]:
        """Who has nearly this name. One letter is in one word of it: the others are the same."""
        words = name_key(name).split()
        keys = set().union(*(self.by_word.get(word, set()) for word in words)) if len(words) > 1 else set(self.players)
        return [pk for key in sorted(keys) if is_nearly(name, key) for pk in self.players[key]]


def _match(club: Club, names: list[ImportedName], near: NearNames) -> None:
    keys = [name.name_key for name in names]
    remembered = {known.name_key: known for known in KnownName.objects.filter(club=club, name_key__in=keys)}
    by_number = _by_number(club, names)
    for name in names:
        known = remembered.get(name.name_key)
        same_name = near.players.get(name.name_key, [])
        if name.number in by_number:
            # A number that somebody of quite another name has is a slip, or another club's: a person decides.
            pk, key = by_number[name.number]
            is_same = bool(set(key.split()) & set(name.name_key.split()))
            name.answer, name.player_id = (Answer.PERSON, pk) if is_same else (Answer.OPEN, None)
        elif known is not None:
            name.answer = Answer.PERSON if known.player_id else Answer.AS_WRITTEN
            name.player_id = known.player_id
        elif len(same_name) == 1:
            name.answer, name.player_id = Answer.PERSON, same_name[0]
        elif not same_name and not near.near(name.name):
            name.answer = Answer.AS_WRITTEN


def _by_number(club: Club, names: Iterable[ImportedName]) -> dict[str, tuple[int, str]]:
    """Players and their names by the number that the federation or the club gave; the club's goes before."""
    numbers = {name.number for name in names if name.number}
    if not numbers:
        return {}
    players = Player.objects.findable().filter(federation__in=club.federation.line, federation_number__in=numbers)
    members = Membership.objects.filter(club=club, number__in=numbers, player__erased_at=None).order_by("starts")
    found = {number: (pk, key) for number, pk, key in players.values_list("federation_number", "pk", "name_key")}
    own = members.values_list("number", "player_id", "player__name_key")
    return found | {number: (pk, key) for number, pk, key in own}


def _answer(name: ImportedName, answer: str, player_id: int | None, players: Mapping[int, Player]) -> bool:
    """Put the answer on the name; whether that changed it."""
    if answer not in Answer.values:
        raise field_error("answer", _("Choose one of those that are offered."), "unknown")
    before = (name.answer, name.player_id)
    name.answer, name.player = answer, None
    if answer == Answer.PERSON:
        player = players.get(player_id or 0)
        if player is None:
            sentence = _("Say who “%(name)s” is: there is no such person in the records of this club.")
            raise field_error("player", sentence % {"name": name.name}, "unknown")
        name.player = player
    return (name.answer, name.player_id) != before


def _remember(actor: Actor, club: Club, names: Iterable[ImportedName]) -> None:
    """So that the next file asks no more. A visitor who is entered is found by name next time."""
    for name in names:
        if name.answer not in (Answer.PERSON, Answer.AS_WRITTEN):
            KnownName.objects.filter(club=club, name_key=name.name_key).delete()
            continue
        KnownName.objects.update_or_create(
            club=club,
            name_key=name.name_key,
            defaults={"player": name.player, "said_at": actor.at, "said_by": actor.user},
        )
