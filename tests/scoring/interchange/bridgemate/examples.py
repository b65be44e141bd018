"""Bridgemate files of all kinds, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from scoring.engine.cards import Seat
from scoring.interchange.bridgemate.records import (
    SUITS,
    BridgemateFile,
    FileHand,
    FileName,
    FilePlayer,
    FileResult,
    FileRound,
    FileSection,
    FileTable,
)
from scoring.interchange.bridgemate.tables import SETTINGS
from scoring.interchange.bridgemate.writer import NewFile, custom_boards

# Letters as names have them; access-parser would take some others for UTF-8.
LETTERS = st.sampled_from([chr(code) for code in (*range(33, 127), *range(0xC0, 0x100))])
DAYS = st.integers(36_526, 55_000)


def texts(most: int, least: int = 0) -> st.SearchStrategy[str]:
    return st.text(LETTERS, min_size=least, max_size=most)


def seconds(days: st.SearchStrategy[int]) -> st.SearchStrategy[float]:
    return st.builds(lambda day, second: day + second / 86_400, days, st.integers(0, 86_399))


@st.composite
def rounds(draw: st.DrawFn) -> FileRound:
    boards = draw(st.sets(st.integers(1, 127), max_size=6))
    south, west = draw(st.sampled_from([(0, 0), (3, 4)]))
    low, high, custom = custom_boards(boards)
    where = [draw(st.integers(1, most)) for most in (3, 60, 20, 99, 99)]
    return FileRound(*where, low, high, custom, south, west)


HANDS = st.builds(
    FileHand,
    st.integers(1, 3),
    st.integers(1, 127),
    st.fixed_dictionaries({seat: st.tuples(*[st.text("AKQJT98765432", max_size=13)] * len(SUITS)) for seat in Seat}),
)
RESULTS = st.builds(
    FileResult,
    *(st.integers(1, most) for most in (30_000, 3, 60, 20, 127, 99, 99, 99)),
    direction=st.sampled_from(["N", "E", "S", "W", ""]),
    contract=st.sampled_from(["4 S", "3 NT xx", "PASS", ""]),
    result=st.sampled_from(["=", "+1", "-13", ""]),
    lead=st.sampled_from(["D10", "SA", ""]),
    remarks=texts(255),
    date=st.none() | DAYS.map(float),
    time=st.none() | seconds(st.just(0)),
    is_processed=st.booleans(),
    is_erased=st.booleans(),
    is_external=st.booleans(),
    south=st.integers(0, 99),
)
SEATED = st.builds(
    FilePlayer,
    st.integers(1, 3),
    st.integers(1, 60),
    st.sampled_from("NESW"),
    texts(16),
    texts(18),
    st.integers(0, 20),
    is_processed=st.booleans(),
)
NUMBERS = st.text("0123456789ABCabc-/ .", min_size=1, max_size=18).map(str.strip).filter(bool)
NAMES = st.builds(FileName, NUMBERS, texts(18, least=1))
TABLES = st.builds(
    FileTable, st.integers(1, 3), st.integers(1, 60), st.booleans(), st.booleans(), st.integers(0, 20), st.just(0)
)
SECTIONS = st.builds(FileSection, st.integers(1, 3), st.sampled_from("ABC"), st.integers(1, 60), winners=st.just(1))
SETTING_ROWS = st.fixed_dictionaries(
    {}, optional={name: st.booleans() for name, default in SETTINGS.items() if isinstance(default, bool)}
)
FILES = st.builds(
    BridgemateFile,
    sections=st.lists(SECTIONS, min_size=1, max_size=3, unique_by=lambda section: section.ident).map(tuple),
    tables=st.lists(TABLES, max_size=5).map(tuple),
    rounds=st.lists(rounds(), max_size=12).map(tuple),
    results=st.lists(RESULTS, max_size=20).map(tuple),
    players=st.lists(SEATED, max_size=8).map(tuple),
    names=st.lists(NAMES, max_size=60).map(tuple),
    hands=st.lists(HANDS, max_size=5).map(tuple),
    settings=st.dictionaries(st.just(1), SETTING_ROWS, max_size=1),
)
NEW = st.builds(NewFile, seconds(DAYS), texts(40), st.text("0123456789ABCDEF", min_size=32, max_size=32), texts(30))
