"""The rescore job. A burst of entries costs one run: the job is asked for by the field's key."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jobs.models import Job
from jobs.registry import Finish, ProgressReport, job, sweeper
from jobs.states import Queue
from scoring.runs.field_scores import score_field
from scoring.runs.sheet_storage import pack_sheet
from scoring.runs.sheets import read_field_sheet
from scoring.services.comparison_fields import RESCORE
from scoring.services.official import make_due_final
from scoring.services.runs import ask_for_stale_fields, write_run

# A room sends its results in bursts: one run for all of them.
GATHER = timedelta(milliseconds=600)


@job(RESCORE, title=_("Scoring"), queue=Queue.LIVE, gather=GATHER)
def rescore(work: Job, report: ProgressReport) -> Finish | None:
    field_sheet = read_field_sheet(int(work.arguments["field"]))
    field_score = score_field(field_sheet)
    packed_sheet = pack_sheet(field_sheet)

    def finish() -> dict[str, int]:
        write_run(field_sheet=field_sheet, field_score=field_score, sheet=packed_sheet, at=timezone.now())
        return {"revision": field_sheet.revision}

    return finish


sweeper(Queue.LIVE)(ask_for_stale_fields)
sweeper(Queue.LONG)(make_due_final)
