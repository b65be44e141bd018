"""A real browser against a real server, with the standing cast."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from clubs.models import User
from clubs.services.bodies import change_club
from tests.cast import Cast

CHROMIUM = shutil.which("chromium") or ""
REQUIRED = os.environ.get("TENACE_REQUIRE_BROWSER") == "1"
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
WEIGH = """[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter(entry => entry.initiatorType !== "img").reduce((sum, entry) => sum + entry.transferSize, 0)"""
# A machine that does much else at the same time is slow, not wrong.
expect.set_options(timeout=20_000)
LISTEN = "addEventListener('securitypolicyviolation', e => console.error('CSP: ' + e.violatedDirective))"


def sizes(**viewports: dict[str, int]) -> pytest.MarkDecorator:
    """A flow is walked through in the first of these sizes, and with --long in all of them."""
    first, *others = viewports
    marked = [pytest.param(viewports[name], marks=pytest.mark.long) for name in others]
    return pytest.mark.parametrize("viewport", [viewports[first], *marked], ids=[first, *others])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker("browser")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if not CHROMIUM:
        sentence = "Chromium is not installed: apt-get install chromium"
        if REQUIRED:
            pytest.fail(sentence)
        pytest.skip(sentence)
    # Playwright keeps an event loop in this thread; Django would take every query for one made inside it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@dataclass
class Visit:
    """A page in a browser of its own, with everything it complained about and everything it loaded."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    @property
    def weight(self) -> int:
        """Bytes over the wire for the page and all it loaded but images, headers included, nothing compressed."""
        return self.measure(WEIGH)

    @property
    def overflow(self) -> int:
        """How many pixels the page is wider than the window."""
        return self.measure("document.documentElement.scrollWidth - innerWidth")

    def measure(self, script: str) -> Any:
        """A click returns when the next page begins to arrive; it is measured once it is all there."""
        self.page.wait_for_load_state("load")
        return self.page.evaluate(script)

    def go_to(self, url: str, status: int = 200) -> None:
        self.complaints.clear()
        response = self.page.goto(url, wait_until="load")
        assert response is not None
        assert response.status == status, url
        assert self.page.url == url, "the page sent us elsewhere"

    def keep_nothing(self) -> None:
        """What a page loads is loaded again for the next one, as by somebody who comes for the first time."""
        network = self.page.context.new_cdp_session(self.page)
        network.send("Network.enable")
        network.send("Network.setCacheDisabled", {"cacheDisabled": True})

    def turn_to(self, viewport: Any, scheme: Any = "light") -> None:
        """The same page on another screen."""
        self.page.set_viewport_size(viewport)
        self.page.emulate_media(color_scheme=scheme)


@dataclass
class Site:
    url: str
    cast: Cast
    browser: Browser
    contexts: list[BrowserContext] = field(default_factory=list)

    def open(self, path: str, *, persona: str = "", status: int = 200, **options: Any) -> Visit:
        options = {"viewport": DESKTOP, "color_scheme": "light", "reduced_motion": "reduce", **options}
        context = self.browser.new_context(**options)
        self.contexts.append(context)
        if persona:
            self._sign_in(context, getattr(self.cast, persona))
        context.add_init_script(LISTEN)
        visit = Visit(context.new_page())
        visit.page.on("console", lambda message: self._listen(visit, message))
        visit.page.on("pageerror", lambda error: visit.complaints.append(str(error)))
        visit.go_to(f"{self.url}{path}", status)
        return visit

    def _sign_in(self, context: BrowserContext, user: User) -> None:
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        # As if the password had been typed just now, so that the pages that ask for it again open.
        session["account_authentication_methods_user"] = str(user.pk)
        session["account_authentication_methods"] = [
            {"method": "password", "at": time.time(), "email": user.email, "reauthenticated": True}
        ]
        session.save()
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session.session_key, "url": self.url}
        context.add_cookies([cookie])  # type: ignore[list-item]

    @staticmethod
    def _listen(visit: Visit, message: Any) -> None:
        # The browser itself reports a page that answers 404; whether it should is another test's question.
        if message.type == "error" and "Failed to load resource" not in message.text:
            visit.complaints.append(message.text)


@pytest.fixture
def site(live_server: Any, cast: Cast, chromium: Browser) -> Iterator[Site]:
    change_club(
        actor=cast.actor("secretary"),
        club=cast.harbour,
        colour="navy",
        venue="The Old Customs House",
        address="14 Quay Street\nPort Dummy",
        directions="Tram 4 to Customs Square.\n\nThe door to the left of the clock has no step.",
        playing_times="Monday 19:00, pairs\nThursday 19:00, teams of four",
        welcome="A friendly club in the old customs house by the water.",
        email="a.rather.long.address.of.the.secretary@harbour.example.org",
        website="https://harbour.example.org/a/long/address/that/has/to/break",
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in User.objects.all()
    )
    TOTP.activate(cast.operator, generate_totp_secret())
    RecoveryCodes.activate(cast.operator)
    site = Site(live_server.url, cast, chromium)
    yield site
    for context in site.contexts:
        context.close()
