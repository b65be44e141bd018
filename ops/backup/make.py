from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import IO, cast

from django.conf import settings
from django.db import connection

from ops.backup import erasures, media, postgresql, sqlite
from ops.backup.archive import BackupError, Writer
from ops.backup.envelope import EnvelopeWriter
from ops.backup.state import applied_migrations
from ops.embedded import demo_marker

VENDORS: dict[str, ModuleType] = {"sqlite": sqlite, "postgresql": postgresql}


def make_backup(*, path: Path, at: datetime) -> dict[str, int]:
    """Write the backup under a temporary name and give it its own when it is whole. Only its owner may read it."""
    if path.exists():
        raise BackupError(f"{path} is already there. Choose another name.")
    part = path.with_name(f"{path.name}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            envelope = EnvelopeWriter(file)
            _write(envelope, at)
            envelope.close()
        os.replace(part, path)
        erasures.keep_beside(path)
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error}.") from error
    finally:
        part.unlink(missing_ok=True)
    return {"bytes": path.stat().st_size, "files": len(media.files())}


def _write(envelope: EnvelopeWriter, at: datetime) -> None:
    writer = Writer(cast(IO[bytes], envelope))
    try:
        facts = {
            "made_at": at.isoformat(),
            "vendor": connection.vendor,
            "migrations": applied_migrations(),
            "demo": demo_marker(settings.VAR_DIR).exists(),
        }
        # First the rows, then the files they speak of: a file that comes between is one too many, never one too few.
        facts |= VENDORS[connection.vendor].dump(writer)
        media.dump(writer)
        writer.finish(facts)
    except BaseException:
        writer.abandon()
        raise
