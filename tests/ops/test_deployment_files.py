"""Units, container and workflow start what the documents and the supervisor start."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from celery.bin.worker import worker as celery_worker
from django.conf import settings
from gunicorn.config import Config

from ops.supervisor.commands import worker

ROOT = Path(settings.BASE_DIR)
SERVICES = {"nginx", "postgresql", "redis-server"}


def started_by(unit: str) -> list[str]:
    text = (ROOT / "deploy" / "systemd" / f"tenace-{unit}.service").read_text()
    (line,) = re.findall(r"^ExecStart=(.*)$", text, flags=re.MULTILINE)
    return shlex.split(line.replace("%%", "%"))


def container() -> str:
    return (ROOT / "Containerfile").read_text()


def packages(text: str) -> set[str]:
    (line,) = re.findall(r"apt-get install ([^`\\\n]*)", text)
    return {word for word in line.split() if not word.startswith("-")}


def test_the_web_servers_options_are_gunicorns() -> None:
    arguments = started_by("web")
    chosen = Config().parser().parse_args(arguments[arguments.index("gunicorn") + 1 :])
    assert chosen.args == ["config.wsgi:application"]
    assert chosen.keepalive > 4, "devices ask every four seconds on one connection"


def test_the_container_serves_as_the_unit_does() -> None:
    command = json.loads(container().split("CMD ")[1])
    unit = started_by("web")
    assert [Path(command[0]).name, *command[1:]] == [
        Path(unit[0]).name,
        *("0.0.0.0:8000" if word == "127.0.0.1:8000" else word for word in unit[1:]),
    ]


@pytest.mark.parametrize("queue", ["live", "long"])
def test_the_workers_start_as_the_supervisor_starts_them(queue: str) -> None:
    unit, ours = started_by(queue), worker(queue)
    wanted = ours[ours.index("celery") :]
    assert set(wanted) <= set(unit)
    known = {option for parameter in celery_worker.params for option in parameter.opts} | {"-A"}
    assert {word for word in unit if re.fullmatch(r"--?[A-Za-z-]+", word)} - {"-m"} <= known


def test_no_single_process_keeps_the_times() -> None:
    """Each worker sweeps its own queue (`jobs.tasks`): a beat that dies would be noticed by nobody."""
    assert not [unit for unit in ("web", "live", "long") if "--beat" in started_by(unit)]


def test_the_container_installs_what_the_documents_install() -> None:
    steps = (ROOT / "docs" / "operations.md").read_text()
    assert packages(container()) == packages(steps) - SERVICES
    assert "-m pip install -r requirements.txt" in steps
    assert "-m pip install --no-cache-dir -r requirements.txt" in container()
    assert "manage.py collectstatic --no-input" in steps
    assert "manage.py collectstatic --no-input" in container()


def test_the_forge_runs_what_must_hold_here() -> None:
    workflow = (ROOT / ".github" / "workflows" / "checks.yml").read_text()
    checks, dependencies = workflow.split("  dependencies:\n")
    assert re.findall(r"- run: (.*)", checks) == [".ci/run"]
    assert re.findall(r"- run: python -m (pip\w*)", dependencies) == ["pip", "pip_audit"]
    assert 'python-version: "3.11"' in workflow


def test_hooks_before_a_commit_are_checks_of_lint() -> None:
    hooks = re.findall(r"entry: \.venv/bin/python -m ([\w.]+)", (ROOT / ".pre-commit-config.yaml").read_text())
    lint = (ROOT / "script" / "_lint.py").read_text()
    assert hooks
    assert all(f'module("{name}"' in lint for name in hooks)
