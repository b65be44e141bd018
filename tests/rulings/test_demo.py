"""The demo's rulings: ten kinds and more, a penalty card on a table, a call that waits."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from appeals.demo.stories import OTHERWISE
from appeals.models import Appeal, Decision
from appeals.models.appeals import AppealState
from clubs.demo.load import load
from clubs.management.commands.demo import Command
from rulings.demo.content import ON_THE_TABLE, PAST
from rulings.laws import evaluate, library
from rulings.laws.evaluator import check_fact
from rulings.models import LiveRestriction, Poll, Report, Ruling
from rulings.selectors.polls import is_frozen, tally
from scoring.models import DirectorCall, Penalty, ScoreAdjustment

DEALT = {"N": "E", "E": "S", "S": "W", "W": "N"}
AT = datetime(2026, 11, 16, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize("case", [*PAST, ON_THE_TABLE], ids=lambda case: case.tree)
def test_every_case_comes_to_an_end(case):
    for question, answer in case.answers.items():
        check_fact(library(), case.tree, question, answer)
    assert evaluate(library(), case.tree, {"event": "mp", **case.answers}).is_over


@pytest.mark.walk
@pytest.mark.django_db
def test_the_demo_has_past_rulings_of_ten_kinds_and_a_running_game():
    added = load(at=AT)
    assert "1 polls of peers, 3 reports" in Command._said(added)
    past = Ruling.objects.exclude(state="draft").exclude(tree=ON_THE_TABLE.tree)
    assert len({ruling.tree for ruling in past}) >= 10
    assert {ruling.state for ruling in past} == {"given", "amended", "withdrawn"}
    assert ScoreAdjustment.objects.filter(superseded_at=None).count() >= 3
    assert Penalty.objects.filter(withdrawn_at=None).count() == 1
    card = LiveRestriction.objects.get(kind="pc", ended_at=None)
    assert (card.seat, card.detail) == ("W", "♦K")
    assert DirectorCall.objects.get(state="waiting").section.session == card.ruling.session
    poll = Poll.objects.get()
    found = tally(poll, poll.answers.all())
    assert (found.peers, found.discounted, found.alternatives) == (5, 1, ("P", "4S"))
    assert is_frozen(poll)
    assert (poll.ruling.score_ns, poll.dealer) == ("60 4H= {0}, 40 4H-1 {0}".format(DEALT[poll.dealer]), poll.seat)
    kinds = sorted(Report.objects.values_list("kind", "hand_type", "colour"))
    assert kinds == [("misconduct", "", ""), ("system", "misbid", ""), ("system", "psyche", "green")]
    assert_appeals_read_like_real_ones()
    load(at=AT)
    assert (Poll.objects.count(), Report.objects.count()) == (1, 3)
    assert Ruling.objects.count() == len(PAST) + 1


def assert_appeals_read_like_real_ones():
    """In every state; what was heard has both sides' words, minutes and who was there."""
    assert set(Appeal.objects.values_list("state", flat=True)) == set(AppealState.values)
    assert not Appeal.objects.filter(grounds=OTHERWISE.grounds).exists()
    heard = Appeal.objects.filter(state__in=["hearing", "decided", "further", "closed"])
    assert heard.count() == 4
    for appeal in heard:
        assert appeal.statements.filter(handed_in_at__isnull=False).count() == 2
        assert {"director", "statement", "question", "answer"} == set(
            appeal.hearing.minutes.values_list("kind", flat=True)
        )
        assert appeal.hearing.attendances.count() == 5
        assert appeal.hearing.frozen_reason == ""
    for decision in Decision.objects.filter(stage="first"):
        assert decision.facts
        assert len(decision.reasons) > 100
