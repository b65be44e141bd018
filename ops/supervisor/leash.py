"""A small process that outlives a killed supervisor just long enough to end what it had started.

The supervisor writes a line to its pipe for each process group that starts or ends, and for each path to remove.
When the pipe closes without the word `released`, the supervisor was killed: the groups are asked to end, then made
to, and the paths are removed. Standard library only, and run as a file: it must start fast and need nothing.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterable
from pathlib import Path

GRACE_SECONDS = 3.0


def read_until_closed(stream: Iterable[str]) -> tuple[list[int], list[Path], bool]:
    groups: list[int] = []
    paths: list[Path] = []
    for line in stream:
        word, _, value = line.rstrip("\n").partition(" ")
        if word == "group":
            groups.append(int(value))
        elif word == "ended":
            groups.remove(int(value))
        elif word == "path":
            paths.append(Path(value))
        elif word == "released":
            return groups, paths, True
    return groups, paths, False


def signal_group(group: int, number: int) -> bool:
    """False where the group has no process left."""
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def end_groups(groups: list[int], grace: float = GRACE_SECONDS) -> None:
    deadline = time.monotonic() + grace
    alive = [group for group in groups if signal_group(group, signal.SIGTERM)]
    while alive and time.monotonic() < deadline:
        time.sleep(0.05)
        alive = [group for group in alive if signal_group(group, 0)]
    for group in alive:
        signal_group(group, signal.SIGKILL)


def remove(paths: list[Path]) -> None:
    for path in paths:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with contextlib.suppress(FileNotFoundError):
                path.unlink()


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    groups, paths, released = read_until_closed(sys.stdin)
    if not released:
        end_groups(groups)
        remove(paths)


if __name__ == "__main__":
    main()
