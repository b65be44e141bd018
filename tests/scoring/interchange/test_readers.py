"""USEBIO, PBN and CSV: what is read, how contestants are called, what is reported."""

import json
from pathlib import Path

import pytest

from scoring.interchange import files
from scoring.interchange.report import as_data
from scoring.interchange.run import run
from scoring.interchange.scored import ScoringOptions, score_document


def scored(text: str, **options) -> dict:
    return as_data(score_document(files.parse(text.encode()), ScoringOptions(**options)))


HEADER = "board,ns,ew,contract,declarer,tricks,lead,score\n"
CSV = HEADER + "1,1,2,4S,N,10,SK,\n1,3,4,3NTX,E,7,,\n1,5,6,PASS,,,,\n"
CSV += "2,1,4,,,,,A6040\n2,5,2,4♥X+1 S,,,,\n2,3,6,NP,,,,\n"


def test_csv():
    data = scored(CSV)
    first, second = data["boards"]
    assert [line["score"] for line in first["lines"]] == [420, 300, 0]
    assert first["lines"][0] == {
        "ns": "1",
        "ew": "2",
        "contract": "4S",
        "declarer": "N",
        "tricks": 10,
        "score": 420,
        "ns_points": "4.00",
        "ew_points": "0.00",
    }
    assert [line["contract"] for line in first["lines"]] == ["4S", "3NTX", "PASS"]
    assert [line["score"] for line in second["lines"]] == ["A6040", 990, "NP"]
    assert second["lines"][2]["ns_points"] is None
    assert data["problems"] == []
    assert data["method"] == "matchpoints"
    assert data["profile"] == "exact"
    assert {row["contestant"]: row["boards"] for row in data["ranking"]} == {c: 1 if c in "36" else 2 for c in "123456"}


def test_the_key_names_of_the_report():
    data = scored(CSV)
    assert list(data) == ["method", "profile", "boards", "matches", "ranking", "problems"]
    assert list(data["ranking"][0]) == ["rank", "contestant", "boards", "total", "percent"]


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_other_delimiters_orders_and_spellings(delimiter: str):
    rows = [["EW", "NS", "Board", "Score"], ["2", "1", "1", "-50"], ["4", "3", "1", "+420"]]
    data = scored("\ufeff" + "\r\n".join(delimiter.join(row) for row in rows))
    assert [line["score"] for line in data["boards"][0]["lines"]] == [-50, 420]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("1,7,8,42,N,10,,", "'42' is not a contract"),
        ("1,7,8,9S,N,10,,", "level must be 1 to 7"),
        ("1,7,8,4S,N,-1,,", "-1 tricks are impossible"),
        ("1,7,8,4S,N,14,,", "14 tricks are impossible"),
        ("1,7,8,4S,N,ten,,", "ten tricks are impossible"),
        ("1,7,8,4S,X,10,,", "'X' is not a seat"),
        ("1,7,8,4S,,10,,", "no declarer"),
        ("1,7,8,4S,N,,,", "not a result"),
        ("1,7,8,,,,,", "neither a result nor a score"),
        ("1,7,8,,,,,many", "'many' is not a score"),
        ("1,7,8,,,,,A60", "not an artificial score"),
        ("1,7,,4S,N,10,,", "who sat East-West"),
        (",7,8,4S,N,10,,", "which board"),
        ("1,7,7,4S,N,10,,", "cannot play against itself"),
        ("1,1,8,4S,N,10,,", "has a result on this board already"),
        ("1,1,2,4S,N,10,SK,", "has a result on this board already"),
    ],
)
def test_a_line_that_cannot_be_read_is_listed_and_left_out(row: str, words: str):
    data = scored(CSV + row + "\n")
    (problem,) = data["problems"]
    assert words in problem["message"]
    assert problem["line"] == 8
    assert problem["board"] == (None if row.startswith(",") else 1)
    assert len(data["boards"][0]["lines"]) == 3


@pytest.mark.parametrize(
    ("row", "words", "score"),
    [
        ("1,7,8,42,N,10,,-140", "'42' is not a contract", -140),
        ("1,7,8,4S,N,10,,620", "worth 420, but the line says 620", 620),
        ("1,7,8,,,,,425", "No contract gives 425", 425),
        ("1,7,8,4S,N,10,,4x0", "'4x0' is not a score", 420),
    ],
)
def test_a_line_whose_score_is_known_counts_and_is_listed(row: str, words: str, score: int):
    data = scored(CSV + row + "\n")
    assert words in data["problems"][0]["message"]
    assert data["boards"][0]["lines"][-1]["score"] == score


def test_numbers_that_repeat_between_directions():
    rows = "".join(f"{board},{ns},{(ns + board) % 3 + 1},,,,,{100 * ns}\n" for board in (1, 2) for ns in (1, 2, 3))
    data = scored(HEADER + rows)
    assert [row["contestant"] for row in data["ranking"]][:3] == ["3NS", "2NS", "1NS"]
    assert {row["contestant"] for row in data["ranking"][3:]} == {"1EW", "2EW", "3EW"}
    assert [data["ranking"][place]["rank"].rstrip("=") for place in (0, 3)] == ["1", "1"]
    together = scored(HEADER + rows, winners=1)
    assert sorted(int(row["rank"].rstrip("=")) for row in together["ranking"])[-1] > 3


def test_numbers_that_repeat_between_sections():
    rows = "section,board,ns,ew,score\nA,1,1,2,420\nA,1,3,4,50\nB,1,1,2,170\nB,1,3,4,100\n"
    data = scored(rows)
    assert {row["contestant"] for row in data["ranking"]} == {f"{s}{n}" for s in "AB" for n in "1234"}
    assert len(data["boards"]) == 1


PBN = """% PBN 2.1
[Event "Club night"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Scoring "MP"]
[ScoreTable "Rank\\2R;PairId_NS\\3R;PairId_EW\\3R;Contract\\5L;Declarer;Result\\2R;Score_NS\\5R;Names\\9L"]
 1   1   2 4S    N 10   420 "A & B"
 2   3   4 3NT   S  8   -50 "C & D"
 3   5   6 Pass  -  -     - -
 4   7   8 4S    N -1     - -
 5   9  10

[Event "#"]
[Board "2"]
[Vulnerable "All"]
[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_EW"]
1 4 4S N 10 -620
3 2 2H W 8 110
"""


def test_pbn():
    data = scored(PBN)
    first, second = data["boards"]
    assert [line["score"] for line in first["lines"]] == [420, -50, 0, -50]
    assert [line["score"] for line in second["lines"]] == [620, -110]
    assert ["3 values" in problem["message"] for problem in data["problems"]] == [True]
    assert data["problems"][0]["line"] == 12


def test_the_day_that_a_file_names():
    event = '[Event "Club night"]'
    pbn = PBN.replace(event, f'{event}\n[Date "2019.03.04"]')
    assert files.parse(pbn.encode()).played_on == "2019-03-04"
    assert files.parse(PBN.encode()).played_on == ""
    line = usebio_line("1", "2", "2H", "W", "8", "-110")
    usebio = USEBIO.format(lines=line).replace("<BOARD_SCORING", "<DATE>04/03/2019</DATE><BOARD_SCORING", 1)
    assert files.parse(usebio.encode()).played_on == "2019-03-04"


def test_what_is_marked_on_a_pbn_board_goes_before_its_number():
    text = PBN.replace('[Vulnerable "None"]', '[Vulnerable "All"]').replace("N 10   420", "N 10     -")
    data = scored(text)
    assert data["boards"][0]["lines"][0]["score"] == 620


USEBIO = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">
<USEBIO Version="1.2"><EVENT EVENT_TYPE="PAIRS"><BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>
<WINNER_TYPE>2</WINNER_TYPE><PARTICIPANTS/>
<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{lines}</BOARD></EVENT></USEBIO>"""


def usebio_line(ns: str, ew: str, contract: str, by: str, tricks: str, score: str) -> str:
    tags = {
        "NS_PAIR_NUMBER": ns,
        "EW_PAIR_NUMBER": ew,
        "CONTRACT": contract,
        "PLAYED_BY": by,
        "TRICKS": tricks,
    }
    inner = "".join(f"<{tag}>{value}</{tag}>" for tag, value in tags.items())
    return f"<TRAVELLER_LINE>{inner}<SCORE>{score}</SCORE></TRAVELLER_LINE>"


def test_usebio_with_a_malformed_contract():
    lines = usebio_line("1", "2", "42", "W", "8", "-110") + usebio_line("3", "4", "2H", "W", "9", "-140")
    data = scored(USEBIO.format(lines=lines))
    assert "'42'" in data["problems"][0]["message"]
    assert [line["ns_points"] for line in data["boards"][0]["lines"]] == ["2.00", "0.00"]
    assert [row["rank"] for row in data["ranking"]] == ["1", "2", "1", "2"]


def test_usebio_without_participants_is_scored_and_says_so():
    text = USEBIO.format(lines=usebio_line("1", "2", "2H", "W", "8", "-110")).replace("<PARTICIPANTS/>", "")
    (problem,) = scored(text)["problems"]
    assert "no PARTICIPANTS section" in problem["message"]
    assert (problem["board"], problem["line"]) == (None, None)


def test_several_sessions_in_one_file_are_kept_apart():
    rows = "session,board,ns,ew,score\n1,1,1,2,420\n1,1,3,4,50\n2,1,1,2,170\n2,1,4,3,100\n"
    data = scored(rows)
    assert [board["board"] for board in data["boards"]] == ["1-1", "2-1"]
    assert {row["contestant"]: row["boards"] for row in data["ranking"]} == {"1": 2, "2": 2, "3": 2, "4": 2}


def test_other_methods_and_options():
    assert scored(CSV, method="cross-imps")["ranking"][0]["percent"] is None
    assert scored(CSV, method="butler", trim="none")["method"] == "butler"
    assert scored(CSV, method="butler", trim="10%")["method"] == "butler"
    assert scored(CSV, method="imps", cap=2)["method"] == "cross-imps"
    assert scored(CSV, method="total")["boards"][0]["lines"][0]["ew_points"] == "-420.00"


def test_text_for_a_secretary(tmp_path: Path):
    path = tmp_path / "night.csv"
    path.write_text(CSV + "1,7,8,42,N,10,,\n")
    text = run(path, ScoringOptions()).text
    assert "matchpoints, profile exact: 2 boards, 5 results" in text
    assert " Rank  Pair  Boards       Total       %" in text
    assert "board 1, line 8: '42' is not a contract" in text


def test_json_is_json(tmp_path: Path):
    path = tmp_path / "night.csv"
    path.write_text(CSV)
    assert json.loads(run(path, ScoringOptions(), "json").text)["profile"] == "exact"


@pytest.mark.parametrize(
    "options", [ScoringOptions(method="x"), ScoringOptions(profile="x"), ScoringOptions(method="butler", trim="x")]
)
def test_a_slip_in_an_option_is_a_sentence(tmp_path: Path, options: ScoringOptions):
    path = tmp_path / "night.csv"
    path.write_text(CSV)
    answer = run(path, options)
    assert answer.code == 2
    assert answer.text.endswith(".")
