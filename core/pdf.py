"""Pages as PDF. What is printed comes in the page itself: nothing is fetched, from the web or from this machine.

`python -m core.pdf OUT MEGABYTES PARENT` makes one in a process with bounded memory: see `printing.rendering`.
"""

from __future__ import annotations

import base64
import hashlib
import json
import logging
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

TAGGED = "pdf/ua-1"
NO_MEMORY = 3
logger = logging.getLogger(__name__)
BASE_DIR = Path(__file__).resolve().parent.parent
LONGEST_SECONDS = 120
KEPT_SECONDS = 7 * 24 * 3600
# Behind whoever serves the room.
NICENESS = 10
BEING_MADE = "pdf-being-made"
_PRINTING = threading.Lock()


def pdf_from_html(html: str) -> bytes:
    """The page as a tagged PDF with its title, language and bookmarks; what it refers to by an address is left out."""
    # Only here: it takes a second to load and few need it.
    from weasyprint import HTML
    from weasyprint.urls import URLFetcher

    class NothingIsFetched(URLFetcher):
        def fetch(self, url: str, headers: object = None) -> object:
            raise ValueError("A page that is printed refers to nothing outside itself.")

    document: bytes = HTML(string=html, url_fetcher=NothingIsFetched()).write_pdf(pdf_variant=TAGGED)
    return document


def kept_pdf(basis: str, html: Callable[[], str]) -> bytes | None:
    """The PDF of what `basis` names, for everybody: made once, in a process of its own, and kept.

    None while another one is being made: nobody waits for it in the web server.
    """
    from django.core.cache import cache

    key = f"pdf:{hashlib.sha256(basis.encode()).hexdigest()}"
    if (kept := cache.get(key)) is not None:
        return base64.b64decode(kept)
    # The cache tells the other processes, where there is one; the lock holds without it.
    if cache.get(BEING_MADE) or cache.get(f"{key}:failed") or not _PRINTING.acquire(blocking=False):
        return None
    try:
        cache.set(BEING_MADE, True, LONGEST_SECONDS)
        # What fails is not tried again by the next one at once.
        cache.set(f"{key}:failed", True, LONGEST_SECONDS)
        document = _pdf_apart(html())
        cache.set(key, base64.b64encode(document).decode(), KEPT_SECONDS)
        cache.delete(f"{key}:failed")
        return document
    finally:
        cache.delete(BEING_MADE)
        _PRINTING.release()


def _pdf_apart(html: str) -> bytes:
    """The same in a process of its own, with less of a claim on the machine and none on the web server's threads."""
    from django.conf import settings

    with tempfile.TemporaryDirectory(prefix="tenace-print-") as folder:
        out = Path(folder) / "out.pdf"
        command = [sys.executable, "-m", "core.pdf", str(out), str(settings.PRINT_MEMORY), str(os.getpid())]
        made = subprocess.run(
            command, input=html.encode(), capture_output=True, cwd=BASE_DIR, timeout=LONGEST_SECONDS, check=False
        )
        if made.returncode:
            logger.error("A PDF was not made: %s", made.stderr.decode(errors="replace")[-2000:])
            raise RuntimeError("The PDF was not made; the log says why.")
        return out.read_bytes()


class _SignsWithoutFont(logging.Handler):
    """Collects the signs for which no font of this machine has a picture."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.signs: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        if "unsupported by fonts" in str(record.msg) and isinstance(record.args, tuple):
            self.signs.add(str(record.args[0]))


def end_with(parent: int, every: float = 1.0) -> None:
    """End this process when the one that started it is gone: nobody waits for the file any more."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(every)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def main(out: str, megabytes: str, parent: str) -> int:
    """Read a page from the standard input, write its PDF to `out`, and say which signs no font has.

    It ends with `parent`, the process that started it.
    """
    os.nice(NICENESS)
    end_with(int(parent))
    most = int(megabytes) * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    missing = _SignsWithoutFont()
    logger = logging.getLogger("weasyprint")
    logger.handlers, logger.propagate = [missing], False
    try:
        Path(out).write_bytes(pdf_from_html(sys.stdin.read()))
    except MemoryError:
        return NO_MEMORY
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(json.dumps({"missing": sorted(missing.signs), "megabytes": used}))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
