"""The migrated SQLite database of a test run, kept in `var/` and copied as long as no migration changes.

Migrating takes longer than most files of tests. PostgreSQL is a new server in every run, and is migrated in each.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import tempfile
from pathlib import Path

from django.conf import settings
from django.db import connection


def put_in_place() -> None:
    """Copy the migrated database to where the tests look for theirs, if there is one for these migrations."""
    kept = _kept()
    if kept.exists():
        _copy(kept, Path(connection.settings_dict["TEST"]["NAME"]))


def keep() -> None:
    """Keep the database that was just migrated for the next run, unless it is kept already."""
    kept = _kept()
    if kept.exists():
        return
    kept.parent.mkdir(parents=True, exist_ok=True)
    for outdated in kept.parent.glob("*.sqlite3"):
        outdated.unlink(missing_ok=True)
    handle, unfinished = tempfile.mkstemp(dir=kept.parent, suffix=".unfinished")
    os.close(handle)
    _copy(Path(connection.settings_dict["NAME"]), Path(unfinished))
    os.replace(unfinished, kept)


def _kept() -> Path:
    """Where it is kept: another file for other migrations, and for other versions of what brings its own."""
    digest = hashlib.sha256()
    for path in [settings.BASE_DIR / "requirements.txt", *sorted(settings.BASE_DIR.glob("*/migrations/*.py"))]:
        digest.update(path.name.encode() + path.read_bytes())
    return settings.BASE_DIR / "var" / "migrated" / f"{digest.hexdigest()[:24]}.sqlite3"


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(source) as origin, sqlite3.connect(target) as copy:
        origin.backup(copy)
    origin.close()
    copy.close()
