"""Two people read the same Bridgemate file at the same moment."""

from __future__ import annotations

from typing import Any

import pytest

from core.errors import Conflict
from events.models import Session
from scoring.models import BoardResult, ScoreAdjustment, ScoreEntry
from scoring.services.bridgemate.taking import read_session_file
from tests.cast import Cast
from tests.concurrency.threads import all_chains_are_whole, at_once, refused
from tests.events.evening import make_session
from tests.scoring.bridgemate.laptop import Laptop

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_result_and_award_counts_once(people: Cast) -> None:
    session = make_session(people.harbour, 4)
    laptop = Laptop(people, session)
    laptop.play_round(1)
    at = laptop.meeting(2)
    laptop.remark(at, at.boards[0], "60%-40%")
    data = laptop.data()

    def read(number: int) -> Any:
        actor = people.actor(("director", "secretary")[number])
        return read_session_file(actor=actor, session=Session.objects.get(pk=session.pk), data=data)

    assert refused(at_once(read), Conflict) == []
    played = len(laptop.rows) - 1
    assert BoardResult.objects.count() == BoardResult.objects.current().count() == played
    assert ScoreEntry.objects.count() == played
    assert ScoreAdjustment.objects.count() == 1
    assert all_chains_are_whole()
