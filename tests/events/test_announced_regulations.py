"""Conditions of contest say what the Laws leave to regulation, as it holds for the club."""

import pytest

from clubs.regulations import CATALOGUE
from clubs.services.regulations import set_regulation
from events.forms.conditions import ConditionsForm
from events.models.conditions import Form
from events.movements.model import MovementKind
from events.selectors.conditions import REGULATED, condition_groups
from scoring.engine.profiles import Fouled
from scoring.runs.sheets import scoring_profile
from tests.cast import Cast
from tests.events.evening import make_session

pytestmark = pytest.mark.django_db


def said(event) -> dict[str, str]:
    return {line.label: line.text for group in condition_groups(event) for line in group.lines}


def test_every_announced_regulation_is_said(cast: Cast) -> None:
    event = make_session(cast.harbour, 4).event
    event.form = Form.TEAMS
    found = said(event)
    for regulation in CATALOGUE.values():
        assert not regulation.announced or str(regulation.label) in found, regulation.key


def test_a_rule_for_teams_is_not_said_to_pairs(cast: Cast) -> None:
    event = make_session(cast.harbour, 4).event
    assert str(CATALOGUE["laws.86B3"].label) not in said(event)


def test_a_swiss_for_victory_points_says_its_scale_and_what_a_bye_is_worth(cast: Cast) -> None:
    event = make_session(cast.harbour, 4).event
    bye = str(CATALOGUE["score.bye_vps"].label)
    assert bye not in said(event)
    event.scoring, event.movement_kind = "vp", MovementKind.SWISS
    assert "WBF continuous" in said(event)["Scoring"]
    assert said(event)[bye] == "12 VPs"
    set_regulation(actor=cast.actor("secretary"), body=cast.harbour, key="score.bye_vps", value="11")
    assert said(event)[bye] == "11 VPs"
    event.vp_scale = "ebu"
    assert "EBU" in said(event)["Scoring"]
    event.vp_scale = "20-0:1,4,8"
    assert "20-0:1,4,8" in said(event)["Scoring"]
    event.form, event.scoring, event.vp_scale = Form.TEAMS, "imps", ""
    assert bye not in said(event)
    assert str(CATALOGUE["score.bye_imps"].label) in said(event)


def test_the_form_says_which_scale_counts_where_none_is_named(cast: Cast) -> None:
    form = ConditionsForm(club=cast.harbour)
    assert "Empty: WBF continuous" in str(form.fields["vp_scale"].help_text)


@pytest.mark.parametrize("field", ["period_score_correction", "period_tabulation_correction"])
def test_beside_a_correction_period_stands_when_it_may_be_shorter_than_half_an_hour(cast: Cast, field: str) -> None:
    words = "Less than 30 minutes only where the special nature of the contest requires it (Law 79C1)."
    assert words in str(ConditionsForm(club=cast.harbour).fields[field].help_text)
    assert words in str(CATALOGUE[REGULATED[field]].help)


def test_imps_for_an_average_are_of_law_12c2() -> None:
    assert CATALOGUE["score.average_imps"].laws == ("12C2(b)",)


def test_what_the_club_laid_down_is_said_and_scored(cast: Cast) -> None:
    event = make_session(cast.harbour, 4).event
    assert scoring_profile(event).several_boards is None
    assert scoring_profile(event).fouled is Fouled.NEUBERG
    for key, value in {"score.several_boards": "2", "scoring.fouled": "half", "laws.41A": "up"}.items():
        set_regulation(actor=cast.actor("secretary"), body=cast.harbour, key=key, value=value)
    assert scoring_profile(event).several_boards == 2
    assert scoring_profile(event).fouled is Fouled.HALF
    found = said(event)
    assert found[str(CATALOGUE["laws.41A"].label)] == "face up"
    assert found[str(CATALOGUE["score.several_boards"].label)] == "on 2 boards; average after that"


def test_a_federation_lays_it_down_for_its_clubs(cast: Cast) -> None:
    event = make_session(cast.harbour, 4).event
    set_regulation(actor=cast.actor("officer"), body=cast.nation, key="laws.16B2", value="call", locked=True)
    assert "called at once" in said(event)[str(CATALOGUE["laws.16B2"].label)]
