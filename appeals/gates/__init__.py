"""The gates of Laws 92 and 93, without a database: which act leads where, and what stands in its way.

An act is an edge of the state machine with the paragraph that it rests on. A service collects the facts of a case and
asks `refusal`; what it gets back is a code and a paragraph, which `appeals.wording` puts into a sentence.
"""

from appeals.gates.checks import CHECKS, is_over, overall, refusal
from appeals.gates.edges import EDGES, IN_THE_LEADING_CASE, Edge
from appeals.gates.facts import (
    ENDED,
    HEARD,
    LODGED_OR_LATER,
    OPEN,
    CaseState,
    Facts,
    GateKind,
    Hears,
    NoCommittee,
    Path,
    Point,
    Refusal,
    Verdict,
)

__all__ = [
    "CHECKS",
    "EDGES",
    "ENDED",
    "HEARD",
    "IN_THE_LEADING_CASE",
    "LODGED_OR_LATER",
    "OPEN",
    "CaseState",
    "Edge",
    "Facts",
    "GateKind",
    "Hears",
    "NoCommittee",
    "Path",
    "Point",
    "Refusal",
    "Verdict",
    "is_over",
    "overall",
    "refusal",
]
