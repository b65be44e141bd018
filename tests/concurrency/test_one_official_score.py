"""Two people publish, correct, decide or make final at once: one of them does, the other is told."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from core.errors import Conflict
from scoring.models import BoardResult, Correction, Publication
from scoring.result_input import ResultInput
from scoring.selectors.official import score_basis, seen_tag
from scoring.selectors.periods import deadline
from scoring.services.corrections import ask_for_correction
from scoring.services.deciding import accept_correction, refuse_correction
from scoring.services.official import make_final, publish
from scoring.services.results import set_result
from tests.cast import make_cast
from tests.concurrency.threads import all_chains_are_whole, at_once, refused
from tests.scoring.published import T0, Evening, end_of_play

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("director", "scorer")


@pytest.fixture
def evening(transactional_db: None) -> Evening:
    return end_of_play(make_cast())


def test_of_two_who_publish_one_does(evening: Evening) -> None:
    seen = seen_tag(evening.session, [])

    def act(number: int) -> Publication:
        return publish(actor=evening.actor(NAMES[number]), session=evening.session, seen=seen)

    assert len(refused(at_once(act), Conflict)) == 1
    assert Publication.objects.count() == 1
    assert all_chains_are_whole()


def test_of_two_directors_who_decide_one_does(evening: Evening) -> None:
    evening.publish()
    asked = ask_for_correction(actor=evening.actor("member", 1), play=evening.own[0], claimed="7NT-1 N", words="So")

    def act(number: int) -> Correction:
        row = Correction.objects.get(pk=asked.pk)
        decide = (accept_correction, refuse_correction)[number]
        return decide(actor=evening.actor(NAMES[number], 2), correction=row, reason="So", version=1)

    assert len(refused(at_once(act), Conflict)) == 1
    asked.refresh_from_db()
    changed = evening.counts(asked.play).text == "7NT-1 N"
    assert changed == (asked.state == "accepted")


def test_both_partners_ask_at_once(evening: Evening) -> None:
    evening.publish()

    def act(number: int) -> Correction:
        claimed = ("7NT-1 N", "7NT-2 N")[number]
        return ask_for_correction(actor=evening.actor("member", 1), play=evening.own[0], claimed=claimed, words="So")

    assert len(refused(at_once(act), ValidationError)) == 1
    assert Correction.objects.count() == 1


def test_a_result_that_comes_while_the_score_becomes_final(evening: Evening) -> None:
    """Either it is in before, and the score is not final yet; or the score is final, and it is refused."""
    type(evening.session.event).objects.update(period_appeal=0, period_ruling_request=0)
    evening.publish()
    play = evening.plays[0]

    def act(number: int) -> Any:
        if number:
            # At the last moment of the period, by a clock that is a little slow.
            said = ResultInput.parse("7NT-1 N")
            return set_result(actor=evening.actor("scorer", 30), play=play, result=said, reason="Typing")
        return make_final(actor=evening.actor("director", 30.1), session=evening.session)

    assert len(refused(at_once(act), ValidationError)) == 1
    changed = BoardResult.objects.current().get(play=play).text == "7NT-1 N"
    assert evening.official.is_final == (not changed)
    if evening.official.is_final:
        assert score_basis(evening.session) == Publication.objects.get().basis
    assert deadline(T0, 30) < evening.actor("director", 30.1).at
