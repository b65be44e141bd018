"""How often a table may ask and send: by its code, in the minute that runs. The room may share one address."""

from __future__ import annotations

from collections import Counter

from django.conf import settings

from core.limits import is_beyond, is_too_often, was_too_often


def sends_too_often(code: str, minute: int, times: int = 1) -> bool:
    """Count so many more things that the table's devices send."""
    return is_too_often("posts", code, settings.TABLE_POSTS, minute, times)


def has_sent_too_often(code: str, minute: int) -> bool:
    """Before the table is looked for: whoever sends thousands costs the database nothing."""
    return was_too_often("posts", code, settings.TABLE_POSTS, minute)


class TableQuestionCount(Counter[str]):
    """How often each table was asked for in one minute."""

    minute = 0

    def one_more(self, code: str, minute: int) -> int:
        if self.minute != minute:
            self.clear()
            self.minute = minute
        self[code] += 1
        return self[code]


READ_COUNTS = TableQuestionCount()


def asks_too_often(code: str, minute: int) -> bool:
    """Counted by each web process for itself: asking changes nothing, and hundreds of devices ask every two seconds."""
    return is_beyond("reads", code, READ_COUNTS.one_more(code, minute), settings.TABLE_READS)
