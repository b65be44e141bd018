"""Pictures of movements as SVG: the coloured grid, the influence of each on each, and a starter's ring."""

from colorsys import hls_to_rgb
from math import cos, pi, sin
from xml.sax.saxutils import escape

import numpy as np

from events.movements.balance import matrices
from events.movements.model import Movement, Seating
from events.movements.starters import Starter

CELL_W, CELL_H, MARGIN = 74, 40, 46
FONT = "font-family='Helvetica, Arial, sans-serif'"


def movement_svg(movement: Movement) -> str:
    """Rounds down, tables across, one colour for each board set: no colour twice in a row or for a pair."""
    width = MARGIN + CELL_W * movement.tables + 10
    height = MARGIN + CELL_H * len(movement.rounds) + 10
    parts = [_text(MARGIN + CELL_W * (t + 0.5), 28, f"Table {t + 1}") for t in range(movement.tables)]
    for number, round_ in enumerate(movement.rounds):
        parts.append(_text(22, MARGIN + CELL_H * (number + 0.58), str(number + 1)))
        parts += [_cell(seating, number, movement) for seating in round_.seatings]
    return _svg(width, height, parts, f"{movement.kind} for {movement.contestants} {movement.unit}s")


def _cell(seating: Seating, number: int, movement: Movement) -> str:
    x, y = MARGIN + CELL_W * (seating.table - 1), MARGIN + CELL_H * number
    board_set = (seating.boards[0] - 1) // movement.boards_per_set if seating.boards else 0
    colour = _hue(board_set / max(1, movement.board_sets), 0.83)
    who = " v ".join("-".join(map(str, side)) for side in seating.sides)
    boards = f"{seating.boards[0]}-{seating.boards[-1]}" if seating.boards else ""
    frame = "stroke='#333' stroke-dasharray='3 2'" if seating.shared else "stroke='#fff'"
    return (
        f"<rect x='{x}' y='{y}' width='{CELL_W}' height='{CELL_H}' fill='{colour}' {frame}/>"
        + _text(x + CELL_W / 2, y + 17, who, 13)
        + _text(x + CELL_W / 2, y + 32, boards, 10)
    )


def influence_svg(movement: Movement) -> str:
    """A square for each two contestants, darker the more the one's result bears on the other's."""
    _, influence = matrices(movement)
    mask = ~np.eye(movement.contestants, dtype=bool)
    size, side = movement.contestants, 22
    highest = max(1, int(abs(influence[mask]).max()))
    parts = []
    for row in range(size):
        parts.append(_text(14, 38 + side * row, str(row + 1), 10))
        parts.append(_text(36 + side * row, 16, str(row + 1), 10))
        for column in range(size):
            if row != column:
                value = int(influence[row, column])
                parts.append(_shade(26 + side * column, 24 + side * row, side, value, highest))
    return _svg(36 + side * size, 34 + side * size, parts, "influence of each pair on each")


def _shade(x: int, y: int, side: int, value: int, highest: int) -> str:
    light = 0.95 - 0.5 * abs(value) / highest
    colour = _hue(0.58 if value >= 0 else 0.03, light)
    return f"<rect x='{x}' y='{y}' width='{side - 1}' height='{side - 1}' fill='{colour}'/>" + _text(
        x + side / 2, y + side / 2 + 4, str(value), 9
    )


def starter_svg(starter: Starter) -> str:
    """The first round on a ring: couples are chords of different lengths, singles meet a stationary pair."""
    radius, centre = 150, 190
    places = [
        (centre + radius * sin(2 * pi * x / starter.order), centre - radius * cos(2 * pi * x / starter.order))
        for x in range(starter.order)
    ]
    parts = [f"<circle cx='{centre}' cy='{centre}' r='{radius}' fill='none' stroke='#bbb'/>"]
    for index, (a, b) in enumerate(starter.couples):
        (xa, ya), (xb, yb) = places[a], places[b]
        colour = _hue(index / max(1, len(starter.couples)), 0.45)
        parts.append(
            f"<line x1='{xa:.1f}' y1='{ya:.1f}' x2='{xb:.1f}' y2='{yb:.1f}' stroke='{colour}' stroke-width='3'/>"
        )
    for x, (px, py) in enumerate(places):
        fill = "#fff2c9" if x in starter.singles else "#ffffff"
        parts.append(f"<circle cx='{px:.1f}' cy='{py:.1f}' r='15' fill='{fill}' stroke='#333'/>")
        parts.append(_text(px, py + 5, str(x + 1), 14))
    return _svg(2 * centre, 2 * centre, parts, f"starter for {starter.pairs} pairs and {starter.order} rounds")


def _hue(turn: float, light: float) -> str:
    red, green, blue = hls_to_rgb(turn % 1, light, 0.62)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"


def _text(x: float, y: float, text: str, size: int = 12) -> str:
    style = f"font-size='{size}' text-anchor='middle' fill='#111' {FONT}"
    return f"<text x='{x:.1f}' y='{y:.1f}' {style}>{escape(text)}</text>"


def _svg(width: float, height: float, parts: list[str], title: str) -> str:
    head = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:.0f} {height:.0f}' role='img'>"
    back = "<rect width='100%' height='100%' fill='#fff'/>"
    return f"{head}<title>{escape(title)}</title>{back}{''.join(parts)}</svg>\n"
