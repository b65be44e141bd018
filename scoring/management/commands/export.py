"""`manage.py export --session ID --to KIND --out FILE`: a session as a file for other programs."""

from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.actors import system
from events.models import Session
from scoring.services.exports import export_session, session_export_kinds


class Command(BaseCommand):
    help = "Write a session as a file for other programs; docs/files.md says what each kind of file loses."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--session", required=True, type=int, metavar="ID")
        parser.add_argument("--to", required=True, choices=list(session_export_kinds()))
        parser.add_argument("--out", required=True, type=Path, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        session = Session.objects.select_related("event__club__federation").filter(pk=options["session"]).first()
        if session is None:
            raise CommandError(f"There is no session {options['session']}.")
        try:
            data = export_session(actor=system(), session=session, kind=options["to"])
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        try:
            options["out"].write_bytes(data)
        except OSError as error:
            raise CommandError(f"{options['out']} cannot be written: {error.strerror or error}.") from error
        self.stdout.write(f"{options['out']}: {len(data)} bytes")
