"""A weighted score on the form of a ruling: nothing is called wrong while it is being put together."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Site
from tests.browser.desk import address, in_play, plays
from tests.browser.test_rulings import enter


def test_a_second_result_that_is_not_typed_yet_is_no_fault_of_the_weights(site: Site) -> None:
    session = in_play(site, 8)
    first = plays(session)[0]
    enter(site, first, "4S= N")
    page = site.open(address(session, f"rulings/new/?play={first.pk}"), persona="director").page
    page.get_by_label("A few letters of it").fill("hesit")
    page.get_by_role("button", name=re.compile("^Hesitation")).first.click()
    page.get_by_role("link", name="To the form").click()
    preview = page.locator("[data-ruling-form]").get_attribute("data-preview-url")
    assert preview
    with page.expect_response(lambda answer: answer.url.endswith(preview)) as answered:
        page.get_by_role("button", name="Weighted").click()
    assert "add up to" not in answered.value.text()
    expect(page.get_by_text("Together: 100%")).to_be_visible()
    with page.expect_response(lambda answer: answer.url.endswith(preview)) as answered:
        page.get_by_label("Result 2").fill("4S-1 N")
    assert "What it would do" in answered.value.text()
    expect(page.get_by_text("What it would do")).to_be_visible()
