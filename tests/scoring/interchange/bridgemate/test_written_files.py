"""Files that we write: read back by our own reader, by mdbtools and by access-parser, exactly as written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from scoring.engine.cards import Seat
from scoring.interchange.bridgemate import reader, writer
from scoring.interchange.bridgemate.records import (
    BridgemateFile,
    FileHand,
    FileName,
    FilePlayer,
    FileResult,
    FileRound,
    FileSection,
    FileTable,
)
from scoring.interchange.bridgemate.tables import LIMITS, SETTINGS
from scoring.interchange.document import FileError
from tests.scoring.interchange.bridgemate.examples import FILES, NEW
from tests.scoring.interchange.bridgemate.others import by_access_parser, by_mdbtools, needs_mdbtools, written

# Each example starts programs, or builds a parser of its own; what they say needs no smallest case.
FEW = settings(
    max_examples=5,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
GUID = "0123456789ABCDEF0123456789ABCDEF"
EVENING = writer.NewFile(46_342.8, "Monday pairs", GUID, "CLUB-PC")
HELD = {
    Seat.NORTH: ("AKQJT98765432", "", "", ""),
    Seat.EAST: ("", "AKQJT98765432", "", ""),
    Seat.SOUTH: ("", "", "AKQJT98765432", ""),
    Seat.WEST: ("", "", "", "AKQJT98765432"),
}
FULL = BridgemateFile(
    sections=(FileSection(1, "A", 2, winners=2, scoring_type=1),),
    tables=(FileTable(1, 1, is_uploaded=True, is_logged_on=True), FileTable(1, 2)),
    rounds=(FileRound(1, 1, 1, 1, 3, 1, 3), FileRound(1, 2, 1, 2, 4, 4, 9, "4,6,9")),
    results=(
        FileResult(1, 1, 1, 1, 1, 1, 3, 1, "N", "4 S x", "-13", "D10", "", 46_342.0, 0.81, is_processed=True),
        FileResult(2, 1, 1, 1, 2, 1, 3, remarks="60%-40%", date=46_342.0, time=0.82),
        FileResult(1, 1, 2, 1, 4, 2, 4, 4, "E", "PASS", is_intermediate=True),
    ),
    players=(FilePlayer(1, 1, "N", "123", "Zoë Müller", 1, is_processed=True),),
    names=(FileName("123", "Zoë Müller"), FileName("A-9", "Öl")),
    hands=(FileHand(1, 1, HELD),),
    settings={1: {"LeadCard": True, "BM2Ranking": 2, "BM2PINcode": "1234"}},
)


def test_every_record_comes_back_as_it_was_written() -> None:
    back = reader.parse(writer.write(FULL, EVENING))
    ours = replace(FULL, guid=GUID, settings={1: {**SETTINGS, **FULL.settings[1]}})
    assert set(back.results) == set(ours.results)
    assert replace(back, results=()) == replace(ours, results=())


@given(FILES, NEW)
@settings(max_examples=25)
def test_whatever_is_written_is_read_back(file: BridgemateFile, new: writer.NewFile) -> None:
    back = reader.parse(writer.write(file, new))
    assert back.guid == new.guid
    for name in ("sections", "tables", "rounds", "names"):
        assert getattr(back, name) == getattr(file, name)
    assert [row.hands for row in back.hands] == [row.hands for row in file.hands]
    assert back.results == file.results
    assert [(row.number, row.name) for row in back.players] == [(row.number, row.name) for row in file.players]


@needs_mdbtools
@given(FILES, NEW)
@FEW
def test_mdbtools_reads_exactly_what_was_written(tmp_path: Path, file: BridgemateFile, new: writer.NewFile) -> None:
    path = tmp_path / "session.bws"
    path.write_bytes(writer.write(file, new))
    assert by_mdbtools(path) == written(writer.file_tables(file, new))


@given(FILES, NEW)
@FEW
def test_access_parser_reads_exactly_what_was_written(
    tmp_path: Path, file: BridgemateFile, new: writer.NewFile
) -> None:
    path = tmp_path / "session.bws"
    path.write_bytes(writer.write(file, new))
    assert by_access_parser(path) == written(writer.file_tables(file, new))


@needs_mdbtools
@pytest.mark.parametrize("members", [3_000, pytest.param(40_000, marks=pytest.mark.long)])
def test_a_large_club_and_a_long_evening_come_back_from_both(tmp_path: Path, members: int) -> None:
    """Thousands of names need indexes of several pages, and tens of thousands usage maps of another kind."""
    names = tuple(FileName(f"{number:07d}", f"Name {number}") for number in range(1, members + 1))
    results = tuple(
        FileResult(at, 1, 1 + at % 40, 1 + at // 40, 1 + at % 127, 1, 2, 1, "N", "3 NT", "=", date=46_342.0, time=0.5)
        for at in range(1, 600)
    )
    file = replace(FULL, names=names, results=results)
    path = tmp_path / "session.bws"
    path.write_bytes(writer.write(file, EVENING))
    expected = written(writer.file_tables(file, EVENING))
    assert by_mdbtools(path) == expected
    assert by_access_parser(path) == expected
    assert reader.parse(path.read_bytes()).names == names


@pytest.mark.parametrize(
    ("what", "file"),
    [
        ("sections", replace(FULL, sections=tuple(FileSection(at, "A") for at in range(1, 80)))),
        ("tables", replace(FULL, rounds=(FileRound(1, 4096, 1, 1, 2, 1, 1),))),
        ("pairs", replace(FULL, rounds=(FileRound(1, 1, 1, 5000, 2, 1, 1),))),
        ("boards", replace(FULL, rounds=(FileRound(1, 1, 1, 1, 2, 126, 128),))),
        ("boards in a round", replace(FULL, rounds=(FileRound(1, 1, 1, 1, 2, 1, 55),))),
        ("rounds", replace(FULL, rounds=(FileRound(1, 1, 256, 1, 2, 1, 1),))),
    ],
)
def test_what_bridgemates_cannot_do_is_refused_with_its_limit(what: str, file: BridgemateFile) -> None:
    with pytest.raises(FileError) as error:
        writer.write(file, EVENING)
    assert f"up to {LIMITS[what]} for the {what}" in str(error.value)


def test_letters_that_the_file_cannot_hold_are_replaced_and_long_names_cut() -> None:
    file = replace(FULL, players=(FilePlayer(1, 1, "N", "1", "Łukasz Ἀθηνᾶ von und zu Langenfeld"),), names=())
    assert reader.parse(writer.write(file, EVENING)).players[0].name == "?ukasz ????? von u"


@pytest.mark.parametrize(
    ("boards", "row"),
    [
        ((), (0, 0, "")),
        ((7,), (7, 7, "")),
        ((3, 1, 2), (1, 3, "")),
        ((1, 2, 9), (1, 9, "1,2,9")),
    ],
)
def test_boards_in_a_row_are_a_range_and_others_a_list(boards: tuple[int, ...], row: tuple[int, int, str]) -> None:
    assert writer.custom_boards(boards) == row
    assert FileRound(1, 1, 1, 1, 2, *row).boards == tuple(sorted(boards))
