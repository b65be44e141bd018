"""Run pytest twice: what needs a database on PostgreSQL, then everything on SQLite; with a real Redis both times.

With --cov the two runs are measured together: which lines and branches any test reaches, on either database.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.services import ServiceFailed, postgresql, redis_server

NOTHING_SELECTED = 5
STOPPED = 130
COVERAGE = Path("var/coverage")


def environment(redis_url: str, folder: str, database_url: str = "") -> dict[str, str]:
    """Ours alone: what the person's shell says about databases, folders or keys does not reach the tests."""
    variables = {name: value for name, value in os.environ.items() if not _is_ours(name)}
    variables |= {"REDIS_URL": redis_url, "TENACE_VAR": folder}
    return variables | ({"DATABASE_URL": database_url} if database_url else {})


def _is_ours(name: str) -> bool:
    steering = ("TENACE_LONG", "TENACE_REQUIRE_BROWSER")
    return (name.startswith("TENACE_") and name not in steering) or name in (
        "DATABASE_URL",
        "REDIS_URL",
        "EMAIL_URL",
        "DJANGO_SETTINGS_MODULE",
    )


def workers(arguments: Sequence[str]) -> list[str]:
    """Two at a time, tests of one group together; one process where the person debugs or chose a number."""
    alone = ("-n", "--pdb", "-s", "--capture=no", "--trace", "--collect-only", "--co", "-x", "--fixtures", "--markers")
    if any(argument.startswith("-n") or argument in alone for argument in arguments):
        return []
    return ["-n", "auto", "--dist", "loadgroup"]


def run_pytest(title: str, arguments: Sequence[str], environ: dict[str, str]) -> int:
    print(f"== {title}", flush=True)
    process = subprocess.Popen([sys.executable, "-m", "pytest", *arguments], env=environ)
    try:
        return process.wait()
    except BaseException:
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
            process.wait(20)
        process.kill()
        process.wait()
        raise


@contextlib.contextmanager
def folder():
    path = tempfile.mkdtemp(prefix="tenace-test-")
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def measured(*, report: bool) -> list[str]:
    """What pytest is told with --cov: the first run measures, the second adds to it and reports on both."""
    if not report:
        return ["--cov", "--cov-report="]
    return ["--cov", "--cov-append", "--cov-report=term:skip-covered", f"--cov-report=html:{COVERAGE / 'html'}"]


def run(arguments: list[str], *, coverage: bool = False) -> int:
    pytest_arguments = [*workers(arguments), *arguments]
    first_run, second_run = (measured(report=False), measured(report=True)) if coverage else ([], [])
    with redis_server() as redis:
        with postgresql() as database_url, folder() as var:
            title = "PostgreSQL: what needs a database"
            code = run_pytest(
                title, ["-m", "database", *first_run, *pytest_arguments], environment(redis.url, var, database_url)
            )
        failed = code not in (0, NOTHING_SELECTED)
        if failed and "-x" in arguments:
            return code
        # What fails on one database does not keep from seeing what fails on the other.
        with folder() as var:
            second = run_pytest("SQLite: everything", [*second_run, *pytest_arguments], environment(redis.url, var))
        return code if failed else second


def main() -> int:
    arguments = sys.argv[1:]
    if "--long" in arguments:
        arguments.remove("--long")
        os.environ["TENACE_LONG"] = "1"
    coverage = "--cov" in arguments
    if coverage:
        arguments.remove("--cov")
        COVERAGE.mkdir(parents=True, exist_ok=True)
        os.environ["COVERAGE_FILE"] = str(COVERAGE.resolve() / "data")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(STOPPED))
    try:
        return run(arguments, coverage=coverage)
    except ServiceFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return STOPPED


if __name__ == "__main__":
    sys.exit(main())
