"""An Access 2000 file (Jet 4) for tests: what our reader has to read and we do not write ourselves.

As small as mdbtools accepts it, which reads it beside us: pages of 4,096 bytes, no indexes, texts in UTF-16, in rows of
which every second has its texts compressed as Access does.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from scoring.interchange.bridgemate.jet import (
    COUNTER,
    DATA_PAGE,
    FIXED,
    FIXED_SIZES,
    JET4,
    MASK_AT,
    MASK_KEY,
    NULLABLE,
    SIGNATURE,
    TABLE_PAGE,
    Kind,
    mask,
)
from scoring.interchange.bridgemate.jet_reader import Cell
from scoring.interchange.bridgemate.jet_writer import Column, Table

PAGE = JET4.page
CATALOGUE = (
    Column("Id", Kind.LONG),
    Column("Name", Kind.TEXT, 510),
    Column("Type", Kind.INT),
    Column("Flags", Kind.LONG),
    Column("LvProp", Kind.OLE),
)
_LAYOUTS = {Kind.INT: "<h", Kind.LONG: "<i", Kind.DATE: "<d"}


def write_jet4(tables: Sequence[Table]) -> bytes:
    """The bytes of a file with these tables."""
    pages: list[bytes] = [_header(), bytes(PAGE)]
    # The catalogue's definition, its map and its rows; then the same three for each table.
    first = 2 + 3
    firsts = {}
    at = first
    chunks = {table.name: _chunks(table) for table in tables}
    for table in tables:
        firsts[table.name] = at
        at += 2 + len(chunks[table.name])
    catalogue = Table("MSysObjects", CATALOGUE, [[2, "MSysObjects", 1, -(2**31), None]])
    rows = [*catalogue.rows, *([page, name, 1, 0, None] for name, page in firsts.items())]
    pages += _table_pages(Table("MSysObjects", CATALOGUE, rows), 2)
    for table in tables:
        pages += _table_pages(table, firsts[table.name])
    return b"".join(pages)


def _header() -> bytes:
    page = bytearray(PAGE)
    page[: len(SIGNATURE)] = SIGNATURE
    page[20] = 1
    plain = bytearray(JET4.mask_size)
    struct.pack_into("<H", plain, 0x3C - MASK_AT, 1252)
    page[MASK_AT : MASK_AT + len(plain)] = mask(MASK_KEY, bytes(plain))
    return bytes(page)


def _chunks(table: Table) -> list[list[bytes]]:
    """The rows of a table as they fit on pages; one empty page where there are none."""
    chunks: list[list[bytes]] = [[]]
    for at, row in enumerate(table.rows):
        encoded = encode_row(table.columns, row, compressed=at % 2 == 0)
        if sum(len(other) + 2 for other in [*chunks[-1], encoded]) > PAGE - 14:
            chunks.append([])
        chunks[-1].append(encoded)
    return chunks


def _table_pages(table: Table, page: int) -> list[bytes]:
    data = [_data_page(rows, page) for rows in _chunks(table)]
    used = bytearray(64)
    for number in range(page + 2, page + 2 + len(data)):
        at = number - (page + 2) // 8 * 8
        used[at // 8] |= 1 << at % 8
    maps = _data_page([b"\x00" + struct.pack("<I", (page + 2) // 8 * 8) + bytes(used), bytes(69)], 0)
    return [_definition(table, page), maps, *data]


def _definition(table: Table, page: int) -> bytes:
    variable = [column for column in table.columns if not column.is_fixed]
    head = struct.pack("<IIII", 0, len(table.rows), 0, 0).ljust(28, b"\x00")
    head += b"\x4e" + struct.pack("<HHH", len(table.columns), len(variable), len(table.columns)) + bytes(8)
    head += b"".join(bytes([row]) + (page + 1).to_bytes(3, "little") for row in (0, 1))
    columns, at_fixed, at_variable = [], 0, 0
    for number, column in enumerate(table.columns):
        flags = NULLABLE | (FIXED if column.is_fixed else 0) | (COUNTER if column.is_counter else 0)
        size = FIXED_SIZES[column.kind] if column.is_fixed else column.size * 2
        place = struct.pack("<IHHH", 0, number, at_variable, number) + bytes(4)
        offset = at_fixed if column.is_fixed else 0
        columns.append(bytes([column.kind]) + place + bytes([flags]) + bytes(5) + struct.pack("<HH", offset, size))
        at_variable += not column.is_fixed
        at_fixed += size if column.is_fixed and column.kind is not Kind.BOOL else 0
    names = [column.name.encode("utf-16-le") for column in table.columns]
    body = b"".join([*columns, *(struct.pack("<H", len(name)) + name for name in names), b"\xff\xff"])
    whole = struct.pack("<BBHII", TABLE_PAGE, 1, 0, 0, 12 + len(head) + len(body)) + head + body
    assert len(whole) <= PAGE
    return whole.ljust(PAGE, b"\x00")


def _data_page(rows: Sequence[bytes], owner: int) -> bytes:
    begins, at = [], PAGE
    for row in rows:
        at -= len(row)
        begins.append(at)
    head = struct.pack("<BBHIIH", DATA_PAGE, 1, 0, owner, 0, len(rows)) + struct.pack(f"<{len(begins)}H", *begins)
    return head + bytes(at - len(head)) + b"".join(reversed(rows))


def encode_row(columns: Sequence[Column], cells: Sequence[Cell], *, compressed: bool) -> bytes:
    fixed, variable, ends = bytearray(), bytearray(), []
    flags = bytearray((len(columns) + 7) // 8)
    fixed_size = sum(FIXED_SIZES[column.kind] for column in columns if column.is_fixed and column.kind is not Kind.BOOL)
    for at, (column, cell) in enumerate(zip(columns, cells, strict=True)):
        if bool(cell) if column.kind is Kind.BOOL else cell is not None:
            flags[at // 8] |= 1 << at % 8
        if column.kind is Kind.BOOL:
            continue
        if column.is_fixed:
            layout = _LAYOUTS[column.kind]
            fixed += struct.pack(layout, cell or 0)
        else:
            ends.append(2 + fixed_size + len(variable))
            variable += b"" if cell is None else text(str(cell), compressed=compressed)
    ends.append(2 + fixed_size + len(variable))
    table = struct.pack(f"<{len(ends)}H", *reversed(ends)) + struct.pack("<H", len(ends) - 1)
    return struct.pack("<H", len(columns)) + bytes(fixed) + bytes(variable) + table + bytes(flags)


def text(value: str, *, compressed: bool) -> bytes:
    """UTF-16; compressed, letters of Latin-1 take a byte and a zero byte changes between the two ways."""
    if not compressed or "\x00" in value:
        return value.encode("utf-16-le")
    parts, narrow = [b"\xff\xfe"], True
    for letter in value:
        if (ord(letter) < 256) != narrow:
            parts.append(b"\x00")
            narrow = not narrow
        parts.append(letter.encode("latin-1") if narrow else letter.encode("utf-16-le"))
    return b"".join(parts)
