"""`manage.py audit verify`: walk the chains and name the first link that does not hold."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.models import AuditChain
from core.audit import ChainVerdict, verify_chain


class Command(BaseCommand):
    help = "Check the audit chains: every link, from the first entry to the last."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("act", choices=["verify"])
        parser.add_argument("--chain", metavar="LABEL", help="one chain only, such as club:7, federation:2 or site")

    def handle(self, *args: Any, **options: Any) -> None:
        verdicts = [verify_chain(chain) for chain in self._chains(options["chain"])]
        broken = [verdict for verdict in verdicts if not verdict.is_whole]
        for verdict in broken:
            self.stderr.write(_sentence(verdict))
        if broken:
            raise CommandError(f"{len(broken)} of {len(verdicts)} chains do not hold.")
        entries = sum(verdict.checked for verdict in verdicts)
        self.stdout.write(f"{len(verdicts)} chains with {entries} entries hold.")

    @staticmethod
    def _chains(label: str | None) -> list[AuditChain]:
        chains = AuditChain.objects.filter(label=label) if label else AuditChain.objects.all()
        if label and not chains:
            raise CommandError(f"There is no chain “{label}”.")
        return list(chains)


def _sentence(verdict: ChainVerdict) -> str:
    return f"Chain {verdict.chain} breaks at entry {verdict.broken_at}: {verdict.problem}."
