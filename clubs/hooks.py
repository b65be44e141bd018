"""What applications above add to clubs and people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from core.actors import Actor
from core.hooks import Hook

if TYPE_CHECKING:
    from clubs.models import Membership, Player
    from clubs.selectors.navigation import Link

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
#: Parts of a person's first page.
home_parts: Hook[HomePart] = Hook()
#: What runs now and is this person's to run: a key for programs may be made to end with it.
running_things: Hook[Callable[[Actor], list[RunningThing]]] = Hook()
#: Whether the running thing of this key is over by now; None where it is nothing of theirs.
is_over: Hook[Callable[[str], bool | None]] = Hook()
#: Links in the bar at the top for one person; None where it is not for them.
main_links: Hook[Callable[[Actor], Link | None]] = Hook()
