"""From what is typed at the desk to a person: a number, a few letters, “?” for unknown, or a visitor's name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from clubs.models import Club, Player
from core.actors import Actor
from core.names import name_key
from core.posted import whole_number, whole_numbers
from events.selectors.people import PersonMatch, clean_words, find_for_desk, find_nearly, pickable_players

NEW = "new"
MOST_SHOWN = 8


@dataclass(frozen=True)
class TypedName:
    """What stands in one field, and whom the person picked from those offered: an id, or `new` for a visitor."""

    words: str
    pick: str = ""


@dataclass(frozen=True)
class NameAnswer:
    """A player, a visitor to be made (`visitor`), nobody yet known, or a problem with those it may mean."""

    player: Player | None = None
    visitor: str = ""
    unknown: bool = False
    empty: bool = False
    problem: str = ""
    choices: list[PersonMatch] = field(default_factory=list)

    @property
    def person(self) -> Player | str | None:
        return self.player or self.visitor or None


def match_typed_names(*, actor: Actor, club: Club, typed: Sequence[TypedName]) -> list[NameAnswer]:
    picked = whole_numbers(name.pick for name in typed)
    words = [name.words.strip() for name in typed]
    players = pickable_players(actor=actor, club=club, ids=picked, numbers=words) if picked else {}
    return [_answer(actor, club, name, players) for name in typed]


def _answer(actor: Actor, club: Club, typed: TypedName, players: dict[int, Player]) -> NameAnswer:
    words = " ".join(typed.words.split())
    if typed.pick == NEW and words:
        return NameAnswer(visitor=words)
    if typed.pick.isdecimal():
        player = players.get(whole_number(typed.pick) or 0)
        return NameAnswer(player=player) if player else NameAnswer(problem=_("Say again who it is."))
    if not words:
        return NameAnswer(empty=True)
    if words.casefold() in ("?", "unknown", _("unknown").casefold()):
        return NameAnswer(unknown=True)
    return _search(actor, club, words)


def _search(actor: Actor, club: Club, words: str) -> NameAnswer:
    matches = find_for_desk(actor=actor, club=club, words=words, limit=MOST_SHOWN)
    fitting = _fits_one(matches, words)
    if fitting:
        return NameAnswer(player=fitting.player, choices=matches)
    if matches:
        return NameAnswer(problem=_("“%(words)s” may be any of these. Pick one.") % {"words": words}, choices=matches)
    if near := find_nearly(actor=actor, club=club, words=words, limit=MOST_SHOWN):
        sentence = _("Nobody here is called “%(words)s”. Did you mean %(name)s?")
        return NameAnswer(problem=sentence % {"words": words, "name": near[0].name}, choices=near)
    sentence = _("Nobody here is called “%(words)s”. Pick “new visitor”, or write another part of the name.")
    return NameAnswer(problem=sentence % {"words": words})


def _fits_one(matches: Sequence[PersonMatch], words: str) -> PersonMatch | None:
    """The one person whom the words mean: by number, by the full name, or as the only one who has these letters."""
    number, key = words.casefold(), name_key(words)
    numbered = [
        match for match in matches if number in (match.number.casefold(), match.player.federation_number.casefold())
    ]
    named = [match for match in matches if match.player.name_key == key]
    fitting = numbered or named or matches
    return fitting[0] if len(fitting) == 1 else None


def suggestions(*, actor: Actor, club: Club, words: str) -> dict[str, Any]:
    """While somebody types: who may be meant, the id of the only one who fits, and what to say where nobody does."""
    words = " ".join(clean_words(words).split())
    answer = _search(actor, club, words) if words else NameAnswer()
    people = [
        {
            "id": match.player.pk,
            "name": match.name,
            "number": match.number or match.player.federation_number,
            "note": "" if match.is_current else match.standing_label,
        }
        for match in answer.choices
    ]
    return {
        "people": people,
        "fits": answer.player.pk if answer.player else None,
        "problem": answer.problem,
        "visitor": _("New visitor"),
    }
