"""Run every check, say one line about each, and show what the failed ones had to say."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

PYTHON = sys.executable
OURS = ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "DJANGO_SETTINGS_MODULE")


@dataclass(frozen=True)
class Check:
    name: str
    command: Sequence[str]
    environment: dict[str, str] = field(default_factory=dict)


def production() -> dict[str, str]:
    """As an installation in service is set up; nothing is connected to."""
    return {
        "TENACE_PUBLIC_URL": "https://bridge.example.org",
        "TENACE_SECRET_KEY": secrets.token_urlsafe(60),
        "EMAIL_URL": "smtp+tls://tenace:secret@mail.example.org:587",
    }


def manage(*arguments: str) -> list[str]:
    return [PYTHON, "manage.py", *arguments]


def module(*arguments: str) -> list[str]:
    return [PYTHON, "-m", *arguments]


def checks() -> list[Check]:
    return [
        Check("mypy", module("mypy", ".")),
        Check("ruff", module("ruff", "check", ".")),
        Check("format", module("ruff", "format", "--check", ".")),
        Check("imports", module("script._imports")),
        Check("templates", module("djlint", "--lint", "--quiet", "templates")),
        Check("template layout", module("djlint", "--check", "templates")),
        Check("translation", module("script._untranslated", "templates")),
        Check("JavaScript", module("script._javascript", "check")),
        Check("migrations", manage("makemigrations", "--check", "--dry-run")),
        Check("deployment", manage("check", "--deploy", "--fail-level", "WARNING"), production()),
        Check("API schema", manage("spectacular", "--validate", "--fail-on-warn", "--file", os.devnull)),
    ]


def run(check: Check, folder: str) -> tuple[Check, bool, str, float]:
    started = time.monotonic()
    names = [name for name in os.environ if not name.startswith("TENACE_") and name not in OURS]
    environment = {name: os.environ[name] for name in names} | {"TENACE_VAR": folder} | check.environment
    process = subprocess.run(
        check.command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return check, process.returncode == 0, process.stdout.strip(), time.monotonic() - started


def main(names: list[str]) -> int:
    chosen = [check for check in checks() if not names or check.name in names]
    if unknown := set(names) - {check.name for check in chosen}:
        print(f"There is no check {', '.join(sorted(unknown))}; there are {', '.join(c.name for c in checks())}.")
        return 2
    failed = []
    with tempfile.TemporaryDirectory(prefix="tenace-lint-") as folder, ThreadPoolExecutor(2) as pool:
        for check, ok, output, seconds in pool.map(lambda check: run(check, folder), chosen):
            print(f"{'ok' if ok else 'FAILED':<8}{check.name} ({seconds:.0f} s)", flush=True)
            if not ok or output.startswith("Not checked"):
                print(output + "\n", flush=True)
            if not ok:
                failed.append(check.name)
    print(f"Failed: {', '.join(failed)}." if failed else f"All {len(chosen)} checks hold.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
