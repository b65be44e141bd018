"""Who meets whom with which boards: generated, proven, recommended, and repaired.

Pure: the standard library, numpy and networkx; no Django, no clock, no network.
"""

from events.movements import kinds as _registered  # noqa: F401  (each kind with its traits)
from events.movements.catalogue import KINDS, MovementRequest, build, build_movement
from events.movements.checker import MovementReport, check
from events.movements.errors import MovementError
from events.movements.model import Movement, MovementKind, Note, Rest, Round, Seating, Unit
from events.movements.recommend import MovementCandidate, Wish, recommend
from events.movements.words import say

__all__ = [
    "KINDS",
    "Movement",
    "MovementCandidate",
    "MovementError",
    "MovementKind",
    "MovementReport",
    "MovementRequest",
    "Note",
    "Rest",
    "Round",
    "Seating",
    "Unit",
    "Wish",
    "build",
    "build_movement",
    "check",
    "recommend",
    "say",
]
