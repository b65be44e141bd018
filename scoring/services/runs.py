"""Runs: a field scored at a revision, written with its standings."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import CharField, F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Concat

from core.locks import lock_row
from jobs.models import Job, JobState
from scoring.models import ComparisonField, ScoringRun, Standing
from scoring.runs.field_scores import FieldScore, score_field
from scoring.runs.sheet_storage import pack_sheet
from scoring.runs.sheets import FieldSheet, read_field_sheet
from scoring.runs.standings import standing_row
from scoring.services.comparison_fields import RESCORE, ask_for_rescore
from scoring.services.matches import end_changed_agreements


def write_run(
    *, field_sheet: FieldSheet, field_score: FieldScore, at: datetime, sheet: dict[str, Any] | None = None
) -> ScoringRun | None:
    """Put a run in the place of the one before, unless a newer one is there. What is published stays.

    `sheet` is what was read, packed before anybody has to wait for this.
    """
    field = lock_row(field_sheet.field)
    field.session = field_sheet.field.session
    if field.scored_revision >= field_sheet.revision and field.runs.exists():
        return None
    # Without the boards: what goes need not be read.
    field.runs.filter(Q(is_published=False) | Q(revision=field_sheet.revision)).defer("boards", "sheet").delete()
    run = ScoringRun.objects.create(
        field=field,
        revision=field_sheet.revision,
        method=field_sheet.event.scoring,
        profile=field_sheet.profile.name,
        boards=field_score.boards,
        sheet=sheet or pack_sheet(field_sheet),
        scored_at=at,
    )
    Standing.objects.bulk_create(standing_row(run, place, field_score) for place in field_score.places)
    ComparisonField.objects.filter(pk=field.pk).update(scored_revision=field_sheet.revision)
    end_changed_agreements(run, at=at)
    if field.revision > field_sheet.revision:
        ask_for_rescore(field, at=at)
    return run


def ask_for_stale_fields(at: datetime) -> int:
    """Fields whose newest run is older than their results and that no job is about to score.

    The job is written with the change that asks for it, so this finds something only where rows were restored or
    written by other hands, or where one waits for a moment that is far off since the clock was set back. One that
    failed is left to whoever looks after failed jobs.
    """
    newest = Job.objects.filter(kind=RESCORE, key=Concat(Value("field:"), OuterRef("pk"), output_field=CharField()))
    behind = ComparisonField.objects.exclude(scored_revision=F("revision")).annotate(
        job=Subquery(newest.order_by("-pk").values("state")[:1])
    )
    unqueued = [
        field
        for field in behind.select_related("session__event")
        if field.job in (None, JobState.DONE, JobState.WAITING)
    ]
    for field in unqueued:
        ask_for_rescore(field, at=at)
    return len(unqueued)


def up_to_date_run(field: ComparisonField, *, at: datetime) -> ScoringRun:
    """The run of a field as it stands, scored here and now where the job has not come to it yet.

    The caller holds the field's lock, so that nothing changes in between.
    """
    if not field.runs.filter(revision=field.revision).exists():
        field_sheet = read_field_sheet(field.pk)
        write_run(field_sheet=field_sheet, field_score=score_field(field_sheet), at=at)
    return field.runs.get(revision=field.revision)
