"""The WBF Systems Policy and what belongs to it as data.

The colour of a system, which of its methods are Brown Sticker, what is alerted, and when a psychic call is none.

Pure, like the Laws beside it, whose notation, diagrams and proofs it uses. Start at `classify` and `advise`.
"""

from rulings.laws.systems.classify import Advice, Classification, Method, Reason, advise, classify
from rulings.laws.systems.policy import ALERT, BROWN, PSYCH, SYS, Finding, PolicyTree, policy

__all__ = [
    "ALERT",
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
