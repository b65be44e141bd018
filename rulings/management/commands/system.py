"""`manage.py system`: the colour of a bidding system and its Brown Sticker methods, with reasons."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.laws.errors import LawsError
from rulings.laws.systems.desk import answer


class Command(BaseCommand):
    help = (
        "Classify a bidding system by the WBF Systems Policy: facts in, colour, Brown Sticker methods and reasons out."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        about = "answers, such as natural=y; of a method: 2D.type=open; ALWAYS, ALERT or PSYCH first for others"
        add("facts", nargs="*", metavar="key=value", help=about)
        add("--list", action="store_true", dest="listing", help="show what is asked")
        add("--format", choices=("text", "json"), default="text", dest="form", help="how to print it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.stdout.write(answer(tuple(options["facts"]), listing=options["listing"], form=options["form"]))
        except LawsError as error:
            raise CommandError(str(error), returncode=2) from error
