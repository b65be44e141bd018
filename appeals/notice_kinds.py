"""The steps of a case of which people are told, as kinds of notices."""

from __future__ import annotations

from appeals.selectors.notices import ABOUT
from appeals.wording import NOTICES
from office.notice_kinds import Category, NoticeKind

KINDS = tuple(NoticeKind(f"{ABOUT}.{key}", Category.APPEALS, title, text) for key, (title, text) in NOTICES.items())
