"""The machine's clock, wherever a test wants it."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo

import pytest
from django.utils import timezone


class MachineClock:
    """Goes as fast as ever, from another moment; who kept `timezone.now` for later reads it too."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.off = timedelta(0)
        clock = self

        class Shifted(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
                return datetime.now(tz) + clock.off

        monkeypatch.setattr(timezone, "datetime", Shifted)

    def jump(self, by: timedelta) -> None:
        self.off += by

    def set(self, moment: datetime) -> None:
        self.off = moment - datetime.now(moment.tzinfo)
