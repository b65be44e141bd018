"""What all acts on an import of results share: its row under a lock, who acts in the background, in which language."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db.models import Count
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from core import actors
from core.actors import Actor
from core.changes import locked
from events.wording import scoring_error_sentence
from exchange.models import ImportFile, ResultsImport
from exchange.models.results_imports import Fate, ImportState
from jobs import services as jobs
from scoring.engine.errors import ScoringError


def locked_import(results_import: ResultsImport, *, version: int | None = None) -> ResultsImport:
    """The import as it stands, with its club at hand."""
    row = locked(results_import, version=version)
    row.club = results_import.club
    return row


def load_import(import_id: int) -> ResultsImport:
    return ResultsImport.objects.select_related("club__federation", "made_by").get(pk=import_id)


def refuse_unless_ready(results_import: ResultsImport) -> None:
    if results_import.state == ImportState.READY:
        return
    if results_import.is_at_work:
        raise ValidationError(_("This import is at work. Wait until it is through."), code="at_work")
    raise ValidationError(_("This import is over. Upload the files again to import them."), code="over")


def actor_of_maker(results_import: ResultsImport) -> Actor:
    """Whoever uploaded the files, with the rights they have now."""
    if results_import.made_by is None:
        return Actor(kind=actors.ActorKind.USER)
    return actors.of_user(results_import.made_by, timezone.now())


def language_of(results_import: ResultsImport) -> str | None:
    language = results_import.made_by.language if results_import.made_by else ""
    return language or results_import.club.language or translation.get_language()


def queue_job(actor: Actor, kind: str, results_import: ResultsImport) -> None:
    jobs.ask(
        kind=kind,
        key=results_import.key,
        at=actor.at,
        arguments={"import": results_import.pk},
        club_id=results_import.club_id,
        asked_by_id=actor.user_id,
    )


def fate_counts(results_import: ResultsImport) -> dict[str, int]:
    """How many files have which fate."""
    files = ImportFile.objects.filter(results_import=results_import, is_archive=False)
    counts = files.order_by().values_list("fate").annotate(count=Count("pk"))
    return dict.fromkeys(Fate.values, 0) | dict(counts)


def refusal_in_words(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return " ".join(error.messages)
    return scoring_error_sentence(error) if isinstance(error, ScoringError) else str(error)
