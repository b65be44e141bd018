"""A new Access 97 database: the tables that people make, and the system's own, which list them and who may use them."""

import struct
from collections.abc import Sequence
from dataclasses import replace

from scoring.interchange.bridgemate.jet import CATALOGUE_PAGE, Kind
from scoring.interchange.bridgemate.jet_reader import Cell
from scoring.interchange.bridgemate.jet_writer import Column, Index, JetWriter, Place, Table

# Objects of a database that are no tables.
_ROOT, _TABLES, _DATABASES, _RELATIONSHIPS, _DATABASE = 0x0F000000, 0x0F000001, 0x0F000002, 0x0F000003, 0x10000000
_TABLE, _DATABASE_OBJECT, _CONTAINER = 1, 2, 3
_SYSTEM = -0x80000000
# Who owns and who may use what: the engine itself, all users, and the one that everybody is who does not sign in.
_ENGINE, _OWNER, _EVERYBODY, _CREATOR = b"\x02\x03", b"\x03\x01", b"\x02\x01", b"\x02\x04"
_ALL, _DATA, _READ = 0xFFFFF, 0xF00FE, 0x14

OBJECTS = (
    Column("Id", Kind.LONG),
    Column("ParentId", Kind.LONG),
    Column("Name", Kind.TEXT, 255),
    Column("Type", Kind.INT),
    Column("DateCreate", Kind.DATE),
    Column("DateUpdate", Kind.DATE),
    Column("Owner", Kind.BINARY, 255),
    Column("Flags", Kind.LONG),
    Column("Database", Kind.MEMO),
    Column("Connect", Kind.MEMO),
    Column("ForeignName", Kind.TEXT, 255),
    Column("RmtInfoShort", Kind.BINARY, 255),
    Column("RmtInfoLong", Kind.OLE),
    Column("Lv", Kind.OLE),
    Column("LvProp", Kind.OLE),
    Column("LvModule", Kind.OLE),
    Column("LvExtra", Kind.OLE),
)
RIGHTS = (
    Column("ObjectId", Kind.LONG),
    Column("SID", Kind.BINARY, 255),
    Column("ACM", Kind.LONG),
    Column("FInheritable", Kind.BOOL),
)
QUERIES = (
    Column("ObjectId", Kind.LONG),
    Column("Attribute", Kind.BYTE),
    Column("Order", Kind.BINARY, 255),
    Column("Name1", Kind.TEXT, 255),
    Column("Name2", Kind.TEXT, 255),
    Column("Expression", Kind.MEMO),
    Column("Flag", Kind.INT),
)
RELATIONSHIPS = (
    Column("szRelationship", Kind.TEXT, 255),
    Column("grbit", Kind.LONG),
    Column("ccolumn", Kind.LONG),
    Column("icolumn", Kind.LONG),
    Column("szObject", Kind.TEXT, 255),
    Column("szColumn", Kind.TEXT, 255),
    Column("szReferencedObject", Kind.TEXT, 255),
    Column("szReferencedColumn", Kind.TEXT, 255),
)
SYSTEM_TABLES = (
    Table(
        "MSysObjects",
        OBJECTS,
        indexes=(
            Index("ParentIdName", ("ParentId", "Name"), is_unique=True),
            Index("Id", ("Id",), is_unique=True, is_primary=True),
        ),
        is_system=True,
    ),
    Table("MSysACEs", RIGHTS, indexes=(Index("ObjectId", ("ObjectId",), is_required=True),), is_system=True),
    Table(
        "MSysQueries",
        QUERIES,
        indexes=(Index("ObjectIdAttribute", ("ObjectId", "Attribute", "Order"), is_unique=True, is_primary=True),),
        is_system=True,
    ),
    Table(
        "MSysRelationships",
        RELATIONSHIPS,
        indexes=tuple(
            Index(name, (name,), skips_empty=True) for name in ("szRelationship", "szObject", "szReferencedObject")
        ),
        is_system=True,
    ),
)


def write_database(tables: Sequence[Table], made_at: float) -> bytes:
    """A database with these tables; `made_at` is when, in days since 30 December 1899."""
    writer = JetWriter()
    for _table in SYSTEM_TABLES:
        writer.allocate()
    system = [writer.place(CATALOGUE_PAGE + at) for at in range(len(SYSTEM_TABLES))]
    places = [writer.place() for _table in tables]
    listed = [_objects(tables, places, made_at), _rights(places), (), ()]
    for table, rows, place in zip(SYSTEM_TABLES, listed, system, strict=True):
        writer.add(replace(table, rows=rows), place)
    for table, place in zip(tables, places, strict=True):
        writer.add(table, place)
    return writer.finish()


def _objects(tables: Sequence[Table], places: Sequence[Place], made_at: float) -> list[list[Cell]]:
    objects: list[tuple[int, int, str, int, bytes, int, bytes | None]] = [
        (_TABLES, _ROOT, "Tables", _CONTAINER, _ENGINE, _SYSTEM, None),
        (_DATABASES, _ROOT, "Databases", _CONTAINER, _ENGINE, _SYSTEM, None),
        (_RELATIONSHIPS, _ROOT, "Relationships", _CONTAINER, _ENGINE, _SYSTEM, None),
        (_DATABASE, _DATABASES, "MSysDb", _DATABASE_OBJECT, _OWNER, _SYSTEM, None),
    ]
    for at, table in enumerate(SYSTEM_TABLES):
        objects.append((CATALOGUE_PAGE + at, _TABLES, table.name, _TABLE, _ENGINE, _SYSTEM, None))
    for table, place in zip(tables, places, strict=True):
        objects.append((place.definition, _TABLES, table.name, _TABLE, _OWNER, 0, _properties(table)))
    return [
        [ident, parent, name, kind, made_at, made_at, owner, flags, *[None] * 6, properties, None, None]
        for ident, parent, name, kind, owner, flags, properties in objects
    ]


def _rights(places: Sequence[Place]) -> list[list[Cell]]:
    """Nobody has to sign in, and everybody may do everything with the tables that people make."""
    rights: list[list[Cell]] = [
        [_TABLES, _CREATOR, _DATA, True],
        [_TABLES, _OWNER, _ALL, True],
        [_TABLES, _EVERYBODY, _ALL, True],
        [_DATABASES, _OWNER, 0x60000, False],
        [_RELATIONSHIPS, _CREATOR, _DATA, True],
        [_RELATIONSHIPS, _OWNER, 0x60001, False],
        [_RELATIONSHIPS, _EVERYBODY, _ALL, True],
        [_DATABASE, _OWNER, 0x6000E, False],
        [_DATABASE, _EVERYBODY, 0x0E, False],
    ]
    for at, table in enumerate(SYSTEM_TABLES):
        rights.append([CATALOGUE_PAGE + at, _OWNER, 0xE0000 if table.columns is RELATIONSHIPS else 0x60000, False])
        if table.columns is not RIGHTS:
            rights.append([CATALOGUE_PAGE + at, _EVERYBODY, _READ, False])
    for place in places:
        rights += [[place.definition, _OWNER, _DATA, False], [place.definition, _EVERYBODY, _ALL, False]]
    return rights


def _properties(table: Table) -> bytes | None:
    """That texts may be empty: without it Access refuses an empty one."""
    texts = [column.name.encode("ascii") for column in table.columns if column.kind is Kind.TEXT]
    if not texts:
        return None
    allowed = b"AllowZeroLength"
    names = struct.pack("<H", len(allowed)) + allowed
    blob = b"KKD\x00" + struct.pack("<IH", 6 + len(names), 0x80) + names
    for text in texts:
        head = struct.pack("<IH", 6 + len(text), len(text)) + text
        value = struct.pack("<HBBHHB", 9, 1, 1, 0, 1, 0xFF)
        blob += struct.pack("<IH", 6 + len(head) + len(value), 1) + head + value
    return blob
