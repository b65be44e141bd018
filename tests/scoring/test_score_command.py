"""`manage.py score`, through Django and as a person runs it."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.scoring.golden import PROFILES, needs_golden, path
from tests.scoring.interchange.test_readers import CSV

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"


def score(*arguments: object) -> str:
    out = StringIO()
    call_command("score", *map(str, arguments), stdout=out)
    return out.getvalue()


def shell(*arguments: object, cwd: Path) -> subprocess.CompletedProcess:
    command = [sys.executable, str(MANAGE), "score", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False, timeout=120)


@needs_golden
@pytest.mark.parametrize("name", PROFILES)
def test_every_golden_file_prints_a_ranking_and_json(name: str):
    text = score(path(name), "--profile", PROFILES[name])
    assert "Rank" in text
    data = json.loads(score(path(name), "--profile", PROFILES[name], "--format", "json"))
    assert data["ranking"][0]["rank"] == "1"
    assert data["boards"]


def test_options_reach_the_engine(tmp_path: Path):
    file = tmp_path / "night.csv"
    file.write_text(CSV)
    data = json.loads(score(file, "--method", "cross-imps", "--cap", "2", "--winners", "2", "--format", "json"))
    assert data["method"] == "cross-imps"
    assert data["boards"][0]["lines"][0]["ns_points"] == "2.00"
    butler = json.loads(score(file, "--method", "butler", "--trim", "none", "--format", "json"))
    assert butler["method"] == "butler"


def test_a_file_that_cannot_be_read_is_an_error_with_code_2(tmp_path: Path):
    with pytest.raises(CommandError, match="There is no file") as caught:
        score(tmp_path / "nothing.xml")
    assert caught.value.returncode == 2


def test_as_a_person_runs_it(tmp_path: Path):
    file = tmp_path / "night.csv"
    file.write_text(CSV)
    done = shell(file, "--format", "json", cwd=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["ranking"]
    file.write_text("<html></html>")
    refused = shell(file, cwd=tmp_path)
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert "web page" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert len(refused.stderr.strip().splitlines()) == 1
