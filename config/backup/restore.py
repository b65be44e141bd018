from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

from django.db import DatabaseError, connection, transaction

from clubs.audit import triggers, verify_chain
from clubs.models import AuditChain
from config.backup import media
from config.backup.archive import BackupError, Reader
from config.backup.make import VENDORS
from config.backup.state import applied_migrations, occupied
from jobs.services import requeue_all


def restore_backup(*, path: Path, replace: bool = False) -> dict[str, Any]:
    """Put a backup in place of everything there is, or change nothing."""
    reader = Reader(path)
    try:
        _refuse_what_does_not_fit(reader)
        if not replace:
            _refuse_to_overwrite()
        reader.check()
        _replace(reader, VENDORS[connection.vendor])
    except DatabaseError as error:
        first = str(error).strip().splitlines()[0]
        raise BackupError(f"The database refused ({first}). Stop the server and its workers first.") from error
    finally:
        reader.close()
    return {"made_at": reader.manifest["made_at"], "chains": AuditChain.objects.count()}


def _refuse_what_does_not_fit(reader: Reader) -> None:
    vendor = reader.manifest.get("vendor")
    if vendor != connection.vendor:
        raise BackupError(f"The backup is of a {vendor} database, and this installation uses {connection.vendor}.")
    theirs = {tuple(pair) for pair in reader.manifest.get("migrations", [])}
    ours = {tuple(pair) for pair in applied_migrations()}
    if not ours:
        raise BackupError("This database has no tables yet: run `manage.py migrate` first.")
    if theirs != ours:
        app, name = sorted(theirs ^ ours)[0]
        raise BackupError(
            "The backup was made by another release: migration "
            f"{app}.{name} is only {'in the backup' if (app, name) in theirs else 'here'}. "
            "Install the release that made it, restore, then upgrade."
        )


def _refuse_to_overwrite() -> None:
    if occupied() or media.files():
        raise BackupError("This installation is in use. Add --replace to put the backup in place of everything in it.")


def _replace(reader: Reader, vendor: ModuleType) -> None:
    # The commit lies inside the swap of the files: when either fails, both are as they were.
    with vendor.staged(reader), media.swapped(reader), transaction.atomic():
        triggers.remove(connection)
        vendor.load(reader)
        triggers.install(connection)
        connection.check_constraints()
        requeue_all()
        _verify_audit()


def _verify_audit() -> None:
    for chain in AuditChain.objects.all():
        verdict = verify_chain(chain)
        if not verdict.is_whole:
            raise BackupError(
                f"The backup's audit chain {chain.label} breaks at entry {verdict.broken_at}: {verdict.problem}."
            )
