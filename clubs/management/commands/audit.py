"""`manage.py audit`: check the chains, write down where they end, begin a new key, erase words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from clubs.models import AuditChain, AuditEntry
from core import actors
from core.audit import ChainVerdict, verify_chain
from core.audit.erasing import erase_words
from core.audit.heads import HeadsError, append_heads, compare_with_heads, written_heads
from core.audit.record import begin_key


class Command(BaseCommand):
    help = "Check the audit chains: every link, from the first entry to the last."

    def add_arguments(self, parser: CommandParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        verify = acts.add_parser("verify", help="walk the chains and name the first link that does not hold")
        verify.add_argument("--chain", metavar="LABEL", help="one chain only, such as club:7, federation:2 or site")
        verify.add_argument(
            "--against", type=Path, metavar="FILE", help="what `heads` wrote: nothing that stood there may be gone"
        )
        heads = acts.add_parser("heads", help="write where every chain ends to a file outside the database")
        heads.add_argument("file", type=Path, nargs="?", default=Path(settings.AUDIT_HEADS), help="is added to")
        key = acts.add_parser("key", help="go on with the last key of the integrity key file, said in every chain")
        key.add_argument(
            "--lost", action="store_true", help="the key before it is lost: what was linked with it is not checked"
        )
        erase = acts.add_parser("erase", help="erase the words of an entry's reason")
        erase.add_argument("chain", metavar="LABEL")
        erase.add_argument("number", type=int)

    def handle(self, *args: Any, act: str, **options: Any) -> None:
        getattr(self, f"_{act}")(**options)

    def _verify(self, chain: str | None, against: Path | None, **options: Any) -> None:
        verdicts = [verify_chain(one) for one in self._chains(chain)]
        broken = [verdict for verdict in verdicts if not verdict.is_whole]
        if against:
            broken += self._compare(against, chain)
        for verdict in broken:
            self.stderr.write(_sentence(verdict))
        if broken:
            raise CommandError(f"{len({verdict.chain for verdict in broken})} of {len(verdicts)} chains do not hold.")
        entries, unchecked = (sum(getattr(one, name) for one in verdicts) for name in ("checked", "unchecked"))
        self.stdout.write(f"{len(verdicts)} chains with {entries} entries hold.")
        if unchecked:
            self.stdout.write(f"The key of {unchecked} of these entries is lost: only their order was checked.")

    @staticmethod
    def _compare(against: Path, label: str | None) -> list[ChainVerdict]:
        try:
            with against.open(encoding="utf-8") as lines:
                known = [one for one in written_heads(lines) if label in (None, one.chain)]
        except (OSError, UnicodeDecodeError, HeadsError) as error:
            raise CommandError(f"{against}: {error}") from error
        return compare_with_heads(known)

    def _heads(self, file: Path, **options: Any) -> None:
        append_heads(file, timezone.now())
        self.stdout.write(f"{file}: where {AuditChain.objects.count()} chains end. Keep it on another machine.")

    def _key(self, *, lost: bool, **options: Any) -> None:
        count = begin_key(actor=actors.system(), is_lost=lost)
        self.stdout.write(f"{count} chains go on with the last key.")

    def _erase(self, chain: str, number: int, **options: Any) -> None:
        entry = AuditEntry.objects.filter(chain__label=chain, number=number).select_related("chain").first()
        if entry is None:
            raise CommandError(f"There is no entry {number} in “{chain}”.")
        erase_words(actor=actors.system(), entry=entry)
        self.stdout.write(f"The words of entry {number} of “{chain}” are erased.")

    @staticmethod
    def _chains(label: str | None) -> list[AuditChain]:
        chains = AuditChain.objects.filter(label=label) if label else AuditChain.objects.all()
        if label and not chains:
            raise CommandError(f"There is no chain “{label}”.")
        return list(chains)


def _sentence(verdict: ChainVerdict) -> str:
    return f"Chain {verdict.chain} breaks at entry {verdict.broken_at}: {verdict.problem}."
