from appeals.models.appeals import Appeal, AppealPoint, Concurrence, Deposit, Step
from appeals.models.bodies import AdjudicatingBody, BodyMember, Challenge, DeclaredTie, PoolMember
from appeals.models.casebook import Case, Commentary
from appeals.models.decisions import Decision, DecisionDraft, FurtherAppeal, PointOutcome, Vote
from appeals.models.hearings import Attendance, Hearing, Minute, Statement

__all__ = [
    "AdjudicatingBody",
    "Appeal",
    "AppealPoint",
    "Attendance",
    "BodyMember",
    "Case",
    "Challenge",
    "Commentary",
    "Concurrence",
    "Decision",
    "DecisionDraft",
    "DeclaredTie",
    "Deposit",
    "FurtherAppeal",
    "Hearing",
    "Minute",
    "PointOutcome",
    "PoolMember",
    "Statement",
    "Step",
    "Vote",
]
