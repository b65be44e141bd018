"""How a ruling fared, for those who find it among the precedents."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

from appeals.models import Appeal
from appeals.models.appeals import VerdictChoice
from rulings.appeal_status import AppealStatus

WORDS = {
    VerdictChoice.STANDS: AppealStatus(_("stood on appeal"), stood=True),
    VerdictChoice.RECOMMENDED: AppealStatus(_("a change was recommended on appeal"), stood=False),
    VerdictChoice.CHANGED: AppealStatus(_("changed on appeal"), stood=False),
}


def on_appeal(rulings: Collection[int]) -> dict[int, AppealStatus]:
    """Both sides may have appealed: what did not stand for one of them did not stand."""
    decided = Appeal.objects.filter(ruling__in=rulings, decided_at__isnull=False, verdict__in=list(WORDS)).order_by()
    verdicts: dict[int, VerdictChoice] = {}
    for ruling, verdict in decided.values_list("ruling", "verdict"):
        verdicts[ruling] = max(
            verdicts.get(ruling, VerdictChoice.STANDS), VerdictChoice(verdict), key=list(WORDS).index
        )
    return {ruling: WORDS[verdict] for ruling, verdict in verdicts.items()}
