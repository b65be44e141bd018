"""Which kind of file it is, and reading it without trusting it."""

from pathlib import Path

from scoring.interchange import csvfile, pbn, sentences
from scoring.interchange.document import Document, FileError
from scoring.interchange.usebio import reader as usebio

LIMIT = 100_000_000


def read(path: Path, limit: int = LIMIT) -> Document:
    """A results file of any known kind. Its size is checked before its first byte is read."""
    return parse(read_bytes(path, limit), str(path.name))


def read_bytes(path: Path, limit: int = LIMIT) -> bytes:
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise FileError(sentences.NOT_A_FILE, path=path)
        if size > limit:
            raise FileError(sentences.TOO_LARGE, path=path.name, megabytes=size // 1_000_000, limit=limit // 1_000_000)
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except FileNotFoundError:
        raise FileError(sentences.NO_FILE, path=path) from None
    except OSError as error:
        raise FileError(sentences.UNREADABLE, path=path, why=error.strerror or "it cannot be read") from None
    if len(data) > limit:  # a pipe has no size beforehand
        megabytes = limit // 1_000_000
        raise FileError(sentences.TOO_LARGE, path=path.name, megabytes=megabytes, limit=megabytes)
    return data


def parse(data: bytes, name: str = "The file") -> Document:
    """By what the bytes look like, not by what the file is called."""
    start = data[:2000].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start:
        raise FileError(sentences.EMPTY, path=name)
    lowered = start[:200].lower()
    if lowered.startswith(b"<"):
        if b"<html" in data[:2000].lower() or b"<!doctype html" in lowered:
            raise FileError(sentences.HTML, path=name)
        return usebio.parse(data, name)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return parse(_from_utf16(data, name), name)
    if b"\x00" in data[:2000]:
        raise FileError(sentences.BINARY, path=name)
    if start[:1] in (b"[", b"%", b";") and b"[" in data[:100_000]:
        return pbn.parse(data, name)
    return csvfile.parse(data, name)


def _from_utf16(data: bytes, name: str) -> bytes:
    try:
        text = data.decode("utf-16")
    except UnicodeDecodeError as error:
        raise FileError(sentences.BAD_ENCODING, path=name, encoding="UTF-16", byte=error.start) from None
    return text.replace('encoding="utf-16"', 'encoding="utf-8"').replace("encoding='utf-16'", "").encode()
