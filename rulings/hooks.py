"""What appeals, or another application above, add to rulings."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from core.actors import Actor
from core.hooks import Hook

if TYPE_CHECKING:
    from rulings.appeal_status import AppealStatus
    from rulings.models import Ruling
    from rulings.reviews import ReviewSource

#: A ruling that stands is about to be saved otherwise: whoever must not let that happen raises a refusal.
ruling_changing: Hook[Callable[[Ruling], None]] = Hook()
#: A ruling that stands was amended, and why; called inside the transaction of the change.
ruling_amended: Hook[Callable[[Ruling, Actor, str], None]] = Hook()
#: Why the tricks of rulings are not counted in the result (any more), by the ids of the rulings.
tricks_held_back: Hook[Callable[[Collection[int]], dict[int, str]]] = Hook()
#: Appeals against rulings, as the pages of rulings tell of them.
review_sources: Hook[ReviewSource] = Hook()
#: How rulings fared on appeal, by the ids of the rulings.
appeal_status_sources: Hook[Callable[[Collection[int]], dict[int, AppealStatus]]] = Hook()
