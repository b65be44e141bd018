"""Who did something, on rows that are written by an act."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models


def acting_user(**options: Any) -> models.ForeignKey[Any, Any]:
    """A column for the user who did it: empty for a device or the system, and once the account is gone."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", **options
    )
