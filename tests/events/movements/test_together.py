"""Sections under one clock play rounds of the same length."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.movements.model import MovementKind
from events.movements.recommend import MovementCandidate, Wish, recommend
from events.movements.together import recommend_together

SIZES = st.integers(min_value=5, max_value=24)


@cache
def find(wish: Wish) -> tuple[MovementCandidate, ...]:
    return tuple(recommend(wish))


@settings(max_examples=8, deadline=None)
@given(st.lists(SIZES, min_size=2, max_size=3), st.sampled_from([24, 26]))
def test_every_section_has_a_movement_with_as_many_boards_a_round(sizes: list[int], boards: int) -> None:
    found = recommend_together([Wish(size, boards=boards) for size in sizes], find=find)
    assert [one.movement.contestants for one in found] == sizes
    assert len({one.movement.boards_per_set for one in found}) == 1


def test_a_section_alone_plays_what_is_recommended_for_it() -> None:
    wish = Wish(12, boards=26)
    assert recommend_together([wish], find=find) == [find(wish)[0]]


@pytest.mark.parametrize("length", [2, 3])
def test_the_length_that_is_laid_down_is_kept(length: int) -> None:
    (found,) = recommend_together([Wish(14, boards=26)], boards_per_round={length}, find=find)
    assert found.movement.boards_per_set == length


def test_rounds_are_as_many_as_the_others_play_where_that_costs_little() -> None:
    (found,) = recommend_together([Wish(26, boards=26)], boards_per_round={3}, rounds=9, find=find)
    assert len(found.movement.rounds) == 9


def test_only_the_kind_that_is_asked_for_is_played() -> None:
    found = recommend_together([Wish(size, boards=26, kind=MovementKind.HOWELL) for size in (12, 14)], find=find)
    assert {one.request.kind for one in found} == {MovementKind.HOWELL}


def test_nothing_is_found_where_nothing_fits() -> None:
    assert recommend_together([Wish(2, boards=26)], find=find) == []
