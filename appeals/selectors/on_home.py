"""What appeals put on somebody's first page: what is asked, what has happened, which score is to be published again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from appeals.gates import CaseState, is_over
from appeals.models import Appeal
from appeals.selectors.notices import ABOUT
from appeals.selectors.parties import party_in_case
from appeals.selectors.to_publish import sessions_to_publish
from appeals.selectors.waiting import Waiting, open_cases
from core.actors import Actor
from core.permissions import may
from events.models import Session
from events.wording import local_moment
from office.models import Notice
from office.selectors.notice_words import notice_texts

#: What has happened to a case, without asking anything of the reader.
NEWS = ("amended", "law", "decided", "not_heard", "refused", "withdrawn", "further", "closed")
LATELY = timedelta(days=14)
MOST = 5


@dataclass(frozen=True)
class News:
    appeal: Appeal
    title: str
    text: str
    # What the reader can still do about it, and until when; empty where nothing.
    can_do: str
    at: datetime


@dataclass(frozen=True)
class OnHome:
    waiting: list[Waiting]
    news: list[News]
    to_publish: list[Session]

    def __bool__(self) -> bool:
        return bool(self.waiting or self.news or self.to_publish)


def on_home(actor: Actor) -> OnHome:
    return OnHome(open_cases(actor), unread_news(actor), sessions_to_publish(actor))


def unread_news(actor: Actor) -> list[News]:
    """The newest unread of each case, until it is read or two weeks old."""
    if actor.user is None:
        return []
    kinds = [f"{ABOUT}.{kind}" for kind in NEWS]
    notices = Notice.objects.filter(
        user=actor.user, about_kind=ABOUT, read_at=None, kind__in=kinds, made_at__gt=actor.at - LATELY
    )
    newest: dict[int, Notice] = {}
    for notice in notices[:50]:
        newest.setdefault(notice.about_id, notice)
    related = ("club__federation", "session__event", "ruling__play")
    appeals = Appeal.objects.select_related(*related).in_bulk(list(newest))
    told = [(appeals[pk], notice) for pk, notice in newest.items() if pk in appeals]
    visible = [(appeal, notice) for appeal, notice in told if may(actor, "appeal.view", appeal)]
    return [_news_item(appeal, notice, actor) for appeal, notice in visible[:MOST]]


def _news_item(appeal: Appeal, notice: Notice, actor: Actor) -> News:
    return News(appeal, *notice_texts(notice), _can_do(appeal, actor), notice.made_at)


def _can_do(appeal: Appeal, actor: Actor) -> Any:
    if not party_in_case(actor.player, appeal):
        return ""
    if appeal.state == CaseState.DECIDED and appeal.further_until and not is_over(appeal.further_until, actor.at):
        sentence = _("You can take it to the federation until %(when)s.")
        return sentence % {"when": local_moment(appeal.club, appeal.further_until)}
    before = (CaseState.LODGED, CaseState.REFERRED, CaseState.HEARING)
    if appeal.state in before and appeal.contest_until and not is_over(appeal.contest_until, actor.at):
        sentence = _("You can take the ruling on the law to the adjudicators until %(when)s.")
        return sentence % {"when": local_moment(appeal.club, appeal.contest_until)}
    return ""
