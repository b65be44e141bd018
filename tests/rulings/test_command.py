"""`manage.py ruling`, through Django and as a person runs it."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"
KEYS = ["id", "law", "kind", "do", "opt", "pass", "lead", "pc", "tricks", "info", "score", "pp", "chk", "rec"]


def ruling(*arguments: str) -> str:
    out = StringIO()
    call_command("ruling", *arguments, stdout=out)
    return out.getvalue()


def test_outcomes_as_json():
    data = json.loads(ruling("L27", "rot=y", "acc=n", "repl=bid", "--format", "json"))
    assert list(data) == ["outcomes", "next"]
    assert data["next"] is None
    [outcome] = data["outcomes"]
    assert list(outcome) == KEYS
    assert outcome["id"] == "L27.B2"
    assert outcome["law"] == ["27B2", "26B", "72C"]
    assert outcome["kind"] == "book"
    assert outcome["pass"] == "P all"
    assert outcome["tricks"] is None
    assert outcome["chk"] == ["16C2", "26B", "72C"]


def test_the_next_question_as_json():
    data = json.loads(ruling("l27", "--format", "json"))
    assert data["outcomes"] == []
    assert data["next"] == {"tree": "L27", "question": "rot", "answers": {"y": "Yes", "n": "No"}}


def test_outcomes_as_text():
    text = ruling("L27", "rot=y", "acc=n", "repl=bid")
    assert "Law 27B2" in text
    assert "must pass at every turn for the rest of the auction" in text
    assert "Check later" in text


def test_the_next_question_as_text_says_why():
    text = ruling("L27", "rot=y")
    assert "Has the left-hand opponent called" in text
    assert "It matters because" in text
    assert "acc=y" in text


def test_outcomes_and_the_next_question_together():
    text = ruling("L16B", "stage16=end", "ui=y", "la=y", "sugg=y", "adv=y")
    assert text.index("L16B.adjust") < text.index("Building an adjusted score")


def test_the_list():
    text = ruling("--list")
    assert "Insufficient bid" in text
    assert "Reached from other trees" in text
    data = json.loads(ruling("--list", "--format", "json"))
    assert len(data["trees"]) >= 75
    assert data["menu"][0] == {"phase": "setup", "tree": "L06", "label": data["menu"][0]["label"]}
    questions = next(tree["questions"] for tree in data["trees"] if tree["tree"] == "L27")
    assert questions[1]["when"] == {"rot": ["y"]}


def test_settings_are_facts():
    data = json.loads(ruling("L36", "C1=32A2", "faced=n", "lcalled=n", "oot=y", "--format", "json"))
    assert data["next"]["tree"] == "L32"
    data = json.loads(ruling("L25", "C2=26A", "intent=intended", "subst=y", "accept=y", "comp=y", "--format", "json"))
    assert data["outcomes"][0]["chk"] == ["23C"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "TREE: name a tree, such as L27; `manage.py ruling --list` shows them all."),
        (["L99"], "TREE: there is no tree L99; `manage.py ruling --list` shows them all."),
        (["L27", "rot"], "rot: write a fact as key=value, such as rot=y."),
        (["L27", "=y"], "=y: write a fact as key=value, such as rot=y."),
        (["L27", "rot=x"], "rot=x: choose one of y, n."),
        (["L27", "rot=y", "rot=n"], "rot: it is given twice, as y and as n; leave one out."),
        (["L27", "a2=y"], "a2: L27 and the trees after it do not ask this; L27 asks rot, acc, early, repl, acc2."),
        (["L27", "C10=no"], "C10=no: give a whole number of percent of a top, from 1 to 100."),
    ],
)
def test_bad_input_is_one_sentence_with_code_2(arguments: list[str], sentence: str):
    with pytest.raises(CommandError) as caught:
        ruling(*arguments)
    assert str(caught.value) == sentence
    assert caught.value.returncode == 2


def test_as_a_person_runs_it(tmp_path: Path):
    def shell(*arguments: str) -> subprocess.CompletedProcess:
        command = [sys.executable, str(MANAGE), "ruling", *arguments]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False, timeout=120)

    done = shell("L64", "exempt=none", "won=player", "later=some", "equity=n", "--format", "json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["outcomes"][0]["tricks"] == "2"
    refused = shell("L64", "exempt=all")
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert "Traceback" not in refused.stderr
    assert len(refused.stderr.strip().splitlines()) == 1
