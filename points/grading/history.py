"""Sessions one after the other, and records as bytes."""

import json
from collections.abc import Iterable, Iterator
from itertools import pairwise

from points.grading.model import GradedSession, GradingError, GradingModel, Record, Records, SessionGrades, _

SAME_ORDER = _("Sessions %(first)s and %(second)s have the same day and id: number them apart.")


def in_order(sessions: Iterable[GradedSession]) -> list[GradedSession]:
    """Sessions by the day they were played, then by id."""
    ordered = sorted(sessions, key=lambda session: session.order)
    for first, second in pairwise(ordered):
        if first.order == second.order:
            raise GradingError(SAME_ORDER, first=first.id, second=second.id)
    return ordered


def replay(model: GradingModel, sessions: Iterable[GradedSession], before: Records | None = None) -> dict[str, Record]:
    """The records after these sessions, from those before them; from nothing where there are none."""
    records = dict(before or {})
    for session in in_order(sessions):
        records |= model.grade_session(records, session).records
    return records


def graded(model: GradingModel, sessions: Iterable[GradedSession]) -> Iterator[SessionGrades]:
    """What each session did, one after the other."""
    records: dict[str, Record] = {}
    for session in in_order(sessions):
        grades = model.grade_session(records, session)
        records |= grades.records
        yield grades


def encode(records: Records) -> bytes:
    """Records as bytes: equal records give equal bytes, and `decode` gives the records back without loss."""
    return json.dumps(records, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def decode(data: bytes) -> dict[str, Record]:
    records: dict[str, Record] = json.loads(data)
    return records
