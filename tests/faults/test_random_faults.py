"""Fifty faults of all kinds, in any order, while an evening is played: nothing that was acknowledged is lost."""

from __future__ import annotations

import json
import secrets
import subprocess
import sys

import pytest
from django.conf import settings

from bench.bench_faults import DATABASES

FAULTS, SECONDS = 50, 1500


@pytest.mark.long
@pytest.mark.xdist_group("faults")
@pytest.mark.parametrize("database", DATABASES)
def test_nothing_acknowledged_is_lost(database: str) -> None:
    """On a site of its own, in processes of its own; each time another fifty, by the seed that a failure names."""
    seed = secrets.randbelow(100_000)
    command = [sys.executable, "-m", "bench.bench_faults", "random", "--database", database]
    command += ["--count", str(FAULTS), "--seed", str(seed)]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, f"seed {seed}: {done.stdout[-1000:]} {done.stderr[-2000:]}"
    survived = json.loads(done.stdout.splitlines()[-1])
    print(f"seed {seed}: {survived}")
    assert survived["faults"] == FAULTS
    assert survived["acknowledged"] > 500
    assert survived["problems"] == []
