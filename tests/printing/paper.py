"""What a PDF is measured by: its pages, its text and where it stands, its fonts, tags, language and title."""

from __future__ import annotations

import io
import re
import unicodedata
from dataclasses import dataclass
from typing import Any

import pikepdf
import pypdfium2
from pypdfium2 import raw

# Letters may touch; what lies over another by more than this many points is an overlap.
TOUCHING = 1.2
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Measured:
    pages: int
    text: str
    overlaps: list[str]
    outside: list[str]
    sizes: list[tuple[float, float]]

    def has(self, words: str) -> bool:
        """Whether the words are printed, however they are broken."""
        return squeezed(words) in self.text

    def has_signs(self, words: str) -> bool:
        """The same for scripts whose text comes out of a PDF in another order."""
        return set(squeezed(words)) <= set(self.text)


def squeezed(words: str) -> str:
    return re.sub(r"[\s\u2010\u2011\u00ad\ufffe\u0002-]+", "", unicodedata.normalize("NFC", words))


def measure(content: bytes) -> Measured:
    document = pypdfium2.PdfDocument(content)
    texts: list[str] = []
    overlaps: list[str] = []
    outside: list[str] = []
    sizes = []
    for number, page in enumerate(document, start=1):
        width, height = page.get_size()
        sizes.append((round(width), round(height)))
        texts.append(page.get_textpage().get_text_bounded())
        boxes = _boxes(page)
        overlaps += [f"page {number}: {box}" for box in _overlapping(boxes)]
        outside += [f"page {number}: {box}" for box in boxes if _leaves(box, width, height)]
    return Measured(len(document), squeezed("".join(texts)), overlaps, outside, sizes)


def _boxes(page: Any) -> list[Box]:
    # A chart is an object of its own with coordinates of its own: `test_charts.py` looks into it.
    objects = page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=1)
    boxes = [tuple(one.get_bounds()) for one in objects]
    return [(left, low, right, high) for left, low, right, high in boxes if right - left > 1 and high - low > 1]


def _leaves(box: Box, width: float, height: float) -> bool:
    left, low, right, high = box
    return left < 5 or low < 5 or right > width - 5 or high > height - 5


def _overlapping(boxes: list[Box]) -> list[tuple[Box, Box]]:
    found = []
    ordered = sorted(boxes)
    for at, one in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if other[0] > one[2] - TOUCHING:
                break
            if _is_mark(one, other) or _is_mark(other, one):
                continue
            if min(one[3], other[3]) - max(one[1], other[1]) > TOUCHING and min(one[2], other[2]) - other[0] > TOUCHING:
                found.append((one, other))
    return found


def _is_mark(small: Box, large: Box) -> bool:
    """A sign above or below a letter, such as a vowel of Thai: it is drawn by itself, and belongs there."""
    return small[3] - small[1] < 0.3 * (large[3] - large[1]) and large[0] <= small[0] and small[2] <= large[2] + 1


def properties(content: bytes) -> dict[str, Any]:
    """What a reader's program is told: language, title, whether it is tagged, and whether the fonts are embedded."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        root = pdf.Root
        with pdf.open_metadata() as metadata:
            part = metadata.get("pdfuaid:part")
        return {
            "language": str(root.get("/Lang", "")),
            "title": str(pdf.docinfo.get("/Title", "")),
            "tagged": bool(root.get("/MarkInfo", {}).get("/Marked", False)) and "/StructTreeRoot" in root,
            "part": part,
            "bookmarks": _titles(pdf),
            "embedded": all(_is_embedded(font) for font in _fonts(pdf)),
            "roles": _roles(root["/StructTreeRoot"]) if "/StructTreeRoot" in root else set(),
        }


def _titles(pdf: Any) -> list[str]:
    with pdf.open_outline() as outline:
        return [str(item.title) for item in outline.root]


def _fonts(pdf: Any) -> list[Any]:
    fonts = []
    for page in pdf.pages:
        fonts += list(dict(page.resources.get("/Font", {})).values())
    return fonts


def _is_embedded(font: Any) -> bool:
    descendant = font.get("/DescendantFonts", [font])[0]
    descriptor = descendant.get("/FontDescriptor")
    return descriptor is not None and any(name in descriptor for name in ("/FontFile", "/FontFile2", "/FontFile3"))


def _roles(tree: Any) -> set[str]:
    roles: set[str] = set()
    waiting = [tree]
    while waiting and len(roles) < 40:
        node = waiting.pop()
        if isinstance(node, pikepdf.Dictionary):
            roles.add(str(node.get("/S", "")))
            kids = node.get("/K", [])
            waiting += list(kids) if isinstance(kids, pikepdf.Array) else [kids]
    return roles
