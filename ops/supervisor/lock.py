"""One server for each data folder."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from typing import IO

from ops.supervisor.children import Failure

LEFTOVER_SECONDS = 10.0


def take_lock(folder: Path) -> IO[str]:
    """Hold the folder's lock until the file is closed or the process ends, however it ends."""
    path = folder / "server.lock"
    file = path.open("a+")
    deadline = time.monotonic() + LEFTOVER_SECONDS
    while not _locked(file):
        owner = _owner(file)
        if _is_alive(owner) or time.monotonic() > deadline:
            file.close()
            raise Failure(
                f"A server is already running on {folder} (process {owner or 'unknown'}): stop it first, "
                "or give this one another folder with TENACE_VAR."
            )
        time.sleep(0.1)
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file


def _locked(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _owner(file: IO[str]) -> int:
    file.seek(0)
    text = file.read().strip()
    return int(text) if text.isdigit() else 0


def _is_alive(pid: int) -> bool:
    if not pid:
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
