"""How often a table may ask and send: by its code and by its address, in the minute that runs."""

from __future__ import annotations

import logging

from django.conf import settings
from django.core.cache import cache

logger = logging.getLogger(__name__)


def is_too_often(kind: str, who: str, most: int, minute: int) -> bool:
    """Count one more. Said in the log once a minute for each, so that nobody fills the disk either."""
    key = f"table-{kind}:{who}:{minute}"
    if cache.add(key, 1, 120):
        return most < 1
    try:
        count = int(cache.incr(key) or 0)
    except ValueError:  # ran out in between
        return False
    if count == most + 1:
        logger.warning("table devices: too many requests", extra={"kind": kind, "who": who, "most": most})
    return count > most


def sends_too_often(code: str, address: str, minute: int) -> bool:
    """Everybody in the room may share one address, so that it may send for many tables."""
    return is_too_often("posts", code, settings.TABLE_POSTS, minute) or is_too_often(
        "address", address or "unknown", 25 * settings.TABLE_POSTS, minute
    )


def asks_too_often(code: str, minute: int) -> bool:
    return is_too_often("reads", code, settings.TABLE_READS, minute)
