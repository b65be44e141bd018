"""Indexes of a Jet 3 file: their keys, and the pages of a tree that leads to each row.

Here numbers are big-endian, so that keys sort as bytes. A leaf has an entry for each row: the key, then page and row.
A node above has one for each page below it but the last: that page's last entry, then its number; the last page is
named in the node's head.
"""

import struct
from collections.abc import Callable, Iterable, Sequence

from scoring.interchange.bridgemate.jet import JET3, LEAF_PAGE, NODE_PAGE, Kind
from scoring.interchange.bridgemate.jet_reader import Cell

_SET, _EMPTY = b"\x7f", b"\x00"
_MASK_AT, _ENTRIES_AT = 0x16, 0xF8
_ROOM = JET3.page - _ENTRIES_AT
_FIRST_SIGN, _FIRST_DIGIT = 0x11, 0x56
# Letters sort without regard to case; what is left out between them belongs to letters of other languages.
_LETTERS = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        bytes.fromhex("6061626466676869 6a6b6c6d6f70727374757677787a7b7c7d7e"),
        strict=True,
    )
)
_SIGNS = {sign: _FIRST_SIGN + at for at, sign in enumerate(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")}


def key_part(kind: Kind, cell: Cell) -> bytes:
    """What a value is sorted by; an empty one comes before all others."""
    if cell is None:
        return _EMPTY
    if kind is Kind.LONG:
        return _SET + struct.pack(">I", (int(cell) ^ 0x80000000) & 0xFFFFFFFF)
    if kind is Kind.INT:
        return _SET + struct.pack(">H", (int(cell) ^ 0x8000) & 0xFFFF)
    if kind is Kind.TEXT:
        return _SET + _text_key(str(cell)) + _EMPTY
    raise ValueError(f"no index is made of {kind!r}")


def _text_key(text: str) -> bytes:
    """Signs, then digits, then letters, as Access sorts them in general; printable ASCII only."""
    codes = bytearray()
    for sign in text.upper():
        if sign.isascii() and sign.isdecimal():
            codes.append(_FIRST_DIGIT + int(sign))
        else:
            codes.append(_LETTERS[sign] if sign in _LETTERS else _SIGNS[sign])
    return bytes(codes)


def can_be_indexed(text: str) -> bool:
    return text.isascii() and text.isprintable()


def entry(key: bytes, page: int, row: int) -> bytes:
    return key + page.to_bytes(3, "big") + row.to_bytes(1, "big")


def write_index(entries: Iterable[bytes], table: int, allocate: Callable[[], int]) -> tuple[int, dict[int, bytes]]:
    """The page of the root, and all pages by number, of an index to the rows of the table defined on page `table`."""
    pages: dict[int, bytes] = {}
    level, kind = 0, LEAF_PAGE
    current = sorted(entries)
    while True:
        groups = _groups(current, room=_ROOM)
        numbers = [allocate() for _group in groups]
        # Of a node's last page only the number is kept.
        tails = [0] * len(groups) if level == 0 else [int.from_bytes(group[-1][-4:], "big") for group in groups]
        for at, group in enumerate(groups):
            kept = group if level == 0 else group[:-1]
            before = numbers[at - 1] if at else 0
            after = numbers[at + 1] if at + 1 < len(numbers) else 0
            pages[numbers[at]] = _page(kind, table, before, after, tails[at], level, kept)
        if len(numbers) == 1:
            return numbers[0], pages
        lasts = [group[-1] if level == 0 else group[-1][:-4] for group in groups]
        current = [last + number.to_bytes(4, "big") for last, number in zip(lasts, numbers, strict=True)]
        level, kind = level + 1, NODE_PAGE


def _groups(entries: Sequence[bytes], room: int) -> list[list[bytes]]:
    """Entries as they fit on pages; one empty page where there are none."""
    groups: list[list[bytes]] = [[]]
    left = room
    for item in entries:
        if len(item) > left and groups[-1]:
            groups.append([])
            left = room
        groups[-1].append(item)
        left -= len(item)
    if len(groups) > 1 and len(groups[-1]) == 1:
        groups[-1].insert(0, groups[-2].pop())
    return groups


def _page(kind: int, table: int, before: int, after: int, tail: int, level: int, entries: Sequence[bytes]) -> bytes:
    used = sum(map(len, entries))
    head = struct.pack("<BBHIIIIBB", kind, 1, _ROOM - used, table, before, after, tail, 0, level)
    ends = bytearray(_ENTRIES_AT - _MASK_AT)
    at = 0
    for item in entries:
        at += len(item)
        ends[at // 8] |= 1 << at % 8
    return (head + bytes(ends) + b"".join(entries)).ljust(JET3.page, b"\x00")
