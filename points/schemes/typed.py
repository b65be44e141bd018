"""What people type: numbers, lists and places, read or refused with a sentence."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from points.schemes.errors import PointsError
from points.schemes.model import Input
from scoring.engine.errors import NotationError
from scoring.engine.numbers import exact

#: More than any event ever had; longer figures are slips of the finger.
GREATEST = 10**6
LONGEST = 20


@dataclass(frozen=True, slots=True)
class Placing:
    """A place, and how many contestants share it."""

    place: int
    tied: int = 1

    @property
    def last(self) -> int:
        return self.place + self.tied - 1


def number(name: str, text: str, least: int = 0) -> Fraction:
    """A number that was typed, such as 7.5 or 1/3."""
    if len(text) > LONGEST:
        raise PointsError("no-number", name=name, value=text[:LONGEST] + "…")
    try:
        value = exact(text)
    except NotationError:
        raise PointsError("no-number", name=name, value=text) from None
    if value < least:
        raise PointsError("too-little", name=name, value=text, least=least)
    if value > GREATEST:
        raise PointsError("too-much", name=name, value=text, most=GREATEST)
    return value


def whole(name: str, text: str, least: int = 0) -> int:
    value = number(name, text, least)
    if value.denominator != 1:
        raise PointsError("no-whole", name=name, value=text)
    return int(value)


def read_input(asked: Input, text: str) -> Fraction | tuple[Fraction, ...]:
    """The number or numbers for an input, within its range."""
    parts = [part.strip() for part in text.split(",")] if asked.many else [text]
    values = tuple(_in_range(asked, part) for part in parts)
    return values if asked.many else values[0]


def _in_range(asked: Input, text: str) -> Fraction:
    value = Fraction(whole(asked.name, text)) if asked.whole else number(asked.name, text)
    if asked.range.least is not None and value < asked.range.least:
        raise PointsError("too-little", name=asked.name, value=text, least=asked.range.least)
    if asked.range.most is not None and value > asked.range.most:
        raise PointsError("too-much", name=asked.name, value=text, most=asked.range.most)
    return value


def read_places(text: str) -> tuple[Placing, ...]:
    """The places of a ranking, such as 1,2,3=,3=,5; PointsError where they contradict each other."""
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch(r"[1-9]\d{0,5}=?", part) for part in parts):
        raise PointsError("bad-places", value=text)
    placings: list[Placing] = []
    for part, same in groupby(parts):
        placing = Placing(int(part.rstrip("=")), len(list(same)))
        _check_next(text, part, placing, placings)
        placings.append(placing)
    return tuple(placings)


def _check_next(text: str, part: str, placing: Placing, before: Sequence[Placing]) -> None:
    if part.endswith("=") and placing.tied == 1:
        raise PointsError("lone-tie", value=text, place=placing.place)
    if not part.endswith("=") and placing.tied > 1:
        raise PointsError("unmarked-tie", value=text, place=placing.place, times=placing.tied)
    if not before:
        return
    last = before[-1]
    if placing.place <= last.place:
        raise PointsError("falling-places", value=text, place=placing.place, before=last.place)
    if placing.place <= last.last:
        raise PointsError(
            "crowded-places", value=text, tied=last.tied, before=last.place, next=last.last + 1, place=placing.place
        )
