"""`manage.py points`, through Django and as a person runs it."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"


def points(*arguments: str) -> str:
    out = StringIO()
    call_command("points", *arguments, stdout=out)
    return out.getvalue()


def test_awards_as_json():
    data = json.loads(
        points("ebu", "form=pairs", "winners=1", "pairs=8", "boards=24", "places=1,2,3=,3=", "--format", "json")
    )
    assert list(data) == ["awards", "steps"]
    assert data["awards"] == [
        {"place": 1, "points": 18, "kind": "black"},
        {"place": 2, "points": 12, "kind": "black"},
        {"place": 3, "points": 6, "kind": "black"},
        {"place": 3, "points": 6, "kind": "black"},
    ]
    assert all(isinstance(step, str) for step in data["steps"])
    assert "Places 3 to 4 are shared by 2; with an award among them: 1. 6 / 2 = 3." in data["steps"]
    assert "No award is less than 6: 6." in data["steps"]


def test_awards_as_text():
    text = points("ABF", "form=pairs", "winners=1", "tables=6", "level=red", "weight=2.5")
    assert text.splitlines()[1].split() == ["2", "0.42", "red"]
    assert "The award of the place: 0.7 * first = 0.7 * 0.6 = 0.42." in text


def test_the_level_as_a_number_is_the_weight():
    data = json.loads(points("abf", "form=pairs", "winners=2", "tables=19", "level=1.5", "--format", "json"))
    assert [award["points"] for award in data["awards"]] == [0.57, 0.4, 0.29, 0.19, 0.14, 0.11, 0.1, 0.08, 0.07]


def test_the_list():
    text = points("--list")
    assert "abf: Australian Bridge Federation" in text
    assert "levels: club, county, or a number for multiple" in text
    schemes = json.loads(points("--list", "--format", "json"))["schemes"]
    assert {"abf", "ebu", "acbl", "acbl-club", "nz", "vbl", "wbf"} <= {scheme["scheme"] for scheme in schemes}
    for scheme in schemes:
        for edition in scheme["editions"]:
            assert edition["sources"]
            assert {"form", "winners", "tables", "pairs", "boards", "sessions", "level", "places"} <= set(
                edition["keys"]
            )


EBU = ["ebu", "winners=1", "boards=24"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "SCHEME: name a scheme; `manage.py points --list` shows them all."),
        (["xyz"], "SCHEME: there is no scheme xyz; there are abf, acbl-club"),
        ([*EBU, "pairs"], "pairs: write key=value, such as tables=7."),
        ([*EBU, "pairs=8", "pairs=9"], "pairs: it is given twice, as 8 and as 9; leave one out."),
        (
            [*EBU, "pairs=8", "colour=red"],
            "colour: ebu does not ask this; it knows form, winners, tables, pairs, teams",
        ),
        ([*EBU, "pairs=eight"], "pairs=eight: type a number."),
        ([*EBU, "pairs=8.5"], "pairs=8.5: type a whole number."),
        ([*EBU, "pairs=-8"], "pairs=-8: it must be at least 1."),
        ([*EBU, "pairs=9999999"], "pairs=9999999: it can be at most 1000000."),
        ([*EBU, "pairs=" + "9" * 400], "pairs=99999999999999999999…: type a number."),
        ([*EBU, "pairs=3"], "pairs=3: nothing is compared with fewer than 4 pairs, so that nothing can be awarded"),
        ([*EBU, "form=pairs", "tables=1.5"], "pairs=3: nothing is compared with fewer than 4 pairs"),
        ([*EBU, "form=pairs", "tables=4.2"], "tables=4.2: tables are counted in halves"),
        ([*EBU, "form=pairs"], "pairs: how many took part is missing; type tables=… or pairs=…."),
        ([*EBU, "tables=7"], "form: it is missing; choose one of pairs, individual, teams."),
        ([*EBU, "form=squares", "tables=7"], "form=squares: choose one of pairs, individual, teams."),
        ([*EBU, "pairs=14", "tables=5"], "tables=5 and pairs=14 contradict: 14 pairs are 7.0 tables."),
        (["ebu", "pairs=8", "boards=24"], "winners: it is missing; type winners=… (1 or 2 rankings)."),
        (["ebu", "pairs=8", "winners=3", "boards=24"], "winners=3: pairs in ebu has 1 or 2."),
        (["ebu", "pairs=8", "winners=1"], "boards: it is missing; type boards=… (boards that each contestant plays)."),
        ([*EBU, "pairs=8", "level=galactic"], "level=galactic: choose one of club, county, a number for multiple."),
        (["abf", "pairs=8", "winners=1"], "level: it is missing; type level=… (one of supervised, green"),
        ([*EBU, "pairs=8", "places=1,3="], "places=1,3=: 3= stands once; write it once for each contestant"),
        ([*EBU, "pairs=8", "places=1,1"], "places=1,1: 1 stands 2 times; write 1= for a shared place."),
        ([*EBU, "pairs=8", "places=2,1"], "places=2,1: 1 stands after 2; write them from the best to the last."),
        ([*EBU, "pairs=8", "places=1=,1=,2"], "places=1=,1=,2: 2 share place 1, so that the next is 3, not 2."),
        ([*EBU, "pairs=8", "places=first"], "places=first: write places such as 1,2,3=,3=,5."),
        ([*EBU, "pairs=8", "places=8=,8="], "places=8=,8=: there are only 8 in the ranking."),
        ([*EBU, "pairs=8", "day=yesterday"], "day=yesterday: write a day as 2026-11-18."),
        ([*EBU, "pairs=8", "kind=green"], "kind=green: choose one of black."),
        (["abf", "pairs=8", "winners=1", "weight=1", "match_boards=x"], "match_boards=x: type a number."),
        (["abf", "teams=8", "weight=1", "members=7"], "members=7: it can be at most 6."),
    ],
)
def test_bad_input_is_one_sentence_with_code_2(arguments: list[str], sentence: str):
    with pytest.raises(CommandError) as caught:
        points(*arguments)
    assert str(caught.value).startswith(sentence)
    assert caught.value.returncode == 2


def test_as_a_person_runs_it(tmp_path: Path):
    def shell(*arguments: str) -> subprocess.CompletedProcess:
        command = [sys.executable, str(MANAGE), "points", *arguments]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False, timeout=120)

    done = shell("nz", "form=pairs", "winners=2", "tables=12", "--format", "json")
    assert done.returncode == 0
    assert [award["points"] for award in json.loads(done.stdout)["awards"]] == [40, 30, 20, 10]
    refused = shell("nz", "form=pairs", "winners=2", "tables=10")
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert "Traceback" not in refused.stderr
    assert len(refused.stderr.strip().splitlines()) == 1
