"""`manage.py import_results FILE --club SLUG`: a results file of another program as a finished session."""

from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.dateparse import parse_datetime

from clubs.actors import system
from clubs.models import Club
from scoring.engine.errors import ScoringError
from scoring.engine.profiles import PROFILES, profile_named
from scoring.interchange.files import read
from scoring.services.imports import import_results, problems_said


class Command(BaseCommand):
    help = "Import a USEBIO, PBN (ScoreTable) or CSV results file as an event that has been played."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--club", required=True, metavar="SLUG")
        parser.add_argument("--name", default="", help="of the event; by default what the file says")
        parser.add_argument("--profile", default="", help=f"{', '.join(PROFILES)}; by default the club's")
        parser.add_argument(
            "--at", default="", help="when it was played (2026-11-16T19:15); by default as the file says"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        club = Club.objects.select_related("federation").filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club with the address “{options['club']}”.")
        try:
            if options["profile"]:
                profile_named(options["profile"])
            imported = import_results(
                actor=system(),
                club=club,
                document=read(options["file"]),
                starts_at=_moment(options["at"], club),
                name=options["name"],
                profile=options["profile"],
            )
        except ScoringError as error:
            raise CommandError(str(error)) from error
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        for sentence in problems_said(imported.problems):
            self.stdout.write(sentence)
        for session in imported.sessions:
            self.stdout.write(f"/clubs/{club.slug}/sessions/{session.pk}/results/")


def _moment(text: str, club: Club) -> datetime | None:
    if not text:
        return None
    try:
        found = parse_datetime(text)
    except ValueError:
        found = None
    if found is None:
        raise CommandError(f"“{text}” is no moment. Write it like 2026-11-16T19:15.")
    return found if found.tzinfo else found.replace(tzinfo=ZoneInfo(club.timezone))
