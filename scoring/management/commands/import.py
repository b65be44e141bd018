# ruff: noqa: N999 - Python's own word, and the one that people type
"""`manage.py import FILE... --club SLUG`: results files of other programs as events that have been played.

`--dry-run` tells what is in them and writes nothing.
"""

import json
from dataclasses import replace
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
from scoring.interchange.document import Document, Problem
from scoring.interchange.files import read
from scoring.interchange.outline import FileOutline, as_text, outline_file
from scoring.interchange.programs import usual_profile
from scoring.interchange.scored import ScoringOptions
from scoring.services.imports import Imported, RepeatedImport, import_results

KNOWN_METHODS = (*METHODS, *TEAM_METHODS)


class Command(BaseCommand):
    help = "Import results files of other programs as events that have been played; docs/files.md lists the formats."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
        parser.add_argument("--club", default="", metavar="SLUG", help="whose events they are; not with --dry-run")
        parser.add_argument("--dry-run", action="store_true", help="tell what is in the files, and write nothing")
        parser.add_argument("--format", choices=["text", "json"], default="text")
        parser.add_argument("--name", default="", help="of the event; by default what the file says")
        parser.add_argument("--method", default="", help=f"{', '.join(KNOWN_METHODS)}; by default as the file says")
        parser.add_argument(
            "--profile", default="", help=f"{', '.join(PROFILES)}; by default that of the program that wrote the file"
        )
        parser.add_argument(
            "--at", default="", help="when it was played (2026-11-16T19:15); by default as the file says"
        )
        again = parser.add_mutually_exclusive_group()
        again.add_argument("--replace", action="store_true", help="call off the event that has the same results")
        again.add_argument("--keep-both", action="store_true", help="also where the same results are here already")

    def handle(self, *args: Any, **options: Any) -> None:
        scoring_options = _scoring_options(options)
        club = None if options["dry_run"] else _club(options["club"])
        starts_at = _moment(options["at"], club)
        outlines, addresses = [], []
        for path in options["files"]:
            told = outline_file(path, scoring_options)
            if club is not None and not told.is_refused:
                told, written = _import(path, told, club, starts_at, options)
                addresses += written
            outlines.append(told)
        if options["format"] == "json":
            data = [told.as_data() for told in outlines]
            self.stdout.write(json.dumps(data, ensure_ascii=False, indent=1))
        else:
            self.stdout.write("\n".join([as_text(outlines), *addresses]))
        refused = [told for told in outlines if told.is_refused]
        if refused:
            sentences = (f"{told.file}: {told.problems[0].message}" for told in refused)
            raise CommandError("\n".join(sentences), returncode=2)


def _import(
    path: Path, told: FileOutline, club: Club, starts_at: datetime | None, options: dict[str, Any]
) -> tuple[FileOutline, list[str]]:
    """Written, with the addresses of its sessions; or refused, with what stands in the way."""
    try:
        document = read(path)
        imported = import_results(
            actor=system(),
            club=club,
            document=document,
            starts_at=starts_at,
            name=options["name"],
            profile=options["profile"] or _profile(told, document),
            method=options["method"],
            file_name=path.name,
            twice=_twice(options),
        )
    except ScoringError as error:
        problem = Problem(error.sentence, error.gaps)
    except ValidationError as error:
        problem = Problem("%(why)s", {"why": " ".join([*error.messages, *_remedies(error)])})
    else:
        return replace(told, problems=tuple(imported.problems)), _addresses(club, imported)
    return replace(told, sessions=(), problems=(problem,), is_refused=True), []


def _profile(told: FileOutline, document: Document) -> str:
    """What the file follows; where nothing says it, the club's own."""
    is_known = document.has_figures or usual_profile(document.origin.program).name != "exact"
    return told.profile if is_known else ""


def _addresses(club: Club, imported: Imported) -> list[str]:
    return [f"/clubs/{club.slug}/sessions/{session.pk}/results/" for session in imported.sessions]


def _scoring_options(options: dict[str, Any]) -> ScoringOptions:
    """A slip in an option is said before a file is read."""
    try:
        if options["profile"]:
            profile_named(options["profile"])
        if options["method"] and options["method"] not in TEAM_METHODS:
            method_named(options["method"])
    except ScoringError as error:
        raise CommandError(str(error)) from error
    return ScoringOptions(method=options["method"], profile=options["profile"])


def _club(slug: str) -> Club:
    if not slug:
        raise CommandError("Say whose events these are with --club SLUG, or only look at them with --dry-run.")
    club = Club.objects.select_related("federation").filter(slug=slug).first()
    if club is None:
        raise CommandError(f"There is no club with the address “{slug}”.")
    return club


def _twice(options: dict[str, Any]) -> RepeatedImport:
    if options["replace"]:
        return RepeatedImport.REPLACE
    return RepeatedImport.KEEP_BOTH if options["keep_both"] else RepeatedImport.REFUSE


def _remedies(error: ValidationError) -> list[str]:
    if getattr(error, "code", "") != "imported_already":
        return []
    return ["Use --replace to call that one off for this file, or --keep-both."]


def _moment(text: str, club: Club | None) -> datetime | None:
    if not text:
        return None
    try:
        moment = parse_datetime(text)
    except ValueError:
        moment = None
    if moment is None:
        raise CommandError(f"“{text}” is no moment. Write it like 2026-11-16T19:15.")
    return moment if moment.tzinfo or club is None else moment.replace(tzinfo=ZoneInfo(club.timezone))
