"""What the operating system must bring: found by looking, installed with apt where that is ours to do, else named.

Standard library only. Nothing here is fatal: what is missing is said in one sentence and the rest goes on.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

LOG = Path("var/logs/apt.log")


@dataclass(frozen=True)
class Need:
    name: str
    why: str
    packages: tuple[str, ...]
    is_there: Callable[[], bool]


def has_library(*names: str) -> Callable[[], bool]:
    def look() -> bool:
        try:
            return all(bool(ctypes.CDLL(name)) for name in names)
        except OSError:
            return False

    return look


def has_fonts(*languages: str) -> Callable[[], bool]:
    def look() -> bool:
        if not shutil.which("fc-list"):
            return False
        return all(
            subprocess.run(["fc-list", f":lang={language}", "family"], capture_output=True, check=False).stdout
            for language in languages
        )

    return look


def has_program(*names: str) -> Callable[[], bool]:
    return lambda: any(shutil.which(name) for name in names)


NEEDS = {
    "pdf": Need(
        "Pango",
        "PDFs cannot be made without it",
        ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0"),
        has_library("libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0"),
    ),
    "fonts": Need(
        "Noto and Thai fonts",
        "names in some scripts print as boxes in PDFs without them",
        ("fontconfig", "fonts-noto-core", "fonts-noto-cjk", "fonts-thai-tlwg"),
        has_fonts("th", "zh-cn", "hi"),
    ),
    "browser": Need(
        "Chromium",
        "browser tests are skipped without it",
        ("chromium",),
        has_program("chromium", "chromium-browser", "google-chrome"),
    ),
}


def can_install() -> bool:
    """Root on Debian or something close to it."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(packages: Iterable[str], log: Path = LOG) -> bool:
    """Install with apt, quietly; what it said is in the log."""
    log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    commands = (["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", *packages])
    with log.open("a") as file:
        return all(
            subprocess.run(command, stdout=file, stderr=file, env=environment, check=False).returncode == 0
            for command in commands
        )


def sentence(need: Need) -> str:
    return f"{need.name} not found ({need.why}); on Debian: apt-get install {' '.join(need.packages)}"


def missing(names: Iterable[str]) -> list[Need]:
    return [NEEDS[name] for name in names if not NEEDS[name].is_there()]


def provide(names: list[str]) -> list[str]:
    """Install what is missing where we may; return a sentence for each thing that is still missing."""
    absent = missing(names)
    if absent and can_install():
        packages = [package for need in absent for package in need.packages]
        print(f"Installing with apt: {' '.join(packages)} ...", flush=True)
        if not install(packages):
            print(f"apt-get failed; {LOG} has what it said.", flush=True)
        absent = missing(names)
    return [sentence(need) for need in absent]


if __name__ == "__main__":
    for line in provide(sys.argv[1:]):
        print(line)
