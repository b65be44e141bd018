"""Files that are no Bridgemate files, or half of one, or of somebody who means harm: one sentence, and nothing else."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.interchange import file_bytes, files
from scoring.interchange.bridgemate import document, reader, writer
from scoring.interchange.bridgemate.jet import COMMIT_AT, JET3, MASK_AT, MASK_KEY, PAGE_KEY_AT, mask
from scoring.interchange.bridgemate.jet_database import write_database
from scoring.interchange.document import FileError
from scoring.interchange.run import run
from scoring.interchange.scored import ScoringOptions
from tests.scoring.interchange.bridgemate.jet4 import write_jet4
from tests.scoring.interchange.bridgemate.test_written_files import EVENING, FULL

WHOLE = writer.write(FULL, EVENING)
WHOLE_4 = write_jet4(writer.file_tables(FULL, EVENING))


def encrypted(data: bytes) -> bytes:
    """As Access leaves the header of an encrypted file: the key of the pages is in it."""
    plain = bytearray(mask(MASK_KEY, data[MASK_AT : MASK_AT + JET3.mask_size]))
    plain[PAGE_KEY_AT - MASK_AT] = 7
    return data[:MASK_AT] + mask(MASK_KEY, bytes(plain)) + data[MASK_AT + JET3.mask_size :]


UNREADABLE = {
    "nothing": (b"", "is empty"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(5000), "not a Bridgemate file"),
    "a table of text": (b"Section,Table,Round\n1,1,1\n", "not a Bridgemate file"),
    "half a file": (WHOLE[: len(WHOLE) // 2 + 700], "breaks off"),
    "its first page": (WHOLE[:2048], "breaks off"),
    "whole pages are missing": (WHOLE[: 2048 * 8], "damaged"),
    "being written to": (WHOLE[:COMMIT_AT] + bytes(2) + WHOLE[COMMIT_AT + 2 :], "being written to"),
    "encrypted": (encrypted(WHOLE), "is encrypted"),
    "Access 2007": (WHOLE[:20] + b"\x02" + WHOLE[21:], "another version"),
    "another database": (write_database([], 46_342.0), "not Bridgemate's: it has no table Section"),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_one_sentence_says_what_is_wrong_and_what_to_do(kind: str) -> None:
    data, words = UNREADABLE[kind]
    with pytest.raises(FileError) as error:
        reader.parse(data, "monday.bws")
    assert str(error.value).startswith("monday.bws")
    assert words in str(error.value)


def test_a_file_before_the_first_result_says_so() -> None:
    with pytest.raises(FileError, match="no results yet"):
        document.parse(writer.write(writer.BridgemateFile(sections=FULL.sections), EVENING))


def test_the_command_that_scores_a_file_says_it_with_its_exit_code(tmp_path: Path) -> None:
    path = tmp_path / "monday.bws"
    path.write_bytes(WHOLE[:5000])
    answer = run(path, ScoringOptions())
    assert (answer.code, answer.text) == (2, "monday.bws breaks off: copy it again when nothing is writing to it.")


def test_a_file_that_changes_while_it_is_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "monday.bws"
    path.write_bytes(WHOLE)
    states = iter([path.stat().st_mtime_ns, path.stat().st_mtime_ns + 1])
    real = file_bytes.os.fstat

    class Changed:
        def __init__(self, descriptor: int) -> None:
            known = real(descriptor)
            self.st_mode, self.st_size, self.st_mtime_ns = known.st_mode, known.st_size, next(states)

    monkeypatch.setattr(file_bytes.os, "fstat", Changed)
    with pytest.raises(FileError, match="changed while it was read"):
        files.read(path)


@pytest.mark.parametrize("whole", [WHOLE, WHOLE_4], ids=["Jet 3", "Jet 4"])
@given(changes=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=4)), max_size=8))
@settings(max_examples=60)
def test_no_damage_is_more_than_a_sentence(whole: bytes, changes: list[tuple[float, bytes]]) -> None:
    data = bytearray(whole)
    for where, what in changes:
        at = int(where * len(data))
        data[at : at + len(what)] = what
    _read_or_refuse(bytes(data))


@given(size=st.integers(0, len(WHOLE)))
@settings(max_examples=60)
def test_no_file_breaks_off_unnoticed_or_with_a_fault(size: int) -> None:
    _read_or_refuse(WHOLE[:size])


def _read_or_refuse(data: bytes) -> None:
    """Reads it, or says a sentence; any other error is the test's."""
    with contextlib.suppress(FileError):
        document.to_document(reader.parse(data))
