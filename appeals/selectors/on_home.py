"""What appeals put on somebody's first page: what is asked, what has happened, which score is to be published again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from appeals.gates import CaseState, is_over
from appeals.models import Appeal, Notice
from appeals.selectors.parties import party_in_case
from appeals.selectors.to_publish import sessions_to_publish
from appeals.selectors.waiting import Waiting, open_cases
from appeals.wording import NOTICES
from core.actors import Actor
from core.permissions import may
from events.models import Session
from events.wording import local_moment

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
    notices = Notice.objects.filter(user=actor.user, read_at=None, kind__in=NEWS, made_at__gt=actor.at - LATELY)
    newest: dict[int, Notice] = {}
    for notice in notices.select_related("appeal__club__federation", "appeal__session__event", "appeal__ruling__play")[
        :50
    ]:
        newest.setdefault(notice.appeal_id, notice)
    visible = [notice for notice in newest.values() if may(actor, "appeal.view", notice.appeal)]
    return [_news_item(notice, actor) for notice in visible[:MOST]]


def _news_item(notice: Notice, actor: Actor) -> News:
    title, text = (str(text_) % {"case": str(notice.appeal), **notice.gaps} for text_ in NOTICES[notice.kind])
    return News(notice.appeal, title, text, _can_do(notice.appeal, actor), notice.made_at)


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
