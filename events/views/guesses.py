"""Nobody finds a table by trying codes: wrong ones are counted by address."""

from __future__ import annotations

from django.core.cache import cache

MOST = 40
SECONDS = 300


def _key(address: str) -> str:
    return f"table-code:{address or 'unknown'}"


def too_many(address: str) -> bool:
    """Everybody in the room may share one address, so a few slips are many; forty bits leave room for that."""
    return int(cache.get(_key(address)) or 0) >= MOST


def count_wrong(address: str) -> None:
    key = _key(address)
    if not cache.add(key, 1, SECONDS):
        try:
            cache.incr(key)
        except ValueError:  # ran out in between
            cache.set(key, 1, SECONDS)
