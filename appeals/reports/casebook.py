"""The casebook of a club or a federation: every published case."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from appeals.selectors.casebook import case_index, casebook_entry, visible_cases
from clubs.models import Club, Federation
from clubs.models.bodies import Body
from clubs.reports.sources import CLUB, FEDERATION
from core.actors import Actor
from printing.registry import Context, Group, NothingToPrint, printed_report


@printed_report(
    "casebook",
    title=gettext_lazy("Casebook"),
    source=CLUB,
    group=Group.DIRECTOR,
    template="appeals/print/casebook.html",
    act="club.view",
    for_public=True,
    period="year",
)
def casebook(actor: Actor, club: Club, period: str) -> Context:
    """A club's published cases, of a year or of all, without anybody's name."""
    return _cases(actor, club, period)


@printed_report(
    "federation-casebook",
    title=gettext_lazy("Casebook"),
    source=FEDERATION,
    group=Group.DIRECTOR,
    template="appeals/print/casebook.html",
    act="club.view",
    for_public=True,
    period="year",
)
def federation_casebook(actor: Actor, federation: Federation, period: str) -> Context:
    """The same of a federation."""
    return _cases(actor, federation, period)


def _cases(actor: Actor, body: Body, period: str) -> Context:
    rows = visible_cases(actor, body).filter(published_at__isnull=False).prefetch_related("commentaries")
    if period:
        rows = rows.filter(year=int(period[:4]))
    cases = list(rows.order_by("year", "number"))
    if not cases:
        raise NothingToPrint(_("No case is published."))
    return {"cases": [casebook_entry(case) for case in cases], "index": case_index(cases)}
