"""For the director: the form to rule on, a ruling in full, and all rulings of an evening."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.actors import Actor
from events.models import Session
from events.reports.sources import SESSION
from printing.registry import Context, Group, NothingToPrint, printed_report
from rulings.models import Ruling
from rulings.models.rulings import RulingState
from rulings.reports.sources import RULING
from rulings.selectors.page import RulingPage, load_ruling_page
from rulings.selectors.reach import director_reach
from rulings.selectors.visible import session_rulings, visible_rulings


@printed_report(
    "ruling-form",
    title=gettext_lazy("Ruling form"),
    source=SESSION,
    group=Group.DIRECTOR,
    template="rulings/print/ruling_form.html",
    act="ruling.make",
)
def ruling_form(actor: Actor, session: Session, period: str) -> Context:
    """An empty form for facts, ruling, reasons and who was asked."""
    return {}


@printed_report(
    "ruling",
    title=gettext_lazy("Ruling"),
    source=RULING,
    group=Group.DIRECTOR,
    template="rulings/print/ruling.html",
    act="ruling.list",
)
def ruling(actor: Actor, ruling: Ruling, period: str) -> Context:
    """One ruling as this reader may read it."""
    return {"pages": [_page(actor, ruling)]}


def _page(actor: Actor, ruling: Ruling) -> RulingPage:
    return load_ruling_page(actor=actor, ruling=ruling, reach=director_reach(actor, ruling.session))


@printed_report(
    "evening-rulings",
    title=gettext_lazy("Rulings of the evening"),
    source=SESSION,
    group=Group.DIRECTOR,
    template="rulings/print/evening.html",
    act="ruling.view",
)
def evening_rulings(actor: Actor, session: Session, period: str) -> Context:
    """Every ruling that was given: in a list, then each in full."""
    rows: Any = session_rulings(session) if actor.is_system else visible_rulings(actor, session)
    given = list(rows.exclude(state=RulingState.DRAFT).order_by("given_at", "pk"))
    if not given:
        raise NothingToPrint(_("No ruling was given."))
    return {"pages": [_page(actor, ruling) for ruling in given]}
