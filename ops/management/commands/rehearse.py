"""`manage.py rehearse`: a whole session played over HTTP by invented people, with all that goes wrong."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from ops.rehearsal.evening import Evening, EveningOutcome, RehearsalPlan
from ops.rehearsal.site import Site, scratch_database
from ops.rehearsal.wire import Unanswered
from ops.supervisor.children import Failure

MOST_TABLES = 200
COUNTED = ("requests", "entries", "wrong entries", "retries", "too often", "server errors", "reconnects", "calls")


class Command(BaseCommand):
    help = (
        "Play a whole session over HTTP with invented people: wrong entries, confirmations, corrections, reconnects. "
        "Ends with exit code 1 where the standings are not the engine's or anything acknowledged is lost. "
        "Runs a server of its own on a database that is thrown away, unless --url names one that runs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tables", type=int, default=13, help=f"2 to {MOST_TABLES}, in sections of at most 20")
        parser.add_argument("--boards", type=int, default=27, help="that everybody plays")
        parser.add_argument("--kills", type=int, default=0, help="kill -9 of so many web and worker processes")
        parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same mistakes")
        parser.add_argument(
            "--url", default="", help="a server that runs on the database of these settings; the club made for it stays"
        )

    def handle(self, *args: Any, tables: int, boards: int, kills: int, seed: int, url: str, **options: Any) -> None:
        self._refuse(tables, boards, kills, url)
        try:
            outcome = self._rehearse(RehearsalPlan(tables, boards, kills, seed), url.rstrip("/"))
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        except (Unanswered, Failure) as error:
            raise CommandError(str(error)) from error
        self._sum_up(outcome)
        if outcome.problems:
            raise CommandError("\n".join(outcome.problems))

    def _refuse(self, tables: int, boards: int, kills: int, url: str) -> None:
        if not 2 <= tables <= MOST_TABLES:
            raise CommandError(_("--tables: say 2 to %(most)s.") % {"most": MOST_TABLES})
        if not 1 <= boards <= 64:
            raise CommandError(_("--boards: say 1 to 64."))
        if kills < 0 or (kills and url):
            raise CommandError(_("--kills: only a server of its own can be killed. Leave out --url."))

    def _rehearse(self, wanted: RehearsalPlan, url: str) -> EveningOutcome:
        if url:
            return Evening(wanted, url, self.stdout.write).run()
        with ExitStack() as stack:
            folder = Path(tempfile.mkdtemp(prefix="tenace-rehearsal-"))
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
            self.stdout.write(_("Preparing a database of its own ..."))
            stack.enter_context(scratch_database(folder))
            site = stack.enter_context(Site(folder))
            return Evening(wanted, site.url, self.stdout.write, site).run()

    def _sum_up(self, outcome: EveningOutcome) -> None:
        counts = outcome.tally.counts
        self.stdout.write(", ".join(f"{counts[name]} {name}" for name in COUNTED if counts[name]))
        desk = counts["decided at the desk"] + counts["put right at the desk"]
        self.stdout.write(f"{desk} acts at the desk, {len(outcome.killed)} kills")
        for said in outcome.tally.errors:
            self.stdout.write(f"  server error: {said}")
        for name, count in sorted(Counter(outcome.killed).items()):
            self.stdout.write(f"  {count} x {name}")
        self.stdout.write(f"{outcome.seconds:.1f} s, of which {outcome.waited:.1f} s waiting for the last scores")
        if not outcome.problems:
            self.stdout.write(_("The standings are the engine's; everything acknowledged is in the record."))
