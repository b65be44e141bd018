"""An Access 97 database (Jet 3), written from nothing: its system tables, tables, rows and indexes.

Laid out as Access lays out a new one: page 0 describes the file, page 1 says which pages are free, pages 2 to 5 define
the system tables. Each table has a page with its definition, one with its usage maps, and pages for rows and indexes.
"""

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.interchange.bridgemate import sentences
from scoring.interchange.bridgemate.jet import (
    COMMIT_AT,
    COMMIT_SIZE,
    COUNTER,
    DATA_PAGE,
    FIXED,
    FIXED_SIZES,
    JET3,
    MAP_PAGE,
    MASK_AT,
    MASK_KEY,
    NULLABLE,
    SIGNATURE,
    TABLE_PAGE,
    Kind,
    mask,
)
from scoring.interchange.bridgemate.jet_index import entry, key_part, write_index
from scoring.interchange.bridgemate.jet_reader import Cell
from scoring.interchange.document import FileError

PAGE = JET3.page
ENCODING, CODE_PAGE, SORT_ORDER = "cp1252", 1252, 0x0409
LONG_VALUES = b"LVAL"
_ROWS_AT = JET3.rows_at + 2
_MAP_BITS = 1024
_MAP_ROW = 5 + _MAP_BITS // 8
_MAPS_ON_PAGE = (PAGE - _ROWS_AT) // (_MAP_ROW + 2)
_MOST_PAGES = (PAGE - 4) * 8
_VERSION_IN_HEADER = 0x0AA3
_INDEX_COLUMNS = 10
_LARGE = (Kind.MEMO, Kind.OLE)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; `size` is the most letters (bytes) of a text (of binary data)."""

    name: str
    kind: Kind
    size: int = 0
    is_counter: bool = False

    @property
    def is_fixed(self) -> bool:
        return self.kind in FIXED_SIZES


@dataclass(frozen=True, slots=True)
class Index:
    name: str
    columns: tuple[str, ...]
    is_unique: bool = False
    is_primary: bool = False
    skips_empty: bool = False
    is_required: bool = False

    @property
    def flags(self) -> int:
        return self.is_unique | self.skips_empty << 1 | self.is_required << 3


@dataclass(frozen=True)
class Table:
    """A table with its rows, each as long as its columns."""

    name: str
    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Cell]] = ()
    indexes: tuple[Index, ...] = ()
    is_system: bool = False


@dataclass
class Place:
    """Where a table lies in the file: the page that defines it, and those of its usage maps."""

    definition: int
    writer: "JetWriter"
    maps: dict[int, list[bytes]] = field(default_factory=dict)

    def add_map(self, pages: Iterable[int]) -> bytes:
        """A usage map of these pages; gives the pointer to it."""
        last = max(self.maps, default=0)
        if not last or len(self.maps[last]) == _MAPS_ON_PAGE:
            last = self.writer.allocate()
            self.maps[last] = []
        self.maps[last].append(usage_map(list(pages)))
        return pointer(last, len(self.maps[last]) - 1)


class JetWriter:
    """Pages of a new file, given out one after the other."""

    def __init__(self) -> None:
        self.pages: dict[int, bytes] = {}
        self.count = 2

    def allocate(self) -> int:
        if self.count >= _MOST_PAGES:
            raise FileError(sentences.TOO_LARGE_TO_WRITE)
        self.count += 1
        return self.count - 1

    def place(self, definition: int | None = None) -> Place:
        return Place(self.allocate() if definition is None else definition, self)

    def add(self, table: Table, place: Place) -> None:
        """Write a table: rows, indexes, maps and definition."""
        long_values = {column.name: _LongValues(self) for column in table.columns if column.kind in _LARGE}
        encoded = [encode_row(table.columns, row, long_values) for row in table.rows]
        for values in long_values.values():
            values.close()
        where, with_room = self._data_pages(encoded, place.definition.to_bytes(4, "little"))
        used = place.add_map(dict.fromkeys(page for page, _row in where))
        free = place.add_map(with_room)
        indexes = [self._index(table, index, where, place) for index in table.indexes]
        value_maps = [
            struct.pack("<H", at) + place.add_map(long_values[column.name].pages) + place.add_map([])
            for at, column in enumerate(table.columns)
            if column.name in long_values
        ]
        definition = _definition(table, used, free, indexes, value_maps)
        if len(definition) > PAGE:
            raise FileError(sentences.TOO_LARGE_TO_WRITE)
        self.pages[place.definition] = definition.ljust(PAGE, b"\x00")
        self.pages |= {page: data_page(rows, bytes(4)) for page, rows in place.maps.items()}

    def _data_pages(self, rows: Sequence[bytes], owner: bytes) -> tuple[list[tuple[int, int]], list[int]]:
        """Page and row of each row, and the pages that have room for more."""
        where: list[tuple[int, int]] = []
        last: int | None = None
        for group in packed(rows):
            last = self.allocate()
            self.pages[last] = data_page(group, owner)
            where += [(last, at) for at in range(len(group))]
        return where, [last] if last is not None else []

    def _index(self, table: Table, index: Index, where: Sequence[tuple[int, int]], place: Place) -> "_WrittenIndex":
        columns = [next(at for at, column in enumerate(table.columns) if column.name == name) for name in index.columns]
        keys = [b"".join(key_part(table.columns[at].kind, row[at]) for at in columns) for row in table.rows]
        entries = [
            entry(key, *at)
            for key, at, row in zip(keys, where, table.rows, strict=True)
            if not (index.skips_empty and all(row[column] is None for column in columns))
        ]
        root, pages = write_index(entries, place.definition, self.allocate)
        self.pages |= pages
        return _WrittenIndex(index, tuple(columns), place.add_map(pages), root, len(set(keys)))

    def finish(self) -> bytes:
        """The whole file."""
        self.pages[0] = _header()
        self.pages[1] = self._free_pages()
        return b"".join(self.pages[number] for number in range(self.count))

    def _free_pages(self) -> bytes:
        """The map of the whole file: what lies behind its end is free."""
        if self.count < _MAP_BITS:
            free = usage_map(range(self.count, _MAP_BITS))
        else:
            map_page = self.allocate()
            bits = _bitmap(range(self.count, _MOST_PAGES), PAGE - 4)
            self.pages[map_page] = struct.pack("<BBH", MAP_PAGE, 1, 0) + bits
            free = (b"\x01" + map_page.to_bytes(4, "little")).ljust(_MAP_ROW, b"\x00")
        return data_page([free, usage_map([])], (1).to_bytes(4, "little"))


@dataclass(frozen=True, slots=True)
class _WrittenIndex:
    index: Index
    columns: tuple[int, ...]
    used: bytes
    root: int
    keys: int


class _LongValues:
    """Pages for values that are too long for their rows."""

    def __init__(self, writer: JetWriter) -> None:
        self.writer = writer
        self.pages: list[int] = []
        self.rows: list[bytes] = []

    def add(self, value: bytes) -> bytes:
        """What stands in the row for a long value: its length, and where it lies."""
        if len(value) + 2 + _ROWS_AT > PAGE:
            raise FileError(sentences.TOO_LARGE_TO_WRITE)
        if not self.pages or sum(map(len, self.rows)) + 2 * len(self.rows) + len(value) + 2 + _ROWS_AT > PAGE:
            self.close()
            self.pages.append(self.writer.allocate())
        self.rows.append(value)
        head = len(value).to_bytes(3, "little") + b"\x40"
        return head + pointer(self.pages[-1], len(self.rows) - 1) + bytes(4)

    def close(self) -> None:
        if self.rows:
            self.writer.pages[self.pages[-1]] = data_page(self.rows, LONG_VALUES)
        self.rows = []


# --- Rows and their pages ------------------------------------------------------------------------------------------
def encode_row(columns: Sequence[Column], cells: Sequence[Cell], long_values: Mapping[str, _LongValues]) -> bytes:
    """A row: how many columns, fixed values, variable ones, where each of these ends, and which are set."""
    fixed, variable, ends = bytearray(), bytearray(), []
    flags = bytearray((len(columns) + 7) // 8)
    fixed_size = sum(FIXED_SIZES[column.kind] for column in columns if column.is_fixed and column.kind is not Kind.BOOL)
    for at, (column, cell) in enumerate(zip(columns, cells, strict=True)):
        if bool(cell) if column.kind is Kind.BOOL else cell is not None:
            flags[at // 8] |= 1 << at % 8
        if column.kind is Kind.BOOL:
            continue
        if column.is_fixed:
            fixed += _fixed(column, cell)
            continue
        ends.append(1 + fixed_size + len(variable))
        variable += _variable(column, cell, long_values)
    body = bytes([len(columns)]) + fixed + variable
    if not ends and not any(not column.is_fixed for column in columns):
        return body + flags
    ends.append(len(body))
    return body + _ends_table(ends, len(body) + len(flags)) + flags


def _ends_table(ends: Sequence[int], size: int) -> bytes:
    """Where values begin and the last one ends, backwards, in one byte each; for what lies beyond 255 a list says with
    which of them each further 256 bytes begin. Its length follows from the row's, so that it may have one to spare.
    """
    count = len(ends) - 1
    jumps = 0
    while (size + len(ends) + jumps) // 256 > jumps:
        jumps += 1
    firsts = [next((at for at, end in enumerate(ends) if end >= 256 * (jump + 1)), 0xFF) for jump in range(jumps)]
    return bytes(end % 256 for end in reversed(ends)) + bytes(reversed(firsts)) + bytes([count])


def _fixed(column: Column, cell: Cell) -> bytes:
    layouts = {Kind.BYTE: "<B", Kind.INT: "<h", Kind.LONG: "<i", Kind.DATE: "<d", Kind.DOUBLE: "<d"}
    if cell is None:
        return bytes(FIXED_SIZES[column.kind])
    if isinstance(cell, str | bytes):
        raise TypeError(f"{column.name} holds numbers")
    try:
        return struct.pack(layouts[column.kind], cell)
    except struct.error:
        most = {Kind.BYTE: 255, Kind.INT: 32_767}.get(column.kind, 2**31 - 1)
        raise FileError(sentences.BEYOND_LIMIT, what=column.name, most=most, number=cell) from None


def _variable(column: Column, cell: Cell, long_values: Mapping[str, _LongValues]) -> bytes:
    if cell is None:
        return b""
    if column.kind in _LARGE:
        assert isinstance(cell, bytes)
        return long_values[column.name].add(cell)
    if isinstance(cell, bytes):
        return cell
    return encode_text(str(cell), column.size)


def encode_text(text: str, size: int) -> bytes:
    try:
        encoded = text.encode(ENCODING)
    except UnicodeEncodeError:
        raise FileError(sentences.NOT_IN_CODE_PAGE, text=text) from None
    if len(encoded) > size:
        raise FileError(sentences.TOO_LONG_TEXT, text=text, most=size)
    return encoded


def packed(rows: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Rows as they fit on pages, at most 255 on each."""
    group: list[bytes] = []
    left = PAGE - _ROWS_AT
    for row in rows:
        if len(row) + 2 > left or len(group) == 255:
            if not group:
                raise FileError(sentences.TOO_LARGE_TO_WRITE)
            yield group
            group, left = [], PAGE - _ROWS_AT
        if len(row) + 2 > left:
            raise FileError(sentences.TOO_LARGE_TO_WRITE)
        group.append(row)
        left -= len(row) + 2
    if group:
        yield group


def data_page(rows: Sequence[bytes], owner: bytes) -> bytes:
    """Rows from the end of the page backwards, and where each begins."""
    begins, at = [], PAGE
    for row in rows:
        at -= len(row)
        begins.append(at)
    head_size = _ROWS_AT + 2 * len(rows)
    head = struct.pack("<BBH4sH", DATA_PAGE, 1, at - head_size, owner, len(rows))
    head += struct.pack(f"<{len(begins)}H", *begins)
    return head + bytes(at - head_size) + b"".join(reversed(rows))


# --- Maps and definitions ------------------------------------------------------------------------------------------
def pointer(page: int, row: int) -> bytes:
    return bytes([row]) + page.to_bytes(3, "little")


def usage_map(pages: Sequence[int]) -> bytes:
    """Which pages belong to something: a bit for each of 1,024 pages, from the first of them on."""
    first = 0 if not pages or max(pages) < _MAP_BITS else min(pages) // 8 * 8
    if pages and max(pages) - first >= _MAP_BITS:
        raise FileError(sentences.TOO_LARGE_TO_WRITE)
    return b"\x00" + first.to_bytes(4, "little") + _bitmap([page - first for page in pages], _MAP_BITS // 8)


def _bitmap(numbers: Iterable[int], size: int) -> bytes:
    bits = bytearray(size)
    for number in numbers:
        bits[number // 8] |= 1 << number % 8
    return bytes(bits)


def _definition(
    table: Table, used: bytes, free: bytes, indexes: Sequence[_WrittenIndex], values: Sequence[bytes]
) -> bytes:
    counters = [at for at, column in enumerate(table.columns) if column.is_counter]
    last = max((int(row[counters[0]] or 0) for row in table.rows), default=0) if counters else 0
    columns = len(table.columns)
    parts = [
        struct.pack("<II", len(table.rows), last),
        b"\x53" if table.is_system else b"\x4e",
        struct.pack("<HHH", columns, sum(not column.is_fixed for column in table.columns), columns),
        struct.pack("<II", len(indexes), len(indexes)),
        used,
        free,
        *(struct.pack("<II", 0, written.keys) for written in indexes),
        *_columns(table),
        *(_name(column.name) for column in table.columns),
        *(_physical_index(written) for written in indexes),
        *(_logical_index(at, written.index) for at, written in enumerate(indexes)),
        *(_name(written.index.name) for written in indexes),
        *values,
        b"\xff\xff",
    ]
    body = b"".join(parts)
    return struct.pack("<BB2sII", TABLE_PAGE, 1, b"VC", 0, 12 + len(body)) + body


def _columns(table: Table) -> Iterator[bytes]:
    at_fixed = at_variable = 0
    system = 0x10 if table.is_system else 0
    for at, column in enumerate(table.columns):
        flags = NULLABLE | (FIXED if column.is_fixed else 0) | (COUNTER if column.is_counter else 0) | system
        size = FIXED_SIZES[column.kind] if column.is_fixed else 0 if column.kind in _LARGE else column.size
        offset = at_fixed if column.is_fixed and column.kind is not Kind.BOOL else 0
        place = struct.pack("<HHH", at, at_variable, at)
        yield bytes([column.kind]) + place + struct.pack("<HHHBHH", 0, SORT_ORDER, CODE_PAGE, flags, offset, size)
        if not column.is_fixed:
            at_variable += 1
        elif column.kind is not Kind.BOOL:
            at_fixed += size


def _name(name: str) -> bytes:
    encoded = name.encode(ENCODING)
    return bytes([len(encoded)]) + encoded


def _physical_index(written: _WrittenIndex) -> bytes:
    columns = [struct.pack("<HB", column, 1) for column in written.columns]
    columns += [struct.pack("<HB", 0xFFFF, 0)] * (_INDEX_COLUMNS - len(columns))
    return b"".join(columns) + written.used + struct.pack("<IB", written.root, written.index.flags)


def _logical_index(at: int, index: Index) -> bytes:
    """No index is a relation between tables: the fields that would say to which one are as Access leaves them."""
    return struct.pack("<IIBiIBBB", at, at, 0, -1, 0, 4, 4, index.is_primary)


def _header() -> bytes:
    """Page 0: what kind of file it is, where its system tables are, in which letters and order it keeps texts."""
    plain = bytearray(JET3.mask_size)
    # Page 0 and 1, then the pages of the system tables; the rest is as in a file that Access makes.
    plain[0:24] = struct.pack("<IIIIII", 0x00000100, 0x00000101, 2, 3, 4, 5)
    plain[0x22:0x26] = struct.pack("<HH", SORT_ORDER, CODE_PAGE)
    plain[0x3E:0x40] = struct.pack("<H", _VERSION_IN_HEADER)
    page = bytearray(PAGE)
    page[: len(SIGNATURE)] = SIGNATURE
    page[MASK_AT : MASK_AT + len(plain)] = mask(MASK_KEY, bytes(plain))
    # Nobody is writing.
    page[COMMIT_AT : COMMIT_AT + COMMIT_SIZE] = b"\x00\x01" * (COMMIT_SIZE // 2)
    return bytes(page)
