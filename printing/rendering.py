"""A page becomes a PDF in a process of its own: its memory is bounded, and a worker keeps none of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from core.pdf import NO_MEMORY

LOOK_SECONDS = 1.0
# Others wait behind it in the queue.
LONGEST_SECONDS = 900
FOLDER = Path(__file__).resolve().parent.parent


class PrintingFailed(Exception):
    """Why there is no file, in a sentence for whoever asked."""


@dataclass(frozen=True)
class RenderedPdf:
    content: bytes
    # Signs that no font of this machine has.
    missing: tuple[str, ...] = ()
    megabytes: int = 0


def render_pdf(html: str, *, still_wanted: Callable[[], None] | None = None) -> RenderedPdf:
    """The page as a PDF. `still_wanted` is called about every second and may raise: then nothing is made."""
    with tempfile.TemporaryDirectory(prefix="tenace-print-") as folder:
        out = Path(folder) / "out.pdf"
        command = [sys.executable, "-m", "core.pdf", str(out), str(settings.PRINT_MEMORY), str(os.getpid())]
        with (Path(folder) / "in.html").open("w+", encoding="utf-8") as page:
            page.write(html)
            page.seek(0)
            process = subprocess.Popen(
                command, cwd=FOLDER, stdin=page, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            try:
                said, trouble = _wait(process, still_wanted)
            finally:
                if process.poll() is None:
                    process.kill()
                    process.wait()
        _refuse_failure(process.returncode, trouble)
        answer = json.loads(said)
        return RenderedPdf(out.read_bytes(), tuple(answer["missing"]), answer["megabytes"])


def _wait(process: subprocess.Popen[str], still_wanted: Callable[[], None] | None) -> tuple[str, str]:
    until = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < until:
        try:
            return process.communicate(timeout=LOOK_SECONDS)
        except subprocess.TimeoutExpired:
            if still_wanted is not None:
                still_wanted()
    sentence = _("This took longer than %(minutes)s minutes and was stopped. Print its parts one by one.")
    raise PrintingFailed(sentence % {"minutes": LONGEST_SECONDS // 60})


def _refuse_failure(code: int, trouble: str) -> None:
    if code == 0:
        return
    if code == NO_MEMORY or "MemoryError" in trouble or "Cannot allocate memory" in trouble:
        sentence = _("This is too much for one file (more than %(most)s MB of memory). Print its parts one by one.")
        raise PrintingFailed(sentence % {"most": settings.PRINT_MEMORY})
    last_line = trouble.strip().splitlines()[-1] if trouble.strip() else f"exit {code}"
    raise PrintingFailed(_("The file could not be made: %(why)s") % {"why": last_line[:300]})


def missing_fonts_sentence(signs: tuple[str, ...]) -> str:
    """Which scripts lack a font here, with one sign of each; empty where none does."""
    if not signs:
        return ""
    examples = {_script(sign): sign for sign in reversed(signs)}
    listed = ", ".join(f"{script} ({sign})" for script, sign in sorted(examples.items()))
    sentence = _("No font on this machine has these signs, which are printed as empty boxes: %(signs)s.")
    return sentence % {"signs": listed}


def _script(sign: str) -> str:
    """The first word of the sign's name, which is its script: THAI, CJK, ARABIC."""
    return unicodedata.name(sign, f"U+{ord(sign):04X}").split()[0].title()
