"""The keys that entries are linked with. They are kept outside the database, so that whoever writes there has none."""

from __future__ import annotations

import hashlib
import hmac

from django.conf import settings


def audit_keys() -> list[bytes]:
    """Oldest first; entries are written with the last."""
    return [derived_key(key, "audit") for key in settings.INTEGRITY_KEYS]


def derived_key(key: str, purpose: str) -> bytes:
    """A key for one purpose alone, so that what one signs cannot be passed off as another's."""
    return hmac.new(key.encode(), f"tenace {purpose}".encode(), hashlib.sha256).digest()
