"""The palette keeps its promises: contrast of every suit and club colour, in light and dark, from the stylesheet."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.conf import settings

from clubs.models.bodies import Colour

CSS = (settings.BASE_DIR / "static/tenace/tokens.css").read_text()
DOCS = settings.BASE_DIR / "docs/accessibility.md"
THEMES = {
    "light": r':root,\s*\[data-theme="light"\] \{(.*?)\n\}',
    "dark": r'\n\[data-theme="dark"\] \{(.*?)\n\}',
    "dark by system": r':root:not\(\[data-theme="light"\]\) \{(.*?)\n  \}',
}
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
GROUNDS = ("paper", "surface", "sunken")
TEXT = 4.5
EDGE = 3.0


def tokens(theme: str) -> dict[str, str]:
    found = re.search(THEMES[theme], CSS, re.DOTALL)
    assert found, theme
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", found[1]))


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def least(colour: str, theme: dict[str, str]) -> float:
    """The worst of the grounds that text stands on."""
    return min(contrast(colour, theme[ground]) for ground in GROUNDS)


def rows() -> Iterator[str]:
    """The tables of docs/accessibility.md."""
    light, dark = tokens("light"), tokens("dark")
    yield "| suit | light | dark |"
    yield "|---|---|---|"
    for key, name in SUITS.items():
        shown = (f"{t[f'suit-{key}']} {least(t[f'suit-{key}'], t):.1f}" for t in (light, dark))
        yield f"| {name} | {' | '.join(shown)} |"
    yield ""
    yield "| club colour | text, light | text, dark | white on it, light | white on it, dark |"
    yield "|---|---|---|---|---|"
    for colour in Colour.values:
        text = (f"{t[colour]} {least(t[colour], t):.1f}" for t in (light, dark))
        fill = (f"{t[f'{colour}-fill']} {contrast('#ffffff', t[f'{colour}-fill']):.1f}" for t in (light, dark))
        yield f"| {colour} | {' | '.join(text)} | {' | '.join(fill)} |"


def test_the_two_dark_blocks_are_the_same():
    assert tokens("dark") == tokens("dark by system")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("suit", SUITS)
def test_every_suit_can_be_read(theme, suit):
    assert least(tokens(theme)[f"suit-{suit}"], tokens(theme)) >= TEXT


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("colour", Colour.values)
def test_every_club_colour_carries_white_and_stands_on_every_ground(theme, colour):
    held = tokens(theme)
    assert least(held[colour], held) >= TEXT
    assert contrast("#ffffff", held[f"{colour}-fill"]) >= TEXT
    assert contrast(held["surface"], held[f"{colour}-fill"]) >= EDGE
    assert contrast(held["paper"], held[f"{colour}-fill"]) >= EDGE


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_can_be_read_and_edges_seen(theme):
    held = tokens(theme)
    for ink in ("ink", "ink-soft"):
        assert least(held[ink], held) >= TEXT
    for kind in ("good", "warn", "bad", "info"):
        assert contrast(held[kind], held[f"{kind}-tint"]) >= TEXT
        assert contrast(held["ink"], held[f"{kind}-tint"]) >= TEXT
        assert contrast(held["ink-soft"], held[f"{kind}-tint"]) >= TEXT
    assert contrast("#ffffff", held["bad-fill"]) >= TEXT
    for edge in ("focus", "rule-strong"):
        assert least(held[edge], held) >= EDGE


def test_every_colour_has_its_rule():
    for colour in Colour.values:
        assert f'[data-colour="{colour}"]' in CSS


def test_the_written_figures_are_these():
    assert "\n".join(rows()) in DOCS.read_text(), "docs/accessibility.md must say:\n" + "\n".join(rows())
