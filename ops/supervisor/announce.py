"""What the person at the terminal reads."""

from __future__ import annotations

import contextlib
from pathlib import Path


def step(sentence: str) -> None:
    """Nobody may be there to read it, or the disk under their log is full: the server goes on."""
    with contextlib.suppress(OSError):
        print(sentence, flush=True)


def ready(address: str, folder: Path, sign_ins: str, setup_link: str) -> None:
    lines = ["", f"Tenace is running at {address}/", ""]
    if setup_link:
        lines += ["Nothing is set up yet. This link makes the first federation, club and secretary", ""]
        lines += [f"  {setup_link}", "", "It works once, and for a day.", ""]
    if sign_ins:
        lines += ["This is the demo: invented people, no real data.", ""]
        lines += [*(f"  {line}" if line else "" for line in sign_ins.splitlines()), ""]
    lines += [f"Data and logs are in {folder}. Ctrl-C stops the server.", ""]
    print("\n".join(lines), flush=True)
