"""A case as what is printed: for the one person who asks, as each side reads something else of it."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from appeals.models import Appeal
from appeals.selectors.sight import yet_to_play
from appeals.services.base import RELATED
from core.actors import Actor
from core.permissions import may
from events.reports.sources import session_head
from printing.registry import Head, Source, add_source
from rulings.reports.sources import own_reader

CASE = "case"


def find_case(pk: int) -> Appeal | None:
    rows = Appeal.objects.select_related(*RELATED, "contestant", "requested_by__player", "director__player")
    return rows.filter(pk=pk).first()


def is_case_visible(actor: Actor, appeal: Appeal) -> bool:
    """Never to whoever has yet to play the board (Law 16D)."""
    return bool(may(actor, "appeal.view", appeal)) and not yet_to_play(actor, appeal)


def case_head(appeal: Appeal) -> Head:
    head = session_head(appeal.session)
    return Head(f"{appeal} · {head.event}", head.day, head.official, head.made_from)


add_source(
    Source(
        CASE,
        _("Case"),
        find_case,
        lambda appeal: appeal.club,
        is_case_visible,
        case_head,
        own_reader,
        lambda appeal: reverse("club-appeal", kwargs={"slug": appeal.club.slug, "appeal_id": appeal.pk}),
    )
)
