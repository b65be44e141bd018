"""Files as many programs write them: what each says is in the outline, whatever its order, case and blanks."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from openpyxl import Workbook

from scoring.interchange import tvp
from scoring.interchange.document import Document, FileError
from scoring.interchange.files import parse
from scoring.interchange.outline import FileOutline, outline
from scoring.interchange.report import as_data
from scoring.interchange.scored import ScoringOptions, score_document
from tests.scoring.golden import GOLDEN, PROFILES, needs_golden, path, text, tree
from tests.scoring.interchange.test_said_by_the_file import board, element, pair, traveller, usebio


def told(source: str | bytes, **options: Any) -> FileOutline:
    data = source.encode() if isinstance(source, str) else source
    return outline(parse(data), ScoringOptions(profile="", **options))


def ranking(found: FileOutline) -> list[tuple[str, str, str | None, str | None]]:
    return [(place.rank, place.contestant, place.total, place.percent) for place in found.sessions[0].ranking]


def sentences(found: FileOutline) -> list[str]:
    return [problem.message for problem in found.problems]


# --- The command -----------------------------------------------------------------------------------------------------
def outlines(capsys: pytest.CaptureFixture[str], *files: Path, **options: Any) -> list[dict[str, Any]]:
    call_command("import", *map(str, files), dry_run=True, format="json", **options)
    return json.loads(capsys.readouterr().out)


@needs_golden
def test_the_command_tells_every_golden_file_with_its_published_ranking(capsys: pytest.CaptureFixture[str]) -> None:
    found = outlines(capsys, *(path(name) for name in PROFILES))
    for name, one in zip(PROFILES, found, strict=True):
        assert (one["file"], one["format"], one["profile"]) == (str(path(name)), "usebio", PROFILES[name])
        assert one["problems"] == []
        (session,) = one["sessions"]
        assert session["date"] == "2026-02-01"
        published = {
            entry.get("TEAM_ID") or text(entry, "PAIR_NUMBER"): text(entry, "PLACE").rstrip("=")
            for entry in tree(name).iter()
            if text(entry, "PLACE")
        }
        assert {row["contestant"]: row["rank"].rstrip("=") for row in session["ranking"]} == published
        assert session["contestants"] == len(published)


@needs_golden
def test_the_command_tells_a_bridgemate_file(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = outlines(capsys, GOLDEN / "bws" / "club-jet3.bws")
    assert (found["format"], found["sessions"][0]["contestants"]) == ("bws", 20)


@needs_golden
def test_profile_and_method_can_be_overridden(capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = outlines(capsys, path("compscore-howell.xml"), profile="exact", method="butler")
    assert (found["profile"], found["method"]) == ("exact", "butler")


def test_a_file_that_cannot_be_read_is_told_beside_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.csv", tmp_path / "bad.xml"
    good.write_text("board,ns,ew,score\n1,1,2,420\n1,3,4,50\n")
    bad.write_text("<rss/>")
    with pytest.raises(CommandError) as refused:
        call_command("import", str(bad), str(good), dry_run=True, format="json")
    assert refused.value.returncode == 2
    first, second = json.loads(capsys.readouterr().out)
    assert first["sessions"] == []
    assert "not USEBIO" in first["problems"][0]["message"]
    assert [row["rank"] for row in second["sessions"][0]["ranking"]] == ["1=", "1=", "3=", "3="]


def test_without_a_club_nothing_is_imported(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--dry-run"):
        call_command("import", str(tmp_path / "any.csv"))


# --- USEBIO ----------------------------------------------------------------------------------------------------------
LINES = (
    traveller("1", "2", 420, NS_MATCH_POINTS="2", EW_MATCH_POINTS="0"),
    traveller("3", "4", 50, NS_MATCH_POINTS="0", EW_MATCH_POINTS="2"),
)
STANDINGS = element(
    "PARTICIPANTS",
    pair("1", TOTAL_SCORE="2", PERCENTAGE="100", PLACE="1="),
    pair("2", TOTAL_SCORE="0", PERCENTAGE="0", PLACE="3="),
    pair("3", TOTAL_SCORE="0", PERCENTAGE="0", PLACE="3="),
    pair("4", TOTAL_SCORE="2", PERCENTAGE="100", PLACE="1="),
)
PLAIN = usebio("MP_PAIRS", "", STANDINGS, board(1, *LINES), more="<DATE>01/02/2026</DATE>")
RANKING = [("1=", "1", "2.00", "100.00"), ("1=", "4", "2.00", "100.00")]
RANKING += [("3=", "2", "0.00", "0.00"), ("3=", "3", "0.00", "0.00")]


@pytest.mark.parametrize(
    "source",
    [
        PLAIN,
        PLAIN.lower().replace("mp_pairs", "MP_PAIRS"),
        "\ufeff<?xml version='1.0'?>\n" + PLAIN,
        PLAIN.replace("<USEBIO", '<USEBIO xmlns="http://www.usebio.org/"'),
        PLAIN.replace("<", "<u:").replace("<u:/", "</u:").replace("<u:USEBIO", '<u:USEBIO xmlns:u="x"'),
        '<!DOCTYPE USEBIO PUBLIC "-//EBU//DTD USEBIO 1.2//EN" "http://www.usebio.org/files/usebio_v1_2.dtd">' + PLAIN,
        PLAIN.replace("><", ">\r\n\t  <").replace("420<", " 420 \n<"),
        usebio("MP_PAIRS", "", board(1, *LINES), STANDINGS, "<DATE>2026-02-01</DATE>"),
        usebio("PAIRS", "Match points", element("ROUND", board(1, *LINES)), STANDINGS, "<DATE>1/2/26</DATE>"),
    ],
)
def test_blanks_case_order_and_namespaces_change_nothing(source: str) -> None:
    found = told(source)
    assert sorted(ranking(found)) == sorted(RANKING)
    assert found.problems == ()
    assert found.sessions[0].date == "2026-02-01"


def test_a_file_in_western_letters_that_does_not_say_so_is_read_with_a_remark() -> None:
    source = PLAIN.replace("<PAIR_NUMBER>1<", "<PLAYER><PLAYER_NAME>Søren</PLAYER_NAME></PLAYER><PAIR_NUMBER>1<", 1)
    found = told(source.encode("latin-1"))
    assert found.sessions[0].ranking[0].names == ("Søren",)
    assert any("Western" in sentence for sentence in sentences(found))


def test_everything_that_is_said_of_a_contestant_is_kept() -> None:
    own = element(
        "PAIR",
        element("PAIR_NUMBER", "1"),
        element("DIRECTION", "N/S"),
        element("BOARDS_PLAYED", "24"),
        element("HANDICAP", "2.5"),
        element("ADJUSTMENT", "-1"),
        element("STRAT_NUMBER", "2"),
        element("STRAT_PLACE", "1"),
        element("MASTER_POINTS", element("MASTER_POINTS_AWARDED", "24"), element("MASTER_POINT_TYPE", "BLACK")),
        '<PLAYER RATEABLE="Y"><PLAYER_NAME> Ann  Abel </PLAYER_NAME>',
        "<NATIONAL_ID_NUMBER>123</NATIONAL_ID_NUMBER></PLAYER>",
    )
    strat = element("STRAT", element("STRAT_NUMBER", "2"), element("STRAT_LABEL", "B"), element("UPPER_LIMIT", "500"))
    more = "<PROGRAM_NAME>Any</PROGRAM_NAME><EBU_CHARGE_CODE>12</EBU_CHARGE_CODE>"
    more += element("STRATIFICATION", element("STRATS", strat))
    document = parse(usebio("PAIRS", "", element("PARTICIPANTS", own), board(1, *LINES), more=more).encode())
    contestant = document.contestant("", "1", "NS")
    assert contestant is not None
    assert [(person.name, person.national_id) for person in contestant.players] == [("Ann Abel", "123")]
    assert (contestant.boards, contestant.handicap, contestant.adjustment) == ("24", "2.5", "-1")
    assert (contestant.strat, contestant.strat_place) == ("2", "1")
    assert [(award.amount, award.kind) for award in contestant.awards] == [("24", "BLACK")]
    assert [(stratum.number, stratum.label, stratum.limit) for stratum in document.strata] == [("2", "B", "500")]
    assert (document.origin.program, document.origin.charge) == ("Any", "12")


def test_an_adjustment_is_in_the_total() -> None:
    standings = STANDINGS.replace("<TOTAL_SCORE>2<", "<ADJUSTMENT>-0.5</ADJUSTMENT><TOTAL_SCORE>1.5<", 1)
    standings = standings.replace("<PERCENTAGE>100<", "<PERCENTAGE>75<", 1).replace("<PLACE>1=<", "<PLACE>2<", 1)
    standings = standings.replace("<PLACE>1=<", "<PLACE>1<", 1)
    found = told(usebio("MP_PAIRS", "", standings, board(1, *LINES)))
    assert found.problems == ()
    assert ranking(found)[:2] == [("1", "4", "2.00", "100.00"), ("2", "1", "1.50", "75.00")]


def test_handicaps_are_shown_as_they_were_published() -> None:
    standings = STANDINGS.replace("<PERCENTAGE>100<", "<HANDICAP>4</HANDICAP><PERCENTAGE>102<", 1)
    standings = standings.replace("<PLACE>1=<", "<PLACE>1<", 1).replace("<PLACE>1=<", "<PLACE>2<", 1)
    found = told(usebio("MP_PAIRS", "", standings, board(1, *LINES)))
    assert ranking(found)[0] == ("1", "1", "2", "102")
    assert found.problems == ()


def test_a_ranking_that_no_rule_gives_is_shown_as_published_with_what_the_lines_give() -> None:
    wrong = STANDINGS.replace("<PERCENTAGE>100<", "<PERCENTAGE>61.2<", 1)
    found = told(usebio("MP_PAIRS", "", wrong, board(1, *LINES)))
    assert ("1=", "1", "2", "61.2") in ranking(found)
    assert any("61.2%" in sentence and "100.00%" in sentence for sentence in sentences(found))


def test_a_file_with_a_ranking_and_no_travellers_is_told() -> None:
    found = told(usebio("MP_PAIRS", "", STANDINGS))
    assert [place[:2] for place in ranking(found)] == [("1=", "1"), ("1=", "4"), ("3=", "2"), ("3=", "3")]
    assert "no results of boards" in sentences(found)[0]


def swiss(kind: str, first: str, second: str, *boards: str, scores: tuple[str, str], tags: tuple[str, str]) -> str:
    points = element(tags[0], scores[0]) + element(tags[1], scores[1])
    names = ("TEAM", "OPPOSING_TEAM") if kind == "teams" else ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
    return element(
        "MATCH", "<ROUND_NUMBER>1</ROUND_NUMBER>", element(names[0], first), element(names[1], second), points, *boards
    )


def test_swiss_pairs_are_ranked_by_the_points_of_their_matches() -> None:
    def line(score: int) -> str:
        return element("TRAVELLER_LINE", element("SCORE", str(score)))

    tags = ("NS_SCORE", "EW_SCORE")
    matches = (
        swiss("pairs", "3", "12", board(1, line(420)), scores=("15", "5"), tags=tags),
        swiss("pairs", "7", "8", board(1, line(50)), scores=("5", "15"), tags=tags),
    )
    own = (pair(number, TOTAL_SCORE=total) for number, total in (("3", "15"), ("12", "5"), ("7", "5"), ("8", "15")))
    more = "<MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>"
    found = told(usebio("SWISS_PAIRS", "MATCH_POINTS", element("PARTICIPANTS", *own), *matches, more=more))
    assert sorted(ranking(found)) == [
        ("1=", "3", "15", None),
        ("1=", "8", "15", None),
        ("3=", "12", "5", None),
        ("3=", "7", "5", None),
    ]
    assert found.problems == ()


def test_teams_whose_lines_do_not_say_who_sat_where_are_told_apart_by_their_pairs() -> None:
    def team(ident: str, *pairs: str) -> str:
        return f'<TEAM TEAM_ID="{ident}" TEAM_NAME="Team {ident}">{"".join(map(pair, pairs))}</TEAM>'

    who = element("PARTICIPANTS", team("A", "1", "2"), team("B", "3", "4"))
    lines = board(1, traveller("3", "2", 170), traveller("1", "4", 420))
    match = swiss("teams", "A", "B", lines, scores=("6", "-6"), tags=("TEAM_SCORE", "OPPOSING_TEAM_SCORE"))
    found = told(usebio("SWISS_TEAMS", "IMPS", who, match))
    assert ranking(found) == [("1", "A", "6", None), ("2", "B", "-6", None)]
    assert found.sessions[0].ranking[0].names[0] == "Team A"


@pytest.mark.parametrize(
    ("score", "shown"),
    [("A6040", "A6040"), ("60%-40%", "A6040"), ("AVE+/AVE-", "A6040"), ("A 50/50", "A5050"), ("-9999", "NP")],
)
def test_artificial_scores_are_read_however_they_are_written(score: str, shown: str) -> None:
    source = usebio("PAIRS", "", "<PARTICIPANTS/>", board(1, *LINES, traveller("5", "6", score)))
    data = as_data(score_document(parse(source.encode()), ScoringOptions()))
    assert data["boards"][0]["lines"][2]["score"] == shown  # type: ignore[index]


def test_letters_that_only_html_names_are_read_and_nothing_is_fetched() -> None:
    head = '<!DOCTYPE USEBIO SYSTEM "file:///etc/passwd">'
    name = "<PLAYER><PLAYER_NAME>Ren&eacute;e</PLAYER_NAME></PLAYER>"
    found = told(head + PLAIN.replace("<PAIR_NUMBER>1<", f"{name}<PAIR_NUMBER>1<", 1))
    assert found.sessions[0].ranking[0].names == ("Renée",)


# --- PBN -------------------------------------------------------------------------------------------------------------
NORWAY = """% PBN 2.0\r
% <META  name=Generator                  content="Ruter i Norge">\r
[Event "Klubbkveld"]\r
[Date "2012.01.24"]\r
[Board "1"]\r
[Vulnerable "None"]\r
[Scoring "IMP;Butler-2;Mean"]\r
[TotalScoreTable "Rank\\2R;RankTie\\2R;PairId\\2R;Direction\\5R;TotalScoreIMP\\3R;Names;NrBoards;MemberID1;MemberID2"]\r
 1  -  3 "N-S"  13 "Magne Tønnessen - Dag Iversen" 1 "11925" "39066"\r
 2  -  5 "N-S"   0 "Rudi Dahl - Marit Dahl"        1 "24682" "34692"\r
 2  -  6 "E-W"   0 "Clas Gran - Glenn Moe"         1 "31875" "38593"\r
 2  -  7 "N-S"   0 "Nina Skog - Tom Hauk"          1 "35471" "31044"\r
 2  -  8 "E-W"   0 "Jan Eriksen - Rita Løvsland"   1 "37971" "37970"\r
 6  -  4 "E-W" -13 "Henning Klem - Heidi Lang"     1 "27542" "40115"\r
[ScoreTable "Table;Round;PairId_NS;PairId_EW;Contract;Declarer;Result;Lead;Score_NS;Score_EW;IMP_NS;IMP_EW"]\r
2 1  3  4 6NX N 12 ST  "1230"      -  13 -13\r
3 1  5  6 2S  N  8 HJ   "110"      -   0   0\r
1 1  7  8 2S  N  8 CJ   "110"      -   0   0\r
"""


def test_a_butler_table_from_norway() -> None:
    found = told(NORWAY.replace("\r\n", "\n").replace("\n", "\r\n").encode("latin-1"))
    assert (found.format, found.program, found.method) == ("pbn", "Ruter i Norge", "butler")
    assert found.sessions[0].date == "2012-01-24"
    assert found.sessions[0].ranking[0].names == ("Magne Tønnessen", "Dag Iversen")
    assert {place.contestant: place.total for place in found.sessions[0].ranking}["3"] in ("13", "14.00", "13.00")
    document = parse(NORWAY.encode())
    contestant = document.contestant("", "3")
    assert contestant is not None
    assert [person.national_id for person in contestant.players] == ["11925", "39066"]


TABLE = """[Event "Airport"]
[Date "1995.06.10"]
[Board "1"]
[West "Podgor"]
[North "Westra"]
[East "Kalish"]
[South "Leufkens"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"]
[Scoring "IMP"]
[Declarer "S"]
[Contract "5HX"]
[Result "9"]
{ A comment
  of two lines with a [Tag "inside"] }
[Auction "N"]
1D      1S   3H =1= 4S
4NT =2= X    Pass   Pass
5C      X    5H     X
AP
[Note "1:non-forcing 6-9 points, 6-card"]
[Play "W"]
SK =1= H3 S4 S3
C5 C2 C6 CK
*
"""


def test_a_game_of_one_table_with_auction_and_play() -> None:
    document = parse(TABLE.encode())
    (row,) = document.rows
    assert (row.ns, row.ew) == ("Westra – Leufkens", "Kalish – Podgor")
    assert row.auction[:5] == ("1D", "1S", "3H", "4S", "4NT")
    assert row.auction[-4:] == ("X", "Pass", "Pass", "Pass")
    assert row.play == ("SK", "H3", "S4", "S3", "C2", "C6", "CK", "C5")
    assert row.notes == ("1:non-forcing 6-9 points, 6-card",)
    found = told(TABLE)
    assert {place.names for place in found.sessions[0].ranking} == {("Westra", "Leufkens"), ("Kalish", "Podgor")}
    assert found.problems == ()


def test_what_a_game_repeats_with_a_number_sign_and_both_rooms_of_a_match() -> None:
    head = '[Event "Cup"]\n[Board "1"]\n[Room "Open"]\n[HomeTeam "Red"]\n[VisitTeam "Blue"]\n[Scoring "IMP"]\n'
    first = head + '[Declarer "N"]\n[Contract "4S"]\n[Result "10"]\n\n'
    second = '[Event "#"]\n[Board "#"]\n[Room "Closed"]\n[HomeTeam "#"]\n[VisitTeam "#"]\n[Scoring "#"]\n'
    second += '[Declarer "N"]\n[Contract "4S"]\n[Result "9"] ; one down\n'
    found = told(first + second)
    assert found.method == "teams"
    assert ranking(found) == [("1", "Red", "10", None), ("2", "Blue", "-10", None)]


def test_double_dummy_tricks_are_read_from_a_table_and_from_digits() -> None:
    score = '[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 420\n3 4 50\n'
    table = '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\nN NT  9\nW  S 11\n'
    assert parse(f'[Board "1"]\n{table}{score}'.encode()).optimum == {1: {"NNT": 9, "WS": 11}}
    digits = parse(f'[Board "1"]\n[DoubleDummyTricks "1811118111819a8819a8"]\n{score}'.encode()).optimum[1]
    assert (digits["NS"], digits["SNT"], digits["EH"], digits["WD"]) == (8, 1, 9, 10)


# --- LIN -------------------------------------------------------------------------------------------------------------
DEAL = "3SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,"


def test_a_match_in_lin_has_both_rooms() -> None:
    source = "vg|Final,Segment 1,I,1,2,Red,0,Blue,0|\nrs|4SN=,4SN-1,3NTE+1,PASS|\n"
    source += f"pn|os,ow,on,oe,cs,cw,cn,ce|pg||\nqx|o1|md|{DEAL}|sv|o|mb|1S|mb|p|mb|p|mb|p|pg||pc|C2|pg||\n"
    document = parse(source.encode())
    assert (document.format, document.title, len(document.rows)) == ("lin", "Final Segment 1", 4)
    assert document.rows[0].auction == ("1S", "Pass", "Pass", "Pass")
    found = told(source)
    assert ranking(found) == [("1=", "Red", "0", None), ("1=", "Blue", "0", None)]
    assert found.sessions[0].ranking[0].names == ("Red", "on", "os", "ce", "cw")


def test_a_hand_in_lin_gives_contract_declarer_and_tricks() -> None:
    source = f"pn|Ann,Bob,Cy,Di|st||md|{DEAL}|ah|Board 7|sv|b|mb|p|mb|1N!|an|odd|mb|p|mb|3n|mb|d|mb|ppp|pc|D2|mc|8|"
    (row,) = parse(source.encode()).rows
    assert (row.board, row.ns, row.ew) == ("7", "Cy – Ann", "Di – Bob")
    assert (row.contract, row.declarer, row.tricks, row.lead) == ("3NTX", "E", "8", "D2")
    assert row.notes == ("odd",)


# --- ACBL, BridgeWebs, Jannersten, spreadsheets, scales --------------------------------------------------------------
def acbl_pair(ident: str, percent: str, total: str, rank: str = "") -> str:
    rank = f'<SectionRank Strat="1">{rank}</SectionRank>' if rank else ""
    award = '<Award TypeOfAward="MP" AwardCategory="S" AwardStrat="1">0.40</Award>'
    player = f'<Player direction="N"><Name>Player {ident}</Name></Player>'
    figures = f"<Percentage>{percent}</Percentage><MatchpointTotal>{total}</MatchpointTotal>"
    return f'<Contestants ID="{ident}" Strat="1">{figures}{rank}{award}{player}</Contestants>'


def acbl_result(ns: str, ew: str, side: str, score: int, points: str) -> str:
    total = f'<TotalScore direction="{side}">{score}</TotalScore>'
    other = f"{2 - float(points):.2f}"
    matchpoints = f"<MatchpointsNS>{points}</MatchpointsNS><MatchpointsEW>{other}</MatchpointsEW>"
    return f'<Result SectionLabel="A" PairID-NS="{ns}" PairID-EW="{ew}">{total}{matchpoints}</Result>'


ACBL = (
    '<GameDatabase xmlns="http://www.NorthernColoradoBridge.com/BridgeNETSchema"><Application>'
    "<Program>ACBLscore</Program></Application><Game><Event><EventName>Open</EventName></Event>"
    '<Stratification><MPLimit Strat="1">None</MPLimit><MPLimit Strat="2">500</MPLimit></Stratification>'
    "<Date>2009-02-03</Date><HandRecords><Board><BoardNo>1</BoardNo>"
    + acbl_result("1", "1", "N-S", 420, "2.00")
    + acbl_result("2", "2", "E-W", 50, "1.00")
    + acbl_result("3", "3", "E-W", 100, "0.00")
    + '</Board></HandRecords><Section SectionLabel="A" Direction="N-S"><Rankings>'
    + acbl_pair("1", "100.00", "2.00", "1")
    + acbl_pair("2", "50.00", "1.00")
    + acbl_pair("3", "0.00", "0.00")
    + '</Rankings></Section><Section SectionLabel="A" Direction="E-W"><Rankings>'
    + acbl_pair("1", "0.00", "0.00")
    + acbl_pair("2", "50.00", "1.00")
    + acbl_pair("3", "100.00", "2.00", "1")
    + "</Rankings></Section></Game></GameDatabase>"
)


def test_a_game_of_the_acbl_has_scores_strata_and_awards() -> None:
    found = told(ACBL)
    assert (found.format, found.profile, found.problems) == ("acbl", "acbl", ())
    assert [place[1] for place in ranking(found)] == ["1NS", "2NS", "3NS", "3EW", "2EW", "1EW"]
    document = parse(ACBL.encode())
    assert [stratum.limit for stratum in document.strata] == ["None", "500"]
    contestant = document.contestant("A", "1", "NS")
    assert contestant is not None
    assert [(award.amount, award.kind) for award in contestant.awards] == [("0.40", "MP S 1")]


BRIDGEWEBS = """#VERSION,ScoreBridge
#DATE,06/03/2023
#TITLE,"Monday Pairs"
#WINNERS,2
#SCORES
POSITION,PAIR,NAME1,NAME2,PERCENT
1,1,Ann,Bob,100.00
2,2,Cy,Di,0.00
#SCORES
POSITION,PAIR,NAME1,NAME2,PERCENT
1,2,Ed,Fay,100.00
2,1,Gus,Hal,0.00
#BOARDFORMAT,BOARD,DEALER
#TRAVELLERS
NS,EW,Bid,By,Tricks,Score NS
#BOARD,1,N
1,1,4S,N,10,420
2,2,4S,N,9,-50
"""


def test_bridgewebs_csv_has_two_winners_and_travellers() -> None:
    found = told(BRIDGEWEBS)
    assert (found.format, found.problems) == ("bridgewebs", ())
    assert [(place.contestant, place.names) for place in found.sessions[0].ranking] == [
        ("1NS", ("Ann", "Bob")),
        ("2NS", ("Cy", "Di")),
        ("2EW", ("Ed", "Fay")),
        ("1EW", ("Gus", "Hal")),
    ]


JANNERSTEN = """[GAME]
A;1;1;1;MP;0;Pairs;1;0;2023-03-06;Club night;1;0
[Contestants]
A;1;N;Ann;2;100.00;;
A;1;S;Bob;2;100.00;;
A;2;N;Cy;0;0.00;;
A;11;E;Ed;0;0.00;;
A;12;E;Fay;2;100.00;;
[RESULTS]
#1;A;1;1;11;1;11;420;4S;N;10;DK;2;0;;;100;0;;2;2;
#1;A;1;2;12;2;12;-50;4S;N;9;DK;0;2;;;0;100;;2;2;
#2;A;1;1;11;1;11;;;;;;;;;;;;;2;2;60%-40%
"""


def test_jannersten_results_txt() -> None:
    document = parse(JANNERSTEN.encode())
    assert (document.title, document.played_on) == ("Club night", "2023-03-06")
    assert [row.score for row in document.rows] == ["420", "-50", "A60/40"]
    assert document.contestant_name("A", "1") == "Ann – Bob"


def spreadsheet(*rows: tuple[object, ...]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)  # type: ignore[union-attr]
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_spreadsheet_has_the_columns_of_a_csv_file() -> None:
    data = spreadsheet(("Board No", "N/S", "E/W", "Score"), (1, 1, 2, 420), (1, 3, 4, "=50+0"), (1, 5, 6, 50))
    found = told(data)
    assert found.format == "xlsx"
    assert ranking(found)[0][:2] == ("1=", "1")
    assert "neither a result nor a score" in sentences(found)[0], "a formula is not carried out"


def test_a_day_in_a_spreadsheet_is_read() -> None:
    header = ("board", "ns", "ew", "score", "date")
    data = spreadsheet(header, (1, 1, 2, 420, date(2026, 2, 1)), (1, 3, 4, 50, None))
    assert parse(data).played_on == "2026-02-01"


def test_a_zip_in_a_zip_is_no_spreadsheet() -> None:
    inner, outer = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("a.csv", "board,ns,ew,score\n")
    with zipfile.ZipFile(outer, "w") as archive:
        archive.writestr("inner.zip", inner.getvalue())
    with pytest.raises(FileError, match="archive"):
        parse(outer.getvalue())


def test_a_scale_of_victory_points_says_what_to_type() -> None:
    source = b"; ours\n[VP]\nMAX=20\nDEUCE=10\nNULL=21\n1=11\n2=12\n4=13\n6=14\n8=15\n11=16\n14=17\n16=18\n18=19\n"
    scale = tvp.parse(source)
    assert [int(scale.points(margin)) for margin in (0, 1, 3, 20, 21, 60, -21)] == [10, 11, 12, 19, 20, 20, 0]
    with pytest.raises(FileError, match="20-0:0,1,3,5,7,10,13,15,17,20"):
        parse(source)


def test_a_document_of_nothing_but_deals_says_so() -> None:
    with pytest.raises(FileError, match="deals but no results"):
        parse(f"qx|o1|md|{DEAL}|sv|o|".encode())


def test_rows_know_where_they_are() -> None:
    document: Document = parse(b"board,ns,ew,score,round,table,date\n1,1,2,420,3,4,2026-02-01\n")
    (row,) = document.rows
    assert (row.round, row.table, document.played_on) == ("3", "4", "2026-02-01")


def test_sections_that_were_scored_by_themselves_are_told_so() -> None:
    def section(letter: str, score: int) -> str:
        places = ((1, 3) if score > 50 else (3, 1)) if score != 50 else (1, 1)
        who = element(
            "PARTICIPANTS",
            pair("1", PERCENTAGE="100" if score > 50 else "0", PLACE=str(places[0])),
            pair("2", PERCENTAGE="0" if score > 50 else "100", PLACE=str(places[1])),
            pair("3", PERCENTAGE="0" if score > 50 else "100", PLACE=str(places[1])),
            pair("4", PERCENTAGE="100" if score > 50 else "0", PLACE=str(places[0])),
        )
        lines = board(1, traveller("1", "2", score), traveller("3", "4", 50))
        return f'<SECTION SECTION_ID="{letter}">{who}{lines}</SECTION>'

    found = told(usebio("MP_PAIRS", "", section("A", 420), section("B", -100)))
    assert found.problems == ()
    ranks = {place.contestant: place.rank.rstrip("=") for place in found.sessions[0].ranking}
    assert ranks == {"A1": "1", "A2": "3", "A3": "3", "A4": "1", "B1": "3", "B2": "1", "B3": "1", "B4": "3"}


def test_point_a_board_without_matches_is_said() -> None:
    found = told(usebio("PAIRS", "PAB", "<PARTICIPANTS/>", board(1, *LINES)))
    assert found.method == "matchpoints"
    assert "board-a-match" in sentences(found)[0]
