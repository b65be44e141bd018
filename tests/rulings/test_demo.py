"""The demo's rulings: ten kinds and more, a penalty card on a table, a call that waits."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from appeals.demo.stories import OTHERWISE
from appeals.models import Appeal, Decision
from appeals.models.appeals import AppealState
from clubs.demo.load import load
from clubs.management.commands.demo import Command
from events.demo.deals import MONDAY
from rulings.demo.content import ON_THE_TABLE, PAST
from rulings.demo.records import dropped
from rulings.laws import Auction, evaluate, library
from rulings.laws.evaluator import check_fact
from rulings.models import LiveRestriction, Poll, Report, Ruling
from rulings.selectors.polls import is_frozen, tally
from scoring.engine.boards import Conditions
from scoring.engine.contract import Result
from scoring.engine.deal import Deal
from scoring.models import BoardResult, DirectorCall, Penalty, ScoreAdjustment

AT = datetime(2026, 11, 16, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize("case", [*PAST, ON_THE_TABLE], ids=lambda case: case.tree)
def test_every_case_comes_to_an_end(case):
    for question, answer in case.answers.items():
        check_fact(library(), case.tree, question, answer)
    assert evaluate(library(), case.tree, {"event": "mp", **case.answers}).is_over


def hand(board, seat):
    return MONDAY[board].removeprefix("N:").split()["NESW".index(seat)].split(".")


@pytest.mark.parametrize("case", [case for case in PAST if case.board in MONDAY], ids=lambda case: case.tree)
def test_the_cards_the_auction_and_the_result_of_a_ruling_agree(case):
    """What an expert would look at: 52 cards, a legal auction by the dealer of the board, and its contract."""
    assert sum(len(suit) for seat in "NESW" for suit in hand(case.board, seat)) == 52
    assert Deal.parse(MONDAY[case.board]).pbn() == MONDAY[case.board]
    auction = Auction.parse(Conditions.of(case.board).dealer, case.fields["auction"])
    if auction.is_over:
        result = Result.parse(case.result)
        assert (auction.faults, auction.contract, auction.declarer) == ((), result.contract, result.declarer)


def test_the_tricks_that_the_rulings_speak_of_are_there():
    assert {suit: tricks(13, "E", "H", suit) for suit in "♠♥♣♦"} == {"♠": 10, "♥": 10, "♣": 10, "♦": 9}
    for board, declarer, strain, wanted in (
        *((13, "N", "S", 10), (7, "N", "S", 10), (19, "S", "H", 10), (19, "N", "N", 8), (1, "S", "H", 9)),
        *((1, "E", "S", 8), (25, "S", "H", 9), (4, "W", "N", 9), (10, "N", "S", 10), (16, "E", "N", 8)),
    ):
        assert tricks(board, declarer, strain) == wanted, (board, declarer)


def tricks(board, declarer, strain, suit=""):
    """By best play of all four, after the best lead or the best in a suit."""
    from endplay.dds import solve_board
    from endplay.types import Deal as Cards
    from endplay.types import Denom, Player

    deal = Cards(MONDAY[board])
    deal.trump, deal.first = Denom.find(strain), Player.find(declarer).lho
    return min(13 - taken for card, taken in solve_board(deal) if str(card).startswith(suit))


@pytest.mark.walk
@pytest.mark.django_db
def test_the_demo_has_past_rulings_of_ten_kinds_and_a_running_game():
    added = load(at=AT)
    assert "1 polls of peers, 3 reports" in Command._summary(added)
    past = Ruling.objects.exclude(state="draft").exclude(tree=ON_THE_TABLE.tree)
    assert len({ruling.tree for ruling in past}) >= 10
    assert {ruling.state for ruling in past} == {"given", "amended", "withdrawn"}
    assert ScoreAdjustment.objects.current().count() >= 3
    assert Penalty.objects.filter(withdrawn_at=None).count() == 1
    card = LiveRestriction.objects.get(kind="pc", ended_at=None)
    assert (card.seat, card.detail) == ("W", dropped(card.ruling.play))
    assert card.detail in card.ruling.facts
    assert DirectorCall.objects.get(state="waiting").section.session == card.ruling.session
    poll = Poll.objects.get()
    found = tally(poll, poll.answers.all())
    assert (found.peers, found.discounted, found.alternatives) == (5, 1, ("P", "4S"))
    assert is_frozen(poll)
    assert (poll.ruling.score_ns, poll.hand) == ("60 4H= E, 40 4H-1 E", "AQJ862.7.KQ94.K3")
    assert not BoardResult.objects.current().filter(play__rulings__in=past, score=None).exists()
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
    heard = Appeal.objects.filter(state__in=["hearing", "decided", "further", "closed"], heard_with=None)
    assert heard.count() == 4
    together = Appeal.objects.exclude(heard_with=None)
    assert sorted(together.values_list("state", flat=True)) == ["further", "hearing"]
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
