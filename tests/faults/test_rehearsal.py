"""A whole session over HTTP against real processes; with --long a hundred tables, and kill -9 in the middle."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from ops.rehearsal.evening import Evening, RehearsalPlan
from ops.rehearsal.noise import RARE, NoiseStory
from ops.rehearsal.site import Site
from ops.rehearsal.verdict import judge
from scoring.models import BoardResult, ScoreEntry, Standing
from scoring.models.results import EntryState

pytestmark = pytest.mark.xdist_group("faults")
BASE = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def server(transactional_db: None) -> Iterator[Site]:
    folder = Path(tempfile.mkdtemp(prefix="tenace-f-"))
    with Site(folder, settings="tests.settings") as site:
        yield site
    shutil.rmtree(folder, ignore_errors=True)


def test_five_tables_with_every_kind_of_mistake_end_as_the_engine_says(server: Site) -> None:
    said: list[str] = []
    evening = Evening(RehearsalPlan(tables=5, boards=6), server.url, said.append, server)
    outcome = evening.run()
    assert outcome.problems == []
    assert outcome.tally.counts["server errors"] == 0
    assert {part.story for part in evening.parts} >= {*RARE, NoiseStory.OFFLINE}
    assert len(outcome.tally.acknowledged) == ScoreEntry.objects.count()
    assert said[-1].startswith("round 2 of 2")

    # The verdict sees what it is there to see.
    def problems() -> str:
        return " ".join(judge(evening.scene, evening.parts, outcome.tally.acknowledged, []))

    assert "The API shows other standings" in problems()
    ScoreEntry.objects.filter(state=EntryState.WITHDRAWN).first().delete()
    assert "was acknowledged and is lost" in problems()
    BoardResult.objects.current().filter(outcome="played").update(tricks=0)
    assert "; the record has" in problems()
    Standing.objects.update(total="1/3")
    assert "with 1/3" in problems()
    ScoreEntry.objects.update(state=EntryState.WAITING)
    assert "Nobody has decided on the claim" in problems()


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"tables": 1}, "--tables: say 2 to 200"),
        ({"boards": 0}, "--boards: say 1 to 64"),
        ({"kills": 1, "url": "http://127.0.0.1:1"}, "only a server of its own can be killed"),
    ],
)
def test_what_cannot_be_rehearsed_is_said(asked: dict[str, object], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        call_command("rehearse", **asked)


@pytest.mark.long
@pytest.mark.django_db
def test_a_hundred_tables_lose_nothing_in_twenty_kills() -> None:
    """The command itself, in a process of its own: on a database of its own beside the tests' one."""
    command = [sys.executable, "manage.py", "rehearse", "--tables", "100", "--boards", "27", "--kills", "20"]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment = kept | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(command, cwd=BASE, env=environment, capture_output=True, text=True, check=False, timeout=3600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "20 kills" in done.stdout
    print(done.stdout)
