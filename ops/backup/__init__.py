"""Backups: one file with the database, the media and a manifest that says what must be true of them."""

from ops.backup.archive import BackupError
from ops.backup.make import make_backup
from ops.backup.restore import restore_backup

__all__ = ["BackupError", "make_backup", "restore_backup"]
