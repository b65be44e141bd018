"""Backups: one file with the database, the media and a manifest that says what must be true of them."""

from config.backup.archive import BackupError
from config.backup.make import make_backup
from config.backup.restore import restore_backup

__all__ = ["BackupError", "make_backup", "restore_backup"]
