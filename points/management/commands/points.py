"""`manage.py points`: what a masterpoint scheme awards, and why."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from points.schemes.desk import PointsOptions, answer
from points.schemes.errors import PointsError


class Command(BaseCommand):
    help = "Award points by a masterpoint scheme: facts of a session in, awards by place and their steps out."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("scheme", nargs="?", metavar="SCHEME", help="the scheme, such as abf or ebu")
        add("facts", nargs="*", metavar="key=value", help="such as form=pairs winners=2 tables=9 places=1,2,3=,3=")
        add("--list", action="store_true", dest="listing", help="show every scheme with its levels, keys and sources")
        add("--format", choices=("text", "json"), default="text", dest="form", help="how to print it")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = PointsOptions(options["scheme"], tuple(options["facts"]), options["listing"], options["form"])
        try:
            self.stdout.write(answer(chosen))
        except PointsError as error:
            raise CommandError(str(error), returncode=2) from error
