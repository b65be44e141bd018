"""Mistakes planted in plausible results are found, and clean results accuse nobody."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.boards import Conditions
from scoring.engine.cards import Seat, Side, Strain
from scoring.engine.contract import Contract, Result
from scoring.engine.fit import Traveller, comparable_result, turned_result
from scoring.engine.fouled import find_foul
from scoring.engine.suspects import Mistake, PlacedResult, suspects
from tests.scoring.plausible import Cards, field_of, played

SEEDS = st.integers(0, 10**6)
# One false alarm in so many results is what we allow ourselves.
RARE = 250


def clear(row: PlacedResult, rows: list[PlacedResult]) -> bool:
    """Whether the field is of one mind about the board, and this table with it."""
    results = [other.comparable for other in rows if other.board == row.board]
    sides = {result.side for result in results}
    return len(sides) == 1 and None not in sides and Traveller(results).fit(row.comparable, row.comparable) >= 0.4


def strong_field(seed: int) -> list[PlacedResult]:
    """Every board has one right place, and nearly every table finds it."""
    chance = random.Random(seed)
    sides = {board: chance.choice(list(Side)) for board in range(1, 31)}
    game = {Side.NS: Seat.NORTH, Side.EW: Seat.EAST}
    rows = []
    for row in field_of(seed):
        tricks = 10 + chance.choice([-1, 0, 0, 0, 0, 1])
        result = Result(Contract(4, Strain.SPADES), game[sides[row.board]], tricks)
        rows.append(replace(row, result=result))
    return rows


def turn(rows: list[PlacedResult], where: object) -> list[PlacedResult]:
    return [replace(row, result=turned_result(row.result)) if where(row) else row for row in rows]  # type: ignore[operator]


def test_clean_strong_fields_accuse_hardly_anybody() -> None:
    results = alarms = 0
    for seed in range(20):
        rows = field_of(seed)
        results += len(rows)
        alarms += len(suspects(rows))
    assert alarms * RARE <= results


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_a_board_that_lay_the_other_way_is_found(seed: int) -> None:
    rows = field_of(seed)
    sure = [row for row in rows if clear(row, rows) and abs(row.comparable.score) >= 300]
    if not sure:
        return
    wrong = random.Random(seed).choice(sure)
    found = suspects(turn(rows, lambda row: row.key == wrong.key))
    assert wrong.key in {key for one in found for key in one.keys}


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_a_table_that_sat_the_other_way_is_found_for_the_whole_round(seed: int) -> None:
    rows = field_of(seed)
    tables = {(row.round, row.table) for row in rows}
    sure = [at for at in sorted(tables) if all(clear(row, rows) for row in rows if (row.round, row.table) == at)]
    if not sure:
        return
    wrong = random.Random(seed).choice(sure)
    found = suspects(turn(rows, lambda row: (row.round, row.table) == wrong))
    assert [(one.round, one.table) for one in found if one.mistake is Mistake.TURNED_TABLE] == [wrong]


@settings(max_examples=10, deadline=None)
@given(SEEDS, st.integers(1, 10))
def test_a_forgotten_arrow_switch_is_one_suspicion_not_ten(seed: int, number: int) -> None:
    rows = strong_field(seed)
    found = suspects(turn(rows, lambda row: row.round == number))
    assert (found[0].mistake, found[0].round, found[0].table) == (Mistake.TURNED_ROUND, number, None)
    assert len(found) <= 3


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_scores_under_each_others_boards_are_found(seed: int) -> None:
    rows = field_of(seed)
    pairs = [
        (one, other)
        for one, other in pairwise(rows)
        if (one.round, one.table) == (other.round, other.table)
        and clear(one, rows)
        and clear(other, rows)
        and one.comparable.side is not other.comparable.side
        and min(abs(one.comparable.score), abs(other.comparable.score)) >= 300
        and one.comparable.score * other.comparable.score < 0
    ]
    if not pairs:
        return
    one, other = random.Random(seed).choice(pairs)
    crossed = {one.key: other.result, other.key: one.result}
    found = suspects([replace(row, result=crossed.get(row.key, row.result)) for row in rows])
    assert {one.key, other.key} <= {key for each in found for key in each.keys}


def test_what_the_director_found_right_is_not_shown_again() -> None:
    rows = field_of(3)
    wrong = next(row for row in rows if clear(row, rows) and abs(row.comparable.score) >= 400)
    odd = turn(rows, lambda row: row.key == wrong.key)
    assert any(wrong.key in one.keys for one in suspects(odd))
    decided_boards = [replace(row, checked=row.key == wrong.key) for row in odd]
    assert not any(wrong.key in one.keys for one in suspects(decided_boards))


def test_a_few_tables_accuse_nobody() -> None:
    rows = [row for row in field_of(1) if row.table <= 4]
    assert not suspects([row for row in rows if row.board <= 12][:12])


@pytest.mark.parametrize("text", ["7NTXX-13 N", "7NTX-13 S", "3NT-9 E", "4SXX-4 W"])
def test_a_result_that_no_table_makes_is_asked_about_without_any_field(text: str) -> None:
    row = PlacedResult(1, 1, 1, 1, 1, 1, Result.parse(text), Conditions.of(1))
    (found,) = suspects([row])
    assert (found.mistake, found.keys) == (Mistake.UNLIKELY, (1,))
    assert found.evidence[0].instead is None
    assert not suspects([replace(row, checked=True)])


@pytest.mark.parametrize("text", ["4SX-5 N", "1NT-6 E", "2SXX-2 W", "1C+6 N", "7NTXX= S"])
def test_a_bad_evening_is_not_a_slip(text: str) -> None:
    assert not suspects([PlacedResult(1, 1, 1, 1, 1, 1, Result.parse(text), Conditions.of(1))])


def test_a_score_that_is_nowhere_near_any_other_is_asked_about() -> None:
    """Seven tables are in a part score; one says a redoubled grand slam. Turned it would fit no better."""
    part = Result.parse("2H= N")
    rows = [PlacedResult(at, 1, at, 1, 1, 1, part, Conditions.of(1)) for at in range(1, 8)]
    odd = PlacedResult(9, 1, 9, 1, 1, 1, Result.parse("7HXX= N"), Conditions.of(1))
    (found,) = suspects([*rows, odd])
    assert (found.mistake, found.keys) == (Mistake.UNLIKELY, (9,))


def test_double_dummy_speaks_with_the_field() -> None:
    """Five tables made game; at the sixth East made it too, and double dummy gives East four tricks."""
    game = Result(Contract(4, Strain.SPADES), Seat.NORTH, 10)
    rows = [PlacedResult(at, 1, at, 1, 1, 1, game, Conditions.of(1)) for at in range(5)]
    odd = PlacedResult(9, 1, 9, 1, 1, 1, turned_result(game), Conditions.of(1))
    known = {1: {"N": {"S": 10}, "S": {"S": 10}, "E": {"S": 3}, "W": {"S": 3}}}
    without, with_it = suspects([*rows, odd]), suspects([*rows, odd], known)
    assert without[0].keys == with_it[0].keys == (9,)
    assert with_it[0].gain > without[0].gain


def two_deals(seed: int, at: int, count: int) -> list[Result]:
    """A board on which the cards of the two sides changed hands."""
    chance = random.Random(seed)
    before = Cards(Side.NS, Strain.SPADES, 10, Strain.HEARTS, Strain.CLUBS, 10)
    after = Cards(Side.EW, Strain.DIAMONDS, 9, Strain.NOTRUMP, Strain.HEARTS, 10)
    return [played(before if number < at else after, chance) for number in range(count)]


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.integers(4, 9))
def test_the_round_in_which_a_board_was_fouled_is_found(seed: int, at: int) -> None:
    results = [comparable_result(result, Conditions.of(1)) for result in two_deals(seed, at, 13)]
    foul = find_foul(results)
    assert foul is not None
    assert foul.likelihood > 0.5
    assert foul.after == at


def test_boards_that_nobody_fouled_are_left_alone() -> None:
    boards = alarms = 0
    for seed in range(12):
        rows = field_of(seed)
        for board in sorted({row.board for row in rows}):
            travelled = sorted((row for row in rows if row.board == board), key=lambda row: row.round)
            foul = find_foul([row.comparable for row in travelled])
            boards += 1
            alarms += foul is not None and foul.likelihood >= 0.75
    assert alarms <= boards / 50


@pytest.mark.parametrize("count", [0, 1, 4])
def test_few_results_say_nothing_about_fouls(count: int) -> None:
    assert find_foul([comparable_result(Result(), Conditions.of(1))] * count) is None
