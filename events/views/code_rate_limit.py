"""Nobody finds a table by trying codes: wrong ones are counted by address."""

from __future__ import annotations

import logging

from django.core.cache import cache

logger = logging.getLogger(__name__)
MOST = 40
SECONDS = 300


def _key(address: str) -> str:
    return f"table-code:{address or 'unknown'}"


def too_many(address: str) -> bool:
    """Everybody in the room may share one address, so a few slips are many; forty bits leave room for that."""
    return int(cache.get(_key(address)) or 0) >= MOST


def count_wrong(address: str) -> None:
    """Said in the log once, when the address is stopped."""
    key = _key(address)
    if cache.add(key, 1, SECONDS):
        return
    try:
        count = int(cache.incr(key) or 0)
    except ValueError:  # ran out in between
        cache.set(key, 1, SECONDS)
        return
    if count == MOST:
        logger.warning("table codes: an address tries many", extra={"who": address, "most": MOST})
