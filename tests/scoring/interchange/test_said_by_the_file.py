"""What a file says of itself is taken, or a sentence says that it was not: scoring, players, published figures."""

import pytest

from scoring.interchange import deals, files
from scoring.interchange.report import as_data
from scoring.interchange.scored import ScoringOptions, score_document


def scored(text: str, **options) -> dict:
    return as_data(score_document(files.parse(text.encode()), ScoringOptions(**options)))


def messages(data: dict) -> list[str]:
    return [problem["message"] for problem in data["problems"]]


def element(tag: str, *inner: str) -> str:
    return f"<{tag}>{''.join(inner)}</{tag}>"


def usebio(kind: str, method: str, *inner: str, more: str = "") -> str:
    told = element("BOARD_SCORING_METHOD", method) if method else ""
    return f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="{kind}">{told}{more}{"".join(inner)}</EVENT></USEBIO>'


def traveller(ns: str, ew: str, score: int | str, **figures: str) -> str:
    pairs = element("NS_PAIR_NUMBER", ns) + element("EW_PAIR_NUMBER", ew) + element("SCORE", str(score))
    return element("TRAVELLER_LINE", pairs, *(element(tag, value) for tag, value in figures.items()))


def board(number: int, *lines: str) -> str:
    return element("BOARD", element("BOARD_NUMBER", str(number)), *lines)


def match(*boards: str) -> str:
    teams = element("ROUND_NUMBER", "1") + element("TEAM", "1") + element("OPPOSING_TEAM", "2")
    return "<PARTICIPANTS/>" + element("MATCH", teams, *boards)


def both_rooms(number: int, opened: int, closed: int, **figures: str) -> str:
    shown = "".join(element(tag, value) for tag, value in figures.items())
    rooms = traveller("1a", "2b", opened, DIRECTION="NS"), traveller("2a", "1b", closed, DIRECTION="EW")
    return board(number, shown, *rooms)


@pytest.mark.parametrize("method", ["PAB", "BAM", "POINT_A_BOARD"])
def test_point_a_board_is_not_scored_as_imps(method: str):
    data = scored(usebio("TEAMS", method, match(both_rooms(1, 420, 170), both_rooms(2, 50, 50))))
    assert data["method"] == "board-a-match"
    assert [(one["board"], one["imps"]) for one in data["matches"][0]["boards"]] == [(1, "2"), (2, "1")]
    assert {row["contestant"]: row["total"] for row in data["ranking"]} == {"1": "3", "2": "1"}


def test_aggregate_teams_are_not_scored_as_imps():
    assert scored(usebio("TEAMS", "AGGREGATE", match(both_rooms(1, 420, 170))))["method"] == "aggregate"


PAIRS = "<PARTICIPANTS/>" + board(1, traveller("1", "2", 420), traveller("3", "4", 50))


@pytest.mark.parametrize(("kind", "method"), [("SPEEDBALL", ""), ("PAIRS", "HYBRID"), ("FANCY", "OTHER")])
def test_an_unknown_way_of_scoring_is_said(kind: str, method: str):
    data = scored(usebio(kind, method, PAIRS))
    (message,) = messages(data)
    assert f"'{method or kind}'" in message
    assert "matchpoints" in message
    assert data["method"] == "matchpoints"
    assert messages(scored(usebio(kind, method, PAIRS), method="butler")) == []


@pytest.mark.parametrize("kind", ["PAIRS", "MP_PAIRS", "SWISS_PAIRS"])
def test_a_known_kind_of_event_is_not_remarked_on(kind: str):
    assert messages(scored(usebio(kind, "", PAIRS))) == []


def test_the_figures_on_the_lines_say_how_they_were_made():
    lines = traveller("1", "2", 420, NS_CROSS_IMP_POINTS="9", EW_CROSS_IMP_POINTS="-9"), traveller("3", "4", 50)
    assert scored(usebio("PAIRS", "", "<PARTICIPANTS/>", board(1, *lines)))["method"] == "cross-imps"


def pair(number: str, **figures: str) -> str:
    return element("PAIR", element("PAIR_NUMBER", number), *(element(tag, value) for tag, value in figures.items()))


def published(ns: str = "2", total: str = "2.00", percent: str = "100.00", place: str = "1=") -> str:
    own = pair("1", TOTAL_SCORE=total, PERCENTAGE=percent, PLACE=place)
    lines = (
        traveller("1", "2", 420, NS_MATCH_POINTS=ns, EW_MATCH_POINTS="0"),
        traveller("3", "4", 50, NS_MATCH_POINTS="0", EW_MATCH_POINTS="2"),
    )
    return usebio("MP_PAIRS", "", element("PARTICIPANTS", own), board(1, *lines))


def test_figures_that_agree_with_the_lines_are_not_remarked_on():
    assert messages(scored(published())) == []


def test_a_published_figure_that_contradicts_its_line_is_said_with_board_and_line():
    data = scored(published(ns="1.5"))
    (problem,) = data["problems"]
    assert (problem["board"], problem["line"]) == (1, 1)
    assert "1.5" in problem["message"]
    assert "2.00" in problem["message"]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [({"total": "1.40"}, "1.40"), ({"percent": "70.00"}, "70.00%"), ({"place": "3"}, "place 3")],
)
def test_a_published_standing_that_contradicts_the_lines_is_said(wrong: dict, words: str):
    (message,) = messages(scored(published(**wrong)))
    assert "1" in message
    assert words in message


def test_figures_of_another_profile_are_one_sentence_and_not_one_for_each_line():
    """Two of three boards lack a result: with ties for missing ones every line differs from Neuberg's."""
    rows = [("1", "2", 100), ("3", "4", 200), ("5", "6", 300), ("7", "8", 400)]
    figures = {1: (0, 2, 4, 6), 2: (1, 3, 5), 3: (1, 3, 5)}
    boards = (
        board(
            number,
            *(
                traveller(*row, NS_MATCH_POINTS=str(points), EW_MATCH_POINTS=str(6 - points))
                for row, points in zip(rows, shown, strict=False)
            ),
        )
        for number, shown in figures.items()
    )
    text = usebio("MP_PAIRS", "", "<PARTICIPANTS/>", *boards)
    (message,) = messages(scored(text, profile="ebuscore"))
    assert "scorebridge-ties" in message
    assert messages(scored(text, profile="scorebridge-ties")) == []


def test_the_imps_of_a_match_that_contradict_its_boards_are_said():
    right = usebio("TEAMS", "IMPS", match(both_rooms(1, 420, 170, IMPS="6")))
    assert messages(scored(right)) == []
    (problem,) = scored(right.replace("<IMPS>6<", "<IMPS>7<"))["problems"]
    assert problem["board"] == 1
    assert "7" in problem["message"]


INDIVIDUAL = usebio(
    "INDIVIDUAL",
    "MATCH_POINTS",
    element(
        "PARTICIPANTS",
        *(
            element("PLAYER", element("PLAYER_NUMBER", str(n)), element("PLAYER_NAME", f"Name {n}"))
            for n in range(1, 9)
        ),
    ),
    *(
        board(
            number,
            *(
                element(
                    "TRAVELLER_LINE",
                    *(element(f"{seat}_PLAYER_NUMBER", who) for seat, who in zip("NSEW", seats, strict=True)),
                ).replace("</TRAVELLER_LINE>", f"<SCORE>{score}</SCORE></TRAVELLER_LINE>")
                for seats, score in tables
            ),
        )
        for number, tables in {1: [("1234", 420), ("5678", 50)], 2: [("1324", 100), ("5768", -100)]}.items()
    ),
)


def test_an_individual_is_read_and_scored_for_each_player():
    document = files.parse(INDIVIDUAL.encode())
    assert document.individual
    data = scored(INDIVIDUAL)
    assert messages(data) == []
    ranking = {row["contestant"]: row for row in data["ranking"]}
    assert len(ranking) == 8
    assert ranking["1"] == {"rank": "1=", "contestant": "1", "boards": 2, "total": "4.00", "percent": "100.00"}
    assert document.contestant_name("", "3") == "Name 3"


def test_a_player_of_an_individual_plays_a_board_once():
    twice = INDIVIDUAL.replace("<N_PLAYER_NUMBER>5<", "<N_PLAYER_NUMBER>4<", 1)
    assert any("4 has a result on this board already" in message for message in messages(scored(twice)))


PBN = """% PBN 2.1
[Event "Club night"]
[Board "1"]
[Scoring "MP"]
[ScoreTable "PairId_NS\\3R;PairId_EW\\3R;Names_NS;Names_EW;Contract;Declarer;Result;Score_NS;Score_EW"]
1 2 "Ann Abel;Bob Berg" "Cy & Di" 4S N 10 420 -420
3 4 "Ed;Fay" "-" - - - A+ A-
5 6 - - - - - ^A A
7 8 - - - - - A- -
"""


def test_artificial_scores_in_pbn_are_taken():
    data = scored(PBN)
    assert [line["score"] for line in data["boards"][0]["lines"]] == [420, "A6040", "A5050", "A4060"]
    (problem,) = data["problems"]
    assert (problem["board"], problem["line"]) == (1, 9)
    assert "East-West" in problem["message"]


def test_artificial_scores_in_pbn_are_read_as_they_are_typed_at_the_desk():
    data = scored(PBN.replace("A+ A-", "AVG+ av-"))
    assert data["boards"][0]["lines"][1]["score"] == "A6040"


def test_an_artificial_percentage_in_pbn_is_taken():
    head = '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Percentage_NS;Percentage_EW"]\n'
    data = scored(head + "1 2 - ^70 ^30\n")
    assert data["boards"][0]["lines"][0]["score"] == "A7030"


def test_the_names_in_pbn_are_read():
    document = files.parse(PBN.encode())
    assert document.title == "Club night"
    assert document.contestant_name("", "1", "NS") == "Ann Abel – Bob Berg"
    assert document.contestant_name("", "2", "EW") == "Cy & Di"
    assert document.contestant_name("", "4", "EW") == ""
    total = PBN + '[TotalScoreTable "Rank;PairId;Names"]\n1 4 "Gus;Hal"\n2 1 "Somebody;Else"\n'
    document = files.parse(total.encode())
    assert document.contestant_name("", "4", "EW") == "Gus – Hal"
    assert document.contestant_name("", "1", "NS") == "Ann Abel – Bob Berg", "the board's own table goes first"


def test_figures_of_a_pbn_table_that_contradict_its_lines_are_said():
    head = '[Board "1"]\n[Scoring "MP"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS;MP_NS;MP_EW"]\n'
    assert messages(scored(head + "1 2 420 2 0\n3 4 50 0 2\n")) == []
    (problem,) = scored(head + "1 2 420 2 0\n3 4 50 1 2\n")["problems"]
    assert (problem["board"], problem["line"]) == (1, 5)


DEAL = "3SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,"


@pytest.mark.parametrize(
    "header", ["vg|Club night,,IMP,1,1,Home,0,Away,0||", "vg|Club night||rs|4SN=||", "pn|a,b,c,d||\n", "||vg|x|"]
)
def test_a_lin_header_with_a_doubled_bar_does_not_hide_the_boards_after_it(header: str):
    found = deals.parse(f"{header}qx|o7|md|{DEAL}|sv|b|pg||qx|o8|md|{DEAL}|sv|o|pg||".encode())
    assert [board.number for board in found.boards] == [7, 8]
