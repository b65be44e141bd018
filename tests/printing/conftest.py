"""A session whose play is over, to print."""

from __future__ import annotations

import pytest
from django.core.files.storage import default_storage

from events.models import Session
from printing import services
from printing.rendering import RenderedPdf
from tests.cast import Cast
from tests.printing.evenings import played


@pytest.fixture(autouse=True)
def files(tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path / "media"
    return default_storage


@pytest.fixture
def session(cast: Cast) -> Session:
    return played(cast.harbour, 6)


@pytest.fixture
def quick(monkeypatch) -> list[str]:
    """Files are made at once, of the page's first letters: for tests of everything but the setting."""
    pages: list[str] = []

    def render(html: str, *, still_wanted: object = None) -> RenderedPdf:
        pages.append(html)
        return RenderedPdf(f"%PDF {len(pages)}".encode())

    monkeypatch.setattr(services, "render_pdf", render)
    return pages
