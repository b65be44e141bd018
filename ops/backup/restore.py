from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection, transaction

from clubs.models import AuditChain
from core.audit import verify_chain
from jobs.services import requeue_all
from ops.backup import media
from ops.backup.archive import BackupError, Reader
from ops.backup.make import VENDORS
from ops.backup.state import applied_migrations, occupied_tables
from ops.embedded import demo_marker


def restore_backup(*, path: Path, replace: bool = False) -> dict[str, Any]:
    """Put a backup in place of everything there is, or change nothing."""
    reader = Reader(path)
    try:
        _refuse_what_does_not_fit(reader)
        if not replace:
            _refuse_to_overwrite()
        reader.check()
        _replace(reader, VENDORS[connection.vendor])
        _mark_demo(reader)
    except OperationalError as error:
        raise BackupError(
            f"The database is busy ({_first_line(error)}). Stop the server and its workers first."
        ) from error
    except DatabaseError as error:
        raise BackupError(
            f"The database refused what is in the backup ({_first_line(error)}). Keep the file."
        ) from error
    finally:
        reader.close()
    return {"made_at": reader.manifest["made_at"], "chains": AuditChain.objects.count()}


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


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
    if occupied_tables() or media.files():
        raise BackupError("This installation is in use. Add --replace to put the backup in place of everything in it.")


def _replace(reader: Reader, vendor: ModuleType) -> None:
    # The commit lies inside the swap of the files: when either fails, both are as they were.
    with vendor.stage_copy(reader), media.swap_files(reader), transaction.atomic():
        vendor.load(reader)
        connection.check_constraints()
        requeue_all()
        _verify_audit()


def _mark_demo(reader: Reader) -> None:
    """`script/server` opens the demo's sign-ins here only where it did in the installation that was backed up."""
    marker = demo_marker(settings.VAR_DIR)
    if reader.manifest.get("demo"):
        marker.write_text("loaded\n")
    else:
        marker.unlink(missing_ok=True)


def _verify_audit() -> None:
    for chain in AuditChain.objects.all():
        verdict = verify_chain(chain)
        if not verdict.is_whole:
            raise BackupError(
                f"The backup's audit chain {chain.label} breaks at entry {verdict.broken_at}: {verdict.problem}."
            )
