"""The bytes of a file, without trusting it: its size is looked at before its first byte is read."""

import os
import stat
from pathlib import Path

from scoring.interchange import sentences
from scoring.interchange.document import FileError

LIMIT = 100_000_000


def read_bytes(path: Path, limit: int = LIMIT) -> bytes:
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise FileError(sentences.NOT_A_FILE, path=path)
        if size > limit:
            raise FileError(sentences.TOO_LARGE, path=path.name, megabytes=size // 1_000_000, limit=limit // 1_000_000)
        with path.open("rb") as file:
            before = os.fstat(file.fileno())
            data = file.read(limit + 1)
            after = os.fstat(file.fileno())
    except FileNotFoundError:
        raise FileError(sentences.NO_FILE, path=path) from None
    except OSError as error:
        raise FileError(sentences.UNREADABLE, path=path, why=error.strerror or "it cannot be read") from None
    if len(data) > limit:  # a pipe has no size beforehand
        megabytes = limit // 1_000_000
        raise FileError(sentences.TOO_LARGE, path=path.name, megabytes=megabytes, limit=megabytes)
    if stat.S_ISREG(before.st_mode) and (before.st_mtime_ns, before.st_size) != (after.st_mtime_ns, after.st_size):
        raise FileError(sentences.CHANGED, path=path.name)
    return data
