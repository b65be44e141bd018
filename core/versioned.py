"""Rows that people edit count their changes."""

from __future__ import annotations

from django.db import models


class Versioned(models.Model):
    """Counts its changes, so that a form filled in from an older version is refused instead of overwriting."""

    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        abstract = True
