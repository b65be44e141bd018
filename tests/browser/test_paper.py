"""What there is to print, on a phone and on a desk: tick, wait while it is made, take the file."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from printing import services
from printing.rendering import RenderedPdf
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site, sizes
from tests.printing.evenings import played, print_all


@sizes(phone=PHONE, desk=DESKTOP)
def test_a_set_is_asked_for_made_and_taken(
    site: Site, viewport: dict[str, int], settings: Any, monkeypatch: Any, tmp_path: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr(services, "render_pdf", lambda html, *, still_wanted=None: RenderedPdf(b"%PDF-1.7"))
    session = played(site.cast.harbour, 4, boards_per_round=1)
    visit = site.open(f"/clubs/harbour/sessions/{session.pk}/print/", persona="director", viewport=viewport)
    page = visit.page
    sound(visit)
    page.get_by_role("button", name="Everything for the wall").click()
    expect(page.get_by_role("status").filter(has_text="Making it")).to_be_visible()
    sound(visit)
    print_all()
    expect(page.get_by_role("link", name="Open the PDF")).to_be_visible()
    sound(visit)


def test_the_secretary_chooses_the_sets(site: Site) -> None:
    visit = site.open("/clubs/harbour/print/settings/", persona="secretary", viewport=PHONE)
    sound(visit)
    page = visit.page
    page.get_by_role("group", name="Everything for the wall").get_by_label("Scorecards to cut and hand out").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
