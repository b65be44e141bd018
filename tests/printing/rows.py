"""A row of everything that has to do with paper, for the admin's pages."""

from __future__ import annotations

from django.utils import timezone

from printing.models import Printout, PrintSettings
from tests.cast import Cast

PRINTING_ONLY_SHOWN = {Printout, PrintSettings}


def add_printing_rows(cast: Cast, start: int) -> None:
    Printout.objects.create(
        reports=["membership-list"],
        title=f"Members {start}",
        source=f"club:{cast.harbour.pk}",
        readers="office:membership.view",
        language="en",
        key=f"row {start}",
        club=cast.harbour,
        asked_by=cast.secretary,
        asked_at=timezone.now(),
    )
    for club in (cast.harbour, cast.hillside)[: start + 1]:
        PrintSettings.objects.get_or_create(club=club)
