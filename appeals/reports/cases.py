"""For the committee: the appeal form, the hearing pack, the decision, and the notice to the parties."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from appeals.models import Appeal
from appeals.reports.sources import CASE
from appeals.selectors.case_page import CasePage
from appeals.selectors.casebook import seats_at
from appeals.selectors.decision_words import decision_words, score_that_counts
from appeals.selectors.pack_page import pack_page
from appeals.selectors.parties import party_names, side_label
from clubs.models import Player
from core.actors import Actor
from events.models import Session
from events.reports.sources import SESSION
from events.selectors.hand_records import SEATS
from printing.registry import Context, Group, NothingToPrint, printed_report

OF_CASE: dict[str, Any] = {"source": CASE, "group": Group.DIRECTOR, "act": "appeal.view"}


@printed_report(
    "appeal-form",
    title=gettext_lazy("Appeal form"),
    source=SESSION,
    group=Group.DIRECTOR,
    template="appeals/print/appeal_form.html",
    act="club.view",
)
def appeal_form(actor: Actor, session: Session, period: str) -> Context:
    """An empty form on which a side asks for a review (Law 92), should there be no other way."""
    return {}


@printed_report(
    "hearing-pack", title=gettext_lazy("Hearing pack"), template="appeals/print/hearing_pack.html", **OF_CASE
)
def hearing_pack(actor: Actor, appeal: Appeal, period: str) -> Context:
    """Everything before the adjudicators on a few sheets; as it was frozen, once it is."""
    page = CasePage.of(appeal, actor)
    pack = pack_page(page)
    statements = sorted(pack.statements, key=lambda pair: pair[0] != appeal.side)
    return {"page": page, "pack": pack, "appeal": appeal, "statements": statements} | {
        "sides": _sides(appeal),
        "seats": _seats(appeal),
    }


def _sides(appeal: Appeal) -> list[tuple[str, str]]:
    """Each side with its players; the appellants are marked."""
    return [(_side_title(appeal, side), ", ".join(names)) for side, names in party_names(appeal).items() if names]


def _side_title(appeal: Appeal, side: str) -> str:
    return f"{side_label(side)} ({_('appellants')})" if side == appeal.side else str(side_label(side))


def _seats(appeal: Appeal) -> list[tuple[Any, str]]:
    """Who sat where, North first; empty where the ruling is of no play."""
    at = {seat: pk for pk, seat in seats_at(appeal).items() if seat}
    names = dict(Player.objects.filter(pk__in=at.values()).values_list("pk", "display_name"))
    return [(name, names.get(at[seat.value], "")) for seat, name in SEATS.items() if seat.value in at]


@printed_report("decision", title=gettext_lazy("Decision"), template="appeals/print/decision.html", **OF_CASE)
def decision(actor: Actor, appeal: Appeal, period: str) -> Context:
    """What was decided, with facts, reasons, dissent, and what it did."""
    page = CasePage.of(appeal, actor)
    if not page.published:
        raise NothingToPrint(_("Nothing has been decided yet."))
    return {"page": page, "appeal": appeal, "ruling": appeal.ruling, "sides": _sides(appeal)}


@printed_report("notice", title=gettext_lazy("Notice to the parties"), template="appeals/print/notice.html", **OF_CASE)
def notice(actor: Actor, appeal: Appeal, period: str) -> Context:
    """What each side is told: the outcome, the score that counts, and until when it can go further."""
    page = CasePage.of(appeal, actor)
    if not page.published:
        raise NothingToPrint(_("Nothing has been decided yet."))
    return {
        "appeal": appeal,
        "sides": _sides(appeal),
        "words": decision_words(appeal),
        "score": score_that_counts(appeal),
        "page": page,
    }
