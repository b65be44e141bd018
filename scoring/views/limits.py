"""How often a table may ask and send: by its code, in the minute that runs. The room may share one address."""

from __future__ import annotations

import logging
from collections import Counter

from django.conf import settings
from django.core.cache import cache

logger = logging.getLogger(__name__)


def is_too_often(kind: str, who: str, most: int, minute: int) -> bool:
    """Count one more."""
    return _log_and_check(kind, who, _increment(f"table-{kind}:{who}:{minute}"), most)


def _log_and_check(kind: str, who: str, count: int, most: int) -> bool:
    """In the log once a minute for each, so that nobody fills the disk either."""
    if count == most + 1:
        logger.warning("table devices: too many requests", extra={"kind": kind, "who": who, "most": most})
    return count > most


def _increment(key: str) -> int:
    """Most of the time the counter is there: one question to the cache, not two."""
    try:
        return int(cache.incr(key) or 0)
    except ValueError:
        return 1 if cache.add(key, 1, 120) else 2


def sends_too_often(code: str, minute: int) -> bool:
    return is_too_often("posts", code, settings.TABLE_POSTS, minute)


class TableQuestionCount(Counter[str]):
    """How often each table was asked for in one minute."""

    minute = 0

    def one_more(self, code: str, minute: int) -> int:
        if self.minute != minute:
            self.clear()
            self.minute = minute
        self[code] += 1
        return self[code]


READ_COUNTS = TableQuestionCount()


def asks_too_often(code: str, minute: int) -> bool:
    """Counted by each web process for itself: asking changes nothing, and hundreds of devices ask every two seconds."""
    return _log_and_check("reads", code, READ_COUNTS.one_more(code, minute), settings.TABLE_READS)
