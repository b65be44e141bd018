"""`manage.py deals FILE --to FORMAT --out FILE`: boards from one kind of dealing file to another."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.engine.errors import ScoringError
from scoring.interchange import deals


class Command(BaseCommand):
    help = "Convert deals between PBN, LIN, DUP, BRI, DGE, DLM and CSV; what a file is is seen from its content."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--to", required=True, choices=list(deals.FORMATS))
        parser.add_argument("--out", required=True, type=Path, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Nothing is written unless every board could be read."""
        try:
            found = deals.read(options["file"])
            if found.problems:
                raise CommandError("\n".join(_sentences(found)), returncode=2)
            data = deals.write(found.boards, options["to"])
        except ScoringError as error:
            raise CommandError(str(error), returncode=2) from error
        try:
            options["out"].write_bytes(data)
        except OSError as error:
            reason = error.strerror or "it cannot be written"
            raise CommandError(f"{options['out']} cannot be written: {reason}.", returncode=2) from error
        for remark in found.remarks:
            self.stdout.write(f"Board {remark.board}: {remark.message}")
        self.stdout.write(f"{len(found.boards)} boards, {found.format} to {options['to']}: {options['out']}")


def _sentences(found: deals.DealFile) -> list[str]:
    return [
        f"Board {problem.board}: {problem.message}" if problem.board else problem.message for problem in found.problems
    ]
