"""`manage.py movement`: the formats, the recommendations, and one clear sentence where something is impossible."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from tests.events.movements.independent import howell_problems, problems

ROOT = Path(__file__).resolve().parents[3]


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("movement", *arguments, stdout=out)
    return out.getvalue()


def run_json(*arguments: str) -> dict[str, Any]:
    return json.loads(run(*arguments, "--format", "json"))


@pytest.mark.parametrize(("pairs", "rounds"), [(10, 7), (10, 8), (24, 14), (60, 45), (80, 79)])
def test_a_howell_as_json(pairs: int, rounds: int) -> None:
    data = run_json("--pairs", str(pairs), "--kind", "howell", "--rounds", str(rounds))
    assert (data["kind"], data["contestants"]) == ("howell", pairs)
    assert howell_problems(data, rounds) == []
    assert data["report"]["sound"] is True
    assert len(data["sitting_out"]) == rounds


def test_boards_a_round_are_as_asked() -> None:
    data = run_json("--pairs", "14", "--kind", "howell", "--boards-per-round", "3")
    assert {len(row["boards"]) for round_ in data["rounds"] for row in round_} == {3}


def test_players_sit_north_east_south_west() -> None:
    data = run_json("--players", "12", "--rounds", "6")
    assert {len(row["seats"]) for round_ in data["rounds"] for row in round_} == {4}
    assert problems(data, meetings=6) == []


def test_both_tables_of_a_match() -> None:
    data = run_json("--teams", "7", "--kind", "round-robin")
    assert problems(data, places=2, meetings=2, times_per_board=2) == []
    assert all(len(round_) == 6 for round_ in data["rounds"])


def test_a_swiss_rehearsal_for_teams() -> None:
    data = run_json("--teams", "20", "--kind", "swiss", "--rounds", "9")
    assert problems(data, places=2, meetings=2, times_per_board=2) == []
    assert data["notes"][0]["code"] == "rehearsal"


def test_a_knock_out_names_where_teams_come_from() -> None:
    data = run_json("--teams", "6", "--kind", "knockout")
    assert data["sitting_out"][0] == [1, 2]
    first, second, final = data["rounds"]
    assert {(row["ns"], row["ew"]) for row in first} == {(4, 5), (5, 4), (3, 6), (6, 3)}
    assert {row["ew"] for row in second} == {1, 2, "W1", "W2"}
    assert {row["ns"] for row in final} == {"W3", "W4"}
    assert "match 5" in run("--teams", "6", "--kind", "knock-out")


def test_three_way_matches() -> None:
    data = run_json("--teams", "6", "--kind", "knockout", "--three-ways")
    assert [len(match["teams"]) for match in data["matches"][0]] == [3, 3]
    assert "three" in run("--teams", "6", "--kind", "knockout", "--three-ways")


@pytest.mark.parametrize("unit", ["--pairs", "--teams", "--players"])
def test_without_a_kind_the_usual_one_is_chosen(unit: str) -> None:
    assert run_json(unit, "13")["report"]["sound"]


def test_the_list_recommends_with_reasons() -> None:
    data = run_json("--pairs", "27", "--list", "--minutes", "200", "--copies", "1", "--winners", "1")
    best = data["recommendations"][0]
    assert best["minutes"] <= 200
    assert best["reasons"]
    assert {"kind", "rounds", "boards_per_round", "sit_outs", "balance"} <= set(best)
    text = run("--pairs", "18", "--list", "--start", "19:30")
    assert text.startswith("1. Mitchell, 9 rounds of 3 (3 h 18 min, ends about 22:48)")


def test_the_text_fits_on_paper() -> None:
    text = run("--pairs", "31", "--kind", "mitchell")
    assert max(map(len, text.splitlines())) <= 110
    assert "sitting out" in text
    assert "Check: sound" in text


def test_text_for_individuals_and_shared_boards() -> None:
    text = run("--players", "8")
    assert " v " in text
    assert "* boards shared" in text


def test_the_picture_is_svg() -> None:
    tree = ElementTree.fromstring(run("--pairs", "12", "--kind", "howell", "--format", "svg"))
    assert tree.tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--pairs", "3"], "--pairs 3"),
        (["--pairs", "10", "--kind", "howell", "--rounds", "99"], "--rounds 99"),
        (["--pairs", "10", "--rounds", "99"], "--rounds 99"),
        (["--pairs", "10", "--rounds", "0"], "--rounds 0"),
        (["--pairs", "10", "--kind", "waltz"], "--kind waltz"),
        (["--pairs", "10", "--kind", "knockout"], "--kind knockout"),
        (["--pairs", "10", "--boards-per-round", "0"], "--boards-per-round 0"),
        (["--pairs", "10", "--teams", "4"], "exactly one"),
        ([], "exactly one"),
        (["--teams", "1"], "--teams 1"),
        (["--players", "3"], "--players 3"),
        (["--teams", "3", "--kind", "swiss"], "--teams 3"),
        (["--pairs", "12", "--kind", "howell", "--winners", "2"], "--winners 2"),
        (["--pairs", "2", "--list"], "--pairs 2"),
        (["--pairs", "-4"], "--pairs -4"),
    ],
)
def test_what_is_impossible_is_said_in_one_sentence(arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError) as refused:
        run(*arguments)
    assert refused.value.returncode == 2
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_as_a_process_it_exits_with_2_and_no_traceback() -> None:
    def process(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", "movement", *arguments]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    good = process("--pairs", "9", "--kind", "howell", "--format", "json")
    assert good.returncode == 0
    assert problems(json.loads(good.stdout)) == []
    bad = process("--pairs", "10", "--kind", "howell", "--rounds", "99")
    assert bad.returncode == 2
    assert "Traceback" not in bad.stderr
    assert len(bad.stderr.strip().splitlines()) == 1
