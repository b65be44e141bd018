"""One more poll and one more report, for the tests that walk through the admin."""

from __future__ import annotations

from django.db import models

from events.models import Session
from rulings.models import Poll, PollAnswer, Report, ReportNote, ReportSubject
from tests.cast import Cast
from tests.events.evening import EVENING, make_players

POLLS_ONLY_SHOWN: set[type[models.Model]] = {Poll, PollAnswer, Report, ReportNote, ReportSubject}


def add_poll_rows(cast: Cast, start: int) -> None:
    """On the session that the rows of events have made last."""
    session = Session.objects.filter(event__club=cast.hillside).latest("pk")
    [player] = make_players(1, f"Polled {start}")
    shown = {"seat": "S", "hand": "KQ32.J54.T98.762", "dealer": "S", "vulnerable": "None", "question": f"Row {start}?"}
    poll = Poll.objects.create(session=session, opened_at=EVENING, **shown)
    PollAnswer.objects.create(poll=poll, player=player, source="link", asked_at=EVENING)
    report = Report.objects.create(
        club=cast.hillside,
        kind="misconduct",
        happened_on=EVENING.date(),
        filed_at=EVENING,
        keep_until=EVENING.date(),
        description="A secret of the recorder",
    )
    ReportSubject.objects.create(report=report, player=player)
    ReportNote.objects.create(report=report, kind="note", text="A secret of the recorder", made_at=EVENING)
