"""Who may say how a club prints. Who may ask for a report is the report's own rule."""

from __future__ import annotations

from typing import Any

import rules

from core.actors import Actor
from core.permissions import add_rules

# The names of the roles in `clubs`, which this application knows nothing of.
KEEPERS = {"secretary", "director", "officer"}


@rules.predicate
def keeps_the_club(actor: Actor, obj: Any) -> bool:
    """Its secretary and directors, and the officers over it."""
    return getattr(obj, "kind", "") == "club" and not KEEPERS.isdisjoint(actor.roles_on(obj))


add_rules({"printing.change": keeps_the_club})
