"""The states of a case, and everything about it that the gates look at."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class CaseState(StrEnum):
    REQUESTED = "requested"
    LODGED = "lodged"
    REFERRED = "referred"
    HEARING = "hearing"
    DECIDED = "decided"
    FURTHER = "further"
    CLOSED = "closed"
    REFUSED = "refused"
    NOT_HEARD = "not_heard"
    WITHDRAWN = "withdrawn"


#: A case in one of these is still under way.
OPEN = (
    CaseState.REQUESTED,
    CaseState.LODGED,
    CaseState.REFERRED,
    CaseState.HEARING,
    CaseState.DECIDED,
    CaseState.FURTHER,
)
#: Nothing in one of these changes any more.
ENDED = (CaseState.CLOSED, CaseState.REFUSED, CaseState.NOT_HEARD, CaseState.WITHDRAWN)
#: A side whose appeal was decided on is not heard again. One that nobody heard may be asked for again in its time.
HEARD = (CaseState.CLOSED,)
#: Reached only with everybody's concurrence (Law 92D).
LODGED_OR_LATER = (
    CaseState.LODGED,
    CaseState.REFERRED,
    CaseState.HEARING,
    CaseState.DECIDED,
    CaseState.FURTHER,
    CaseState.CLOSED,
)


class Hears(StrEnum):
    """Who adjudicates, by regulation (Laws 80B2(k), 93A, 93C3)."""

    COMMITTEE = "committee"
    REFEREE = "referee"
    PANEL = "panel"
    DIRECTOR = "director"
    NOBODY = "nobody"


class NoCommittee(StrEnum):
    """Why the director in charge hears a case that a committee would (Law 93A)."""

    NONE = "none"
    DISTURBS = "disturbs"


class GateKind(StrEnum):
    """What a point of an appeal is about, and so who may do what about it."""

    LAW = "law"
    FACT = "fact"
    DISCIPLINE = "discipline"


class Path(StrEnum):
    """How far a point has come."""

    OPEN = "open"
    RULED = "ruled"
    CONTESTED = "contested"
    DECIDED = "decided"
    RECOMMENDED = "recommended"
    ANSWERED = "answered"


class Verdict(StrEnum):
    STANDS = "stands"
    CHANGED = "changed"
    RECOMMENDED = "recommended"
    NOT_HEARD = "not_heard"
    UPHELD = "upheld"
    RESTORED = "restored"


@dataclass(frozen=True)
class Point:
    kind: GateKind
    path: Path = Path.OPEN

    @property
    def is_for_the_body(self) -> bool:
        """Judgement and discipline go to the adjudicators (Law 93B2), law once their ruling is contested (93B1)."""
        if self.kind == GateKind.LAW:
            return self.path == Path.CONTESTED
        return self.path == Path.OPEN


@dataclass(frozen=True)
class Facts:
    """Everything that the gates look at."""

    state: CaseState | None
    at: datetime
    # The last moment for a request; None while no official score is available or the side has not been told.
    deadline: datetime | None = None
    hears: Hears = Hears.COMMITTEE
    is_party: bool = True
    is_standing: bool = True
    twice: bool = False
    # The other side's appeal against the same ruling: decided; leading this one; not yet as far as this one.
    decided_on: str = ""
    follows: str = ""
    other: str = ""
    needed: int = 0
    concurring: int = 0
    concur_until: datetime | None = None
    deposit_due: bool = False
    # How many deposits are to be handed back, and how many are marked as handed back.
    to_hand_back: int = 0
    handed_back: int = 0
    points: tuple[Point, ...] = ()
    contest_until: datetime | None = None
    accepted: bool = False
    no_committee: NoCommittee = NoCommittee.DISTURBS
    # How many of the pool have no conflict.
    could_sit: int = 0
    quorum: int = 1
    seated: int = 0
    has_chair: bool = False
    conflicted: int = 0
    # Their names.
    in_conflict: str = ""
    open_challenges: int = 0
    statements: int = 0
    # How many sides are there to speak for themselves.
    sides_present: int = 0
    statements_until: datetime | None = None
    pack_frozen: bool = False
    cast: int = 0
    # How many votes are for what is decided; of several points, for each, in the order of `verdicts`.
    in_favour: int = 0
    in_favour_of: tuple[int, ...] = ()
    # Of several points: how many of those who voted abstained on each.
    abstained_on: tuple[int, ...] = ()
    verdicts: tuple[tuple[GateKind, Verdict], ...] = ()
    covers_all: bool = True
    gives_score: bool = False
    unanswered: int = 0
    # Until when a slip in the decision that closed the case can be corrected; None where it was closed without one.
    correct_until: datetime | None = None
    is_final_body: bool = False
    further_until: datetime | None = None
    fee_due: bool = False
    # How many must still concur in the further appeal.
    further_missing: int = 0
    admitted: bool = False
    closes_at: datetime | None = None


@dataclass(frozen=True)
class Refusal:
    """Why not: a code for the sentence, the paragraph, and what fills its gaps."""

    code: str
    law: str
    gaps: dict[str, object] = field(default_factory=dict)
