"""A backup of an older release: its copy is migrated apart from everything, and then put in place like any other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from ops.backup.archive import BackupError, Reader
from ops.backup.state import applied_migrations

Migration = tuple[str, str]


def is_older(reader: Reader) -> bool:
    """Whether migrations of this release are still to be applied to it; BackupError where it is a newer one's."""
    theirs, ours = backup_migrations(reader), {(app, name) for app, name in applied_migrations()}
    if not ours:
        raise BackupError("This database has no tables yet: run `manage.py migrate` first.")
    if unknown := sorted(theirs - ours):
        app, name = unknown[0]
        raise BackupError(
            f"The backup was made by a newer release: migration {app}.{name} is only in the backup. Install the "
            "release that made it."
        )
    return theirs != ours


def backup_migrations(reader: Reader) -> set[Migration]:
    return {(app, name) for app, name in reader.manifest.get("migrations", [])}


def newest_of(migrations: set[Migration]) -> list[Migration]:
    """The last of each application: named alone, all of these are applied and no other."""
    nodes = MigrationExecutor(connection).loader.graph.node_map
    followed = {key for key in migrations if key in nodes and _followers(nodes[key], key) & migrations}
    return sorted(key for key in migrations - followed if key in nodes)


def _followers(node: Any, key: Migration) -> set[Migration]:
    return {child.key for child in node.children if child.key[0] == key[0]}


def migrate_apart(database_url: str, targets: list[Migration] | None = None) -> None:
    """Migrate another database in a process of its own: migrations reach for the connection that is in use."""
    environment = os.environ | {
        "DATABASE_URL": database_url,
        "TENACE_VAR": str(settings.VAR_DIR),
        "TENACE_INTEGRITY_KEYS": ",".join(settings.INTEGRITY_KEYS),
    }
    wanted = ["--to", json.dumps(targets)] if targets else []
    done = subprocess.run(
        [sys.executable, str(settings.BASE_DIR / "manage.py"), "migrate_copy", *wanted],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise BackupError(f"The backup of an older release could not be migrated: {' '.join(said)}")
