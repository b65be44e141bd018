"""Processes that are started together, watched, and stopped in order, with nothing left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ops.supervisor import leash

LOG_LIMIT = 2_000_000
# Before a child that has fallen is started again: twice as long each time, until it has stayed up for a while.
FIRST_PAUSE, LONGEST_PAUSE, STEADY_SECONDS = 0.5, 30.0, 60.0


class Failure(Exception):
    """One clear sentence for the person at the terminal."""


@dataclass
class Child:
    """One process in a process group of its own, its output in a log."""

    name: str
    command: Sequence[str]
    log: Path
    environment: Mapping[str, str]
    pass_fds: tuple[int, ...] = ()
    grace: float = 10.0
    foundation: bool = False  # what others stand on: stopped when they are gone
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    falls: int = 0
    started_at: float = 0.0
    start_again_at: float | None = None

    def start(self) -> None:
        self.started_at = time.monotonic()
        rotate(self.log)
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=dict(self.environment),
                pass_fds=self.pass_fds,
                start_new_session=True,
            )

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def exit_report(self) -> str:
        """How it ended, and what it said last."""
        if self.process is None:
            return f"The {self.name} could not be started."
        code = self.process.poll()
        if code is not None and code < 0:
            return f"The {self.name} was ended by {signal.Signals(-code).name}; {self.log} has what it said."
        said = last_line(self.log)
        return f"The {self.name} ended with code {code}; {self.log} says why." + (
            f" Its last line: {said}" if said else ""
        )

    def ask_to_stop(self) -> None:
        if self.process is not None and self.is_running:
            self.process.terminate()

    def stop(self) -> None:
        """Ask, wait, insist; then whatever it had started goes too."""
        if self.process is None:
            return
        self.ask_to_stop()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(self.grace)
        self.kill()

    def kill(self) -> None:
        if self.process is None:
            return
        leash.signal_group(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(5)


class ProcessGroup:
    """The children of one supervisor, and the leash that ends them if the supervisor is killed."""

    def __init__(self, keep_open: tuple[int, ...] = ()) -> None:
        """`keep_open`: what the leash holds on to, so that a lock lasts as long as any child does."""
        self.children: list[Child] = []
        self.paths: list[Path] = []
        self._leash = subprocess.Popen(
            [sys.executable, "-S", leash.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=keep_open,
            text=True,
        )

    def start(self, child: Child) -> Child:
        child.start()
        self.children.append(child)
        assert child.process is not None
        self._tell(f"group {child.process.pid}")
        return child

    def run(self, child: Child) -> None:
        """A step that must succeed before the next one."""
        self.finish(self.start(child))

    def finish(self, child: Child) -> None:
        """Wait for a step that was started; one that fails ends everything."""
        assert child.process is not None
        if child.process.wait():
            raise Failure(child.exit_report())
        self.dismiss(child)

    def dismiss(self, child: Child) -> None:
        child.stop()
        self.children.remove(child)
        assert child.process is not None
        self._tell(f"ended {child.process.pid}")

    def remove_at_end(self, path: Path) -> None:
        self.paths.append(path)
        self._tell(f"path {path}")

    def restart_fallen(self, now: float) -> list[str]:
        """Start again whoever has fallen, each after a pause that grows; a sentence for each fall."""
        said = []
        for child in self.children:
            if child.is_running:
                continue
            if child.start_again_at is None:
                child.falls = 1 if now - child.started_at > STEADY_SECONDS else child.falls + 1
                pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (child.falls - 1))
                child.start_again_at = now + pause
                said.append(f"{child.exit_report()} It is started again in {pause:g} s.")
            elif now >= child.start_again_at:
                self._start_again(child)
        return said

    def _start_again(self, child: Child) -> None:
        """Whatever the fallen one had started goes first. Where nothing can be started (a full disk), it has fallen."""
        child.start_again_at = None
        if child.process is not None:
            child.kill()
            self._tell(f"ended {child.process.pid}")
        child.process = None
        with contextlib.suppress(OSError):
            child.start()
            assert child.process is not None
            self._tell(f"group {child.process.pid}")

    def fallen(self) -> Child | None:
        return next((child for child in self.children if not child.is_running), None)

    def stop(self) -> None:
        """All that serve at the same time, then what they stand on."""
        for foundation in (False, True):
            leaving = [child for child in self.children if child.foundation == foundation]
            for child in leaving:
                child.ask_to_stop()
            for child in leaving:
                child.stop()
        self._release()

    def kill(self) -> None:
        for child in self.children:
            child.kill()
        self._release()

    def _release(self) -> None:
        leash.remove(self.paths)
        self._tell("released")
        with contextlib.suppress(OSError):
            assert self._leash.stdin is not None
            self._leash.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._leash.wait(5)

    def _tell(self, line: str) -> None:
        assert self._leash.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._leash.stdin.write(line + "\n")
            self._leash.stdin.flush()


def rotate(log: Path, limit: int = LOG_LIMIT) -> None:
    """Keep one old log; start a new one when the present one has grown past the limit."""
    log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if log.exists() and log.stat().st_size > limit:
        os.replace(log, log.with_suffix(log.suffix + ".1"))


def last_line(log: Path) -> str:
    if not log.exists():
        return ""
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - 4000))
        lines = [line.strip() for line in file.read().decode(errors="replace").splitlines()]
    return next((line[:300] for line in reversed(lines) if line), "")


def wait_for(condition: Callable[[], bool], seconds: float, group: ProcessGroup | None = None) -> bool:
    """Wait until the condition holds; a child that falls meanwhile is a failure at once."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        if group and (child := group.fallen()):
            raise Failure(child.exit_report())
        time.sleep(0.1)
    return False
