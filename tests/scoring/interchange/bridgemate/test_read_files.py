"""Files that others wrote: a real one of a club (Jet 3), and the same tables as Access 2000 keeps them (Jet 4)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scoring.engine.cards import Seat
from scoring.interchange.bridgemate import reader, writer
from scoring.interchange.bridgemate.jet_index import entry, key_part
from scoring.interchange.bridgemate.jet_reader import JetFile
from scoring.interchange.bridgemate.records import FileResult
from scoring.interchange.bridgemate.tables import TABLES
from tests.scoring.golden import GOLDEN, needs_golden
from tests.scoring.interchange.bridgemate.jet4 import write_jet4
from tests.scoring.interchange.bridgemate.leaves import IndexRead, indexes, rows_with_places
from tests.scoring.interchange.bridgemate.others import by_mdbtools, in_words, needs_mdbtools
from tests.scoring.interchange.bridgemate.test_written_files import EVENING, FULL

CLUB = GOLDEN / "bws" / "club-jet3.bws"
MOMENTS = {"DateLog", "TimeLog", "Date", "Time"}


@needs_golden
def test_a_real_evening_is_read_with_everything_in_it() -> None:
    file = reader.parse(CLUB.read_bytes())
    assert (len(file.results), len(file.rounds), len(file.players), len(file.names)) == (270, 90, 40, 14_020)
    assert sum(row.remarks == "Not played" for row in file.results) == 6
    assert file.results[0] == FileResult(
        *(1, 1, 1, 1, 1, 1, 1, 1, "N", "4 S", "+2"), date=file.results[0].date, time=file.results[0].time
    )
    assert file.letter(1) == "A"
    assert file.guid == "39D3C99AFD5C4BF89B2D119440CE7459"
    assert file.settings[0]["MemberNumbers"] is True
    assert all(sum(map(len, suits)) == 13 for hand in file.hands for suits in hand.hands.values())


@needs_golden
@needs_mdbtools
def test_every_row_and_column_is_what_mdbtools_reads() -> None:
    jet = JetFile(CLUB.read_bytes())
    theirs = by_mdbtools(CLUB)
    assert set(jet.table_names) == set(theirs)
    for table, rows in theirs.items():
        ours = [
            {name: in_words(cell, is_date=name in MOMENTS) for name, cell in row.items()} for row in jet.rows(table)
        ]
        assert ours == rows, table


@needs_mdbtools
def test_the_same_tables_in_an_access_2000_file_are_the_same_records(tmp_path: Path) -> None:
    tables = writer.file_tables(FULL, EVENING)
    path = tmp_path / "jet4.bws"
    path.write_bytes(write_jet4(tables))
    assert {name: len(rows) for name, rows in by_mdbtools(path).items()} == {
        table.name: len(table.rows) for table in tables
    }
    assert JetFile(path.read_bytes()).version == 4
    assert reader.parse(path.read_bytes()) == reader.parse(writer.write(FULL, EVENING))


# --- Indexes ---------------------------------------------------------------------------------------------------------
def keys_of(jet: JetFile, table: str, index: IndexRead) -> list[bytes]:
    kinds = {column.name: column.kind for column in TABLES[table]}
    return sorted(
        entry(b"".join(key_part(kinds[name], row[name]) for name in index.columns), page, place)
        for row, page, place in rows_with_places(jet, table)
    )


@pytest.mark.parametrize("table", ["PlayerNames", "HandEvaluation", "Session"])
def test_our_indexes_lead_to_every_row_in_the_order_of_their_keys(table: str) -> None:
    new = writer.NewFile(46_342.8, "Evening", tricks={(1, 1): dict.fromkeys(Seat, (1, 2, 3, 4, 5))})
    jet = JetFile(writer.write(FULL, new))
    found = indexes(jet, table)
    assert found
    for index in found:
        assert index.entries == keys_of(jet, table, index)


@needs_golden
@pytest.mark.parametrize("table", ["HandEvaluation", "Session"])
def test_our_keys_are_those_that_access_wrote(table: str) -> None:
    jet = JetFile(CLUB.read_bytes())
    for index in indexes(jet, table):
        assert index.entries == keys_of(jet, table, index)


@needs_golden
def test_numbers_as_texts_are_sorted_as_access_sorts_them() -> None:
    """The numbers in this file were replaced, those in its index were not: only their form can be compared."""
    jet = JetFile(CLUB.read_bytes())
    index = next(index for index in indexes(jet, "PlayerNames") if index.columns == ("strID",))
    assert index.entries == sorted(index.entries)
    places = {(page, place) for _row, page, place in rows_with_places(jet, "PlayerNames")}
    assert {(int.from_bytes(item[-4:-1], "big"), item[-1]) for item in index.entries} == places
    digits = re.compile(rb"\x7f[\x56-\x5f]+\x00", re.DOTALL)
    assert all(digits.fullmatch(item[:-4]) for item in index.entries)
    number = "".join(str(byte - 0x56) for byte in index.entries[0][1:-5])
    assert entry(key_part(TABLES["PlayerNames"][2].kind, number), *_place(index.entries[0])) == index.entries[0]


def _place(item: bytes) -> tuple[int, int]:
    return int.from_bytes(item[-4:-1], "big"), item[-1]
