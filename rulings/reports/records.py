"""For the recorder: a report of the file, for those who may read it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from core.actors import Actor
from core.permissions import may
from printing.registry import Context, Group, printed_report
from rulings.models import Report
from rulings.reports.sources import RECORD


@printed_report(
    "recorder-report",
    title=gettext_lazy("Recorder’s report"),
    source=RECORD,
    group=Group.DIRECTOR,
    template="rulings/print/record.html",
    act="report.read",
)
def recorder_report(actor: Actor, report: Report, period: str) -> Context:
    """What was reported, and for whoever keeps the file its notes."""
    notes = report.notes.select_related("made_by__player").order_by("made_at", "pk")
    return {"record": report, "notes": list(notes) if may(actor, "report.keep", report) else []}
