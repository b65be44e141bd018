"""One more row of every model of rulings, for the tests that walk through the admin."""

from __future__ import annotations

from django.db import models

from events.models import Play, Session
from rulings.models import LiveRestriction, Opinion, Reminder, Ruling, RulingVersion
from tests.cast import Cast
from tests.events.evening import EVENING

# All of them: what counts is changed on the director's pages.
RULINGS_ONLY_SHOWN: set[type[models.Model]] = {LiveRestriction, Opinion, Reminder, Ruling, RulingVersion}


def add_ruling_rows(cast: Cast, start: int) -> None:
    """On the session that the rows of events have made last."""
    session = Session.objects.filter(event__club=cast.hillside).latest("pk")
    play = Play.objects.filter(section__session=session).select_related("section")[0]
    ruling = Ruling.objects.create(
        session=session,
        section=play.section,
        play=play,
        round=play.round,
        table=play.table,
        board=play.board,
        title=f"Row {start}",
        tree="L27",
        director=cast.director,
        opened_at=EVENING,
    )
    RulingVersion.objects.create(ruling=ruling, number=1, state="draft", content={}, made_at=EVENING)
    LiveRestriction.objects.create(ruling=ruling, kind="pass", text="P all", ends="auction", began_at=EVENING)
    Reminder.objects.create(ruling=ruling, check_code="27D", tree="L27", made_at=EVENING)
    Opinion.objects.create(ruling=ruling, asked=cast.director, asked_at=EVENING)
