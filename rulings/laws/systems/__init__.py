"""The WBF Systems Policy and what belongs to it as data.

The colour of a system, which of its methods are Brown Sticker, what is forbidden in every
event, what is alerted, when a psychic call is none, and what an event permits (`systems.events`).

Pure, like the Laws beside it, whose notation, diagrams and proofs it uses. Start at `classify` and `advise`.
"""

from rulings.laws.systems.classify import Advice, Classification, Method, Reason, advise, classify
from rulings.laws.systems.policy import ALERT, ALWAYS, BROWN, PSYCH, SYS, Finding, PolicyTree, policy

__all__ = [
    "ALERT",
    "ALWAYS",
    "BROWN",
    "PSYCH",
    "SYS",
    "Advice",
    "Classification",
    "Finding",
    "Method",
    "PolicyTree",
    "Reason",
    "advise",
    "classify",
    "policy",
]
