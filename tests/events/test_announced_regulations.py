"""Conditions of contest say what the Laws leave to regulation, as it holds for the club."""

import pytest

from clubs.regulations import CATALOGUE
from clubs.services.regulations import set_regulation
from events.models.conditions import Form
from events.selectors.conditions import in_words
from scoring.engine.profiles import Fouled
from scoring.runs.sheets import profile_of
from tests.cast import Cast
from tests.events.evening import make_session

pytestmark = pytest.mark.django_db


def said(event) -> dict[str, str]:
    return {line.label: line.text for group in in_words(event) for line in group.lines}


def test_every_announced_regulation_is_said(cast: Cast) -> None:
    event = make_session(cast.harbour, 4).event
    event.form = Form.TEAMS
    found = said(event)
    for regulation in CATALOGUE.values():
        assert not regulation.announced or str(regulation.label) in found, regulation.key


def test_a_rule_for_teams_is_not_said_to_pairs(cast: Cast) -> None:
    event = make_session(cast.harbour, 4).event
    assert str(CATALOGUE["laws.86B3"].label) not in said(event)


def test_what_the_club_laid_down_is_said_and_scored(cast: Cast) -> None:
    event = make_session(cast.harbour, 4).event
    assert profile_of(event).several_boards is None
    assert profile_of(event).fouled is Fouled.NEUBERG
    for key, value in {"score.several_boards": "2", "scoring.fouled": "half", "laws.41A": "up"}.items():
        set_regulation(actor=cast.actor("secretary"), body=cast.harbour, key=key, value=value)
    assert profile_of(event).several_boards == 2
    assert profile_of(event).fouled is Fouled.HALF
    found = said(event)
    assert found[str(CATALOGUE["laws.41A"].label)] == "face up"
    assert found[str(CATALOGUE["score.several_boards"].label)] == "on 2 boards; average after that"


def test_a_federation_lays_it_down_for_its_clubs(cast: Cast) -> None:
    event = make_session(cast.harbour, 4).event
    set_regulation(actor=cast.actor("officer"), body=cast.nation, key="laws.16B2", value="call", locked=True)
    assert "called at once" in said(event)[str(CATALOGUE["laws.16B2"].label)]
