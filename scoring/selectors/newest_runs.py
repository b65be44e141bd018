"""The newest run of a field: what pages show."""

from __future__ import annotations

from django.db.models import OuterRef, Subquery

from events.models import Session
from scoring.models import ComparisonField, ScoringRun


def newest_run(field: str = "field") -> Subquery:
    """Its key, for rows that have their field under that name."""
    return Subquery(ScoringRun.objects.filter(field=OuterRef(field)).order_by("-revision").values("pk")[:1])


def newest_runs(session: Session, *, full: bool = False) -> list[tuple[ComparisonField, ScoringRun | None]]:
    """Each field of a session with its newest run; `full` with the lines behind the standings."""
    fields = list(ComparisonField.objects.filter(session=session).order_by("name", "pk"))
    runs = ScoringRun.objects.filter(field__in=fields, pk=newest_run())
    newest = {run.field_id: run for run in (runs if full else runs.defer("boards", "sheet"))}
    for field in fields:
        field.session = session
        if field.pk in newest:
            newest[field.pk].field = field
    return [(field, newest.get(field.pk)) for field in fields]
