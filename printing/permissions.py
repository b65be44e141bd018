"""Who may say how a club prints. Who may ask for a report is the report's own rule."""

from __future__ import annotations

import rules

from core.actors import Actor
from core.permissions import add_rules

# The names of the roles in `clubs`, which this application knows nothing of.
KEEPERS = ("secretary", "director")


@rules.predicate
def keeps_the_club(actor: Actor, obj: object) -> bool:
    return getattr(obj, "kind", "") == "club" and actor.holds(KEEPERS, obj)  # type: ignore[arg-type]


add_rules({"printing.change": keeps_the_club})
