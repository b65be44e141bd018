"""What applications above appeals learn from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from core.actors import Actor
from core.hooks import Hook

if TYPE_CHECKING:
    from appeals.models import Appeal


class OnDecision(Protocol):
    def __call__(self, *, appeal: Appeal, actor: Actor) -> None: ...


#: An appeal is decided, and the decision is published; called inside the transaction of the act.
appeal_decided: Hook[OnDecision] = Hook()
