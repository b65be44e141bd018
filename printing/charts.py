"""Charts as SVG with a title and a description, for the screen and for paper alike.

Presentation attributes only: they pass a content security policy without exceptions. `<title>` is what a screen reader
says and what a tagged PDF keeps as the picture's alternative text.
"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

WIDTH, LEFT, RIGHT, TOP, BOTTOM = 640, 46, 12, 12, 30
INK, SOFT, ACCENT = "#222222", "#b5b5b5", "#1f4076"


def bar_chart(title: str, description: str, bars: Sequence[tuple[str, float]], *, height: int = 200) -> SafeString:
    """A bar for each label, from nothing up; its figure stands above it."""
    most = max((value for _label, value in bars), default=0) or 1
    room, wide = height - TOP - BOTTOM, (WIDTH - LEFT - RIGHT) / max(1, len(bars))
    parts = [_line(LEFT, height - BOTTOM, WIDTH - RIGHT, height - BOTTOM, INK)]
    for place, (label, value) in enumerate(bars):
        x, tall = LEFT + place * wide, (room - 14) * value / most
        y = height - BOTTOM - tall
        if value:
            at = f'x="{x + wide * 0.12:.1f}" y="{y:.1f}" width="{wide * 0.76:.1f}" height="{tall:.1f}"'
            parts.append(f'<rect {at} fill="{ACCENT}"/>')
            parts.append(_text(x + wide / 2, y - 3, _figure(value), "middle"))
        parts.append(_text(x + wide / 2, height - BOTTOM + 14, label, "middle"))
    return _svg(title, description, height, parts)


def line_chart(
    title: str,
    description: str,
    points: Sequence[tuple[str, float]],
    *,
    middle: float | None = None,
    height: int = 180,
) -> SafeString:
    """A line through the figures in their order; `middle` is drawn across, such as an average."""
    figures = [value for _label, value in points] + ([] if middle is None else [middle])
    low, high = min(figures, default=0), max(figures, default=1)
    low, high = (low - 1, high + 1) if low == high else (low, high)
    room, wide = height - TOP - BOTTOM, (WIDTH - LEFT - RIGHT) / max(1, len(points) - 1)

    def y(value: float) -> float:
        return TOP + room * (high - value) / (high - low)

    parts = [_line(LEFT, height - BOTTOM, WIDTH - RIGHT, height - BOTTOM, INK)]
    parts += [_text(LEFT - 6, y(value) + 4, _figure(value), "end") for value in {low, high}]
    if middle is not None:
        parts.append(_line(LEFT, y(middle), WIDTH - RIGHT, y(middle), SOFT))
    places = [(LEFT + place * wide, y(value)) for place, (_label, value) in enumerate(points)]
    path = " ".join(f"{x:.1f},{at:.1f}" for x, at in places)
    parts.append(f'<polyline points="{path}" fill="none" stroke="{ACCENT}" stroke-width="2"/>')
    parts += [f'<circle cx="{x:.1f}" cy="{at:.1f}" r="2.6" fill="{ACCENT}"/>' for x, at in places]
    step = max(1, -(-len(points) // 16))
    parts += [
        _text(places[place][0], height - BOTTOM + 14, label, "middle")
        for place, (label, _value) in enumerate(points)
        if place % step == 0
    ]
    return _svg(title, description, height, parts)


def histogram(values: Sequence[float], *, width: float = 5.0) -> list[tuple[str, float]]:
    """How many values fall into each step of a width, from the lowest to the highest that has one."""
    if not values:
        return []
    first, last = int(min(values) // width), int(max(values) // width)
    counts = [sum(int(value // width) == step for value in values) for step in range(first, last + 1)]
    return [(f"{step * width:g}", float(number)) for step, number in enumerate(counts, start=first)]


def _svg(title: str, description: str, height: int, parts: list[str]) -> SafeString:
    # The same chart has the same name wherever it is made, and no other chart has it.
    number = crc32("".join((title, description, *parts)).encode())
    heads = (
        f'<title id="chart-{number}">{escape(title)}</title><desc id="chart-{number}-d">{escape(description)}</desc>'
    )
    return mark_safe(  # noqa: S308  every word was escaped where it was put in
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" xmlns="http://www.w3.org/2000/svg"'
        f' aria-labelledby="chart-{number} chart-{number}-d">{heads}{"".join(parts)}</svg>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="1"/>'


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="11" text-anchor="{anchor}" fill="{INK}">{escape(words)}</text>'


def _figure(value: float) -> str:
    return f"{value:.0f}" if value == int(value) else f"{value:.1f}"
