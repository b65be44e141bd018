"""Sections 3 and 5 to 7 of the Systems Policy: what an event permits, and what a pair may file or change."""

from __future__ import annotations

import pytest

from rulings.laws.errors import DataError, LawsError
from rulings.laws.files import read
from rulings.laws.model import Note
from rulings.laws.systems import events
from rulings.laws.systems.events import Limits, category_of
from rulings.laws.words import say


def said(notes: tuple[Note, ...]) -> list[str]:
    return [say(note) for note in notes]


@pytest.mark.parametrize("colour", ["GREEN", "BLUE", "RED"])
@pytest.mark.parametrize("category", ["1", "2", "3"])
def test_green_blue_and_red_are_allowed_everywhere(category: str, colour: str) -> None:
    assert events.against_system(category_of(category), colour) == ()


def test_a_knock_out_of_category_1_allows_everything() -> None:
    assert events.against_system(category_of("1"), "YELLOW", 12) == ()


def test_its_round_robin_is_of_category_3_unless_it_is_declared_otherwise() -> None:
    assert said(events.against_system(category_of("1", knockout=False), "YELLOW")) == [
        "YELLOW systems are not allowed here (Systems Policy 3 category 3)."
    ]
    assert events.against_system(category_of("1", knockout=False, declared="2"), "RED", 3) == ()


def test_category_2_has_three_brown_sticker_methods_a_pair() -> None:
    assert events.against_system(category_of("2"), "GREEN", 3) == ()
    assert said(events.against_system(category_of("2"), "YELLOW", 4)) == [
        "YELLOW systems are not allowed here (Systems Policy 3 category 2).",
        "At most 3 Brown Sticker methods are allowed here, and this pair has 4 (Systems Policy 3 category 2).",
    ]


def test_category_3_has_none() -> None:
    assert len(events.against_system(category_of("3"), "GREEN", 1)) == 1


@pytest.mark.parametrize(
    ("colours", "codes"),
    [
        (["YELLOW"] * 3 + ["RED"], []),
        (["YELLOW"] * 2 + ["RED"] * 3, ["team-red-yellow"]),
        (["YELLOW"] * 4, ["team-yellow"]),
        (["GREEN"] * 9 + ["BLUE"] * 9, []),
    ],
)
def test_a_team_has_four_red_and_yellow_systems_three_of_them_yellow(colours: list[str], codes: list[str]) -> None:
    assert [note.code for note in events.against_team(colours)] == codes


def test_a_team_with_a_yellow_pair_sits_down_first_against_one_without() -> None:
    assert events.lines_up_first(["YELLOW", "GREEN"], ["RED"])
    assert not events.lines_up_first(["YELLOW"], ["YELLOW"])
    assert not events.lines_up_first(["RED"], ["GREEN"])


def test_a_written_defence_has_fifty_words() -> None:
    assert events.against_defence("double " * 50) == ()
    assert said(events.against_defence("double " * 51)) == [
        "A written defence has at most 50 words, and this one has 51 (Systems Policy 6)."
    ]


def test_a_card_has_six_sheets_unless_the_event_says_otherwise() -> None:
    assert events.against_sheets(6) == ()
    assert said(events.against_sheets(7)) == [
        "A card has at most 6 supplementary sheets, and this one has 7 (Systems Policy 5)."
    ]
    assert events.against_sheets(7, Limits(sheets=8)) == ()


@pytest.mark.parametrize("kind", ["deletion", "clarification", "agreement"])
def test_after_the_deadline_all_but_brown_sticker_may_change(kind: str) -> None:
    assert events.against_change(kind) == ()


def test_after_the_deadline_no_brown_sticker_method_is_new() -> None:
    assert said(events.against_change("sticker")) == [
        "After the deadline no Brown Sticker method is added or replaced (Systems Policy 5(c))."
    ]
    with pytest.raises(LawsError, match="a change is one of"):
        events.against_change("whim")


def test_a_new_agreement_is_used_from_the_second_day_unless_the_event_says_otherwise() -> None:
    assert (events.USUAL_LIMITS.days_before_use, Limits(days_before_use=1).days_before_use) == (2, 1)


def test_a_category_that_is_not_there_is_a_sentence() -> None:
    with pytest.raises(LawsError, match="there is no such category; there are 1, 2, 3"):
        category_of("4")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("RED, YELLOW", "RED, PINK", "PINK is no colours"),
        ("stickers: any", "stickers: few", "few is no stickers"),
        ("elsewhere: 3", "elsewhere: 9", "9: there is no such category"),
        ("category 2", "category 1", "1 is there twice"),
        ("category 3", "kind 3", "cannot be read"),
        ("  paragraph: 3 category 2\n", "", "lacks paragraph"),
    ],
)
def test_categories_that_contradict_themselves_are_refused(old: str, new: str, words: str) -> None:
    text = read("systems", "categories.txt")
    assert old in text
    with pytest.raises(DataError) as error:
        events.parse_categories(text.replace(old, new), "categories.txt")
    assert words in str(error.value)


def test_a_federation_has_categories_of_its_own() -> None:
    text = "category club\n  title: Club games\n  paragraph: 12\n  colours: GREEN, BLUE\n  stickers: 1\n"
    club = events.parse_categories(text, "own.txt")["club"]
    assert said(events.against_system(club, "RED", 2)) == [
        "RED systems are not allowed here (Systems Policy 12).",
        "At most 1 Brown Sticker methods are allowed here, and this pair has 2 (Systems Policy 12).",
    ]
