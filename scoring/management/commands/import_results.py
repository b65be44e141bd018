"""`manage.py import_results FILE --club SLUG`: a results file of another program as a finished session."""

from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.dateparse import parse_datetime

from clubs.models import Club
from core.actors import system
from scoring.engine.errors import ScoringError
from scoring.engine.methods import METHODS, TEAM_METHODS, method_named
from scoring.engine.profiles import PROFILES, profile_named
from scoring.interchange.files import read
from scoring.services.imports import RepeatedImport, import_results, problem_sentences

KNOWN_METHODS = (*METHODS, *TEAM_METHODS)


class Command(BaseCommand):
    help = "Import a USEBIO, PBN (ScoreTable), CSV or Bridgemate results file as an event that has been played."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--club", required=True, metavar="SLUG")
        parser.add_argument("--name", default="", help="of the event; by default what the file says")
        parser.add_argument("--method", default="", help=f"{', '.join(KNOWN_METHODS)}; by default as the file says")
        parser.add_argument("--profile", default="", help=f"{', '.join(PROFILES)}; by default the club's")
        parser.add_argument(
            "--at", default="", help="when it was played (2026-11-16T19:15); by default as the file says"
        )

        again = parser.add_mutually_exclusive_group()
        again.add_argument("--replace", action="store_true", help="call off the event that has the same results")
        again.add_argument("--keep-both", action="store_true", help="also where the same results are here already")

    def handle(self, *args: Any, **options: Any) -> None:
        club = Club.objects.select_related("federation").filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club with the address “{options['club']}”.")
        try:
            if options["profile"]:
                profile_named(options["profile"])
            if options["method"] and options["method"] not in TEAM_METHODS:
                method_named(options["method"])
            imported = import_results(
                actor=system(),
                club=club,
                document=read(options["file"]),
                starts_at=_moment(options["at"], club),
                name=options["name"],
                profile=options["profile"],
                method=options["method"],
                file_name=options["file"].name,
                twice=_twice(options),
            )
        except ScoringError as error:
            raise CommandError(str(error)) from error
        except ValidationError as error:
            raise CommandError(" ".join([*error.messages, *_remedies(error)])) from error
        for sentence in problem_sentences(imported.problems):
            self.stdout.write(sentence)
        for session in imported.sessions:
            self.stdout.write(f"/clubs/{club.slug}/sessions/{session.pk}/results/")


def _twice(options: dict[str, Any]) -> RepeatedImport:
    if options["replace"]:
        return RepeatedImport.REPLACE
    return RepeatedImport.KEEP_BOTH if options["keep_both"] else RepeatedImport.REFUSE


def _remedies(error: ValidationError) -> list[str]:
    if getattr(error, "code", "") != "imported_already":
        return []
    return ["Use --replace to call that one off for this file, or --keep-both."]


def _moment(text: str, club: Club) -> datetime | None:
    if not text:
        return None
    try:
        moment = parse_datetime(text)
    except ValueError:
        moment = None
    if moment is None:
        raise CommandError(f"“{text}” is no moment. Write it like 2026-11-16T19:15.")
    return moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(club.timezone))
