"""Sections 2.2 and 2.3 of the Systems Policy: each feature with its colour and its paragraph."""

from __future__ import annotations

import pytest

from rulings.laws.systems import SYS, classify, policy

PLAIN = dict.fromkeys(("committee", "passopen", "weaker", "seven", "lenshort", "either", "varies"), "n")
ARTIFICIAL = {**PLAIN, "natural": "n"}
STRONG_CLUB = {**ARTIFICIAL, "strongminor": "y", "majnt": "y", "other": "y"}


def colour(**facts: str) -> tuple[str, list[str]]:
    found = classify({**PLAIN, **facts})
    return found.colour, [reason.paragraph for reason in found.why]


def test_natural_openings_that_may_be_passed_are_green() -> None:
    assert colour(natural="y") == ("GREEN", ["2.2 GREEN"])


def test_four_card_majors_here_and_five_card_majors_there_are_green_still() -> None:
    """Only the length of natural bids changes, so that the structure does not vary (2.2 RED(b))."""
    assert colour(varies="n", natural="y")[0] == "GREEN"


def test_a_strong_club_with_a_catch_all_diamond_is_blue() -> None:
    assert colour(**STRONG_CLUB) == ("BLUE", ["2.2 BLUE(a)", "2.2 BLUE(b)", "2.2 BLUE(c)"])


@pytest.mark.parametrize("missing", ["strongminor", "majnt", "other"])
def test_what_fails_one_test_of_blue_is_red(missing: str) -> None:
    """A club of 11 to 13 balanced or 17 and more fails the first: it may have fewer than 13."""
    assert colour(**{**STRONG_CLUB, missing: "n"}) == ("RED", ["2.2 RED(a)"])


def test_a_strong_club_at_one_vulnerability_only_is_red() -> None:
    assert colour(varies="y") == ("RED", ["2.2 RED(b)"])


@pytest.mark.parametrize(
    ("feature", "paragraph"),
    [
        ("committee", "2.3.2"),
        ("passopen", "2.3.1(a)"),
        ("weaker", "2.3.1(b)"),
        ("seven", "2.3.1(c)"),
        ("lenshort", "2.3.1(d)"),
        ("either", "2.3.1(e)"),
    ],
)
def test_each_feature_of_highly_unusual_methods_is_yellow_by_its_paragraph(feature: str, paragraph: str) -> None:
    assert colour(**{feature: "y", "natural": "y"}) == ("YELLOW", [paragraph])
    # One is enough: nobody has to answer the rest.
    alone = classify({feature: "y"})
    assert (alone.colour, [reason.paragraph for reason in alone.why]) == ("YELLOW", [paragraph])


def test_every_feature_that_is_known_is_among_the_reasons() -> None:
    found = classify({"passopen": "y", "either": "y", "varies": "y"})
    assert found.colour == "YELLOW"
    assert [reason.paragraph for reason in found.why] == ["2.3.1(a)", "2.3.1(e)"]


def test_a_light_opening_in_third_seat_alone_is_not_yellow() -> None:
    """2.3.1(c) speaks of first and second seat."""
    assert colour(seven="n", weaker="n", natural="y")[0] == "GREEN"


def test_while_a_highly_unusual_feature_is_open_there_is_no_colour() -> None:
    found = classify({name: answer for name, answer in PLAIN.items() if name != "either"} | {"natural": "y"})
    assert found.colour == ""
    assert found.why == ()
    assert found.next is not None
    assert (found.next.tree, found.next.question.id) == (SYS, "either")


def test_every_finding_is_reached_by_answers() -> None:
    """The list of these tests is whole: a new finding needs a test of its own."""
    reached = {
        finding.id
        for facts in (
            *({feature: "y"} for feature in PLAIN if feature != "varies"),
            {**PLAIN, "varies": "y"},
            {**PLAIN, "natural": "y"},
            STRONG_CLUB,
            {**STRONG_CLUB, "other": "n"},
        )
        for finding in classify(facts).findings
    }
    assert reached == set(policy()[SYS].findings)
