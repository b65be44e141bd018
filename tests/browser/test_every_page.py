"""Every page on a phone and on a desk: it fits, it is accessible, it breaks no promise and it is light."""

from __future__ import annotations

from typing import Any

import pytest

from clubs.services.joining import ask_to_join
from tests.browser.checks import small_targets, violations
from tests.browser.conftest import DESKTOP, PHONE, Site, Visit

LIMIT = 150_000
PAGES = [
    ("/", "", 200),
    ("/", "secretary", 200),
    ("/", "officer", 200),
    ("/", "stranger", 200),
    ("/clubs/", "", 200),
    ("/clubs/?q=nowhere", "", 200),
    ("/clubs/harbour/", "", 200),
    ("/clubs/harbour/", "member", 200),
    ("/clubs/hillside/", "", 200),
    ("/federations/dummyland/", "", 200),
    ("/federations/north/", "north_officer", 200),
    ("/clubs/harbour/settings/", "secretary", 200),
    ("/clubs/harbour/appeals/", "secretary", 200),
    ("/clubs/harbour/appeals/pool/", "secretary", 200),
    ("/clubs/harbour/casebook/", "", 200),
    ("/federations/north/appeals/", "north_officer", 200),
    ("/appeals/mine/", "member", 200),
    ("/concur/", "", 200),
    ("/clubs/harbour/members/", "secretary", 200),
    ("/clubs/harbour/members/", "director", 200),
    ("/clubs/hillside/members/", "other_secretary", 200),
    ("/clubs/harbour/members/?q=nobody", "secretary", 200),
    ("/clubs/harbour/members/add/", "secretary", 200),
    ("/clubs/harbour/members/import/", "secretary", 200),
    ("/clubs/harbour/members/requests/", "secretary", 200),
    ("/clubs/harbour/members/requests/{request}/", "secretary", 200),
    ("/clubs/harbour/members/links/", "secretary", 200),
    ("/clubs/harbour/members/invitations/", "secretary", 200),
    ("/clubs/harbour/duplicates/", "secretary", 200),
    ("/federations/dummyland/register/", "officer", 200),
    ("/federations/dummyland/register/?q=member", "officer", 200),
    ("/federations/dummyland/register/import/", "officer", 200),
    ("/privacy/", "", 200),
    ("/clubs/harbour/members/{membership}/remove/", "secretary", 200),
    ("/clubs/harbour/join/", "stranger", 200),
    ("/clubs/harbour/table-codes/", "secretary", 200),
    ("/clubs/harbour/table-rules/", "secretary", 200),
    ("/server/mail/", "operator", 200),
    ("/clubs/harbour/events/", "", 200),
    ("/clubs/harbour/events/", "secretary", 200),
    ("/clubs/harbour/events/new/", "secretary", 200),
    ("/clubs/harbour/series/new/", "secretary", 200),
    ("/clubs/harbour/desk/", "secretary", 200),
    ("/clubs/harbour/desk/", "scorer", 200),
    ("/clubs/harbour/results/", "", 200),
    ("/clubs/harbour/roles/", "secretary", 200),
    ("/clubs/harbour/regulations/", "", 200),
    ("/clubs/harbour/regulations/period.appeal/", "secretary", 200),
    ("/clubs/harbour/audit/", "secretary", 200),
    ("/clubs/harbour/jobs/", "secretary", 200),
    ("/laws/", "", 200),
    ("/laws/?q=penalty", "", 200),
    ("/laws/16/", "", 200),
    ("/laws/definitions/", "", 200),
    ("/laws/what-happens/", "", 200),
    ("/laws/what-happens/L27/?rot=y&acc=n&repl=bid", "", 200),
    ("/precedents/", "director", 200),
    ("/clubs/harbour/reports/", "recorder", 200),
    ("/clubs/harbour/reports/new/?kind=system", "director", 200),
    ("/account/record/", "member", 200),
    ("/federations/north/rulings/figures/", "north_officer", 200),
    ("/federations/north/settings/", "north_officer", 200),
    ("/account/login/", "", 200),
    ("/account/signup/", "", 200),
    ("/account/password/reset/", "", 200),
    ("/account/password/reset/done/", "", 200),
    ("/account/confirm-email/", "", 200),
    ("/account/logout/", "member", 200),
    ("/account/", "member", 200),
    ("/account/results/", "member", 200),
    ("/account/email/", "member", 200),
    ("/account/mail/", "member", 200),
    ("/account/password/change/", "member", 200),
    ("/account/2fa/", "member", 200),
    ("/account/2fa/totp/activate/", "member", 200),
    ("/account/2fa/", "operator", 200),
    ("/account/2fa/totp/deactivate/", "operator", 200),
    ("/account/2fa/recovery-codes/", "operator", 200),
    ("/account/2fa/recovery-codes/generate/", "operator", 200),
    ("/account/sessions/", "member", 200),
    ("/account/tokens/", "member", 200),
    ("/account/erase/", "member", 200),
    ("/account/close/", "member", 200),
    ("/account/history/", "member", 200),
    ("/account/data/", "member", 200),
    ("/account/reauthenticate/", "member", 200),
    ("/styleguide/", "operator", 200),
    ("/nowhere/", "", 404),
    ("/clubs/harbour/settings/", "member", 403),
]


def problems_of(visit: Visit) -> list[str]:
    """On a phone in daylight, then on a desk in the dark."""
    weight = visit.weight
    found = [] if 10_000 < weight < LIMIT else [f"{weight} bytes"]
    found += [f"too low to touch: {target}" for target in small_targets(visit)]
    for viewport, scheme in ((PHONE, "light"), (DESKTOP, "dark")):
        visit.turn_to(viewport, scheme)
        if visit.overflow > 0:
            found.append(f"{visit.overflow} pixels too wide at {viewport['width']}")
        found += violations(visit)
    return found + visit.complaints


@pytest.mark.parametrize("persona", dict.fromkeys(persona for _path, persona, _status in PAGES))
def test_on_a_phone_in_daylight_and_on_a_desk_in_the_dark(site: Site, record_property: Any, persona: str) -> None:
    """One browser for all pages of a person, with nothing kept from one to the next: each weighs what it does alone."""
    cast = site.cast
    asked = ask_to_join(
        actor=cast.actor("other_secretary"), club=cast.harbour, number="1234", note="I have played here since 1999."
    )
    where = {"request": asked.pk, "membership": cast.membership.pk}
    pages = [(path.format(**where), status) for path, who, status in PAGES if who == persona]
    visit = site.open(pages[0][0], persona=persona, status=pages[0][1], viewport=PHONE)
    visit.keep_nothing()
    problems = {}
    for path, status in pages:
        visit.turn_to(PHONE, "light")
        visit.go_to(f"{site.url}{path}", status)
        record_property(f"bytes of {path} for {persona or 'a stranger'}", visit.weight)
        problems[path] = problems_of(visit)
    assert not any(problems.values()), {path: found for path, found in problems.items() if found}


def test_the_menu_on_a_phone_is_accessible_while_open(site: Site) -> None:
    visit = site.open("/", persona="secretary", viewport=PHONE)
    visit.page.get_by_text("Menu", exact=True).click()
    assert visit.page.get_by_role("link", name="Audit").first.is_visible()
    assert visit.overflow <= 0
    assert violations(visit) == []


def test_a_wrong_form_says_where_and_what(site: Site) -> None:
    visit = site.open("/account/login/", viewport=PHONE)
    visit.page.get_by_role("button", name="Sign in", exact=True).click()
    summary = visit.page.get_by_role("alert")
    assert "Email" in summary.inner_text()
    assert summary.evaluate("e => e === document.activeElement")
    summary.get_by_role("link", name="Email").click()
    field = visit.page.get_by_label("Email")
    assert field.evaluate("e => e === document.activeElement")
    assert field.get_attribute("aria-invalid") == "true"
    assert violations(visit) == []
