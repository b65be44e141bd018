"""Writing the files of a confirmed import, one after the other, each wholly or not at all."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils import translation

from core import actors, transaction
from core.errors import Forbidden
from core.locks import lock_row
from exchange.models import ImportFile, ResultsImport
from exchange.models.results_imports import WRITABLE, Choice, Fate, ImportState
from exchange.services.import_base import (
    actor_of_maker,
    fate_counts,
    language_of,
    load_import,
    locked_import,
    refusal_in_words,
)
from exchange.services.import_checking import document_of
from exchange.services.import_names import players_by_name
from exchange.services.results_imports import close_import
from exchange.uploads import UploadReader
from jobs.registry import Finish, ProgressReport
from scoring.engine.errors import ScoringError
from scoring.interchange.people import people_in
from scoring.services.imports import RepeatedImport, fingerprint, import_results, imports_that_stand

REFUSALS = (ValidationError, ScoringError, Forbidden)
TWICE = {Choice.REPLACE: RepeatedImport.REPLACE, Choice.KEEP_BOTH: RepeatedImport.KEEP_BOTH}


def write_files(import_id: int, report: ProgressReport) -> Finish:
    """Import every file that is wanted and not written yet."""
    results_import = load_import(import_id)
    if results_import.state != ImportState.RUNNING:
        return lambda: fate_counts(results_import)
    wanted = results_import.files.filter(fate__in=WRITABLE).exclude(choice=Choice.LEAVE)
    total = wanted.count()
    with UploadReader() as uploads, translation.override(language_of(results_import)):
        while file := wanted.select_related("archive").order_by("pk").first():
            report(total - wanted.count(), total)
            _write_or_note(results_import, file, uploads)
    return lambda: _finish(import_id)


def _write_or_note(results_import: ResultsImport, file: ImportFile, uploads: UploadReader) -> None:
    """A file that is refused is left out with the reason, and the others go on."""
    try:
        _write_file(results_import, file, uploads)
    except REFUSALS as error:
        ImportFile.objects.filter(pk=file.pk, event=None).update(fate=Fate.ERROR, note=refusal_in_words(error))


@transaction.atomic
def _write_file(results_import: ResultsImport, seen: ImportFile, uploads: UploadReader) -> None:
    # Each import acts as whoever asked for it, with the rights they have by now.
    actor = actor_of_maker(results_import)
    file = lock_row(seen)
    file.archive = seen.archive
    if not file.is_to_be_written:
        return
    document = document_of(file, uploads.read(file))
    names = (person.name for person in people_in(document))
    before = imports_that_stand(results_import.club, fingerprint(document))
    imported = import_results(
        actor=actor,
        club=results_import.club,
        document=document,
        profile=file.profile or file.outline.get("profile", ""),
        method=file.method,
        file_name=file.name,
        twice=TWICE.get(Choice(file.choice), RepeatedImport.REFUSE),
        players=players_by_name(actor=actor, results_import=results_import, names=names),
    )
    replaced = [earlier.event_id for earlier in before] if file.choice == Choice.REPLACE else []
    file.outline = {**file.outline, "replaced": replaced}
    file.fate, file.event, file.written_at, file.note = Fate.IMPORTED, imported.event, actor.at, ""
    file.save()


def _finish(import_id: int) -> dict[str, int]:
    results_import = locked_import(load_import(import_id))
    if results_import.state == ImportState.RUNNING:
        results_import.files.filter(fate__in=(*WRITABLE, Fate.TWICE)).update(fate=Fate.LEFT_OUT)
        close_import(results_import, ImportState.DONE, actors.system())
    return fate_counts(results_import)
