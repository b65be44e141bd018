"""A scale of victory points as JFR Teamy keeps it (`.TVP`): what a margin is worth, margin by margin."""

import re
from fractions import Fraction
from itertools import pairwise

from scoring.engine.victory import VPScale
from scoring.interchange import sentences, tabular
from scoring.interchange.document import FileError

_ENTRY = re.compile(r"\s*(\w+)\s*=\s*([+-]?\d{1,3}(?:[.,]\d{1,3})?)\s*(?:;.*)?")
MOST_MARGIN = 400


def looks_like(start: bytes) -> bool:
    return re.match(rb"(?:\s*;[^\n]*\n)*\s*\[vp\]", start, re.IGNORECASE) is not None


def parse(data: bytes, name: str = "The file") -> VPScale:
    """The winner's and the loser's points of every margin; a margin that is missing is worth what the one before is."""
    text, _is_western = tabular.decode_any(data)
    words: dict[str, Fraction] = {}
    for line in text.splitlines():
        entry = _ENTRY.fullmatch(line)
        if entry:
            words[entry[1].upper()] = Fraction(entry[2].replace(",", "."))
    most, draw, last = words.get("MAX"), words.get("DEUCE"), words.get("NULL")
    if most is None or draw is None:
        raise FileError(sentences.BAD_TVP, path=name)
    margins = [int(word) for word in words if word.isdecimal()]
    end = int(last) if last is not None else max(margins, default=0) + 1
    if not 0 < end <= MOST_MARGIN or not 0 < draw <= most:
        raise FileError(sentences.BAD_TVP, path=name)
    winner, points = [], draw
    for margin in range(end):
        points = words.get(str(margin), points)
        winner.append(points)
    winner.append(most)
    if any(after < before for before, after in pairwise(winner)):
        raise FileError(sentences.TVP_FALLS, path=name)
    decimals = max(len(str(float(points)).partition(".")[2].rstrip("0")) for points in winner)
    return VPScale(name, tuple(winner), tuple(2 * draw - points for points in winner), decimals=decimals)


def limits(scale: VPScale) -> str:
    """The scale as it is typed at an event, `20-0:0,3,7`; empty where its steps are not of one point each."""
    most, draw = scale.winner[-1], scale.winner[0]
    if draw != 10 or most != 20 or any(points.denominator != 1 for points in scale.winner):
        return ""
    ends = [max(margin for margin, points in enumerate(scale.winner) if points <= worth) for worth in range(10, 20)]
    return "20-0:" + ",".join(map(str, ends)) if len(set(ends)) == len(ends) else ""
