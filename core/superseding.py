"""Rows that are never overwritten: a newer one supersedes them."""

from __future__ import annotations

from typing import TypeVar

from django.db import models

M = TypeVar("M", bound=models.Model)


class SupersededQuerySet(models.QuerySet[M, M]):
    """Rows with a moment `superseded_at`, which is empty while they count."""

    def current(self) -> SupersededQuerySet[M]:
        """Those that count now."""
        return self.filter(superseded_at=None)
