"""The demo's official scores: past sessions final, the last one within its periods with a correction to decide."""

from __future__ import annotations

from datetime import timedelta

import pytest

from events.models import Session
from scoring.demo.official import load_official
from scoring.models import Correction, OfficialScore
from scoring.selectors.periods import period_ends
from tests.cast import Cast
from tests.events.evening import make_session
from tests.scoring.published import T0, end_of_play

pytestmark = pytest.mark.django_db


def test_past_sessions_are_final_and_the_last_is_within_its_periods(cast: Cast) -> None:
    at = T0 + timedelta(days=2)
    older = end_of_play(cast, name="Last week", missing=1)
    Session.objects.filter(pk=older.session.pk).update(finished_at=T0 - timedelta(days=7))
    newer = end_of_play(cast, name="This week")
    make_session(cast.harbour, 6, state="finished", name="Nothing entered")
    assert load_official(at) == {"publications": 2, "corrections": 1}
    assert older.official.is_final
    assert newer.official.state == "published"
    assert not any(end.is_over for end in period_ends(newer.official, at))
    asked = Correction.objects.get()
    assert (asked.session, asked.state, asked.is_late) == (newer.session, "open", False)
    assert asked.claimed != newer.counts(asked.play).text
    assert not load_official(at), "a second run finds it all there"
    assert OfficialScore.objects.count() == 2
