"""Pages as PDF. What is printed comes in the page itself: nothing is fetched, from the web or from this machine.

`python -m core.pdf OUT MEGABYTES PARENT` makes one in a process with bounded memory: see `printing.rendering`.
"""

from __future__ import annotations

import json
import logging
import os
import resource
import sys
import threading
import time
from pathlib import Path

TAGGED = "pdf/ua-1"
NO_MEMORY = 3


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
    # Paper can wait: whoever scores is served first.
    os.nice(10)
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
