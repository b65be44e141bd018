"""What the Jet 3 (Access 97) and Jet 4 (Access 2000) file formats have in common, and where they differ.

Every file is a row of pages. Page 0 describes the file, page 1 says which pages are free, page 2 defines the table of
all tables. Numbers are little-endian, except in indexes.
"""

from dataclasses import dataclass
from enum import IntEnum

SIGNATURE = b"\x00\x01\x00\x00Standard Jet DB\x00"
VERSION_AT = 0x14
# The rest of the header is not secret, only masked: the same key in every file.
MASK_AT, MASK_KEY = 0x18, b"\xc7\xda\x39\x6b"
CODE_PAGE_AT, PAGE_KEY_AT = 0x3C, 0x3E
# Two bytes for each user of the file: zero while that user writes to it (Jet 3).
COMMIT_AT, COMMIT_SIZE = 0x600, 512
CATALOGUE_PAGE = 2

DATA_PAGE, TABLE_PAGE, NODE_PAGE, LEAF_PAGE, MAP_PAGE = 1, 2, 3, 4, 5
# Flags of a row's offset in its page.
DELETED, MOVED, OFFSET = 0x8000, 0x4000, 0x1FFF


class Kind(IntEnum):
    """The types of columns."""

    BOOL = 1
    BYTE = 2
    INT = 3
    LONG = 4
    MONEY = 5
    FLOAT = 6
    DOUBLE = 7
    DATE = 8
    BINARY = 9
    TEXT = 10
    OLE = 11
    MEMO = 12
    GUID = 15
    NUMERIC = 16


FIXED_SIZES = {
    Kind.BOOL: 1,
    Kind.BYTE: 1,
    Kind.INT: 2,
    Kind.LONG: 4,
    Kind.MONEY: 8,
    Kind.FLOAT: 4,
    Kind.DOUBLE: 8,
    Kind.DATE: 8,
}


@dataclass(frozen=True, slots=True)
class Format:
    """Sizes and offsets of one version."""

    page: int
    mask_size: int
    rows_at: int  # of a data page: how many rows it has, then where each begins
    var_columns_at: int  # of a table's definition
    columns_at: int
    indexes_at: int
    used_pages_at: int
    fields_at: int
    index_head: int
    field: int
    field_number_at: int
    field_var_at: int
    field_flags_at: int
    field_offset_at: int
    field_size_at: int
    wide: bool  # counts and offsets in a row take two bytes, texts are UTF-16


JET3 = Format(
    page=2048,
    mask_size=126,
    rows_at=8,
    var_columns_at=23,
    columns_at=25,
    indexes_at=31,
    used_pages_at=35,
    fields_at=43,
    index_head=8,
    field=18,
    field_number_at=1,
    field_var_at=3,
    field_flags_at=13,
    field_offset_at=14,
    field_size_at=16,
    wide=False,
)
JET4 = Format(
    page=4096,
    mask_size=128,
    rows_at=12,
    var_columns_at=43,
    columns_at=45,
    indexes_at=51,
    used_pages_at=55,
    fields_at=63,
    index_head=12,
    field=25,
    field_number_at=5,
    field_var_at=7,
    field_flags_at=15,
    field_offset_at=21,
    field_size_at=23,
    wide=True,
)
FORMATS = {0: JET3, 1: JET4}

FIXED, NULLABLE, COUNTER = 0x01, 0x02, 0x04


def mask(key: bytes, data: bytes) -> bytes:
    """RC4, which is its own reverse."""
    box = list(range(256))
    swap = 0
    for at in range(256):
        swap = (swap + box[at] + key[at % len(key)]) % 256
        box[at], box[swap] = box[swap], box[at]
    masked = bytearray()
    first = second = 0
    for byte in data:
        first = (first + 1) % 256
        second = (second + box[first]) % 256
        box[first], box[second] = box[second], box[first]
        masked.append(byte ^ box[(box[first] + box[second]) % 256])
    return bytes(masked)


def number(data: bytes, at: int, size: int) -> int:
    """An unsigned number; what lies beyond the end is an IndexError."""
    if at < 0 or at + size > len(data):
        raise IndexError(at)
    return int.from_bytes(data[at : at + size], "little")
