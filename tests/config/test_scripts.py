"""The helpers of script/: what the system must bring, the import rule, how pytest is run, the table of the benches."""

import contextlib
import importlib.util
from pathlib import Path
from types import SimpleNamespace

import pytest

from bench.measure import Row
from script import _bench, _imports, _test

BASE = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def system(monkeypatch):
    spec = importlib.util.spec_from_file_location("_system", BASE / "script/_system.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(importlib.sys.modules, "_system", module)
    spec.loader.exec_module(module)
    return module


def need(system, there):
    return system.Need("Pango", "PDFs cannot be made without it", ("libpango",), lambda: there)


def test_what_is_there_is_not_mentioned(system, monkeypatch):
    monkeypatch.setattr(system, "NEEDS", {"pdf": need(system, True)})
    assert system.provide(["pdf"]) == []


def test_without_the_right_to_install_what_is_missing_is_named_in_one_sentence(system, monkeypatch):
    monkeypatch.setattr(system, "NEEDS", {"pdf": need(system, False)})
    monkeypatch.setattr(system, "can_install", lambda: False)
    assert system.provide(["pdf"]) == [
        "Pango not found (PDFs cannot be made without it); on Debian: apt-get install libpango"
    ]


def test_root_on_debian_installs_and_goes_on_when_that_fails(system, monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(system, "NEEDS", {"pdf": need(system, False)})
    monkeypatch.setattr(system, "can_install", lambda: True)
    monkeypatch.setattr(system, "install", lambda packages: asked.extend(packages))
    assert len(system.provide(["pdf"])) == 1
    assert asked == ["libpango"]
    assert "apt-get failed" in capsys.readouterr().out


def make_app(base, name, *modules):
    for module in ("__init__", *modules):
        path = base / name / f"{module}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_the_import_rule_is_written_for_the_apps_that_there_are(tmp_path):
    make_app(tmp_path, "clubs", "models")
    make_app(tmp_path, "scoring", "models", "services")
    make_app(tmp_path, "scoring/engine", "score")
    text = _imports.contracts(tmp_path)
    assert "root_packages =\n    scoring\n    clubs\n" in text
    assert "source_modules =\n    scoring.engine\n" in text
    forbidden = text.split("forbidden_modules =")[1].split()
    assert {"django", "clubs", "scoring.models", "scoring.services"} <= set(forbidden)
    assert "scoring.engine" not in forbidden


def test_the_shell_of_the_person_does_not_steer_the_tests(monkeypatch):
    for name in ("DATABASE_URL", "TENACE_SECRET_KEY", "TENACE_LONG", "HOME"):
        monkeypatch.setenv(name, "theirs")
    made = _test.environment("unix:///x", "/var")
    assert "DATABASE_URL" not in made
    assert "TENACE_SECRET_KEY" not in made
    assert (made["TENACE_LONG"], made["HOME"], made["TENACE_VAR"]) == ("theirs", "theirs", "/var")


def test_two_at_a_time_unless_the_person_debugs():
    assert _test.workers(["-k", "roles"]) == ["-n", "auto", "--dist", "loadgroup"]
    assert _test.workers(["--pdb"]) == []
    assert _test.workers(["-n4"]) == []


def test_coverage_is_measured_in_both_runs_and_reported_once(monkeypatch, tmp_path):
    told = []
    monkeypatch.setattr(_test, "run_pytest", lambda title, arguments, environ: told.append(arguments) or 0)
    for name in ("redis_server", "postgresql"):
        monkeypatch.setattr(_test, name, lambda: contextlib.nullcontext(SimpleNamespace(url="redis://nowhere")))
    assert _test.run(["-k", "roles"], coverage=True) == 0
    first, second = ([word for word in arguments if word.startswith("--cov")] for arguments in told)
    assert first == ["--cov", "--cov-report="]
    assert second == ["--cov", "--cov-append", "--cov-report=term:skip-covered", "--cov-report=html:var/coverage/html"]
    told.clear()
    _test.run([])
    assert not [word for arguments in told for word in arguments if "cov" in word]


def test_the_table_names_a_missed_target():
    rows = [Row("a", 1.0, 2.0, "ms", 0.5, "<= 1x", True), Row("b", 3.0, 2.0, "ms", 1.5, "<= 1x", False)]
    table = _bench.table(rows).splitlines()
    assert table[0].split() == ["name", "ours", "floor", "or", "peer", "unit", "ratio", "target"]
    assert table[1].split() == ["a", "1", "2", "ms", "0.50", "<=", "1x"]
    assert table[2].split()[-1] == "MISSED"
