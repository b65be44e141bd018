"""A score that was typed without its contract is turned, rotated and exchanged like any other, or refused in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError

from core.actors import Actor
from events.models import Play, Session
from scoring.models import BoardResult
from scoring.services.repairs import exchange_results, other_declarer, turn_results
from scoring.services.typing import TravellerEntry, save_lines
from tests.cast import Cast
from tests.events.evening import make_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(cast: Cast) -> Session:
    """Everybody plays boards 1 (nobody vulnerable), 2 (North-South) and 3 (East-West)."""
    return make_session(cast.harbour, 8, boards_per_round=3)


def play_of(session: Session, board: int) -> Play:
    return Play.objects.get(section__session=session, round=1, table=1, board=board)


def type_at(cast: Cast, session: Session, board: int, text: str) -> Play:
    play = play_of(session, board)
    (answer,) = save_lines(actor=cast.actor("director"), lines=[TravellerEntry(play, text, 0)], reason="From the slip")
    assert answer.saved, answer.error
    return play


def counts(play: Play) -> tuple[int | None, str, bool]:
    row = BoardResult.objects.current().get(play=play)
    return row.score, row.contract, row.turned


def test_two_bare_scores_are_exchanged(cast: Cast, session: Session) -> None:
    one, two = type_at(cast, session, 1, "140"), type_at(cast, session, 2, "-110")
    exchange_results(actor=cast.actor("director"), first_play=two, second_play=one, reason="")
    assert (counts(one), counts(two)) == ((-110, "", False), (140, "", False))


def test_a_bare_score_and_a_contract_are_exchanged_each_scored_as_what_it_is(cast: Cast, session: Session) -> None:
    one, two = type_at(cast, session, 1, "4S= N"), type_at(cast, session, 2, "140")
    exchange_results(actor=cast.actor("director"), first_play=one, second_play=two, reason="")
    assert (counts(one), counts(two)) == ((140, "", False), (620, "4S", False))


def test_a_score_that_the_other_board_cannot_have_is_refused_with_the_way_out(cast: Cast, session: Session) -> None:
    """620 is made vulnerable; on board 1 nobody is. Neither board changes."""
    one, two = type_at(cast, session, 1, "140"), type_at(cast, session, 2, "620")
    with pytest.raises(ValidationError, match=r"620 .* board 1.*[Tt]ype") as refused:
        exchange_results(actor=cast.actor("director"), first_play=one, second_play=two, reason="")
    assert refused.value.error_dict["result"][0].code == "bare_score"
    assert (counts(one), counts(two)) == ((140, "", False), (620, "", False))


def test_a_bare_score_is_the_other_sides_when_they_declared(cast: Cast, session: Session) -> None:
    play = type_at(cast, session, 1, "420")
    other_declarer(actor=cast.actor("director"), play=play, reason="")
    assert counts(play) == (-420, "", False)


def test_a_bare_score_whose_sides_sat_the_other_way_stays_as_typed(cast: Cast, session: Session) -> None:
    play = type_at(cast, session, 1, "420")
    turn_results(actor=cast.actor("director"), plays=[play], reason="")
    assert counts(play) == (420, "", True)


def test_a_bare_score_of_a_board_that_lay_the_other_way_changes_its_sign(cast: Cast, session: Session) -> None:
    play = type_at(cast, session, 1, "-50")
    turn_results(actor=cast.actor("director"), plays=[play], reason="", rotate=True)
    assert counts(play) == (50, "", True)
    turn_results(actor=cast.actor("director"), plays=[play], reason="", rotate=True)
    assert counts(play) == (-50, "", False)


ACTS: dict[str, Callable[[Actor, Play], object]] = {
    "rotate": lambda actor, play: turn_results(actor=actor, plays=[play], reason="", rotate=True),
    "other side": lambda actor, play: other_declarer(actor=actor, play=play, reason=""),
}


@pytest.mark.parametrize("act", ACTS)
def test_a_score_that_the_other_side_cannot_have_is_refused_with_the_way_out(
    cast: Cast, session: Session, act: str
) -> None:
    """On board 2 only North-South are vulnerable: 620 is never East-West's."""
    play = type_at(cast, session, 2, "620")
    with pytest.raises(ValidationError, match=r"620 .* board 2.*[Tt]ype"):
        ACTS[act](cast.actor("director"), play)
    assert counts(play) == (620, "", False)


def test_what_was_not_played_is_exchanged_with_a_score(cast: Cast, session: Session) -> None:
    one, two = type_at(cast, session, 1, "140"), type_at(cast, session, 2, "NP")
    exchange_results(actor=cast.actor("director"), first_play=one, second_play=two, reason="")
    assert BoardResult.objects.current().get(play=one).outcome == "not-played"
    assert counts(two) == (140, "", False)
