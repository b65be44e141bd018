"""A page becomes a PDF: nothing is fetched, memory is bounded, missing fonts are named, a bad logo is left out."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.base import ContentFile
from PIL import Image

from core import pdf
from printing import rendering
from printing.documents import accent_of, logo_of
from printing.rendering import PrintingFailed, missing_fonts_sentence, render_pdf
from tests.printing.paper import measure, properties
from tests.waiting import until

PAGE = '<html lang="en"><head><title>Page</title></head><body><h1>Heading</h1><p>{}</p></body></html>'


def test_a_page_in_a_process_of_its_own():
    rendered = render_pdf(PAGE.format("Words"))
    assert measure(rendered.content).has("Words")
    assert properties(rendered.content)["bookmarks"] == ["Heading"]
    assert rendered.missing == ()
    assert rendered.megabytes > 0


def test_nothing_outside_is_fetched(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("SECRET")
    content = PAGE.format(
        f'<img src="file://{secret}"><img src="https://example.org/x.png"><object data="file://{secret}">'
    )
    assert not measure(render_pdf(content).content).has("SECRET")


def test_too_much_memory_is_a_sentence(settings):
    settings.PRINT_MEMORY = 60
    with pytest.raises(PrintingFailed, match="too much for one file"):
        render_pdf(PAGE.format("Words"))


def test_nobody_waits_for_what_is_not_wanted_any_more(monkeypatch):
    monkeypatch.setattr(rendering, "LOOK_SECONDS", 0.01)

    def lost() -> None:
        raise RuntimeError("lost")

    with pytest.raises(RuntimeError):
        render_pdf(PAGE.format("Words"), still_wanted=lost)


def test_a_sign_that_no_font_has_is_named():
    assert missing_fonts_sentence(()) == ""
    assert "Thai (ก)" in missing_fonts_sentence(("ก",))
    rendered = render_pdf(PAGE.format("\U000e0fff"))
    assert pdf.NO_MEMORY
    assert isinstance(rendered.missing, tuple)


class Club:
    """Something with a logo."""

    def __init__(self, logo):
        self.logo = logo


class Logo:
    def __init__(self, name):
        self.name = name

    def __bool__(self):
        return True


def test_a_picture_is_taken_into_the_page(files):
    picture = io.BytesIO()
    Image.new("RGB", (20, 10), "navy").save(picture, "PNG")
    name = files.save("logos/a.png", ContentFile(picture.getvalue()))
    address, trouble = logo_of(Club(Logo(name)))
    assert address.startswith("data:image/png;base64,")
    assert trouble == ""


@pytest.mark.parametrize(
    "content",
    [
        b"no picture",
        b'<svg xmlns="http://www.w3.org/2000/svg"><image href="https://example.org/x.png"/></svg>',
        b"\x89PNG\r\n\x1a\n" + b"0" * 100,
        b"x" * 2_000_000,
    ],
    ids=["words", "svg", "broken", "large"],
)
def test_what_is_no_picture_is_left_out_with_a_sentence(files, content):
    name = files.save("logos/b.png", ContentFile(content))
    address, trouble = logo_of(Club(Logo(name)))
    assert address == ""
    assert "The logo is left out" in trouble


def test_a_club_prints_in_its_colour():
    assert accent_of("navy") == "#1f4076"
    assert accent_of("nonsense") == "currentColor"


def test_who_renders_ends_with_a_worker_that_is_killed(tmp_path):
    """The worker starts it with a page that never comes to its end, and is killed."""
    worker = (
        "import os, subprocess, sys, time\n"
        f"command = [sys.executable, '-m', 'core.pdf', {str(tmp_path / 'out')!r}, '1500', str(os.getpid())]\n"
        "child = subprocess.Popen(command, stdin=subprocess.PIPE)\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", worker], stdout=subprocess.PIPE, text=True, cwd=settings.BASE_DIR)
    child = int(process.stdout.readline())
    # Kept open here, so that the end of the worker's pipe is not what ends it.
    held = os.open(f"/proc/{child}/fd/0", os.O_WRONLY)
    process.kill()
    process.wait()
    try:
        until(lambda: not Path(f"/proc/{child}/exe").exists(), "the process that renders has ended")
    finally:
        os.close(held)
