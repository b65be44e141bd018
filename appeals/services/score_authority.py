"""Scores that stand by a decision are changed by a decision, not at the desk."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from appeals.models import Decision
from scoring.score_authority import Holder, holds


@holds("decision", gives_way_to=frozenset({"decision"}))
def by_decision(idents: Collection[int]) -> dict[int, Holder]:
    rows = Decision.objects.filter(pk__in=idents).select_related("appeal__session__event__club")
    return {row.pk: _holder(row) for row in rows}


def _holder(decision: Decision) -> Holder:
    case = {"case": decision.appeal}
    sentence = _("This stands by the decision on appeal %(case)s: only a decision changes it (Law 93B).")
    return Holder(_("Appeal %(case)s") % case, decision.appeal.get_absolute_url(), sentence % case)
