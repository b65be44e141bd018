"""Scores that stand by a decision are changed by a decision, not at the desk, also after the periods are over."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from appeals.models import Decision
from scoring.score_authority import AuthorityKind, Holder


def find_decisions(idents: Collection[int]) -> dict[int, Holder]:
    decisions = Decision.objects.filter(pk__in=idents).select_related("appeal__session__event__club")
    return {decision.pk: _holder(decision) for decision in decisions}


def _holder(decision: Decision) -> Holder:
    case = {"case": decision.appeal}
    sentence = _("This stands by the decision on appeal %(case)s: only a decision changes it (Law 93B).")
    return Holder(_("Appeal %(case)s") % case, decision.appeal.get_absolute_url(), sentence % case)


def allows_late_change(session_id: int, ident: int, final: bool) -> bool:
    """The appeal was requested in time, and while it is open the score is not final."""
    decision = Decision.objects.filter(pk=ident, appeal__session=session_id).select_related("appeal").first()
    return decision is not None and not final and decision.appeal.lodged_at is not None


DECISION = AuthorityKind(
    "decision",
    gives_way_to=frozenset({"decision"}),
    find_holders=find_decisions,
    allows_late_change=allows_late_change,
)
