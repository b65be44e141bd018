"""In a Swiss a match can be seated anywhere: whoever needs it keeps the table and the side."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from events.movements.drawing import with_kept_seats
from events.movements.seats import TableSeat


@given(st.permutations(range(1, 13)), st.integers(1, 12), st.integers(1, 6), st.sampled_from(["NS", "EW"]))
def test_one_who_needs_it_keeps_the_seat_and_nobody_is_lost(order: list[int], who: int, table: int, side: str) -> None:
    matches = list(zip(order[::2], order[1::2], strict=True))
    seated = with_kept_seats(matches, {who: TableSeat(table, side)})
    assert {frozenset(match) for match in seated} == {frozenset(match) for match in matches}
    assert seated[table - 1][("NS", "EW").index(side)] == who


def test_those_who_do_not_need_it_sit_in_the_order_of_the_draw() -> None:
    assert with_kept_seats([(1, 2), (3, 4), (5, 6)], {6: TableSeat(1, "NS")}) == [(6, 5), (1, 2), (3, 4)]


def test_two_who_need_it_and_meet_cannot_both_have_it() -> None:
    kept = {1: TableSeat(1, "NS"), 2: TableSeat(2, "NS")}
    assert with_kept_seats([(3, 4), (1, 2)], kept) == [(1, 2), (3, 4)]


def test_a_table_that_is_not_there_any_more_is_not_kept() -> None:
    assert with_kept_seats([(1, 2)], {2: TableSeat(4, "NS")}) == [(1, 2)]
