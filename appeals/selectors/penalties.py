"""The penalties of a ruling under appeal: which of them a point is about, and all of them in words."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from appeals.models import Decision
from appeals.models.appeals import PointKind
from rulings.models import Ruling
from rulings.selectors.page import penalties_as_ruled
from scoring.models import Penalty

#: How the paragraphs of disciplinary penalties begin.
DISCIPLINARY = "91"


def penalties_about(penalties: QuerySet[Penalty], kinds: Collection[str]) -> QuerySet[Penalty]:
    """Those that points of these kinds are about; what was given under Law 91 only by a point of discipline."""
    if PointKind.DISCIPLINE not in kinds:
        return penalties.exclude(law__startswith=DISCIPLINARY)
    if len(set(kinds)) == 1 and penalties.filter(law__startswith=DISCIPLINARY).exists():
        return penalties.filter(law__startswith=DISCIPLINARY)
    return penalties


def penalty_words(penalty: Penalty) -> str:
    """For whom, how much and under which law."""
    said = {"who": penalty.contestant.title, "penalty": penalty.words, "law": penalty.law}
    return _("%(who)s: %(penalty)s (Law %(law)s)") % said


def ruled_penalty_words(ruling: Ruling) -> list[str]:
    """The penalties that the director gave with the ruling, whatever has become of them since."""
    return [penalty_words(penalty) for penalty in penalties_as_ruled(ruling)]


def cancelled_penalty_words(decision: Decision) -> list[str]:
    """The penalties of the ruling that a decision cancelled."""
    if not decision.cancels_penalties:
        return []
    return [penalty_words(penalty) for penalty in ruling_penalties(decision).filter(withdrawn_at=decision.made_at)]


def ruling_penalties(decision: Decision) -> QuerySet[Penalty]:
    """Those of the ruling that it decides on, also where a correction has given them anew in its own name."""
    given = [decision.appeal.ruling.authority, decision.authority]
    return Penalty.objects.filter(authority__in=given).select_related("contestant").order_by("pk")


def penalties_in_force(ruling: Ruling) -> list[Penalty]:
    """Those of the ruling that nobody has cancelled."""
    return [penalty for penalty in penalties_as_ruled(ruling) if penalty.withdrawn_at is None]


def penalties_a_correction_names(decision: Decision) -> list[Penalty]:
    """Those of the ruling that are in force, or that this decision has cancelled."""
    by_it = Q(withdrawn_at=decision.made_at) if decision.cancels_penalties else Q(pk=None)
    return list(
        ruling_penalties(decision).filter(Q(authority=decision.appeal.ruling.authority, withdrawn_at=None) | by_it)
    )
