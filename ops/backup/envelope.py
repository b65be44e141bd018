"""What a backup comes in: authenticated as a whole with a key, and encrypted where one is set for that.

A line that says what follows, the archive (in encrypted frames, or as it is), and an HMAC over all of it. The file is
copied to where nobody else writes while the HMAC is worked out; only when it holds is anything read from the copy.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import struct
from pathlib import Path
from typing import IO, Any, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from django.conf import settings

from core.audit.keys import derived_key
from ops.backup.archive import CHUNK, BackupError

MAGIC = b"TENACE BACKUP 2\n"
ZIP = b"PK\x03\x04"
LONGEST_HEADER = 1000
DIGEST = hashlib.sha256().digest_size
CIPHER = "aes-256-gcm"
# A frame says how long it is; its nonce is its number, and whether it is the last one: none can be left out or moved.
LENGTH = struct.Struct(">I")


class Digest(Protocol):
    def update(self, data: Any, /) -> None: ...
    def digest(self) -> bytes: ...


class EnvelopeWriter:
    """A file that can be written to and not gone back in."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._frames, self._buffer = file, 0, bytearray()
        self._cipher: AESGCM | None = None
        if settings.BACKUP_KEY:
            salt = secrets.token_bytes(16)
            self._cipher, key = _keys_for_encryption(salt)
            header: dict[str, Any] = {"cipher": CIPHER, "salt": salt.hex()}
        else:
            key = backup_keys()[-1]
            header = {"key": key_id(key)}
        self._digest = hmac.new(key, digestmod=hashlib.sha256)
        self._put(MAGIC + json.dumps(header).encode() + b"\n")

    def write(self, data: bytes | bytearray | memoryview) -> int:
        self._buffer += data
        while len(self._buffer) > CHUNK:
            self._put_frame(bytes(self._buffer[:CHUNK]))
            del self._buffer[:CHUNK]
        return len(data)

    def flush(self) -> None:
        """What is written goes on in frames; the last is written when the file is closed."""

    def close(self) -> None:
        self._put_frame(bytes(self._buffer), is_last=True)
        self._file.write(self._digest.digest())
        self._file.flush()
        os.fsync(self._file.fileno())

    def _put_frame(self, data: bytes, *, is_last: bool = False) -> None:
        if self._cipher is not None:
            data = self._cipher.encrypt(_nonce(self._frames, is_last), data, None)
            data = LENGTH.pack(len(data)) + data
        self._frames += 1
        self._put(data)

    def _put(self, data: bytes) -> None:
        self._digest.update(data)
        self._file.write(data)


def unpack(path: Path, folder: Path, *, trust: bool) -> Path:
    """The archive in an envelope, as a file in `folder`; BackupError where it was changed, before it is read."""
    copy = folder / "archive.zip"
    try:
        with path.open("rb") as file:
            begins = file.read(len(MAGIC))
            if begins == MAGIC:
                _unpack_authenticated(path, file, copy, trust=trust)
            elif begins.startswith(ZIP):
                _take_older(path, file, copy, trust=trust)
            else:
                raise BackupError(f"{path} is no backup of Tenace, or it is damaged.")
    except FileNotFoundError:
        raise BackupError(f"There is no file {path}.") from None
    except OSError as error:
        raise BackupError(f"{path} cannot be read: {error}.") from error
    return copy


def _take_older(path: Path, file: IO[bytes], copy: Path, *, trust: bool) -> None:
    if not trust:
        raise BackupError(
            f"{path} was made by a release that did not authenticate backups: nothing shows whether it was changed "
            "since. Add --trust if you know where it has been."
        )
    file.seek(0)
    _copy(file, copy, os.fstat(file.fileno()).st_size, hashlib.sha256())


def _unpack_authenticated(path: Path, file: IO[bytes], copy: Path, *, trust: bool) -> None:
    changed = f"{path} is damaged, or was changed after it was written. Nothing in it was read."
    line = file.readline(LONGEST_HEADER)
    header = _header(line, changed)
    cipher, key = _keys_named(path, header, trust=trust)
    digest = hmac.new(key or b"", MAGIC + line, hashlib.sha256)
    left = os.fstat(file.fileno()).st_size - len(MAGIC) - len(line) - DIGEST
    if left < 0:
        raise BackupError(changed)
    body = copy.with_suffix(".body") if cipher else copy
    _copy(file, body, left, digest)
    if key is not None and not hmac.compare_digest(file.read(DIGEST), digest.digest()):
        body.unlink()
        raise BackupError(changed if not cipher else f"{changed} Or TENACE_BACKUP_KEY is not the key it was made with.")
    if cipher:
        _decrypt(cipher, body, copy, changed)
        body.unlink()


def _header(line: bytes, changed: str) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except ValueError:
        raise BackupError(changed) from None
    if not isinstance(header, dict):
        raise BackupError(changed)
    return header


def _keys_named(path: Path, header: dict[str, Any], *, trust: bool) -> tuple[AESGCM | None, bytes | None]:
    """What it is encrypted and authenticated with; no key where it is one that is not here and is done without."""
    if header.get("cipher") == CIPHER:
        if not settings.BACKUP_KEY:
            raise BackupError(f"{path} is encrypted. Set TENACE_BACKUP_KEY to the key that it was made with.")
        try:
            return _keys_for_encryption(bytes.fromhex(header["salt"]))
        except (KeyError, TypeError, ValueError):
            raise BackupError(f"{path} is damaged: it does not say how it is encrypted.") from None
    known = {key_id(key): key for key in backup_keys()}
    key = known.get(str(header.get("key")))
    if key is None and not trust:
        raise BackupError(
            f"{path} was made with an integrity key that is not here: nothing shows whether it was changed since. "
            "Bring the file integrity-key of the installation that made it, or add --trust if you know where it has "
            "been."
        )
    return None, key


def _copy(file: IO[bytes], target: Path, size: int, digest: Digest) -> None:
    with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        while size > 0 and (chunk := file.read(min(CHUNK, size))):
            digest.update(chunk)
            out.write(chunk)
            size -= len(chunk)


def _decrypt(cipher: AESGCM, body: Path, target: Path, changed: str) -> None:
    size, number = body.stat().st_size, 0
    with body.open("rb") as file, os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        while prefix := file.read(LENGTH.size):
            frame = file.read(LENGTH.unpack(prefix)[0]) if len(prefix) == LENGTH.size else b""
            try:
                out.write(cipher.decrypt(_nonce(number, file.tell() == size), frame, None))
            except (InvalidTag, ValueError):
                raise BackupError(changed) from None
            number += 1


def backup_keys() -> list[bytes]:
    """Oldest first; backups are authenticated with the last."""
    return [derived_key(key, "backup") for key in settings.INTEGRITY_KEYS]


def key_id(key: bytes) -> str:
    """Which key it was, telling nothing of it."""
    return hmac.new(key, b"name", hashlib.sha256).hexdigest()[:16]


def _keys_for_encryption(salt: bytes) -> tuple[AESGCM, bytes]:
    """One key to encrypt with and one to authenticate with, for one file alone."""
    both = Scrypt(salt=salt, length=64, n=2**15, r=8, p=1).derive(settings.BACKUP_KEY.encode())
    return AESGCM(both[:32]), both[32:]


def _nonce(number: int, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])
