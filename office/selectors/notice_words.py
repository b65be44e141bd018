"""Notices in words: made when they are read, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core.actors import Actor
from office import hooks
from office.models import Notice
from office.money import money
from office.notice_kinds import KINDS, Category, Content
from office.selectors.stop_links import stop_url

NEW_FOR = timedelta(days=60)


@dataclass(frozen=True)
class NoticeLine:
    """A notice as a page shows it."""

    notice: Notice
    title: str
    text: str
    url: str
    category: str


def notice_texts(notice: Notice) -> tuple[str, str]:
    kind, gaps = KINDS[notice.kind], {name: _in_words(gap) for name, gap in notice.gaps.items()}
    return str(kind.title) % gaps, str(kind.text) % gaps


def _in_words(gap: Any) -> Any:
    """Days and amounts are kept as such, and written as the reader's language has them."""
    if isinstance(gap, dict) and "day" in gap:
        return date_format(date.fromisoformat(gap["day"]), "DATE_FORMAT")
    if isinstance(gap, dict) and "moment" in gap:
        moment = datetime.fromisoformat(gap["moment"]).astimezone(ZoneInfo(gap["zone"]))
        return date_format(moment, "DATETIME_FORMAT")
    if isinstance(gap, dict) and "amount" in gap:
        return money(Decimal(gap["amount"]), gap["currency"])
    return gap


def notice_page(notice: Notice) -> str:
    """The address within this site that the notice leads to."""
    page = KINDS[notice.kind].page
    return page(notice) if page else notice.path


def default_writer(notice: Notice) -> Content:
    """The mail of a kind that has no writer of its own: what the page says, and where it stands."""
    title, text = notice_texts(notice)
    page = notice_page(notice)
    context = {
        "title": title,
        "text": text,
        "notice": notice,
        "body": notice.body,
        "url": settings.PUBLIC_URL + page if page else "",
        "stop_url": stop_url(notice),
    }
    return Content(title, render_to_string("office/mail/notice.txt", context))


def own_notices(actor: Actor, *, most: int = 100) -> list[NoticeLine]:
    """What this person was told, the newest first."""
    rows = Notice.objects.filter(user=actor.user).select_related("club", "federation")
    return notice_lines(list(rows[:most])) if actor.user else []


def unread_notices(actor: Actor, *, most: int = 5) -> list[NoticeLine]:
    """The newest that somebody has not read; what is older than two months waits on the page of notices."""
    if actor.user is None:
        return []
    rows = Notice.objects.filter(user=actor.user, read_at=None, made_at__gte=actor.at - NEW_FOR)
    rows = rows.exclude(about_kind__in=list(hooks.shown_elsewhere)).order_by("-made_at", "-pk")
    return notice_lines(list(rows.select_related("club", "federation")[:most]))


def notice_lines(notices: list[Notice]) -> list[NoticeLine]:
    """Those of kinds that are known; an extension that is gone has left the others."""
    return [
        NoticeLine(notice, *notice_texts(notice), notice_page(notice), str(Category(KINDS[notice.kind].category).label))
        for notice in notices
        if notice.kind in KINDS
    ]


def recipient_name(notice: Notice) -> str:
    """Who it was for."""
    player = notice.player or getattr(notice.user, "player", None)
    return player.display_name if player else _("somebody")
