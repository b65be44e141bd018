"""Whatever is wrong with a file, a person gets one sentence and never a traceback."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.interchange.files import LIMIT
from scoring.interchange.run import run
from scoring.interchange.scored import ScoringOptions
from tests.scoring.golden import needs_golden, path
from tests.scoring.interchange.test_readers import CSV, PBN, USEBIO, usebio_line
from tests.scoring.sessions import many

SOUND = USEBIO.format(lines=usebio_line("1", "2", "4S", "N", "10", "420"))
BOMB = '<!DOCTYPE USEBIO [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><USEBIO><EVENT>&b;</EVENT></USEBIO>'
OUTSIDE = '<?xml version="1.0"?><!DOCTYPE USEBIO [<!ENTITY a SYSTEM "file:///etc/passwd">]><USEBIO>&a;</USEBIO>'

UNREADABLE = {
    "truncated": (SOUND[: len(SOUND) // 2].encode(), "damaged at line"),
    "truncated in a word": (SOUND[:-3].encode(), "damaged at line"),
    "other letters than it says": (
        SOUND.replace("USEBIO Ver", "USEBIO x='é' Ver").encode("latin-1"),
        "UTF-8",
    ),
    "unknown letters": (SOUND.replace("utf-8", "klingon").encode(), "KLINGON"),
    "CSV in other letters": (CSV.replace("SK", "é").replace("♥", "H").encode("latin-1"), "not in UTF-8"),
    "entity bomb": (BOMB.encode(), "entities"),
    "outside entity": (OUTSIDE.encode(), "entities"),
    "no event": (b"<USEBIO></USEBIO>", "no EVENT section"),
    "no travellers": (b"<USEBIO><EVENT><PARTICIPANTS/></EVENT></USEBIO>", "no travellers"),
    "other XML": (b"<?xml version='1.0'?><rss/>", "not USEBIO"),
    "empty": (b"", "is empty"),
    "blank": (b" \n\r\n\t", "is empty"),
    "HTML": (b"<!DOCTYPE html><html><body>Not found</body></html>", "web page"),
    "XHTML": (b"<?xml version='1.0'?>\n<html xmlns='x'></html>", "web page"),
    "binary": (bytes(range(256)) * 10, "not text"),
    "prose": (b"Dear secretary,\nhere are the results.\n", "not a USEBIO, PBN or CSV file"),
    "header only": (b"board,ns,ew,score\n", "no travellers"),
    "missing column": (b"board,ns,score\n1,1,420\n", "lacks the column ew"),
    "no score column": (b"board,ns,ew\n1,1,2\n", "lacks the column score"),
    "nothing readable": (b"board,ns,ew,score\n1,1,2,zilch\n", "no result that can be read"),
    "PBN without a table": (b'[Event "x"]\n[Board "1"]\n', "no ScoreTable"),
    "PBN with an empty table": (
        b'[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n',
        "no travellers",
    ),
    "half of UTF-16": (b"\xff\xfe" + "<USEBIO>".encode("utf-16-le")[:-1], "UTF-16"),
    "an unclosed quotation": (b'board,ns,ew,score\n1,1,2,"420\n' + b"x" * 200_000, "."),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_one_sentence_and_exit_code_2(tmp_path: Path, kind: str):
    data, words = UNREADABLE[kind]
    file = tmp_path / "results.xml"
    file.write_bytes(data)
    answer = run(file, ScoringOptions())
    assert answer.code == 2
    assert words in answer.text
    assert "\n" not in answer.text
    assert answer.text.endswith((".", "."))
    assert "Error" not in answer.text


def test_300_megabytes_are_refused_before_they_are_read(tmp_path: Path):
    file = tmp_path / "huge.xml"
    with file.open("wb") as sparse:
        sparse.truncate(300_000_000)
    answer = run(file, ScoringOptions())
    assert answer == ("huge.xml has 300 MB; files of up to 100 MB are read. Export one session at a time.", 2)
    assert LIMIT == 100_000_000


def test_no_such_file_a_folder_and_one_that_may_not_be_read(tmp_path: Path):
    assert "There is no file" in run(tmp_path / "none.csv", ScoringOptions()).text
    assert "folder" in run(tmp_path, ScoringOptions()).text
    if os.geteuid() != 0:
        locked = tmp_path / "locked.csv"
        locked.touch(mode=0)
        assert "cannot be opened" in run(locked, ScoringOptions()).text


def test_utf_16_is_read(tmp_path: Path):
    file = tmp_path / "results.xml"
    file.write_bytes(SOUND.replace("utf-8", "utf-16").encode("utf-16"))
    assert run(file, ScoringOptions()).code == 0


def test_a_document_type_is_no_entity(tmp_path: Path):
    file = tmp_path / "results.xml"
    file.write_text(SOUND)
    assert run(file, ScoringOptions()).code == 0


def test_deep_nesting_is_no_traceback(tmp_path: Path):
    file = tmp_path / "deep.xml"
    file.write_text("<USEBIO><EVENT>" + "<ROUND>" * 50_000 + "</ROUND>" * 50_000 + "</EVENT></USEBIO>")
    answer = run(file, ScoringOptions())
    assert answer.code == 2
    assert "deeply nested" in answer.text


@many
@given(data=st.data())
def test_no_damage_leads_to_a_traceback(tmp_path_factory, data):
    """Bytes cut out, changed or doubled anywhere in a sound file."""
    sound = data.draw(st.sampled_from([SOUND.encode(), CSV.encode(), PBN.encode()]))
    start = data.draw(st.integers(0, len(sound)))
    stop = data.draw(st.integers(start, len(sound)))
    put = data.draw(st.binary(max_size=12) | st.sampled_from([b"", sound[start:stop] * 2, b"<", b"9" * 400, b"\x00"]))
    file = tmp_path_factory.mktemp("damaged") / "results.xml"
    file.write_bytes(sound[:start] + put + sound[stop:])
    for form in ("text", "json"):
        answer = run(file, ScoringOptions(), form)
        assert answer.code in (0, 2)
        assert "cannot be scored (" not in answer.text


@needs_golden
@pytest.mark.parametrize("cut", [0.2, 0.5, 0.9])
def test_a_golden_file_cut_short(tmp_path: Path, cut: float):
    whole = path("compscore-howell.xml").read_bytes()
    file = tmp_path / "cut.xml"
    file.write_bytes(whole[: int(len(whole) * cut)])
    assert run(file, ScoringOptions()).code == 2
