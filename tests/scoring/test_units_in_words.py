"""Figures are said with their unit, and in the measure of the event."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from events.models import Play, Session
from events.views.base import session_url
from scoring.adjusted.words import both_words, value_words
from scoring.engine.cards import Side
from scoring.engine.explain import ExplanationStep
from scoring.engine.profiles import PROFILES
from scoring.engine.sheet import AVERAGE_MINUS, AVERAGE_PLUS, award_for_percent
from scoring.runs.explanations import explanation_sentences
from scoring.services.adjusting import adjust
from tests.cast import Cast
from tests.scoring.contest import make_swiss_pairs, play_pairs, score


def test_an_average_plus_is_no_percentage_where_boards_are_scored_in_imps() -> None:
    assert value_words(AVERAGE_PLUS, Side.NS) == "60%"
    assert value_words(AVERAGE_PLUS, Side.NS, in_percent=False) == "A+"
    assert both_words(AVERAGE_PLUS, AVERAGE_MINUS, in_percent=False) == "A+ / A−"
    assert value_words(award_for_percent(Fraction(70)), Side.NS, in_percent=False) == "70%"


@pytest.mark.parametrize(("amount", "said"), [(1, "1 IMP in all"), (-1, "−1 IMP in all"), (3, "3 IMPs in all")])
def test_one_imp_is_not_said_in_the_plural(amount: int, said: str) -> None:
    step = ExplanationStep("part against", {"score": 110, "sum": Fraction(amount), "percent": Fraction(60)})
    assert f"gives {said}" in explanation_sentences([step], next(iter(PROFILES.values())))[0]


@pytest.fixture
def session(db: None, cast: Cast) -> Session:
    """A round of Swiss pairs with an average plus and an average minus on one board."""
    made = make_swiss_pairs(cast.harbour, 5)
    play_pairs(made, 1)
    play = Play.objects.filter(section__session=made, round=1).order_by("table", "board")[0]
    given: dict[str, Any] = {"ns": AVERAGE_PLUS, "ew": AVERAGE_MINUS, "reason": "A fouled board", "law": "12C2"}
    adjust(actor=cast.actor("director"), play=play, kind="artificial", **given)
    score()
    return made


def page(client: Client, cast: Cast, session: Session, name: str, **more: int) -> str:
    client.force_login(cast.director)
    return client.get(session_url(session, name, **more)).content.decode()


def test_the_board_of_a_swiss_for_imps_says_a_plus_and_explains_only_signs_that_are_there(
    session: Session, cast: Cast, client: Client
) -> None:
    shown = page(client, cast, session, "session-results-board", number=1)
    assert "A+ / A−" in shown
    assert "60%" not in shown
    assert "adjusted by the Director" in shown
    assert "changed by a ruling" not in shown


def test_the_explanation_of_a_total_in_victory_points_has_both_decimals(
    session: Session, cast: Cast, client: Client
) -> None:
    bye = session.places.exclude(contestant__in=_playing(session)).get()
    shown = page(client, cast, session, "session-results-why-place", contestant_id=bye.contestant_id)
    assert "Together: 12.00 victory points." in shown
    assert "The regulations give 12.00 victory points for that." in shown


def _playing(session: Session) -> list[int]:
    rows = Play.objects.filter(section__session=session, round=1).values_list("north_id", "east_id")
    return [pk for row in rows for pk in row]
