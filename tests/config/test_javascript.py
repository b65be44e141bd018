"""The browser scripts: their own tests with Node, and the same score in the browser as on the server."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from ops.static_files import HashedModulesStorage
from scoring.engine.boards import Conditions, Vulnerability
from scoring.engine.cards import Seat
from scoring.engine.contract import Contract, Result
from scoring.engine.law77 import table_score
from scoring.views.table import MODULES
from script import _javascript


@pytest.fixture(scope="module")
def node() -> None:
    if reason := _javascript.why_not():
        pytest.skip(reason)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)


def score_on_the_server(contract: str, declarer: str, vulnerability: str, tricks: int) -> int:
    result = Result(Contract.parse(contract), Seat(declarer), tricks)
    return table_score(result, Conditions(Seat.NORTH, Vulnerability(vulnerability)))


@pytest.mark.usefixtures("node")
def test_the_scripts_own_tests_pass() -> None:
    done = run("node", "--test", "tests/javascript/")
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.mark.usefixtures("node")
def test_every_contract_scores_in_the_browser_as_on_the_server() -> None:
    rows: list[list[Any]] = json.loads(run("node", "tests/javascript/scores.js").stdout)
    assert len(rows) == 7 * 5 * 3 * 4 * 4 * 14
    different = [row for row in rows if row[4] != score_on_the_server(*row[:4])]
    assert different == []


def test_the_page_and_its_worker_name_every_module() -> None:
    folder = Path(settings.BASE_DIR) / "static" / "tenace" / "table"
    assert sorted(MODULES) == sorted(f"tenace/table/{path.name}" for path in folder.glob("*.js"))


def test_modules_import_each_other_by_the_names_with_hashes(tmp_path: Path) -> None:
    folder = tmp_path / "tenace" / "table"
    folder.mkdir(parents=True)
    (folder / "score.js").write_text("export const score = 1;\n")
    (folder / "main.js").write_text('import { score } from "./score.js";\nscore;\n')
    storage = HashedModulesStorage(location=str(tmp_path), base_url="/static/")
    paths = {f"tenace/table/{name}.js": (storage, f"tenace/table/{name}.js") for name in ("main", "score")}
    assert not [error for *_names, error in storage.post_process(paths) if isinstance(error, Exception)]
    hashed = Path(storage.stored_name("tenace/table/score.js")).name
    assert hashed != "score.js"
    assert f'from "./{hashed}";' in (tmp_path / storage.stored_name("tenace/table/main.js")).read_text()
