"""A scheme's file is proven when it is read: gaps, overlaps, dates, sources, names and examples."""

from datetime import date

import pytest

from points.schemes.errors import PointsError, SchemeError
from points.schemes.library import build_library, build_scheme, edition_on

EDITION = """
[[edition]]
name = "%(name)s"
%(dates)s
sources = ["the handbook of 2026"]
kinds = ["club"]
decimals = 2
rounding = "half-up"
ties = "share"
default_level = "club"
forms = { pairs = [1, 2] }
level = [{ name = "club", kind = "club", rate = "%(rate)s" }]
inputs = { rate = { help = "points for each pair" } }

[[edition.figure]]
name = "awards"
says = "Places"
cases = [{ gives = "floor(ranked / 2)" }]

[[edition.figure]]
name = "award"
says = "Award"
cases = [
  { when = { place = "1" }, gives = "rate * ranked" },
  { when = { place = "2-" }, gives = "rate * ranked / place" },
]
"""
HEAD = 'title = "A test league"\n'


def edition(name: str = "first", dates: str = "", rate: str = "0.1") -> str:
    return EDITION % {"name": name, "dates": dates, "rate": rate}


def refused(text: str) -> str:
    with pytest.raises(SchemeError) as caught:
        build_scheme("league", HEAD + text)
    return str(caught.value)


def test_a_sound_file_is_read():
    assert build_scheme("league", HEAD + edition()).title == "A test league"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('{ when = { place = "1" }, gives = "rate * ranked" },', "", "league: award has no case for place=1; add one."),
        ('place = "2-"', 'place = "3-"', "league: award has no case for place=2; add one."),
        (
            'place = "2-"',
            'place = "1-"',
            "league: award has two cases for place=1; take one of them away or narrow it.",
        ),
        ('place = "2-"', 'place = "2-40"', "league: award has no case for place=41; add one."),
        ('place = "2-"', 'place = "x"', "league: award: 'x' is no range; write 5, 1-17, 18- or a list of words."),
        ('["the handbook of 2026"]', "[]", "league: first names no source; add where its figures come from."),
        ('"rate * ranked"', '"rate * rank"', "league: award: nothing is called rank; there are"),
        ('"rate * ranked"', '"rate * "', "league: award: 'rate * ' is no formula: it cannot be read."),
        ('"floor(ranked / 2)"', '"awards"', "league: awards depends on itself, by awards → awards"),
        ('kind = "club"', 'kind = "gold"', "league: club: gold is no kind; choose one of club."),
        (
            'rounding = "half-up"',
            'rounding = "down"',
            "league: first: down is no RoundingUp; choose one of half-up, up.",
        ),
        ('ties = "share"', 'tie = "share"', "league: first has tie, which nothing reads"),
        ('name = "awards"', 'name = "depth"', "league: first lacks the figure awards; add it."),
        ('{ gives = "floor(ranked / 2)" }', "{ asked = true }", "league: awards lacks typed = true; add it."),
        ("decimals = 2", "", "league: first lacks decimals; add it."),
        ("decimals = 2", "decimals 2", "league: it cannot be read:"),
        ('rate = "0.1"', 'rat = "0.1"', "league: club: nothing is called rat; there are rate."),
        (
            'default_level = "club"',
            'default_level = "x"',
            "league: default_level: nothing is called x; there are club.",
        ),
        ("{ pairs = [1, 2] }", "{ squads = [1] }", "league: first: squads is no Form; choose one of pairs"),
    ],
)
def test_what_does_not_hold_is_named(old: str, new: str, sentence: str):
    text = edition()
    assert old in text
    assert refused(text.replace(old, new, 1)).startswith(sentence)


def test_an_example_that_does_not_come_out():
    example = """
[[edition.example]]
facts = { winners = "1", pairs = "8", places = "1" }
points = ["0.90"]
source = "nobody"
"""
    assert refused(edition() + example) == (
        "league: an example gives 0.80 instead of 0.90; correct the figures or the example."
    )
    assert "winners: it is missing" in refused(edition() + example.replace('winners = "1", ', ""))


def test_ranks_must_rise():
    ranks = """
[[edition.rank]]
name = "Master"
ways = [{ club = 100 }]

[[edition.rank]]
name = "Grand Master"
ways = [{ club = 100 }]
"""
    assert refused(edition() + ranks).startswith("league: Grand Master asks for no more than Master")


def two(first: str, second: str) -> str:
    return edition("old", first, "0.1") + edition("new", second, "0.2")


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        ("until = 2026-06-30", "from = 2026-07-02", "league: nothing holds from 2026-07-01 to 2026-07-01"),
        ("until = 2026-06-30", "from = 2026-06-30", "league: two editions hold from 2026-06-30 on"),
        ("", "from = 2026-07-01", "league: only the last edition may have no date; add `until`."),
        ("until = 2026-06-30", "", "league: only the first edition may have no date; add `from`."),
        ("from = 2026-07-01\nuntil = 2026-06-30", "from = 2026-07-01", "league: the edition from 2026-07-01 ends on"),
        ("until = 'July'", "from = 2026-07-01", "league: until: July is no day"),
    ],
)
def test_editions_follow_each_other_without_gap_or_overlap(first: str, second: str, sentence: str):
    assert refused(two(first, second)).startswith(sentence)


def test_the_edition_of_the_day_of_play_holds():
    scheme = build_scheme("league", HEAD + two("from = 2020-01-01\nuntil = 2026-06-30", "from = 2026-07-01"))
    assert edition_on(scheme, date(2026, 6, 30)).name == "old"
    assert edition_on(scheme, date(2026, 7, 1)).name == "new"
    assert edition_on(scheme, None).name == "new"
    with pytest.raises(PointsError, match="no edition that holds on 2019-12-31; there are 2020-01-01…2026-06-30"):
        edition_on(scheme, date(2019, 12, 31))


def test_two_schemes_do_not_answer_to_one_name():
    with pytest.raises(SchemeError, match="league: two schemes are called so"):
        build_library({"league": HEAD + edition(), "other": HEAD + 'also = ["league"]\n' + edition()})


def test_a_scheme_without_editions():
    with pytest.raises(SchemeError, match="league: the file lacks edition"):
        build_scheme("league", HEAD)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("decimals = 2", 'decimals = "two"'),
        ("decimals = 2", "decimals = [2]"),
        ("forms = { pairs = [1, 2] }", "forms = 3"),
        ("forms = { pairs = [1, 2] }", 'forms = { pairs = "x" }'),
        ('level = [{ name = "club"', 'level = [3, { name = "club"'),
        ('inputs = { rate = { help = "points for each pair" } }', "inputs = 3"),
        ('help = "points for each pair"', 'help = "points", default = "many"'),
        ('cases = [{ gives = "floor(ranked / 2)" }]', "cases = 3"),
        ('cases = [{ gives = "floor(ranked / 2)" }]', "cases = []"),
        ('{ when = { place = "1" }, gives', '{ when = "always", gives'),
        ('sources = ["the handbook of 2026"]', "sources = [3]"),
        ('kinds = ["club"]', "kinds = 3"),
    ],
)
def test_values_of_the_wrong_kind_are_a_sentence_too(old: str, new: str):
    text = edition()
    assert old in text
    assert refused(text.replace(old, new, 1)).startswith("league: ")
