"""Which kind of file it is, and reading it without trusting it."""

import re
from pathlib import Path

from scoring.interchange import acbl, bridgewebs, csvfile, jannersten, lin, sentences, tvp, xlsxfile
from scoring.interchange.bridgemate import document as bridgemate_document
from scoring.interchange.bridgemate.reader import looks_like as looks_like_bridgemate
from scoring.interchange.document import Document, FileError
from scoring.interchange.file_bytes import LIMIT, read_bytes
from scoring.interchange.pbn import games as pbn_games
from scoring.interchange.pbn import reader as pbn
from scoring.interchange.usebio import reader as usebio

__all__ = ["LIMIT", "parse", "read", "read_bytes"]

_LIN = re.compile(rb"(?:^|[|\s])(?:vg|qx|md|pn)\|", re.IGNORECASE)
_FIRST_ELEMENT = re.compile(rb"<([A-Za-z_][\w.:-]*)")


def read(path: Path, limit: int = LIMIT) -> Document:
    """A results file of any known kind. Its size is checked before its first byte is read."""
    return parse(read_bytes(path, limit), str(path.name))


def parse(data: bytes, name: str = "The file") -> Document:
    """By what the bytes look like, not by what the file is called."""
    start = data[:2000].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start:
        raise FileError(sentences.EMPTY, path=name)
    if looks_like_bridgemate(data):
        return bridgemate_document.parse(data, name)
    lowered = start[:200].lower()
    if lowered.startswith(b"<"):
        if b"<html" in data[:2000].lower() or b"<!doctype html" in lowered:
            raise FileError(sentences.HTML, path=name)
        return _parse_xml(data, name)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return parse(_from_utf16(data, name), name)
    if b"\x00" in data[:2000] and not xlsxfile.looks_like(data):
        raise FileError(sentences.BINARY, path=name)
    if xlsxfile.looks_like(data):
        return xlsxfile.parse(data, name)
    if bridgewebs.looks_like(start):
        return bridgewebs.parse(data, name)
    if jannersten.looks_like(start):
        return jannersten.parse(data, name)
    if tvp.looks_like(start):
        scale = tvp.limits(tvp.parse(data, name))
        raise (
            FileError(sentences.IS_TVP, path=name, limits=scale)
            if scale
            else FileError(sentences.IS_ODD_TVP, path=name)
        )
    if _LIN.search(data[:100_000]):
        return _parse_lin(data, name)
    if start[:1] in (b"[", b"%", b";") and b"[" in data[:100_000]:
        return pbn.parse(data, name)
    return csvfile.parse(data, name)


def _parse_lin(data: bytes, name: str) -> Document:
    text = pbn_games.decode(data)
    if not lin.has_results(text):
        raise FileError(sentences.ONLY_DEALS, path=name)
    return lin.parse(text, name)


def _parse_xml(data: bytes, name: str) -> Document:
    """By the first element, past declarations, comments and namespaces."""
    first = _FIRST_ELEMENT.search(data[:100_000])
    if first and first[1].rpartition(b":")[2].upper() == acbl.ROOT.encode():
        return acbl.parse(data, name)
    return usebio.parse(data, name)


def _from_utf16(data: bytes, name: str) -> bytes:
    try:
        text = data.decode("utf-16")
    except UnicodeDecodeError as error:
        raise FileError(sentences.BAD_ENCODING, path=name, encoding="UTF-16", byte=error.start) from None
    return text.replace('encoding="utf-16"', 'encoding="utf-8"').replace("encoding='utf-16'", "").encode()
