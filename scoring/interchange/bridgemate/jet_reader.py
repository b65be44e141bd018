"""Rows of the tables of an Access database, from bytes that nobody vouches for.

Nothing in a file is trusted: every page, offset and count is checked, chains have an end, and what does not hold is one
sentence. Rows come one after the other, so that memory is bounded by the file's own size.
"""

import codecs
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.interchange.bridgemate import sentences
from scoring.interchange.bridgemate.jet import (
    CATALOGUE_PAGE,
    CODE_PAGE_AT,
    COMMIT_AT,
    COMMIT_SIZE,
    DATA_PAGE,
    DELETED,
    FIXED,
    FIXED_SIZES,
    FORMATS,
    JET3,
    MAP_PAGE,
    MASK_AT,
    MASK_KEY,
    MOVED,
    OFFSET,
    PAGE_KEY_AT,
    SIGNATURE,
    TABLE_PAGE,
    VERSION_AT,
    Kind,
    mask,
    number,
)
from scoring.interchange.document import FileError

# Dates are days since 30 December 1899; times of day their fractions.
Cell = bool | int | float | str | bytes | None
Row = dict[str, Cell]

MOST_FIELDS = 255
MOST_DEFINITION_PAGES = 40
LONGEST_MEMO = 65_535
SYSTEM_TABLE = 0x80000002
TABLE_OBJECT = 1
_STRUCTS = {Kind.INT: "<h", Kind.LONG: "<i", Kind.FLOAT: "<f", Kind.DOUBLE: "<d", Kind.DATE: "<d", Kind.MONEY: "<q"}


class DamagedPage(Exception):
    """Something in the file points where nothing of the kind is."""


@dataclass(frozen=True, slots=True)
class Field:
    """A column: where its values lie in a row."""

    name: str
    kind: int
    number: int
    is_fixed: bool
    offset: int  # of a fixed one, after the count of columns; of others their place among the variable ones
    size: int


@dataclass(frozen=True, slots=True)
class TableDefinition:
    """A table's columns in their order, and the pages that hold its rows."""

    page: int
    fields: tuple[Field, ...]
    has_variable: bool
    used_pages: tuple[int, int]  # page and row of the map


class JetFile:
    """An Access database. Anything but one is refused with a sentence when it is made."""

    def __init__(self, data: bytes, name: str = "The file") -> None:
        self.data, self.name = data, name
        if not data:
            raise FileError(sentences.BWS_EMPTY, path=name)
        if data[: len(SIGNATURE)] != SIGNATURE:
            raise FileError(sentences.NOT_BWS, path=name)
        version = data[VERSION_AT] if len(data) > VERSION_AT else None
        if version not in FORMATS:
            raise FileError(sentences.BWS_VERSION, path=name)
        self.format = FORMATS[version]
        if len(data) < (CATALOGUE_PAGE + 1) * self.format.page or len(data) % self.format.page:
            raise FileError(sentences.BWS_BREAKS_OFF, path=name)
        self.version = 3 if self.format is JET3 else 4
        self._read_header()
        try:
            self._tables = self._catalogue()
        except DamagedPage:
            raise FileError(sentences.BWS_DAMAGED, path=name) from None

    def _read_header(self) -> None:
        size = self.format.mask_size
        head = self.data[:MASK_AT] + mask(MASK_KEY, self.data[MASK_AT : MASK_AT + size])
        if number(head, PAGE_KEY_AT, 4):
            raise FileError(sentences.BWS_ENCRYPTED, path=self.name)
        if self.format is JET3:
            commits = self.data[COMMIT_AT : COMMIT_AT + COMMIT_SIZE]
            writing = [not any(commits[at : at + 2]) for at in range(0, COMMIT_SIZE, 2)]
            if any(writing) and not all(writing):
                raise FileError(sentences.BWS_BEING_WRITTEN, path=self.name)
        self.encoding = _encoding(number(head, CODE_PAGE_AT, 2))

    @property
    def table_names(self) -> list[str]:
        """The tables that people made, as they are called."""
        return list(self._tables)

    def has_table(self, name: str) -> bool:
        return self._called(name) is not None

    def columns(self, table: str) -> list[str]:
        called = self._called(table)
        return [field.name for field in self._definition(self._tables[called]).fields] if called else []

    def rows(self, table: str) -> Iterator[Row]:
        """The rows of a table as they lie in the file; none where there is no such table."""
        called = self._called(table)
        if called is None:
            return
        try:
            yield from self._rows(self._definition(self._tables[called]))
        except DamagedPage:
            raise FileError(sentences.BWS_DAMAGED, path=self.name) from None

    def _called(self, name: str) -> str | None:
        return next((table for table in self._tables if table.lower() == name.lower()), None)

    # --- Pages -------------------------------------------------------------------------------------------------------
    def _page(self, page: int, kind: int) -> bytes:
        start = page * self.format.page
        if page <= 0 or start + self.format.page > len(self.data) or self.data[start] != kind:
            raise DamagedPage
        return self.data[start : start + self.format.page]

    def _row_span(self, page: bytes, row: int) -> tuple[int, int, int]:
        """Flags, begin and end of a row in its page."""
        head = self.format.rows_at
        if row >= number(page, head, 2) or head + 4 + 2 * row > len(page):
            raise DamagedPage
        offset = number(page, head + 2 + 2 * row, 2)
        end = number(page, head + 2 * row, 2) & OFFSET if row else len(page)
        begin = offset & OFFSET
        if not head + 2 <= begin <= end <= len(page):
            raise DamagedPage
        return offset & ~OFFSET, begin, end

    def _row_at(self, page_number: int, row: int) -> bytes:
        page = self._page(page_number, DATA_PAGE)
        _flags, begin, end = self._row_span(page, row)
        return page[begin:end]

    def _mapped_pages(self, page_number: int, row: int) -> Iterator[int]:
        """The pages that a usage map names: in the map itself, or on pages of its own."""
        usage = self._row_at(page_number, row)
        if len(usage) < 5:
            raise DamagedPage
        if usage[0] == 0:
            yield from _bits(usage[5:], number(usage, 1, 4))
            return
        if usage[0] != 1:
            raise DamagedPage
        first, each = 0, (self.format.page - 4) * 8
        for at in range(1, len(usage) - 3, 4):
            if map_page := number(usage, at, 4):
                yield from _bits(self._page(map_page, MAP_PAGE)[4:], first)
            first += each

    # --- Tables ------------------------------------------------------------------------------------------------------
    def _catalogue(self) -> dict[str, int]:
        tables: dict[str, int] = {}
        for row in self._rows(self._definition(CATALOGUE_PAGE)):
            name, kind, flags, ident = row.get("Name"), row.get("Type"), row.get("Flags"), row.get("Id")
            if kind != TABLE_OBJECT or not isinstance(name, str) or not isinstance(ident, int):
                continue
            if not (isinstance(flags, int) and flags & SYSTEM_TABLE):
                tables.setdefault(name, ident & 0xFFFFFF)
        return tables

    def _definition(self, page: int) -> TableDefinition:
        """A table's definition, which may run over several pages."""
        try:
            return self._parse_definition(page, self._definition_bytes(page))
        except (IndexError, struct.error):
            raise DamagedPage from None

    def _definition_bytes(self, page: int) -> bytes:
        first = self._page(page, TABLE_PAGE)
        parts, seen = [first], {page}
        following = number(first, 4, 4)
        while following:
            if following in seen or len(seen) >= MOST_DEFINITION_PAGES:
                raise DamagedPage
            seen.add(following)
            part = self._page(following, TABLE_PAGE)
            parts.append(part[8:])
            following = number(part, 4, 4)
        return b"".join(parts)

    def _parse_definition(self, page: int, data: bytes) -> TableDefinition:
        jet = self.format
        count, indexes = number(data, jet.columns_at, 2), number(data, jet.indexes_at, 4)
        if count > MOST_FIELDS or indexes > MOST_FIELDS:
            raise DamagedPage
        at = jet.fields_at + indexes * jet.index_head
        heads = [data[at + place * jet.field : at + (place + 1) * jet.field] for place in range(count)]
        names = self._names(data, at + count * jet.field, count)
        fields = tuple(self._field(head, name) for head, name in zip(heads, names, strict=True))
        used = number(data, jet.used_pages_at + 1, 3), number(data, jet.used_pages_at, 1)
        return TableDefinition(page, fields, number(data, jet.var_columns_at, 2) > 0, used)

    def _names(self, data: bytes, at: int, count: int) -> list[str]:
        names = []
        for _place in range(count):
            wide = 2 if self.format.wide else 1
            size = number(data, at, wide)
            if at + wide + size > len(data):
                raise DamagedPage
            text = data[at + wide : at + wide + size]
            names.append(text.decode("utf-16-le" if self.format.wide else self.encoding, "replace"))
            at += wide + size
        return names

    def _field(self, head: bytes, name: str) -> Field:
        jet = self.format
        is_fixed = bool(number(head, jet.field_flags_at, 1) & FIXED)
        offset = number(head, jet.field_offset_at if is_fixed else jet.field_var_at, 2)
        return Field(
            name, head[0], number(head, jet.field_number_at, 2), is_fixed, offset, number(head, jet.field_size_at, 2)
        )

    # --- Rows --------------------------------------------------------------------------------------------------------
    def _rows(self, table: TableDefinition) -> Iterator[Row]:
        try:
            for page_number in self._mapped_pages(*table.used_pages):
                start = page_number * self.format.page
                if start + self.format.page > len(self.data):
                    raise DamagedPage
                # A table owns other pages too, those of its indexes among them.
                if self.data[start] == DATA_PAGE and number(self.data, start + 4, 4) == table.page:
                    yield from self._page_rows(table, self._page(page_number, DATA_PAGE))
        except (IndexError, struct.error):
            raise DamagedPage from None

    def _page_rows(self, table: TableDefinition, page: bytes) -> Iterator[Row]:
        for row in range(number(page, self.format.rows_at, 2)):
            flags, begin, end = self._row_span(page, row)
            if flags & DELETED:
                continue
            data = page[begin:end]
            if flags & MOVED:
                data = self._moved_row(data)
            yield self._cells(table, data)

    def _moved_row(self, pointer: bytes) -> bytes:
        """A row that has grown out of its page lies in another one, where it is marked as deleted."""
        page = self._page(number(pointer, 1, 3), DATA_PAGE)
        flags, begin, end = self._row_span(page, number(pointer, 0, 1))
        if flags & MOVED and not flags & DELETED:
            raise DamagedPage
        return page[begin:end]

    def _cells(self, table: TableDefinition, data: bytes) -> Row:
        wide = 2 if self.format.wide else 1
        stored = number(data, 0, wide)
        flags_size = (stored + 7) // 8
        if not stored or len(data) < wide + flags_size:
            raise DamagedPage
        flags = data[len(data) - flags_size :]
        ends = self._variable_ends(data, flags_size) if table.has_variable else []
        fixed_left = stored - max(0, len(ends) - 1)
        row: Row = {}
        for field in table.fields:
            is_set = field.number < stored and bool(flags[field.number // 8] >> field.number % 8 & 1)
            fixed_left -= field.is_fixed
            if field.kind == Kind.BOOL:
                row[field.name] = is_set
            elif not is_set or (field.is_fixed and fixed_left < 0):
                row[field.name] = None
            elif field.is_fixed:
                row[field.name] = self._fixed_value(field, data, wide + field.offset)
            else:
                row[field.name] = self._variable_value(field, data, ends)
        return row

    def _variable_ends(self, data: bytes, flags_size: int) -> list[int]:
        """Where each value of variable length begins, and where the last one ends."""
        at = len(data) - flags_size
        if self.format.wide:
            count = number(data, at - 2, 2)
            return [number(data, at - 4 - 2 * place, 2) for place in range(count + 1)]
        count = number(data, at - 1, 1)
        jumps = (len(data) - 1) // 256
        last = at - jumps - 2
        if (last - count) // 256 < jumps:
            jumps -= 1
        ends, used = [], 0
        for place in range(count + 1):
            while used < jumps and number(data, at - 2 - used, 1) == place:
                used += 1
            ends.append(number(data, last - place, 1) + 256 * used)
        return ends

    def _fixed_value(self, field: Field, data: bytes, at: int) -> Cell:
        size = FIXED_SIZES.get(Kind(field.kind), field.size) if field.kind in Kind._value2member_map_ else field.size
        if at + size > len(data):
            raise DamagedPage
        cell = data[at : at + size]
        if field.kind == Kind.BYTE:
            return cell[0]
        if layout := _STRUCTS.get(Kind(field.kind)) if field.kind in Kind._value2member_map_ else None:
            value: int | float = struct.unpack(layout, cell)[0]
            return value / 10_000 if field.kind == Kind.MONEY else value
        return self._text(cell) if field.kind == Kind.TEXT else cell

    def _variable_value(self, field: Field, data: bytes, ends: list[int]) -> Cell:
        if field.offset + 1 >= len(ends):
            return None
        begin, end = ends[field.offset], ends[field.offset + 1]
        if not 0 < begin <= end <= len(data):
            raise DamagedPage
        cell = data[begin:end]
        if field.kind == Kind.TEXT:
            return self._text(cell)
        if field.kind in (Kind.MEMO, Kind.OLE):
            memo = self._memo(cell)
            return self._text(memo) if field.kind == Kind.MEMO else memo
        return cell

    def _memo(self, cell: bytes) -> bytes:
        """A long value: in the row itself, in a row of another page, or in a chain of them."""
        if len(cell) < 12:
            return b""
        size, where = number(cell, 0, 3), cell[3]
        if where & 0x80:
            return cell[12 : 12 + size]
        if size > LONGEST_MEMO:
            return b""
        if where & 0x40:
            return self._row_at(number(cell, 5, 3), cell[4])[:size]
        parts, pointer, left = [], cell[4:8], size
        while left > 0 and any(pointer):
            row = self._row_at(number(pointer, 1, 3), pointer[0])
            pointer, part = row[:4], row[4 : 4 + left]
            if not part:
                raise DamagedPage
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def _text(self, cell: bytes) -> str:
        """What cannot be read in the file's letters becomes a replacement sign, for a person to see."""
        if not self.format.wide:
            return cell.decode(self.encoding, "replace")
        if cell[:2] != b"\xff\xfe":
            return cell.decode("utf-16-le", "replace")
        return _uncompressed(cell[2:])


def _uncompressed(cell: bytes) -> str:
    """Letters of one byte each; a zero changes between these and letters of two."""
    letters, narrow, at = [], True, 0
    while at < len(cell):
        if narrow:
            end = cell.find(b"\x00", at)
            end = len(cell) if end < 0 else end
            letters.append(cell[at:end].decode("latin-1"))
        else:
            end = at
            while end + 1 < len(cell) and cell[end : end + 1] != b"\x00":
                end += 2
            letters.append(cell[at:end].decode("utf-16-le", "replace"))
            if end < len(cell) and cell[end : end + 1] != b"\x00":
                break
        narrow, at = not narrow, end + 1
    return "".join(letters)


def _bits(data: bytes, first: int) -> Iterator[int]:
    for place, byte in enumerate(data):
        if byte:
            yield from (first + 8 * place + bit for bit in range(8) if byte >> bit & 1)


def _encoding(code_page: int) -> str:
    """The letters of a Jet 3 file; what is not known is taken for Western European, as most are."""
    try:
        return codecs.lookup(f"cp{code_page}").name
    except LookupError:
        return "cp1252"
