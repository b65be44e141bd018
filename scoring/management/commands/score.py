"""`manage.py score FILE`: score a results file without touching the database."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.engine.methods import METHODS, TEAM_METHODS
from scoring.engine.profiles import PROFILES
from scoring.engine.victory import SCALES
from scoring.interchange.run import FORMATS, run
from scoring.interchange.scored import ScoringOptions


class Command(BaseCommand):
    help = "Score a USEBIO, PBN (ScoreTable), CSV or Bridgemate file from its raw results."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        names = ", ".join([*METHODS, *TEAM_METHODS])
        parser.add_argument("--method", default="", help=f"{names}; by default what the file says")
        parser.add_argument("--profile", default="exact", help=", ".join(PROFILES))
        parser.add_argument("--format", choices=list(FORMATS), default="text")
        parser.add_argument("--winners", type=int, choices=[1, 2], default=0, help="by default what the file says")
        parser.add_argument("--vp", default="", help=f"victory points for teams: none, {', '.join(SCALES)}")
        parser.add_argument("--trim", default="", help="Butler: none, one, or so many percent at each end")
        parser.add_argument("--cap", type=int, default=None, help="the most IMPs that one comparison can give")

    def handle(self, *args: Any, **options: Any) -> None:
        scoring_options = ScoringOptions(
            method=options["method"],
            profile=options["profile"],
            winners=options["winners"],
            scale=options["vp"],
            trim=options["trim"],
            cap=options["cap"],
        )
        answer = run(options["file"], scoring_options, options["format"])
        if answer.code:
            raise CommandError(answer.text, returncode=answer.code)
        self.stdout.write(answer.text)
