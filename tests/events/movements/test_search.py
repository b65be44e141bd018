"""The searches that made the stored data still find designs, and give the same ones for the same seed."""

import random
from dataclasses import replace

import numpy as np
import pytest

from events.movements.design_search import find_grid, find_lines
from events.movements.designs import stored_lines
from events.movements.orientation import influence_variance, turn_cells, turn_tables
from events.movements.starter_search import any_starter, find_starter
from events.movements.starters import Lines, Starter
from events.movements.whist import WhistStarter
from events.movements.whist import stored_lines as whist_lines
from events.movements.whist_search import find_whist
from script._find_starters import search, wanted, whist_line


@pytest.mark.parametrize("tables", range(5, 41, 3))
def test_starters_are_found_for_every_length(tables: int) -> None:
    for order in range(tables + 2, 2 * tables, 5):
        if (order, tables) != (8, 5):
            found = find_starter(order, tables, seed=7)
            assert found is not None, (order, tables)
            assert found.flaw() is None
            assert (found.pairs, found.tables) == (2 * tables, tables)


def test_the_same_seed_finds_the_same_starter() -> None:
    assert find_starter(13, 9, seed=3) == find_starter(13, 9, seed=3)


@pytest.mark.parametrize(("order", "tables"), [(6, 4), (8, 5), (7, 6), (9, 8)])
def test_where_no_starter_exists_none_is_found(order: int, tables: int) -> None:
    assert find_starter(order, tables, attempts=40) is None


@pytest.mark.parametrize("tables", [6, 8, 10])
def test_two_lines_serve_one_round_more_than_an_even_number_of_tables(tables: int) -> None:
    found = find_lines(tables)
    assert found is not None
    assert found.flaw() is None


def test_two_tables_may_share_instead() -> None:
    found = find_starter(25, 24, sharing=True)
    assert found is not None
    assert found.flaw() is None
    assert len(set(found.adders)) == 23


@pytest.mark.parametrize(("pairs", "order"), [(8, 6), (10, 8)])
def test_the_two_small_designs_without_a_starter(pairs: int, order: int) -> None:
    found = find_grid(pairs, order)
    assert found is not None
    assert found.flaw() is None


@pytest.mark.parametrize(("players", "moduli"), [(8, (7,)), (9, (3, 3)), (12, (11,)), (13, (13,)), (16, (15,))])
def test_whist_tournaments_are_found(players: int, moduli: tuple[int, ...]) -> None:
    found = find_whist(players, moduli, seed=5)
    assert found is not None
    assert found.flaw() is None


def test_turning_tables_improves_balance() -> None:
    starter = find_starter(13, 8)
    assert starter is not None
    rows = starter.rows()
    before = influence_variance(rows, 16, np.ones((13, 8)))
    flips, switched = turn_tables(rows, 16, 2)
    assert len(flips) == 8
    assert 0 <= switched <= 2
    turned = [
        [cell if not flips[cell.table] else type(cell)(cell.table, cell.ew, cell.ns, cell.board_set) for cell in row]
        for row in rows
    ]
    assert influence_variance(turned, 16, np.ones((13, 8))) <= before
    single = turn_cells(rows, 16)
    assert influence_variance(single, 16, np.ones((13, 8))) <= before


def test_the_stored_lines_are_what_the_script_writes() -> None:
    assert search([(28, 20), (40, 33)]) == [stored_lines()[28, 20], stored_lines()[40, 33]]
    assert whist_line(13) == whist_lines()[13]


@pytest.mark.long
@pytest.mark.parametrize("pairs", range(8, 82, 6))
def test_all_stored_lines_are_what_the_script_writes(pairs: int) -> None:
    sizes = [size for size in wanted(pairs // 2) if size[0] == pairs]
    assert search(sizes) == [stored_lines()[size] for size in sizes]


class TestFlaws:
    """Each condition is really looked at."""

    SOUND = Starter(7, ((0, 1), (2, 5), (4, 6)), (3,), (6, 0, 4, 1))

    def test_a_sound_starter(self) -> None:
        assert self.SOUND.flaw() is None

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"singles": (2,)}, "seat every"),
            ({"adders": (6, 6, 4, 1)}, "same board set"),
            ({"adders": (6, 0, 4)}, "same board set"),
            ({"couples": ((0, 1), (2, 4), (5, 6))}, "meet twice"),
            ({"adders": (5, 0, 4, 1)}, "board set twice"),
        ],
    )
    def test_broken_starters(self, changes: dict[str, object], words: str) -> None:
        assert words in str(replace(self.SOUND, **changes).flaw())  # type: ignore[arg-type]

    def test_half_the_order_is_no_difference(self) -> None:
        assert "meet twice" in str(Starter(6, ((0, 3), (1, 2)), (4, 5), (0, 1, 2, 3)).flaw())

    def test_broken_lines(self) -> None:
        found = find_lines(6)
        assert isinstance(found, Lines)
        assert "seat every" in str(replace(found, upper=(0, 0)).flaw())
        assert "same board set" in str(replace(found, adders=(0,) * 5).flaw())
        assert "meet twice" in str(replace(found, last=found.outside).flaw())

    def test_broken_grids(self) -> None:
        found = find_grid(8, 6)
        assert found is not None
        assert "every pair once" in str(replace(found, cells=(found.cells[1], *found.cells[1:])).flaw())

    def test_broken_whist(self) -> None:
        sound = find_whist(8, (7,))
        assert isinstance(sound, WhistStarter)
        (n, e, s, w), other = sound.tables
        assert "repeats" in str(WhistStarter(8, (7,), ((n, s, e, w), other)).flaw())
        assert "seat everyone" in str(WhistStarter(8, (7,), ((n, n, s, w), other)).flaw())

    def test_backtracking_alone_finds_small_starters(self) -> None:
        rng = random.Random(1)
        assert any(any_starter(9, 5, rng) for _ in range(300))
