"""What was uploaded: files by themselves, and archives of them, whose size is known before anything is unpacked."""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib
from dataclasses import dataclass
from types import TracebackType
from typing import IO

from django.core.exceptions import ValidationError
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from exchange.models import ImportFile

MOST_MEMBERS = 5_000
#: Of one file of results, unpacked.
FILE_LIMIT = 20_000_000
#: Of everything in an archive.
UNPACKED = 1_000_000_000
# The list at the end of an archive: a member takes 46 bytes and its name.
LIST_LIMIT = MOST_MEMBERS * 300
DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    OSError,
    EOFError,
    ValueError,
    NotImplementedError,
    struct.error,
)
ARCHIVE_START = (b"PK\x03\x04", b"PK\x05\x06")
_END = b"PK\x05\x06"
_END_64 = b"PK\x06\x07"
_END_SIZE = 22
_LONGEST_COMMENT = 65_535
_LIST_LOOKED_AT = 200_000


class BadUpload(ValidationError):
    """What was uploaded cannot be taken; the sentence says why and what to do."""


@dataclass(frozen=True)
class Member:
    """A file in an archive, by its place there."""

    place: int
    name: str


def is_archive(file: IO[bytes]) -> bool:
    file.seek(0)
    start = file.read(4)
    file.seek(max(0, file.seek(0, 2) - _LIST_LOOKED_AT))
    list_of_members = file.read()
    file.seek(0)
    return start in ARCHIVE_START and not _is_spreadsheet(list_of_members)


def _is_spreadsheet(list_of_members: bytes) -> bool:
    """A workbook is a ZIP too, and one file for whoever uploads it."""
    return b"xl/workbook.xml" in list_of_members


def members_of(file: IO[bytes], name: str) -> list[Member]:
    """The files of an archive; refused where it is damaged or larger than can be taken."""
    _check_list(file, name)
    try:
        with zipfile.ZipFile(file) as archive:
            parts = archive.infolist()
    except DAMAGE as error:
        raise _damaged(name) from error
    if sum(part.file_size for part in parts) > UNPACKED:
        sentence = _("“%(name)s” holds more than %(limit)s MB. Make several smaller archives of it.")
        raise BadUpload(sentence % {"name": name, "limit": number_format(UNPACKED // 1_000_000)}, code="too_large")
    members = [Member(place, part.filename) for place, part in enumerate(parts) if not _is_beside(part)]
    if not members:
        raise BadUpload(_("There is no file in “%(name)s”.") % {"name": name}, code="empty")
    return members


def _is_beside(part: zipfile.ZipInfo) -> bool:
    """Folders, and what programs leave beside the files."""
    last = part.filename.rstrip("/").rsplit("/", 1)[-1]
    return part.is_dir() or part.filename.startswith("__MACOSX/") or last.startswith(".") or last == "Thumbs.db"


def _check_list(file: IO[bytes], name: str) -> None:
    """How long the list of members is, read off the end of the archive before anybody reads the list."""
    file.seek(0, 2)
    size = file.tell()
    file.seek(max(0, size - _LONGEST_COMMENT - _END_SIZE))
    tail = file.read()
    file.seek(0)
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < _END_SIZE:
        raise _damaged(name)
    members, length = struct.unpack("<HI", tail[at + 10 : at + 16])
    # A ZIP64 list is as long as it likes, whatever stands in the usual place.
    if members > MOST_MEMBERS or length > LIST_LIMIT or _END_64 in tail:
        sentence = _("“%(name)s” has more than %(limit)s files. Make several smaller archives of it.")
        raise BadUpload(sentence % {"name": name, "limit": number_format(MOST_MEMBERS)}, code="too_many")


def _damaged(name: str) -> BadUpload:
    sentence = _("The archive “%(name)s” is damaged. Make it again, then upload it once more.")
    return BadUpload(sentence % {"name": name}, code="damaged")


class UploadReader:
    """Reads the files of an import one after the other; the archive they stand in is opened once."""

    def __init__(self) -> None:
        self._opened: tuple[int, zipfile.ZipFile, IO[bytes]] | None = None

    def __enter__(self) -> UploadReader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def read(self, row: ImportFile) -> bytes:
        """The bytes of a file, at most `FILE_LIMIT` of them."""
        data = self._member(row) if row.archive_id else self._upload(row)
        if data[:4] in ARCHIVE_START and not _is_spreadsheet(data[-_LIST_LOOKED_AT:]):
            sentence = _("This is an archive inside an archive. Take its files out and import those.")
            raise BadUpload(sentence, code="nested")
        if len(data) > FILE_LIMIT:
            raise _too_large()
        return data

    def _upload(self, row: ImportFile) -> bytes:
        with row.upload.open("rb") as file:
            data: bytes = file.read(FILE_LIMIT + 1)
            return data

    def _member(self, row: ImportFile) -> bytes:
        archive = self._archive(row)
        parts = archive.infolist()
        part = parts[row.member or 0]
        if part.flag_bits & 0x1:
            raise BadUpload(_("This file is locked with a password. Unlock it and import it again."), code="locked")
        if part.file_size > FILE_LIMIT:
            raise _too_large()
        try:
            # No more is read than the archive says; a checksum tells when there is more.
            return archive.read(part)
        except (*DAMAGE, RuntimeError) as error:
            raise BadUpload(_("This file is damaged in its archive."), code="damaged") from error

    def _archive(self, row: ImportFile) -> zipfile.ZipFile:
        assert row.archive is not None
        if self._opened is None or self._opened[0] != row.archive.pk:
            self._close()
            file = row.archive.upload.open("rb")
            self._opened = (row.archive.pk, zipfile.ZipFile(file), file)
        return self._opened[1]

    def _close(self) -> None:
        if self._opened is not None:
            self._opened[1].close()
            self._opened[2].close()
            self._opened = None


def _too_large() -> BadUpload:
    sentence = _("This file is larger than %(limit)s MB; a file of results is not.")
    return BadUpload(sentence % {"limit": FILE_LIMIT // 1_000_000}, code="too_large")


def shown_name(name: str) -> str:
    """The name of a file as people may read it, at most as long as its column."""
    return "".join(sign for sign in name if sign.isprintable())[-200:] or "?"
