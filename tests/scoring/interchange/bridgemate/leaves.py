"""The entries of a Jet 3 index, leaf after leaf, as a program finds them that goes down its tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.interchange.bridgemate.jet import JET3, LEAF_PAGE, NODE_PAGE, number
from scoring.interchange.bridgemate.jet_reader import JetFile, Row

PAGE = JET3.page
PHYSICAL, LOGICAL = 39, 20


@dataclass(frozen=True)
class IndexRead:
    name: str
    columns: tuple[str, ...]
    entries: list[bytes]


def indexes(jet: JetFile, table: str) -> list[IndexRead]:
    definition = jet._definition(jet._tables[table])
    data = jet._definition_bytes(jet._tables[table])
    count = number(data, JET3.indexes_at, 4)
    logical = number(data, JET3.indexes_at - 4, 4)
    at = JET3.fields_at + count * JET3.index_head + len(definition.fields) * JET3.field
    for _field in definition.fields:
        at += 1 + data[at]
    physical = [data[at + place * PHYSICAL : at + (place + 1) * PHYSICAL] for place in range(count)]
    at += count * PHYSICAL
    numbers = [number(data, at + place * LOGICAL + 4, 4) for place in range(logical)]
    at += logical * LOGICAL
    names = {}
    for index_number in numbers:
        names[index_number] = data[at + 1 : at + 1 + data[at]].decode("cp1252")
        at += 1 + data[at]
    called = {field.number: field.name for field in definition.fields}
    return [
        IndexRead(names[place], _columns(head, called), list(_leaves(jet.data, number(head, 34, 4))))
        for place, head in enumerate(physical)
    ]


def _columns(head: bytes, called: dict[int, str]) -> tuple[str, ...]:
    numbers = [number(head, 3 * place, 2) for place in range(10)]
    return tuple(called[column] for column in numbers if column != 0xFFFF)


def _leaves(data: bytes, root: int) -> Iterator[bytes]:
    """Down to the first leaf, and along the chain of them."""
    page = root
    while data[page * PAGE] == NODE_PAGE:
        first = next(_page_entries(data, page))
        page = int.from_bytes(first[-4:], "big")
    seen = set()
    while page:
        assert data[page * PAGE] == LEAF_PAGE
        assert page not in seen
        seen.add(page)
        yield from _page_entries(data, page)
        page = number(data, page * PAGE + 12, 4)


def _page_entries(data: bytes, page: int) -> Iterator[bytes]:
    """What several entries begin with alike stands in the first of them alone."""
    start = page * PAGE
    shared = data[start + 0x14]
    begin, first = 0xF8, b""
    for place, byte in enumerate(data[start + 0x16 : start + 0xF8]):
        for bit in range(8):
            if byte >> bit & 1:
                end = 0xF8 + place * 8 + bit
                entry = data[start + begin : start + end]
                yield first[:shared] + entry if first else entry
                first, begin = first or entry, end


def rows_with_places(jet: JetFile, table: str) -> Iterator[tuple[Row, int, int]]:
    """Each row with the page and the place in it where it lies."""
    definition = jet._definition(jet._tables[table])
    for page in jet._mapped_pages(*definition.used_pages):
        start = page * PAGE
        if jet.data[start] != 1 or number(jet.data, start + 4, 4) != definition.page:
            continue
        whole = jet.data[start : start + PAGE]
        for row, cells in enumerate(jet._page_rows(definition, whole)):
            yield cells, page, row
