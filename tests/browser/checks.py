"""What holds of every page: it fits the screen, has targets for a finger, and nothing that keeps anybody out."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import Visit

TABLE_PHONE = {"width": 390, "height": 844}


def sound(visit: Visit, *viewports: Any) -> None:
    """As it is, or on each of these screens."""
    for viewport in viewports or (visit.page.viewport_size,):
        visit.page.set_viewport_size(viewport)
        assert visit.overflow <= 0
        assert small_targets(visit) == []
        assert violations(visit) == []
    assert visit.complaints == []


def violations(visit: Visit) -> list[str]:
    visit.page.wait_for_load_state("load")
    found = Axe().run(visit.page).response["violations"]
    return [f"{one['id']}: {node['target']} {node['html'][:120]}" for one in found for node in one["nodes"]]


def small_targets(visit: Visit) -> list[str]:
    """Buttons, menus, tabs and fields lower than 44 pixels; links inside sentences are text."""
    return visit.measure(
        """() => [...document.querySelectorAll(
            '.button, summary, .tabs a, .crumbs a, .menu a, .wordmark, .field select, .field textarea,'
            + '.field input:not([type=checkbox], [type=radio], [type=hidden])')]
          .filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 43.5)
          .map(e => e.outerHTML.slice(0, 120))"""
    )


def smallest_letters(visit: Visit, inside: str) -> float:
    return visit.page.evaluate(
        """inside => Math.min(...[...document.querySelectorAll(inside + ' *')]
          .filter(e => e.checkVisibility() && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
          .filter(e => !e.closest('.visually-hidden'))
          .map(e => parseFloat(getComputedStyle(e).fontSize)))""",
        inside,
    )
