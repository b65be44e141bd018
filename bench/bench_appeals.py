"""The register of 20,000 appeals against its bare SQL: every filter by itself, some together, the figures alone."""

import json
import os
import subprocess
import sys
import tempfile

from bench.measure import Row, at_most

LIMIT = 3.0
APPEALS = 20_000


def run(times: int = 7) -> list[Row]:
    """In a process of its own, with a database of its own."""
    with tempfile.TemporaryDirectory(prefix="tenace-bench-") as folder:
        environment = os.environ | {"TENACE_VAR": folder, "DJANGO_SETTINGS_MODULE": "bench.settings"}
        for name in ("DATABASE_URL", "REDIS_URL", "TENACE_DEBUG"):
            environment.pop(name, None)
        migrate = [sys.executable, "manage.py", "migrate", "-v", "0"]
        subprocess.run(migrate, env=environment, check=True, stdout=subprocess.DEVNULL)
        command = [sys.executable, "-m", "bench.one_register", str(APPEALS), str(times)]
        measured = json.loads(subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout)
    return [
        at_most(
            f"register of {APPEALS} appeals, {name}: {figures['rows']} found, {figures['queries']} queries / bare SQL",
            figures["ours"] * 1e3,
            figures["bare"] * 1e3,
            "ms",
            LIMIT,
        )
        for name, figures in measured.items()
    ]
