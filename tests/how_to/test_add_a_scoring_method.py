"""What docs/how-to/add-a-scoring-method.md tells a reader to write scores a session, a match and an event."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from events.forms.played_games import PlayedGameForm
from events.models import Event
from events.services.conditions import check_conditions
from events.services.sessions import finish_session
from scoring.engine.cards import Side
from scoring.engine.explain import SENTENCES, explain_score, sentence
from scoring.engine.methods import METHODS, SCORING_METHODS, Method, ScoringMethod, method_named, register
from scoring.engine.session import score_session
from scoring.engine.sheet import Board, Line, Scoresheet
from scoring.engine.teams import Comparison, MatchBoard, TeamMatch, TeamRules, TeamTable, score_match
from scoring.models import ScoringRun, Standing
from scoring.models.fields import PenaltyUnit, penalty_units
from scoring.selectors.explaining import why_board
from tests.cast import Cast
from tests.events.evening import make_event, make_session
from tests.how_to.documents import HOW_TO, restored, run_blocks
from tests.scoring.test_results_pages import explained, play_all, text, url

SCORES = st.lists(st.integers(-150, 150).map(lambda tens: 10 * tens), min_size=1, max_size=9)


@pytest.fixture(scope="module", autouse=True)
def written() -> Iterator[dict[str, Any]]:
    with restored(METHODS, SCORING_METHODS, SENTENCES):
        yield run_blocks(HOW_TO / "add-a-scoring-method.md")


@pytest.fixture(scope="module")
def method(written: dict[str, Any]) -> Method:
    return method_named("Median Butler")


def sheet(scores: list[int]) -> Scoresheet:
    lines = tuple(Line.played(f"N{at}", f"E{at}", score) for at, score in enumerate(scores))
    return Scoresheet((Board(1, lines),))


def points(scores: list[int], method: Method, side: Side) -> list[Fraction]:
    found = [line.points(side) for line in score_session(sheet(scores), method).boards[0].lines]
    return [one.counted for one in found if one is not None]


def test_the_median_is_the_datum(method: Method) -> None:
    assert points([420, 420, 450, 1430], method, Side.NS) == [-1, -1, 0, 14]
    assert points([-100, 110, 620], method, Side.NS) == [-5, 0, 11]


@given(scores=SCORES)
def test_what_one_side_gains_the_other_loses(scores: list[int]) -> None:
    method = method_named("median-butler")
    both = zip(points(scores, method, Side.NS), points(scores, method, Side.EW), strict=True)
    assert all(ours + theirs == 0 for ours, theirs in both)


@given(scores=SCORES)
def test_a_better_score_never_gets_fewer_points(scores: list[int]) -> None:
    ranked = sorted(scores)
    found = points(ranked, method_named("median-butler"), Side.NS)
    assert found == sorted(found)


def test_it_is_explained(method: Method) -> None:
    steps = explain_score(score_session(sheet([420, 450, 480]), method), 1, "N2")
    assert [sentence(step) for step in steps[-2:]] == [
        "The score in the middle of the field is 450.",
        "480 against the datum is 1 IMPs.",
    ]


def test_the_method_for_teams_scores_a_match(written: dict[str, Any]) -> None:
    swings = [(1430, -100), (110, 90)]
    boards = [
        MatchBoard(at, Comparison(TeamTable.of(one), TeamTable.of(other))) for at, (one, other) in enumerate(swings, 1)
    ]
    assert score_match(TeamMatch("A", "B", tuple(boards)), TeamRules(written["CAPPED"])).home == 13


def test_a_name_is_registered_once() -> None:
    with pytest.raises(ValueError, match="already"):
        register(ScoringMethod("matchpoints", "Matchpoints again"))


# --- An event --------------------------------------------------------------------------------------------------------
@pytest.mark.django_db
def test_an_event_may_be_scored_so(cast: Cast) -> None:
    event: Event = make_event(cast.harbour, scoring="median-butler", tie_breaks=["imps"])
    event.full_clean()
    check_conditions(event)
    assert event.get_scoring_display() == "Butler against the median"
    assert penalty_units(event)[0] == PenaltyUnit.POINTS
    assert "median-butler" in dict(PlayedGameForm(club=cast.harbour).fields["scoring"].choices)  # type: ignore[attr-defined]
    event.form = "team"
    with pytest.raises(ValidationError, match="does not fit") as refused:
        check_conditions(event)
    assert "IMPs, twelve a board at most" in str(refused.value)


@pytest.mark.django_db
def test_a_session_is_scored_and_shown_by_it(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 6, boards_per_round=2, scoring="median-butler")
    play_all(cast, session)
    finish_session(actor=cast.actor("director"), session=session, reason="Time")
    assert ScoringRun.objects.get().method == "median-butler"
    assert sum(Fraction(row.total) for row in Standing.objects.all()) == 0
    assert "IMPs" in text(client.get(url(session)))
    contestant = session.places.get(number=1).contestant_id
    assert client.get(url(session, "session-results-card", contestant_id=contestant)).status_code == 200
    run, lines = explained(cast, session)
    why = why_board(run, next(lines.boards()).lines[0], "NS")
    assert why is not None
    assert any(step.startswith("The score in the middle of the field is") for step in why.steps)
