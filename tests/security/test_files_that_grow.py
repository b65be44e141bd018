"""Small files that become large, and pages that reach out: each is refused with a sentence before it costs anything."""

from __future__ import annotations

import ast
import io
import resource
import struct
import threading
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook
from PIL import Image

from clubs.forms.bodies import clean_picture
from clubs.imports.reading import BadFile, outline
from core.pdf import pdf_from_html
from scoring.interchange import deals, files
from scoring.interchange.bridgemate import reader as bridgemate
from scoring.interchange.document import FileError
from tests.cast import Cast

LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
BOMB = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">{LAUGHS}]>'
FROM_DISK = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'


# --- Pictures --------------------------------------------------------------------------------------------------------
def flat_png(width: int, height: int) -> bytes:
    """A picture of one colour: a few hundred bytes for every million points, and no picture is made to write it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer, row = zlib.compressobj(9), bytes(width // 8 + 2)
    packed = [packer.compress(row) for _number in range(height)] + [packer.flush()]
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    data = chunk(b"IHDR", head) + chunk(b"IDAT", b"".join(packed)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + data


def uploaded(data: bytes, name: str = "logo.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def test_a_small_file_with_a_picture_as_large_as_a_field_is_not_unpacked() -> None:
    bomb = flat_png(13_000, 13_000)
    assert len(bomb) < 1_000_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ValidationError, match="13000 by 13000 points"):
        clean_picture(uploaded(bomb))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000, "kilobytes"


def test_a_photograph_is_taken_and_made_small() -> None:
    drawn = io.BytesIO()
    Image.new("RGB", (4000, 3000), "green").save(drawn, "JPEG")
    with Image.open(clean_picture(uploaded(drawn.getvalue(), "photo.jpg"))) as picture:
        assert max(picture.size) == 512


@pytest.mark.parametrize(
    "svg",
    [
        b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        BOMB.encode() + b"<svg>&l9;</svg>",
        b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
    ],
    ids=["script", "entities", "file"],
)
def test_a_drawing_that_can_do_things_is_refused_whatever_it_is_called(cast: Cast, svg: bytes) -> None:
    for name in ("logo.svg", "logo.png"):
        with pytest.raises(ValidationError, match="PNG, JPEG or WebP"):
            clean_picture(uploaded(svg, name))
    client = Client()
    client.force_login(cast.secretary)
    page = client.post("/clubs/harbour/settings/", {"name": "Harbour", "logo": uploaded(svg, "logo.svg")})
    assert page.status_code == 422
    assert "PNG, JPEG or WebP" in page.content.decode()


# --- Sheets ----------------------------------------------------------------------------------------------------------
def workbook(rows: int = 2) -> bytes:
    book, file = Workbook(write_only=True), io.BytesIO()
    sheet = book.create_sheet()
    for number in range(rows):
        sheet.append(["Name", number])
    book.save(file)
    return file.getvalue()


def with_part(name: str, data: bytes, more: int = 0) -> ContentFile[bytes]:
    """A workbook with one of its parts exchanged, and others added."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook())) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for part in source.namelist():
            target.writestr(part, data if part == name else source.read(part))
        if name not in source.namelist():
            target.writestr(name, data)
        for number in range(more):
            target.writestr(f"xl/more{number}.xml", b"")
    return ContentFile(out.getvalue(), name="members.xlsx")


SHEET = "xl/worksheets/sheet1.xml"
XMLNS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def sheet(rows: str) -> bytes:
    return f"<worksheet {XMLNS}><sheetData>{rows}</sheetData></worksheet>".encode()


def test_a_workbook_that_unpacks_to_hundreds_of_megabytes_is_refused() -> None:
    bomb = with_part("xl/sharedStrings.xml", b"<sst>" + b" " * 120_000_000 + b"</sst>")
    assert bomb.size < 1_000_000
    with pytest.raises(BadFile, match="too large"):
        outline(bomb)


def test_so_is_one_with_thousands_of_parts() -> None:
    with pytest.raises(BadFile, match="too large"):
        outline(with_part("xl/none.xml", b"", more=600))


def test_a_row_with_an_endless_number_ends() -> None:
    named = '<row r="1"><c t="inlineStr"><is><t>Name</t></is></c></row>'
    far = '<row r="900000000000"><c t="inlineStr"><is><t>Anna</t></is></c></row>'
    with pytest.raises(BadFile, match="more than 100,000 rows"):
        outline(with_part(SHEET, sheet(named + far)))


def test_a_row_as_wide_as_a_sheet_can_be_is_refused() -> None:
    wide = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="XFD1"><v>1</v></c></row>'
    with pytest.raises(BadFile, match="more than 100 columns"):
        outline(with_part(SHEET, sheet(wide)))


@pytest.mark.parametrize("document", [BOMB, FROM_DISK], ids=["growing", "from disk"])
@pytest.mark.parametrize("part", [SHEET, "xl/sharedStrings.xml", "xl/workbook.xml", "xl/styles.xml"])
def test_entities_in_a_workbook_are_not_followed(part: str, document: str) -> None:
    entity = "&l9;" if "l9" in document else "&f;"
    rows = f'<row r="1"><c t="inlineStr"><is><t>{entity}</t></is></c></row>'
    data = document.encode() + (
        sheet(rows) if part == SHEET else f"<sst {XMLNS}><si><t>{entity}</t></si></sst>".encode()
    )
    try:
        read = outline(with_part(part, data))
    except BadFile:
        return
    assert "root:" not in str(read)
    assert "haha" not in str(read)


@pytest.mark.parametrize(("first", "line"), [(b"", b"\n"), (b"name\n", b",\n")], ids=["blank", "commas"])
def test_a_file_of_empty_lines_ends(first: bytes, line: bytes) -> None:
    with pytest.raises(BadFile, match="more than 100,000 rows"):
        outline(ContentFile(first + line * 2_000_000, name="members.csv"))


def test_a_file_that_is_one_line_is_refused() -> None:
    with pytest.raises(BadFile, match="no end"):
        outline(ContentFile(b"a" * 10_000_000, name="members.csv"))


# --- Results and deals -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "document", [BOMB + "<USEBIO>&l9;</USEBIO>", FROM_DISK + "<USEBIO>&f;</USEBIO>"], ids=["growing", "from disk"]
)
def test_entities_in_a_file_of_results_are_refused(document: str) -> None:
    with pytest.raises(FileError, match="defines entities"):
        files.parse(document.encode(), "results.xml")


def test_a_file_of_results_nested_without_end_is_no_more_than_a_bad_file() -> None:
    with pytest.raises(FileError):
        files.parse(b"<USEBIO>" + b"<A>" * 200_000 + b"</A>" * 200_000 + b"</USEBIO>", "results.xml")


def test_a_file_with_thousands_of_deals_is_refused_unread() -> None:
    one = '[Board "1"]\n[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n\n'
    with pytest.raises(FileError, match="more than 5000 deals"):
        deals.parse((one * 6_000).encode(), "boards.pbn")


# --- Every reader ----------------------------------------------------------------------------------------------------
# What unpacks or parses something that could grow, or run; each is attacked by name above or in the tests of its own.
OPENERS = {"xml", "lxml", "defusedxml", "zipfile", "tarfile", "gzip", "bz2", "lzma", "openpyxl", "PIL", "yaml"}
OPENERS |= {"pickle", "marshal", "shelve", "dill", "subprocess"}
WHO_OPENS = {
    "clubs/forms/bodies.py": {"PIL"},
    "clubs/imports/reading.py": {"openpyxl", "zipfile"},
    # It writes a drawing, and reads none.
    "events/movements/picture.py": {"xml"},
    # All XML that comes in; declared entities are refused there.
    "scoring/interchange/xml_stream.py": {"xml"},
    # They are given what that one has read, or write.
    "exchange/selectors/feeds.py": {"xml"},
    "scoring/interchange/usebio/reader.py": {"xml"},
    "scoring/interchange/usebio/rules.py": {"xml"},
    "scoring/interchange/usebio/writer.py": {"xml"},
    "scoring/interchange/xlsxfile.py": {"zipfile"},
    # Bounded by what the archive says of itself before it is opened: tests/exchange/test_results_imports.py.
    "exchange/uploads.py": {"lzma", "zipfile"},
    # A club's logo, looked at when it was handed in; its pixels are counted again: tests/printing/test_rendering.py.
    "printing/documents.py": {"PIL"},
    # It writes an archive, and reads none.
    "printing/services.py": {"zipfile"},
    # Authenticated as a whole before it is opened: test_backups_are_authenticated.py.
    "ops/backup/archive.py": {"zipfile"},
    # Our own programs, with arguments of our own.
    "core/pdf.py": {"subprocess"},
    "printing/rendering.py": {"subprocess"},
    "ops/backup/older.py": {"subprocess"},
    "ops/supervisor/children.py": {"subprocess"},
    "ops/supervisor/server.py": {"subprocess"},
}
READERS = {"results": files.parse, "deals": deals.parse, "bridgemate": bridgemate.parse}
APPLICATIONS = (
    "core",
    "clubs",
    "events",
    "scoring",
    "rulings",
    "appeals",
    "points",
    "exchange",
    "office",
    "printing",
    "jobs",
    "ops",
    "config",
)


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


def test_whatever_opens_files_that_could_grow_is_known_here() -> None:
    base = Path(settings.BASE_DIR)
    found = {}
    for path in sorted(path for name in APPLICATIONS for path in (base / name).rglob("*.py")):
        if opens := imported(path) & OPENERS:
            found[str(path.relative_to(base))] = opens
    assert found == WHO_OPENS, "attack a new reader by a test, then name it here"


def growing_workbook() -> bytes:
    return with_part("xl/sharedStrings.xml", b"<sst>" + b" " * 120_000_000 + b"</sst>").read()


ATTACKS = {
    "entities": lambda: (BOMB + "<x>&l9;</x>").encode(),
    "entities in UTF-16": lambda: (BOMB + "<x>&l9;</x>").encode("utf-16"),
    "entities from disk": lambda: (FROM_DISK + "<USEBIO><CLUB>&f;</CLUB></USEBIO>").encode(),
    "entities from outside": lambda: (
        FROM_DISK.replace("file:///etc/passwd", "http://127.0.0.1:9/x").encode() + b"<x>&f;</x>"
    ),
    "a workbook": growing_workbook,
    "compressed": lambda: zlib.compress(b" " * 50_000_000),
    "one endless line": lambda: b"[Event " + b"a" * 5_000_000,
    "nothing but brackets": lambda: b"[" * 2_000_000,
    "nothing but zeros": lambda: bytes(4_000_000),
    "an endless row of commas": lambda: b"a,b\n" + b"," * 3_000_000,
    "a database of nothing": lambda: b"\x00\x01\x00\x00Standard Jet DB\x00" + bytes(2_000_000),
}


@pytest.fixture(scope="module", params=ATTACKS)
def attack(request: pytest.FixtureRequest) -> bytes:
    return ATTACKS[request.param]()


@pytest.mark.parametrize("reader", READERS)
def test_no_reader_grows_by_what_it_is_handed(reader: str, attack: bytes) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(FileError) as refused:
        READERS[reader](attack, "handed.in")
    assert "root:" not in str(refused.value)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000, "kilobytes"


# --- What a printed page may fetch: nothing --------------------------------------------------------------------------
@contextmanager
def listening() -> Iterator[tuple[str, list[str]]]:
    asked: list[str] = []

    class Note(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Says nothing."""

    server = HTTPServer(("127.0.0.1", 0), Note)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()


def test_a_printed_page_reaches_neither_the_network_nor_the_disk(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret key")
    with listening() as (url, asked):
        page = f"""<link rel="stylesheet" href="{url}/style.css"><link rel="attachment" href="file://{secret}">
        <style>@import "{url}/import.css"; p {{ background: url({url}/back.png) }}
        @font-face {{ font-family: X; src: url({url}/font.woff) }} p {{ font-family: X }}</style>
        <p>Text<img src="{url}/picture.png"><img src="file://{secret}"><object data="{url}/object.svg"></object>
        <a rel="attachment" href="file://{secret}">it</a></p>
        <svg xmlns="http://www.w3.org/2000/svg"><image href="{url}/inner.png" width="9" height="9"/></svg>"""
        document = pdf_from_html(page)
    assert asked == []
    assert document.startswith(b"%PDF")
    assert b"EmbeddedFile" not in document
