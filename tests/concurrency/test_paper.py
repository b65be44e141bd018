"""Two who want the same on paper at the same moment: it is made once."""

from __future__ import annotations

from typing import Any

import pytest

from core.errors import Conflict
from jobs.models import Job
from printing import services
from printing.models import Printout, PrintSettings
from tests.cast import Cast
from tests.concurrency.threads import at_once, refused
from tests.events.evening import make_session

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_ask_for_the_same_report(people: Cast) -> None:
    session = make_session(people.harbour, 4, state="seating")

    def ask(number: int) -> Printout:
        actor = people.actor(("director", "secretary")[number % 2])
        return services.ask_for_printout(actor=actor, reports=["seating-list"], source=session, language="en")

    asked = at_once(ask, 4)
    assert {printout.pk for printout in asked} == {Printout.objects.get().pk}
    assert Job.objects.filter(kind=services.MAKE).count() == 1


def test_two_say_how_the_club_prints(people: Cast) -> None:
    PrintSettings.objects.create(club=people.harbour)

    def choose(number: int) -> Any:
        wall = [("ranking", "travellers")[number]]
        return services.change_print_settings(
            actor=people.actor("secretary"),
            club=people.harbour,
            version=1,
            paper="A4",
            letters="sans",
            tonight=[],
            wall=wall,
        )

    assert len(refused(at_once(choose), Conflict)) == 1
    assert PrintSettings.objects.get().version == 2
