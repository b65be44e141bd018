"""The WBF Systems Policy as data: the colour of a system, and which of its methods are Brown Sticker.

Pure, like the Laws beside it, whose notation, diagrams and proofs it uses. Start at `classify`.
"""

from rulings.laws.systems.classify import Classification, Method, Reason, classify
from rulings.laws.systems.policy import BROWN, SYS, Finding, PolicyTree, policy

__all__ = ["BROWN", "SYS", "Classification", "Finding", "Method", "PolicyTree", "Reason", "classify", "policy"]
