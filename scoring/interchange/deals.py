"""Boards and their deals, to and from the files of dealing programs and dealing machines."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from scoring.interchange import deal_bri, deal_csv, deal_dge, deal_dlm, deal_dup, deal_lin, deal_pbn, sentences
from scoring.interchange.deal_boards import BoardDeal, DealFile
from scoring.interchange.document import FileError
from scoring.interchange.file_bytes import read_bytes

__all__ = ["FORMATS", "LIMIT", "BoardDeal", "DealFile", "parse", "read", "write"]

LIMIT = 20_000_000
MOST_DEALS = 5_000
FORMATS: Mapping[str, Callable[[Sequence[BoardDeal]], bytes]] = {
    "pbn": deal_pbn.write,
    "lin": deal_lin.write,
    "dup": deal_dup.write,
    "bri": deal_bri.write,
    "dge": deal_dge.write,
    "dlm": deal_dlm.write,
    "csv": deal_csv.write,
}

_MACHINES: tuple[tuple[Callable[[bytes], bool], Callable[[bytes, str], DealFile]], ...] = (
    (deal_bri.looks_like, deal_bri.parse),
    (deal_dge.looks_like, deal_dge.parse),
    (deal_dup.looks_like, deal_dup.parse),
)


def read(path: Path, limit: int = LIMIT) -> DealFile:
    """Its size is checked before its first byte is read."""
    return parse(read_bytes(path, limit), path.name)


def parse(data: bytes, name: str = "The file") -> DealFile:
    """By what the bytes look like, not by what the file is called."""
    if not data.removeprefix(b"\xef\xbb\xbf").strip():
        raise FileError(sentences.DEALS_EMPTY, path=name)
    for is_of_machine, parse_machine in _MACHINES:
        if is_of_machine(data):
            return parse_machine(data, name)
    text = _text(data, name)
    if max(text.count("[Deal "), text.lower().count("md|")) > MOST_DEALS:
        raise FileError(sentences.TOO_MANY_DEALS, path=name, most=MOST_DEALS)
    if deal_dlm.looks_like(data):
        return deal_dlm.parse(text, name)
    start = text[:2000].lstrip().lower()
    if start.startswith("<") and "<html" in start:
        raise FileError(sentences.DEALS_HTML, path=name)
    if start[:1] in ("[", "%", ";", "{"):
        return deal_pbn.parse(text, name)
    lowered = text.lower()
    if "md|" in lowered or "qx|" in lowered:
        return deal_lin.parse(text, name)
    if deal_csv.looks_like(text):
        return deal_csv.parse(text, name)
    raise FileError(sentences.NOT_DEALS, path=name, start=ascii(text.strip()[:20]))


def write(boards: Sequence[BoardDeal], format: str) -> bytes:
    """A file of that format with these boards in this order; every deal must be known in full."""
    if format not in FORMATS:
        raise FileError(sentences.UNKNOWN_DEAL_FORMAT, format=format, known=", ".join(FORMATS))
    if not boards:
        raise FileError(sentences.NOTHING_TO_WRITE)
    seen: set[int] = set()
    for board in boards:
        board.deal.completed()
        if board.number in seen:
            raise FileError(sentences.TWICE_TO_WRITE, number=board.number)
        seen.add(board.number)
    return FORMATS[format](boards)


def _text(data: bytes, name: str) -> str:
    """Names in older files are not always UTF-8, and no card depends on them."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = _utf16(data, name)
    elif b"\x00" in data:
        raise FileError(sentences.NOT_DEALS, path=name, start=ascii(data[:12].decode("latin-1")))
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _utf16(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-16")
    except UnicodeDecodeError as error:
        raise FileError(sentences.BAD_ENCODING, path=name, encoding="UTF-16", byte=error.start) from None
