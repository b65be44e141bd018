"""Nobody finds a table by trying codes: those that never existed are counted by address.

A code that opens a table is never refused for what others at its address do, and a phone that still asks for last
week's table guesses nothing: the whole room may share one address.
"""

from __future__ import annotations

import logging

from django.core.cache import cache

from events.selectors.table_codes import has_existed

logger = logging.getLogger(__name__)
MOST = 40
SECONDS = 300


def _key(address: str) -> str:
    return f"table-code:{address or 'unknown'}"


def refuses_guess(code: str, address: str) -> bool:
    """Whether this address has tried too many codes. Counts `code`, which opens nothing, unless it once did."""
    if int(cache.get(_key(address)) or 0) >= MOST:
        return True
    if not has_existed(code):
        _count_guess(address)
    return False


def _count_guess(address: str) -> None:
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
