"""A Swiss pairs evening of nine pairs, read on a phone: the ranking, a match, and why figures are what they are."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from scoring.models import Standing
from scoring.selectors.newest_matches import newest_matches
from tests.browser.checks import sound
from tests.browser.conftest import PHONE, Site
from tests.scoring.test_swiss_pairs import evening, over


def opened_why(page: Page, figure: str) -> list[str]:
    """The sentences in the dialog that opens over the page; closed again."""
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name=f"Why {figure}?")).to_be_visible()
    told = dialog.locator("ol.steps li").all_inner_texts()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    return told


def test_a_swiss_evening_of_nine_pairs_says_why_on_a_phone(site: Site) -> None:
    session = over(site.cast, evening(site.cast))
    here = f"/clubs/harbour/sessions/{session.pk}/"
    visit = site.open(f"{here}results/", viewport=PHONE)
    page = visit.page
    expect(page.locator("a.why")).to_have_count(9)
    for at in (0, 4, 8):
        figure = page.locator("a.why").nth(at)
        shown = figure.inner_text().strip()
        figure.click()
        told = opened_why(page, shown)
        assert sum("victory points" in line for line in told) == 4, told
        assert told[-2].startswith(f"Together: {shown} victory points.") or told[-2].startswith("The tie was broken")
        assert re.fullmatch(r"That is place \d=? of 9\.", told[-1])
        assert not [line for line in told if "caled" in line or "sit-out" in line]
    sound(visit)

    bye = Standing.objects.filter(run__field__session=session, boards=6)[0].contestant_id
    visit.go_to(f"{site.url}{here}results/scorecards/{bye}/")
    expect(page.get_by_text("12.00 VPs")).to_be_visible()
    board = page.locator("a.why[href*='/plays/']").first
    shown = board.inner_text().strip()
    board.click()
    told = opened_why(page, shown)
    assert told[0].endswith("for North-South.")
    assert [line for line in told if line.startswith("Compared with each of 3 other results")]
    assert "counts" in told[-1]
    sound(visit)

    match = newest_matches(session)[0]
    visit.go_to(f"{site.url}{here}matches/{match.round}/{match.home_id}/{match.away_id}/")
    expect(page.get_by_text(match.vps[0]).first).to_be_visible()
    sound(visit)
