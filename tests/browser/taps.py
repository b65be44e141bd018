"""What a player taps on the page of a table."""

from __future__ import annotations

from playwright.sync_api import Page


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def accept(page: Page) -> None:
    tap(page, "Accept")
    tap(page, "Tap again to accept")
