"""What holds of every shipped scheme, whatever the field: more tables, better places, ties, and split sessions."""

from fractions import Fraction
from itertools import pairwise, zip_longest
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from points.schemes.awards import award_session
from points.schemes.library import scheme_named
from points.schemes.model import Ties

#: Facts that each scheme needs beyond the field, and how many winners it is asked for.
SESSIONS = {
    "abf-one": ("abf", {"form": "pairs", "winners": "1", "weight": "1.5"}),
    "abf-two": ("abf", {"form": "pairs", "winners": "2", "weight": "1.5"}),
    "abf-outright": ("abf", {"form": "pairs", "winners": "1", "weight": "2.5", "sessions": "3"}),
    "abf-teams": ("abf", {"form": "teams", "weight": "2.5"}),
    "ebu-one": ("ebu", {"form": "pairs", "winners": "1", "boards": "24"}),
    "ebu-two": ("ebu", {"form": "pairs", "winners": "2", "boards": "24"}),
    "ebu-short": ("ebu", {"form": "pairs", "winners": "1", "boards": "16"}),
    "ebu-long": ("ebu", {"form": "pairs", "winners": "1", "boards": "48", "level": "county"}),
    "ebu-individual": ("ebu", {"form": "individual", "winners": "1", "boards": "24"}),
    "ebu-teams": ("ebu", {"form": "teams", "boards": "24"}),
    "ebu-simultaneous": ("ebu-simultaneous", {"form": "pairs", "winners": "2", "last": "27"}),
    "acbl-club-one": ("acbl-club", {"form": "pairs", "winners": "1"}),
    "acbl-club-two": ("acbl-club", {"form": "pairs", "winners": "2", "level": "invitational"}),
    "acbl": (
        "acbl",
        {"form": "pairs", "winners": "1", "level": "regional", "limits": "1", "type": "1", "attendance": "1"}
        | {"awards": "4", "ratios": "75,56.25,42.1875"},
    ),
    "nz": ("nz", {"form": "pairs", "winners": "2"}),
    "sbu": ("sbu", {"form": "pairs", "winners": "1", "first": "50", "part": "1/3"}),
    "vbl-one": ("vbl", {"form": "pairs", "winners": "1"}),
    "vbl-two": ("vbl", {"form": "pairs", "winners": "2"}),
    "vbl-individual": ("vbl", {"form": "individual"}),
}
TABLES = st.integers(3, 40) | st.sampled_from([59, 60, 61, 100])
few = settings(max_examples=12, deadline=None)
every_scheme = pytest.mark.parametrize("name", SESSIONS)


def facts(name: str, tables: Fraction | int) -> tuple[str, dict[str, str]]:
    scheme, known = SESSIONS[name]
    typed = {**known, "tables": str(float(tables))}
    if scheme == "nz":  # the sources do not say how a third is rounded
        typed["awards"] = str(ceil(Fraction(tables) / 3))
    return scheme, typed


def awards(name: str, tables: Fraction | int, **more: str) -> list[Fraction]:
    scheme, typed = facts(name, tables)
    return [award.points for award in award_session(scheme_named(scheme).newest, typed | more).awards]


@every_scheme
@few
@given(tables=TABLES)
def test_more_tables_never_give_less(name: str, tables: int):
    steps = (
        [tables, tables + 1] if SESSIONS[name][1]["form"] == "teams" else [tables, tables + Fraction(1, 2), tables + 1]
    )
    for fewer, more in pairwise([awards(name, count) for count in steps]):
        for less, greater in zip_longest(fewer, more, fillvalue=Fraction(0)):
            assert less <= greater


@every_scheme
@few
@given(tables=TABLES)
def test_better_places_never_get_less(name: str, tables: int):
    points = awards(name, tables)
    assert points == sorted(points, reverse=True)
    assert all(value > 0 for value in points) or name.startswith("vbl")


@every_scheme
@few
@given(tables=st.integers(6, 40), data=st.data())
def test_what_tied_places_get_adds_up(name: str, tables: int, data: st.DataObject):
    edition = scheme_named(SESSIONS[name][0]).newest
    untied = awards(name, tables)
    place = data.draw(st.integers(1, min(len(untied), tables - 2)))
    tied = data.draw(st.integers(2, min(5, tables - place)))
    found = awards(name, tables, places=",".join([f"{place}="] * tied))
    assert len(found) == tied
    assert len(set(found)) == 1
    places = untied[place - 1 : place - 1 + tied]
    exact = sum(places) / (tied if edition.ties is Ties.SHARE else len(places))
    if edition.scheme == "ebu":  # nothing is less than the minimum
        exact = max(exact, Fraction(12 if name == "ebu-long" else 6))
    # The places above are rounded as well, so that both may be up to one unit off.
    assert abs(found[0] - exact) <= Fraction(1, 10**edition.rounding.decimals)


SPLIT = {
    "abf": {"weight": "1.5"},
    "acbl-club": {},
    "ebu": {"boards": "24"},
    "ebu-simultaneous": {"last": "25"},
    "vbl": {},
}


def in_each_ranking(scheme: str, winners: int, tables: int, **more: str) -> list[Fraction]:
    typed = {"form": "pairs", "winners": str(winners), "tables": str(tables), **SPLIT[scheme], **more}
    return [award.points for award in award_session(scheme_named(scheme).newest, typed).awards]


@pytest.mark.parametrize("scheme", SPLIT)
@few
@given(tables=TABLES)
def test_no_place_gets_more_when_a_session_is_split_into_two_rankings(scheme: str, tables: int):
    whole, split = (in_each_ranking(scheme, winners, tables) for winners in (1, 2))
    assert len(split) <= len(whole)
    assert all(part <= undivided for part, undivided in zip(split, whole, strict=False))


def test_what_two_rankings_of_a_short_session_get_more_is_the_published_step():
    """Steps of ten, not six: with a quarter rewarded the first in a line of five or six tables has 20 instead of 18."""
    more = [
        tables
        for tables in range(3, 31)
        if any(
            part > undivided
            for part, undivided in zip(
                in_each_ranking("ebu", 2, tables, boards="16"),
                in_each_ranking("ebu", 1, tables, boards="16"),
                strict=False,
            )
        )
    ]
    assert more == [5, 6]


@few
@given(tables=st.integers(2, 15))
def test_abf_pays_no_more_in_all_where_the_award_is_by_the_table(tables: int):
    whole, split = (sum(in_each_ranking("abf", winners, tables)) for winners in (1, 2))
    assert 2 * split <= whole + Fraction(tables, 100)  # each award is rounded to a hundredth
