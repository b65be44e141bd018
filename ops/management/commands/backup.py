"""`manage.py backup FILE`: the database and the media in one file, while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from ops.backup import BackupError, make_backup


class Command(BaseCommand):
    help = "Write the database and the media to one file. The server may go on running."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="where to write; must not exist yet")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            size = make_backup(path=options["file"], at=timezone.now())
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{options['file']}: {size['bytes']:,} bytes, with {size['files']} uploaded files.")
