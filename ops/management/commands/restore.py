"""`manage.py restore FILE`: put a backup in place of everything there is, or change nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ops.backup import BackupError, restore_backup


class Command(BaseCommand):
    help = "Put a backup in place of the database and the media. Stop the server first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what `manage.py backup` wrote")
        parser.add_argument("--replace", action="store_true", help="even where there is data: it is gone afterwards")

        parser.add_argument(
            "--trust", action="store_true", help="even where no key here vouches for it: of an older release, say"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            done = restore_backup(path=options["file"], replace=options["replace"], trust=options["trust"])
        except BackupError as error:
            raise CommandError(f"{error} Nothing was changed.") from error
        self.stdout.write(f"Restored the backup of {done['made_at']}; {done['chains']} audit chains hold.")
        if done["erased"]:
            self.stdout.write(f"{done['erased']} people who were erased since are erased again.")
