"""`manage.py ruling`: run a decision tree of the Laws on facts."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulings.laws.desk import RulingOptions, answer
from rulings.laws.errors import LawsError


class Command(BaseCommand):
    help = "Run a decision tree of the Laws: facts in, the next question or the outcomes out."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("tree", nargs="?", metavar="TREE", help="the tree to start from, such as L27 for an insufficient bid")
        add("facts", nargs="*", metavar="key=value", help="answers already known, such as rot=y; edition and C1 to C12")
        add("--list", action="store_true", dest="listing", help="show the menu and every tree")
        add("--format", choices=("text", "json"), default="text", dest="form", help="how to print it")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = RulingOptions(options["tree"], tuple(options["facts"]), options["listing"], options["form"])
        try:
            self.stdout.write(answer(chosen))
        except LawsError as error:
            raise CommandError(str(error), returncode=2) from error
