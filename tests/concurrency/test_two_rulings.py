"""Two directors rule on one board at once: one is first, and the other sees that ruling before anything is saved."""

from __future__ import annotations

from typing import Any

import pytest

from core.errors import Conflict
from rulings.models import Ruling
from rulings.services.giving import give, other_rulings_fingerprint
from rulings.services.restrictions import end_restriction
from scoring.models import ScoreAdjustment
from scoring.result_input import ResultInput
from scoring.services.results import set_result
from tests.cast import Cast
from tests.concurrency.threads import all_chains_are_whole, at_once, refused
from tests.rulings.night import FOUNDED, begin, due, given, in_play

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_rulings_on_a_board_the_second_is_told_of_the_first(people: Cast) -> None:
    play = due(in_play(people))
    names = ("director", "north_officer")
    drafts = [begin(people, play, by=name) for name in names]
    seen = [other_rulings_fingerprint(draft) for draft in drafts]

    def rule(number: int) -> Ruling:
        score = ("4S= N", "4S-1 N")[number]
        return give(
            actor=people.actor(names[number]), ruling=drafts[number], seen=seen[number], score_ns=score, **FOUNDED
        )

    [problem] = refused(at_once(rule), Conflict)
    assert "Another director has ruled on this board" in str(problem)
    assert Ruling.objects.filter(state="given").count() == 1
    assert ScoreAdjustment.objects.current().count() == 1
    assert all_chains_are_whole()


def test_the_result_and_the_end_of_a_restriction_do_not_block_each_other(people: Cast) -> None:
    play = due(in_play(people))
    restriction = given(people, play).restrictions.earliest("pk")

    def act(number: int) -> Any:
        actor = people.actor("director")
        if number:
            return end_restriction(actor=actor, restriction=restriction)
        return set_result(actor=actor, play=play, result=ResultInput.parse("4S= N"))

    assert refused(at_once(act), Conflict) == []
    restriction.refresh_from_db()
    assert restriction.ended_at is not None
    assert all_chains_are_whole()
