"""A ruling, and a report in the recorder's file, as what is printed. Each is for the one person who asks."""

from __future__ import annotations

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.actors import Actor
from core.permissions import may
from events.reports.sources import session_head
from printing.registry import OFFICE, PUBLIC, Head, Source, add_source
from rulings.models import Report, Ruling
from rulings.selectors.reports import with_people
from rulings.selectors.visible import session_rulings, visible_rulings

RULING, RECORD = "ruling", "record"


def own_reader(actor: Actor, source: object) -> str:
    """What one person may read of it is theirs alone: another may read less."""
    if actor.is_system:
        return OFFICE
    return PUBLIC if actor.user is None else f"user:{actor.user_id}"


def find_ruling(pk: int) -> Ruling | None:
    ruling = Ruling.objects.select_related("session").filter(pk=pk).first()
    return session_rulings(ruling.session).filter(pk=pk).first() if ruling else None


def _is_ruling_visible(actor: Actor, ruling: Ruling) -> bool:
    return actor.is_system or visible_rulings(actor, ruling.session).filter(pk=ruling.pk).exists()


def find_record(pk: int) -> Report | None:
    return with_people(Report.objects.filter(pk=pk, erased_at=None)).select_related("club__federation").first()


add_source(
    Source(
        RULING,
        gettext_lazy("Ruling"),
        find_ruling,
        lambda ruling: ruling.session.club,
        _is_ruling_visible,
        lambda ruling: session_head(ruling.session),
        own_reader,
        lambda ruling: ruling.get_absolute_url(),
    )
)
add_source(
    Source(
        RECORD,
        gettext_lazy("Report to the recorder"),
        find_record,
        lambda report: report.club,
        lambda actor, report: bool(may(actor, "report.read", report)),
        lambda report: Head(
            _("Report %(number)s") % {"number": report.pk}, date_format(report.happened_on, "SHORT_DATE_FORMAT")
        ),
        own_reader,
        lambda report: reverse("club-report", kwargs={"slug": report.club.slug, "report_id": report.pk}),
    )
)
