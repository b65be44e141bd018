"""The file itself: a zip whose manifest names every member with its size and checksum, and nothing else is in it."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any

FORMAT = 1
MANIFEST = "manifest.json"
MANIFEST_LIMIT = 50_000_000
CHUNK = 1 << 20
DAMAGE = (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError)


class BackupError(Exception):
    """One sentence: what is wrong, and that nothing was changed."""


class Sink:
    """Writes a member and remembers what went through."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self.size = 0

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._file.write(data)
        self._digest.update(data)
        self.size += len(data)

    def described(self) -> dict[str, Any]:
        return {"sha256": self._digest.hexdigest(), "size": self.size}


class Writer:
    """Writes from the first byte to the last, so that what is written can go on through an envelope."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6)
        self._members: dict[str, dict[str, Any]] = {}

    @contextmanager
    def member(self, name: str) -> Iterator[Sink]:
        with self._zip.open(name, "w", force_zip64=True) as file:
            sink = Sink(file)
            yield sink
        self._members[name] = sink.described()

    def add_file(self, name: str, path: Path) -> None:
        with path.open("rb") as source, self.member(name) as sink:
            while chunk := source.read(CHUNK):
                sink.write(chunk)

    def finish(self, facts: dict[str, Any]) -> None:
        """The manifest comes last: a file without one was never finished."""
        manifest = {"format": FORMAT} | facts | {"members": self._members}
        self._zip.writestr(MANIFEST, json.dumps(manifest, indent=1, ensure_ascii=False))
        self._zip.close()

    def abandon(self) -> None:
        self._zip.close()


class Reader:
    """Opens a backup and refuses one that is not whole."""

    def __init__(self, path: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(path)
            self.manifest = self._read_manifest()
        except (KeyError, *DAMAGE) as error:
            raise BackupError(f"The file is no backup of Tenace, or it is damaged: {error}.") from error
        self.members: dict[str, dict[str, Any]] = self.manifest["members"]

    def _read_manifest(self) -> dict[str, Any]:
        if self._zip.getinfo(MANIFEST).file_size > MANIFEST_LIMIT:
            raise ValueError("its manifest is far too long")
        manifest = json.loads(self._zip.read(MANIFEST))
        if not isinstance(manifest, dict) or not isinstance(manifest.get("members"), dict):
            raise KeyError("members")
        if manifest.get("format") != FORMAT:
            raise ValueError(f"it has format {manifest.get('format')}, and this release reads format {FORMAT}")
        return manifest

    def check(self) -> None:
        """Every member is there, has its checksum and a harmless name, and nothing else is there."""
        names = [name for name in self._zip.namelist() if name != MANIFEST]
        if sorted(names) != sorted(self.members):
            raise BackupError("The backup is damaged: what is in it is not what its manifest lists.")
        for name in names:
            if not is_harmless(name):
                raise BackupError(f"The backup is not to be trusted: “{name}” would be written outside its folder.")
            for _ in self.chunks(name):
                pass

    def chunks(self, name: str) -> Iterator[bytes]:
        """A member's bytes, checked as they pass: never more of them than the manifest says."""
        expected, digest, size = self.members[name], hashlib.sha256(), 0
        try:
            with self._zip.open(name) as file:
                while chunk := file.read(CHUNK):
                    size += len(chunk)
                    digest.update(chunk)
                    if size > expected["size"]:
                        break
                    yield chunk
        except DAMAGE as error:
            raise BackupError(f"The backup is damaged in “{name}”: {error}.") from error
        if (size, digest.hexdigest()) != (expected["size"], expected["sha256"]):
            raise BackupError(f"The backup is damaged: “{name}” is not what was written.")

    def extract(self, name: str, target: Path) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as file:
            for chunk in self.chunks(name):
                file.write(chunk)

    def close(self) -> None:
        self._zip.close()


def is_harmless(name: str) -> bool:
    """A relative path that stays below the folder it is unpacked in, however it is read."""
    parts = PurePosixPath(name).parts
    return bool(parts) and not name.startswith("/") and "\\" not in name and "\0" not in name and ".." not in parts
