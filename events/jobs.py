"""Background work that events asks for."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from events.selectors.boards import board_ranges
from events.services import analysis
from jobs.models import Job, Queue
from jobs.registry import Finish, ProgressReport, job


def analysis_in_words(result: dict[str, Any]) -> str:
    """Nothing of the deals: this stands where people look who may not see them."""
    count, skipped = result.get("boards", 0), result.get("skipped", [])
    sentence = ngettext("Computed for %(count)s board.", "Computed for %(count)s boards.", count) % {"count": count}
    if not skipped:
        return sentence
    left_out = ngettext(
        "Board %(numbers)s is left out: not all of its hands are known.",
        "Boards %(numbers)s are left out: not all of their hands are known.",
        len(skipped),
    )
    return f"{sentence} {left_out % {'numbers': board_ranges(skipped)}}"


@job(
    analysis.KIND,
    title=gettext_lazy("Double dummy and par"),
    queue=Queue.LONG,
    lease=timedelta(minutes=2),
    words=analysis_in_words,
)
def analyse_boards(job: Job, report: ProgressReport) -> Finish:
    return analysis.analyse_set(job.arguments["board_set"], report)
