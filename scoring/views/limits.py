"""How often a table may ask and send: by its code and by its address, in the minute that runs."""

from __future__ import annotations

import logging

from django.conf import settings
from django.core.cache import cache

logger = logging.getLogger(__name__)


def is_too_often(kind: str, who: str, most: int, minute: int) -> bool:
    """Count one more. Said in the log once a minute for each, so that nobody fills the disk either."""
    count = _one_more(f"table-{kind}:{who}:{minute}")
    if count == most + 1:
        logger.warning("table devices: too many requests", extra={"kind": kind, "who": who, "most": most})
    return count > most


def _one_more(key: str) -> int:
    """Most of the time the counter is there: one question to the cache, not two."""
    try:
        return int(cache.incr(key) or 0)
    except ValueError:
        return 1 if cache.add(key, 1, 120) else 2


def sends_too_often(code: str, address: str, minute: int) -> bool:
    """Everybody in the room may share one address, so that it may send for many tables."""
    return is_too_often("posts", code, settings.TABLE_POSTS, minute) or is_too_often(
        "address", address or "unknown", 25 * settings.TABLE_POSTS, minute
    )


def asks_too_often(code: str, minute: int) -> bool:
    return is_too_often("reads", code, settings.TABLE_READS, minute)
