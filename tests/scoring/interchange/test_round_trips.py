"""Whatever a session is, what is written of it is read back, as far as the format can carry it."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.engine.deal import Deal
from scoring.engine.errors import NotationError, ScoringError
from scoring.engine.sheet import parse_artificial
from scoring.interchange import csv_writer, deals
from scoring.interchange.contract_words import result_words
from scoring.interchange.deals import BoardDeal
from scoring.interchange.document import (
    Document,
    FileAward,
    FileContestant,
    FileError,
    FileLine,
    FileOrigin,
    FilePerson,
    Key,
    PublishedStanding,
    joined_names,
)
from scoring.interchange.files import parse
from scoring.interchange.outline import outline
from scoring.interchange.pbn import writer as pbn
from scoring.interchange.scored import ScoringOptions
from scoring.interchange.usebio import rules
from scoring.interchange.usebio import writer as usebio
from tests.scoring.golden import PROFILES, needs_golden, path
from tests.scoring.interchange.test_programs import ACBL, BRIDGEWEBS, JANNERSTEN, NORWAY, PLAIN, TABLE, spreadsheet
from tests.scoring.sessions import many

WRITERS: dict[str, Callable[[Document], bytes]] = {
    "usebio": usebio.write,
    "usebio13": lambda document: usebio.write(document, "1.3"),
    "pbn": pbn.write,
    "csv": csv_writer.write,
}
NAMES = st.text(st.characters(categories=("Lu", "Ll", "Lo"), max_codepoint=0x2FFF), min_size=1, max_size=12)
RESULTS = st.one_of(
    st.tuples(
        st.sampled_from(["1C", "3NT", "4SX", "6HXX", "7D"]), st.sampled_from("NESW"), st.integers(0, 13).map(str)
    ),
    st.just(("PASS", "", "")),
)
SCORES = st.sampled_from(["A", "A+/A-", "A-/A+", "A60/60", "A70/30", "NP"])


@st.composite
def lines(draw: st.DrawFn, board: int, ns: str, ew: str, section: str) -> FileLine:
    points = draw(st.integers(0, 40)) / 2
    told = {"board": str(board), "ns": ns, "ew": ew, "section": section}
    told |= {"points_ns": f"{points:.2f}", "points_ew": f"{20 - points:.2f}"}
    if draw(st.integers(0, 5)) == 0:
        score = draw(SCORES)
        return FileLine(**told | ({"points_ns": "", "points_ew": ""} if score == "NP" else {}), score=score)
    contract, declarer, tricks = draw(RESULTS)
    return FileLine(
        **told, contract=contract, declarer=declarer, tricks=tricks, score=str(draw(st.integers(-20, 20)) * 10)
    )


@st.composite
def documents(draw: st.DrawFn) -> Document:
    individual = draw(st.booleans())
    sections = ["A", "B"] if not individual and draw(st.booleans()) else [""]
    count = draw(st.sampled_from([4, 8]))
    rows: list[FileLine] = []
    people: dict[Key, str] = {}
    contestants: dict[Key, FileContestant] = {}
    standings: dict[Key, PublishedStanding] = {}
    for section in sections:
        numbers = [str(number) for number in range(1, count + 1)]
        for number in numbers:
            names = draw(st.lists(NAMES, min_size=1 if individual else 2, max_size=1 if individual else 2, unique=True))
            key = section, number, ""
            ids = (draw(st.sampled_from(["", "7", "0123456"])) for _name in names)
            players = tuple(FilePerson(name, ident) for name, ident in zip(names, ids, strict=True))
            people[key] = " – ".join(names)
            award = (FileAward("24", "BLACK"),) if draw(st.booleans()) else ()
            contestants[key] = FileContestant(players, boards="2", awards=award)
            standings[key] = PublishedStanding(f"{draw(st.integers(0, 99))}.00", "", str(draw(st.integers(1, 9))))
        for board in (1, 2):
            pairs = [joined_names(*numbers[start : start + 2]) for start in range(0, count, 2)]
            sides = pairs if individual else numbers
            tables = zip(sides[::2], sides[1::2], strict=True)
            rows += [draw(lines(board, ns, ew, section)) for ns, ew in tables]
    hands = {1: Deal.from_number(draw(st.integers(0, Deal.COUNT - 1)))} if draw(st.booleans()) else {}
    return Document(
        "any",
        tuple(rows),
        method="matchpoints",
        winners=1,
        title=draw(NAMES),
        played_on="2026-02-01",
        people=people,
        standings=standings,
        contestants=contestants,
        points_method="matchpoints",
        individual=individual,
        hands=hands,
        origin=FileOrigin(program="Any"),
    )


def results(document: Document) -> list[tuple[object, ...]]:
    return [
        (row.board, row.section, row.ns, row.ew, *result_words(row)[:3], _score(row), row.points_ns, row.points_ew)
        for row in document.rows
    ]


def _score(row: FileLine) -> object:
    """What an artificial score says, however it is written."""
    try:
        return parse_artificial(row.score)
    except NotationError:
        return "" if row.score == "NP" or row.contract == "NP" else row.score


@many
@given(document=documents(), kind=st.sampled_from(list(WRITERS)))
def test_what_is_written_is_read_back(document: Document, kind: str) -> None:
    found = parse(WRITERS[kind](document))
    by_board = {"pbn": lambda row: (int(row[0]), row[1], row[2])}
    order = by_board.get(kind, lambda row: (row[1], int(row[0]), row[2]))
    assert sorted(results(found), key=order) == sorted(results(document), key=order)
    assert (found.title, found.played_on, found.method) == (document.title, "2026-02-01", "matchpoints")
    assert found.individual == document.individual
    if kind == "csv":
        return
    assert {key: document.people[key] for key in document.people} == {
        key: found.contestant_name(*key) for key in document.people
    }
    assert dict(found.standings) == dict(document.standings)
    assert dict(found.hands) == dict(document.hands)
    for key, contestant in document.contestants.items():
        ours = found.contestant(*key)
        assert ours is not None
        assert ours.players == contestant.players
        assert kind == "pbn" or ours.awards == contestant.awards


@many
@given(document=documents(), version=st.sampled_from(usebio.VERSIONS))
def test_what_is_written_keeps_the_rules_of_the_format(document: Document, version: str) -> None:
    data = usebio.write(document, version)
    assert rules.violations(ElementTree.fromstring(data)) == []
    body = data.split(b"\n")[-1]
    assert b"> <" not in body, "nothing between the elements"


def test_the_rules_find_what_is_wrong() -> None:
    wrong = {
        "<USEBIO/>": "lacks Version",
        '<USEBIO Version="1.2"><EVENT EVENT_TYPE="TIDDLYWINKS"/></USEBIO>': "TIDDLYWINKS",
        '<USEBIO Version="1.2"><CLUB><CLUB_NAME>a</CLUB_NAME>b</CLUB></USEBIO>': "USEBIO has CLUB",
        '<USEBIO Version="1.2"><EVENT_ID>a</EVENT_ID></USEBIO>': "another version",
        '<USEBIO Version="1.2"><DATE>yesterday</DATE></USEBIO>': "may not be 'yesterday'",
    }
    for text, words in wrong.items():
        assert any(words in sentence for sentence in rules.violations(ElementTree.fromstring(text))), text


@needs_golden
@pytest.mark.parametrize("name", PROFILES)
def test_every_golden_line_is_read_back_from_usebio(name: str) -> None:
    first = parse(path(name).read_bytes())
    for version in usebio.VERSIONS:
        data = usebio.write(first, version)
        assert rules.violations(ElementTree.fromstring(data)) == []
        second = parse(data)
        assert results(second) == results(first)
        assert (second.standings, second.matches, dict(second.hands)) == (
            first.standings,
            first.matches,
            dict(first.hands),
        )


# --- Damage ----------------------------------------------------------------------------------------------------------
LIN = "vg|Final,Segment 1,I,1,2,Red,0,Blue,0|rs|4SN=,4SN-1,3NTE+1,PASS|pn|a,b,c,d,e,f,g,h|\n"
LIN += "qx|o1|md|3SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,|mb|1S|mb|p|mb|p|mb|p|pc|C2|mc|9|\n"
MINUTES = 10
SOUND = [PLAIN.encode(), NORWAY.encode(), TABLE.encode(), ACBL.encode(), BRIDGEWEBS.encode(), JANNERSTEN.encode()]
SOUND += [LIN.encode(), spreadsheet(("board", "ns", "ew", "score"), (1, 1, 2, 420), (1, 3, 4, 50))]
SOUND += [deals.write([BoardDeal.of(1, Deal.from_number(7**30))], kind) for kind in deals.FORMATS]
ODD = [b"<", b"&", b"\x00", b"|", b'"', b"]", b"#", b"9" * 400, b"\xff\xfe", b"%", b"{", b"\\", b"<!ENTITY a 'b'>"]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    data = draw(st.sampled_from(SOUND))
    for _time in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        stop = min(len(data), start + draw(st.integers(0, 60)))
        put = draw(st.binary(max_size=8) | st.sampled_from(ODD) | st.just(data[start:stop] * 2))
        data = data[:start] + put + data[stop:]
    return data


def read_all(data: bytes) -> None:
    """Every reader, and all that is done with what it reads: a sentence or a document, and nothing else."""

    with suppress(FileError):
        document = parse(data)
        with suppress(ScoringError):
            outline(document, ScoringOptions(profile=""))
        for write in WRITERS.values():
            with suppress(ScoringError):
                parse(write(document))
    with suppress(FileError):
        deals.parse(data)


@many
@given(data=damaged())
def test_no_damage_leads_to_a_traceback(data: bytes) -> None:
    read_all(data)


@pytest.mark.long
def test_no_damage_leads_to_a_traceback_in_ten_minutes() -> None:
    """Other damage in every run, until the time is over."""
    end = time.monotonic() + MINUTES * 60

    @settings(max_examples=500, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(data=damaged())
    def read_damaged(data: bytes) -> None:
        if time.monotonic() < end:
            read_all(data)

    while time.monotonic() < end:
        read_damaged()


@many
@given(data=st.binary(max_size=400))
def test_no_bytes_lead_to_a_traceback(data: bytes) -> None:
    read_all(data)
