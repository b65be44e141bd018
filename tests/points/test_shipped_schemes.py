"""The schemes that come with Tenace: their worked examples, sources, and what they leave to be typed in."""

import json
from fractions import Fraction

import pytest

from points.schemes.awards import award_from_json, award_place, award_session, shown_points
from points.schemes.errors import PointsError
from points.schemes.evaluation import Evaluation
from points.schemes.library import library, scheme_named
from points.schemes.typed import Placing
from points.schemes.words import say

SHIPPED = ("abf", "acbl", "acbl-club", "ebu", "ebu-simultaneous", "nz", "sbu", "vbl", "wbf")
EXAMPLES = [
    (scheme.id, edition, example)
    for scheme in library().values()
    for edition in scheme.editions
    for example in edition.examples
]


def points(scheme: str, **facts: str) -> list[str]:
    return [shown_points(award) for award in award_session(scheme_named(scheme).newest, facts).awards]


def refusal(scheme: str, **facts: str) -> str:
    with pytest.raises(PointsError) as caught:
        award_session(scheme_named(scheme).newest, facts)
    return str(caught.value)


def test_all_are_there_with_sources_and_examples():
    assert tuple(sorted(library())) == SHIPPED
    for scheme in library().values():
        for edition in scheme.editions:
            assert edition.sources
            assert edition.examples


@pytest.mark.parametrize(("name", "edition", "example"), EXAMPLES, ids=lambda value: getattr(value, "source", None))
def test_worked_examples(name, edition, example):
    awards = award_session(edition, dict(example.facts)).awards
    assert [award.points for award in awards] == [Fraction(text) for text in example.points]


def test_why_042():
    session = award_session(
        scheme_named("abf").newest, {"pairs": "12", "winners": "1", "level": "red", "weight": "2.5"}
    )
    told = [say(step) for step in session.awards[1].steps]
    assert "The winner's award: 0.04 * weight * tables_up = 0.04 * 2.5 * 6 = 0.6." in told
    assert "The award of the place: 0.7 * first = 0.7 * 0.6 = 0.42." in told
    assert told[-1] == "Place 2: 0.42 red."


def test_an_award_is_stored_with_its_explanation_and_read_back():
    facts = {"pairs": "8", "winners": "1", "boards": "24", "places": "1,2,3=,3="}
    for award in award_session(scheme_named("ebu").newest, facts).awards:
        kept = json.loads(json.dumps(award.as_json()))
        assert award_from_json(kept) == award


def test_abf_ties_share_rounded_awards():
    facts = {"form": "pairs", "winners": "2", "tables": "19", "weight": "1.5"}
    assert points("abf", **facts, places="6=,6=") == ["0.11", "0.11"]
    assert points("abf", **facts, places="9=,9=,9=") == ["0.02"] * 3  # only the ninth has an award: 0.07 / 3


def test_abf_matches_of_five_boards_reward_a_third():
    facts = {"form": "butler", "winners": "1", "pairs": "13", "weight": "1"}
    assert len(points("abf", **facts)) == 6
    assert len(points("abf", **facts, match_boards="5")) == 5
    assert len(points("abf", **facts, match_boards="4")) == 6


def test_abf_members_of_larger_teams_get_less():
    facts = {"form": "teams", "teams": "10", "level": "red", "weight": "2.5", "places": "1"}
    assert [points("abf", **facts, members=members) for members in "456"] == [["1.00"], ["0.80"], ["0.67"]]
    session = Evaluation(scheme_named("abf").newest, {key: facts[key] for key in ("form", "teams", "level", "weight")})
    assert [shown_points(award_place(session, Placing(1), members=size)) for size in (4, 5, 6)] == [
        "1.00",
        "0.80",
        "0.67",
    ]


def test_abf_levels_by_name_and_by_number():
    facts = {"form": "pairs", "winners": "1", "tables": "10", "places": "1"}
    edition = scheme_named("abf").newest
    assert award_session(edition, {**facts, "level": "championship"}).awards[0].points == Fraction("0.80")
    by_number = award_session(edition, {**facts, "level": "2.5"}).awards[0]
    assert (by_number.points, by_number.kind) == (Fraction(1), "red")
    assert "kind= one of gold, red" in refusal("abf", **facts, level="5")
    assert award_session(edition, {**facts, "level": "5", "kind": "gold"}).awards[0].kind == "gold"
    assert refusal("abf", **facts, level="green") == (
        "weight: level green leaves it open; type weight=… from 1 to 1.5 (the weight of the grade, W)."
    )
    assert "at most 1.5" in refusal("abf", **facts, level="green", weight="2")


def test_ebu_minimum_for_individuals_and_multiples():
    facts = {"form": "individual", "winners": "1", "tables": "3", "boards": "24"}
    assert points("ebu", **facts) == ["12", "9", "6", "6"]  # steps of 3, never under 6
    assert points("ebu", **facts, level="1.5") == ["18", "14", "9", "9"]  # 13.5 goes up
    assert "club_step: it is missing, and the sources of ebu" in refusal(
        "ebu", form="individual", winners="4", tables="6", boards="24"
    )


@pytest.mark.parametrize(
    ("facts", "least"),
    [
        ({"form": "pairs", "winners": "1", "tables": "2"}, "3 full tables"),
        ({"form": "pairs", "winners": "2", "tables": "4.5"}, "5 full tables"),
        ({"form": "teams", "teams": "2"}, "3 ranked"),
        ({"form": "individual", "winners": "4", "tables": "4"}, "5 full tables"),
    ],
)
def test_ebu_awards_nothing_to_small_fields_and_says_why(facts, least):
    session = award_session(scheme_named("ebu").newest, {**facts, "boards": "24"})
    assert session.awards == ()
    assert say(session.steps[-1]).startswith(f"Nothing is awarded: it takes {least}")
    [award] = award_session(scheme_named("ebu").newest, {**facts, "boards": "24", "places": "1"}).awards
    assert award.points == 0
    assert award.steps[-1].code == "too-small"


def test_acbl_asks_for_what_is_not_known():
    facts = {"form": "pairs", "winners": "1", "tables": "20", "level": "sectional"}
    assert refusal("acbl", **facts, places="1").startswith("limits: it is missing, and the sources of acbl do not")
    known = {**facts, "limits": "1", "type": "1", "attendance": "1"}
    assert points("acbl", **known, places="1") == ["5.00"]
    assert refusal("acbl", **known).startswith("awards: it is missing")
    assert refusal("acbl", **known, awards="3").startswith("ratios: it is missing")
    assert points("acbl", **known, awards="3", ratios="75,56.25") == ["5.00", "3.75", "2.81"]
    assert points("acbl", **known, restrictions="2", places="1") == ["3.50"]
    assert refusal("acbl", **known, sessions="5", places="1").startswith("session_factor: it is missing")


def test_acbl_club_games():
    facts = {"form": "pairs", "winners": "1"}
    assert points("acbl-club", **facts, pairs="10") == ["1.00", "0.70", "0.50", "0.35"]
    assert points("acbl-club", **facts, pairs="20", places="1,2") == ["1.50", "1.05"]
    assert refusal("acbl-club", **facts, pairs="10", level="restricted-20").startswith("cap: it is missing, and the")
    assert points("acbl-club", **facts, pairs="10", level="restricted-20", cap="1.00", places="1") == ["0.50"]


def test_nz_asks_only_where_a_third_is_not_whole():
    facts = {"form": "pairs", "winners": "2"}
    assert points("nz", **facts, tables="9") == ["40.00", "26.67", "13.33"]
    assert refusal("nz", **facts, tables="10").startswith("awards: it is missing, and the sources of nz")
    assert len(points("nz", **facts, tables="10", awards="3")) == 3


def test_vbl_shares_end_at_place_19():
    awards = points("vbl", form="pairs", winners="1", pairs="90", places="18,19,20")
    assert awards == ["0.07", "0.04", "0.00"]


def test_wbf_year_points_need_a_field_worth_it():
    facts = {"form": "pairs", "winners": "1", "pairs": "60", "boards": "128", "strength": "500", "year_points": "50"}
    assert points("wbf", **facts, places="1") == ["50.00"]
    assert points("wbf", **{**facts, "boards": "127"}, places="1") == ["0.00"]
    assert points("wbf", **{**facts, "strength": "499.9"}, places="1") == ["0.00"]


def test_steps_are_short_to_read():
    edition = scheme_named("vbl").newest
    told = [
        say(step) for step in award_session(edition, {"pairs": "14", "winners": "1", "places": "3"}).awards[0].steps
    ]
    assert "The award of the place: first * item(shares, place, 0) = 0.56 * item(shares, 3, 0) = 0.28." in told
    teams = {"teams": "13", "sessions": "2", "weight": "3", "level": "red", "members": "6", "places": "2"}
    told = [say(step) for step in award_session(scheme_named("abf").newest, teams).awards[0].steps]
    assert "Each of a team of 6 gets 2/3 of it: 0.6867." in told
