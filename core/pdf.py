"""Pages as PDF. What is printed comes in the page itself: nothing is fetched, from the web or from this machine."""

from __future__ import annotations

import base64
import hashlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

logger = logging.getLogger(__name__)
BASE_DIR = Path(__file__).resolve().parent.parent
LONGEST_SECONDS = 120
KEPT_SECONDS = 7 * 24 * 3600
# Behind whoever serves the room.
NICENESS = 10
BEING_MADE = "pdf-being-made"
_PRINTING = threading.Lock()


def pdf_from_html(html: str) -> bytes:
    """The page as a PDF; whatever it refers to by an address is left out."""
    # Only here: it takes a second to load and few need it.
    from weasyprint import HTML
    from weasyprint.urls import URLFetcher

    class NothingIsFetched(URLFetcher):
        def fetch(self, url: str, headers: object = None) -> object:
            raise ValueError("A page that is printed refers to nothing outside itself.")

    document: bytes = HTML(string=html, url_fetcher=NothingIsFetched()).write_pdf()
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
    if cache.get(BEING_MADE) or not _PRINTING.acquire(blocking=False):
        return None
    try:
        # What fails is not tried again by the next one at once.
        cache.set(BEING_MADE, True, LONGEST_SECONDS)
        document = _pdf_apart(html())
        cache.set(key, base64.b64encode(document).decode(), KEPT_SECONDS)
        cache.delete(BEING_MADE)
        return document
    finally:
        _PRINTING.release()


def _pdf_apart(html: str) -> bytes:
    """The same in a process of its own, with less of a claim on the machine and none on the web server's threads."""
    command = [sys.executable, "-m", "core.pdf"]
    made = subprocess.run(
        command, input=html.encode(), capture_output=True, cwd=BASE_DIR, timeout=LONGEST_SECONDS, check=False
    )
    if made.returncode:
        logger.error("A PDF was not made: %s", made.stderr.decode(errors="replace")[-2000:])
        raise RuntimeError("The PDF was not made; the log says why.")
    return made.stdout


def main() -> None:
    os.nice(NICENESS)
    sys.stdout.buffer.write(pdf_from_html(sys.stdin.buffer.read().decode()))


if __name__ == "__main__":
    main()
