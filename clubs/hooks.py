"""What applications above add to clubs and people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from core.actors import Actor
from core.hooks import Hook

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from clubs.models import Club, Membership, Player
    from clubs.selectors.navigation import Link


@dataclass(frozen=True)
class HistoryPart:
    """What is kept of a person under one heading, such as “results”: how much, and a few words to each, if any."""

    name: str
    count: int
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class DataPart:
    """What is held about a person under one heading, as they may read it themselves."""

    name: str
    rows: list[dict[str, Any]]


DemoPart = Callable[[datetime], Counter[str]]


@dataclass(frozen=True)
class RunningThing:
    """What runs now and will be over, such as a session of play; `key` names it among all there are."""

    key: str
    name: str


@dataclass(frozen=True)
class HomePart:
    """A part of a person's first page; `shown` is false where there is nothing to show. `urgent` ones come first."""

    template: str
    shown: Callable[[Actor], Any]
    urgent: bool = False


#: Each loads its part of the demo and counts what it made.
demo_parts: Hook[DemoPart] = Hook()
#: The same, once all others are loaded: what ends an evening.
closing_demo_parts: Hook[DemoPart] = Hook()
#: Each takes out what its application has written about a person who is erased.
player_erased: Hook[Callable[[Actor, Player], None]] = Hook()
#: Why a membership was no mistake and must stay: a sentence, or nothing.
reasons_to_keep_membership: Hook[Callable[[Membership], str]] = Hook()
#: What each application holds about a person, for their own download.
own_data: Hook[Callable[[Player], list[DataPart]]] = Hook()
#: What is kept of a record by others: shown before it is merged into another.
history_parts: Hook[Callable[[Player], list[HistoryPart]]] = Hook()
#: Why two records cannot be one person, each with the place: asked of the one to be kept and the one to be merged.
reasons_against_merging: Hook[Callable[[Player, Player], list[str]]] = Hook()
#: Why somebody's home club cannot change from a day on: a sentence, or nothing.
reasons_against_home_club_change: Hook[Callable[[Player, date], str]] = Hook()
#: At which clubs a person is known without a membership: ids of clubs, by the ids of players.
clubs_known_at: Hook[Callable[[set[int]], dict[int, set[int]]]] = Hook()
#: Who is known at some clubs without being a member: a query of players' ids.
people_known_at: Hook[Callable[[QuerySet[Club]], QuerySet[Any]]] = Hook()
#: What two records have in common, a few words each, by the ids of the two: for the search for duplicates.
things_in_common: Hook[Callable[[list[tuple[int, int]]], dict[tuple[int, int], list[str]]]] = Hook()
#: Parts of a person's first page.
home_parts: Hook[HomePart] = Hook()
#: What runs now and is this person's to run: a key for programs may be made to end with it.
running_things: Hook[Callable[[Actor], list[RunningThing]]] = Hook()
#: Whether the running thing of this key is over by now; None where it is nothing of theirs.
is_over: Hook[Callable[[str], bool | None]] = Hook()
#: Links in the bar at the top for one person; None where it is not for them.
main_links: Hook[Callable[[Actor], Link | None]] = Hook()
