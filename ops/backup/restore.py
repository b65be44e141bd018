from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection, transaction

from clubs.models import AuditChain
from core.actors import system
from core.audit import verify_chain
from core.audit.chain import has_its_key
from core.audit.record import begin_key
from jobs.services import requeue_all
from ops.backup import erasures, media
from ops.backup.archive import BackupError, Reader
from ops.backup.envelope import unpack
from ops.backup.erasures import Erasure
from ops.backup.make import VENDORS
from ops.backup.older import is_older
from ops.backup.state import occupied_tables
from ops.embedded import demo_marker


def restore_backup(*, path: Path, replace: bool = False, trust: bool = False) -> dict[str, Any]:
    """Put a backup in place of everything there is, or change nothing.

    `trust`: also one that no key can vouch for, of an older release or of an installation whose key is lost.
    """
    with tempfile.TemporaryDirectory(prefix="restore-", dir=settings.VAR_DIR) as folder:
        reader = Reader(unpack(path, Path(folder), trust=trust))
        listed = erasures.known_erasures(path)
        return _restore(reader, listed, replace=replace, trust=trust)


def _restore(reader: Reader, listed: list[Erasure], *, replace: bool, trust: bool) -> dict[str, Any]:
    try:
        _refuse_another_database(reader)
        older = is_older(reader)
        if not replace:
            _refuse_to_overwrite()
        reader.check()
        erased = _replace(reader, listed, older=older, trust=trust)
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
    return {"made_at": reader.manifest["made_at"], "chains": AuditChain.objects.count(), "erased": erased}


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _refuse_another_database(reader: Reader) -> None:
    vendor = reader.manifest.get("vendor")
    if vendor != connection.vendor:
        raise BackupError(f"The backup is of a {vendor} database, and this installation uses {connection.vendor}.")


def _refuse_to_overwrite() -> None:
    if occupied_tables() or media.files():
        raise BackupError("This installation is in use. Add --replace to put the backup in place of everything in it.")


def _replace(reader: Reader, listed: list[Erasure], *, older: bool, trust: bool) -> int:
    """How many people had to be erased once more."""
    vendor = VENDORS[connection.vendor]
    # The commit lies inside the swap of the files: when either fails, both are as they were.
    with vendor.stage_copy(reader, older=older), media.swap_files(reader), transaction.atomic():
        vendor.load(reader)
        connection.check_constraints()
        requeue_all()
        if trust and not has_its_key():
            begin_key(actor=system(), is_lost=True)
        _verify_audit()
        return erasures.erase_again(listed)


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
