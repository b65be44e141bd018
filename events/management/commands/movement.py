"""`manage.py movement`: print or recommend a movement for any number of pairs, teams or players."""

import argparse
from dataclasses import fields
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from events.movements.desk import MovementOptions, answer
from events.movements.errors import MovementError


class Command(BaseCommand):
    help = "Print a movement for any number of pairs, teams or players, or recommend one (--list)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        for unit in ("pairs", "teams", "players"):
            add(f"--{unit}", type=int, help=f"number of {unit}")
        add("--kind", help="mitchell, howell, swiss, round-robin, individual ...; left out: the usual one")
        add("--rounds", type=int, help="number of rounds")
        add("--boards-per-round", type=int, help="boards a round")
        add("--winners", type=int, choices=(1, 2), help="1: one field (arrow switches); 2: North-South and East-West")
        add("--missing", choices=("ns", "ew"), default="ns", help="which pair is missing at a half table")
        add("--three-ways", action="store_true", help="knock-out: matches of three instead of byes")
        add("--list", action="store_true", dest="listing", help="recommend movements and say why")
        add("--boards", type=int, help="with --list: boards wanted")
        add("--minutes", type=int, help="with --list: minutes available")
        add("--minutes-per-board", type=float, help="with --list: minutes for a board (usual: 7 to 7.5)")
        add("--copies", type=int, help="with --list: copies of the boards at hand")
        add("--share", type=int, default=70, help="with --list: percent of the boards everyone must play")
        add("--start", type=_clock, help="with --list: time of the start, as 19:30")
        add("--format", choices=("text", "json", "svg"), default="text", dest="form", help="how to print it")

    def handle(self, *args: Any, **options: Any) -> None:
        names = {field.name for field in fields(MovementOptions)}
        chosen = MovementOptions(**{name: value for name, value in options.items() if name in names})
        try:
            self.stdout.write(answer(chosen))
        except MovementError as error:
            raise CommandError(str(error), returncode=2) from error


def _clock(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%H:%M")  # noqa: DTZ007 - a time of day, of no zone
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text}: write the time as 19:30") from None
