"""The disk is full in the middle of an evening: the web server stays, and all goes on when there is room again."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ops.supervisor.server import static_fingerprint
from tests.ops.test_supervisor import BASE, first_of, health, text
from tests.waiting import until

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("faults")]
# A file system of its own that nobody else sees, gone with the process.
SMALL_DISK = "mount -t tmpfs -o size=40m none {var} && cp {stamp} {var}/static-collected && exec {command}"


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("unshare"), reason="only root may mount a small disk")
def test_a_full_disk_heals_by_itself(tmp_path: Path) -> None:
    var, stamp = tmp_path / "var", tmp_path / "stamp"
    var.mkdir()
    stamp.write_text(static_fingerprint())
    command = SMALL_DISK.format(
        var=var, stamp=stamp, command=f"{sys.executable} -m ops.supervisor --port 0 --empty".replace("'", "")
    )
    dropped = ("TENACE_", "PYTEST_", "DJANGO_", "DATABASE_URL", "REDIS_URL")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    with (tmp_path / "said").open("w") as said:
        server = subprocess.Popen(
            ["unshare", "-m", "--propagation", "private", "sh", "-c", command],
            cwd=BASE,
            env=kept | {"TENACE_VAR": str(var)},
            stdout=said,
            stderr=said,
        )
    try:
        until(lambda: "Ctrl-C" in text(tmp_path) or server.poll() is not None, lambda: text(tmp_path), seconds=180)
        web = first_of(var, b"gunicorn")
        disk = Path(f"/proc/{server.pid}/root{var}")
        filler = disk / "filler"
        with filler.open("wb") as file:
            while True:
                try:
                    file.write(b"x" * 65536)
                    file.flush()
                except OSError:
                    break
        for kind in (b"-Q\0long", b"valkey-server"):
            os.kill(first_of(var, kind), signal.SIGKILL)
        until(lambda: text(tmp_path).count("It is started again") >= 2, lambda: text(tmp_path))
        assert health(tmp_path) in (200, 503), "the web server answers"
        filler.unlink()
        until(lambda: health(tmp_path) == 200, lambda: text(tmp_path), seconds=90)
        assert first_of(var, b"gunicorn") == web
        assert server.poll() is None
    finally:
        server.terminate()
        server.wait(60)
