"""Taking an import back: its events are removed, and what they had replaced stands again.

Refused while anybody has acted on the results since; what is removed can be brought back on the page of the event.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from clubs.models import Club, User
from core import actors, transaction
from core.actors import Actor
from core.audit import record
from core.permissions import require
from events.models import Event
from events.services.events import restore_event
from events.services.removing import remove_played_event
from exchange.models import ImportFile, ResultsImport
from exchange.models.results_imports import Fate, ImportState
from exchange.selectors.undoing import undo_obstacle
from exchange.services.import_base import (
    actor_of_maker,
    fate_counts,
    language_of,
    load_import,
    locked_import,
    queue_job,
)
from exchange.services.results_imports import AT_ONCE, UNDO
from jobs.registry import Finish, ProgressReport

MOST_OBSTACLES = 20


@transaction.atomic
def undo_file(*, actor: Actor, file: ImportFile) -> ImportFile:
    """Take back what came of one file. Undone already, it stays so."""
    require(actor, "import.make", file.club)
    results_import = locked_import(file.results_import)
    _refuse_unfinished(results_import)
    file.refresh_from_db()
    _undo(actor, results_import, [file] if file.fate == Fate.IMPORTED else [])
    file.refresh_from_db()
    return file


@transaction.atomic
def undo_import(*, actor: Actor, results_import: ResultsImport) -> ResultsImport:
    """Take back the whole import, or nothing of it; a long one in the background."""
    require(actor, "import.make", results_import.club)
    results_import = locked_import(results_import)
    _refuse_unfinished(results_import)
    files = _written(results_import)
    if len(files) > AT_ONCE:
        queue_job(actor, UNDO, results_import)
    else:
        _undo(actor, results_import, files)
    return results_import


def undo_files(import_id: int, asked_by: Actor, report: ProgressReport) -> Finish:
    """Look at every file, then take all of them back in the step that ends the job; else say what stands in the way."""
    results_import = load_import(import_id)
    files = _written(results_import)
    with translation.override(language_of(results_import)):
        for done, file in enumerate(files):
            report(done, len(files))
            file.note = undo_obstacle(file)
    in_the_way = [file for file in files if file.note]
    if in_the_way:
        return lambda: _note(results_import, in_the_way)

    def finish() -> dict[str, int]:
        current = locked_import(results_import)
        with transaction.atomic():
            _undo(asked_by, current, _written(current))
        return fate_counts(current)

    return finish


def actor_for_undoing(results_import: ResultsImport, user_id: int | None) -> Actor:
    """Whoever asked for it, with the rights they have now."""
    if user_id is None or user_id == results_import.made_by_id:
        return actor_of_maker(results_import)
    return actors.of_user(User.objects.get(pk=user_id), timezone.now())


def _note(results_import: ResultsImport, files: Sequence[ImportFile]) -> dict[str, int]:
    ImportFile.objects.bulk_update(files, ["note"])
    return fate_counts(results_import) | {"in_the_way": len(files)}


def _written(results_import: ResultsImport) -> list[ImportFile]:
    written = results_import.files.filter(fate=Fate.IMPORTED).select_related("event__club__federation")
    return list(written.order_by("-pk"))


def _undo(actor: Actor, results_import: ResultsImport, files: Sequence[ImportFile]) -> None:
    """The last one first, so that what one file replaced in another's place comes back as it was."""
    obstacles = [(file, sentence) for file in files if (sentence := undo_obstacle(file))]
    if obstacles:
        raise ValidationError(
            [
                ValidationError(f"{file.event} ({file.name}): {sentence}", code="in_the_way")
                for file, sentence in obstacles[:MOST_OBSTACLES]
            ]
        )
    for file in files:
        assert file.event is not None
        reason = _("The import of “%(name)s” was undone.") % {"name": file.name}
        remove_played_event(actor=actor, event=file.event, reason=reason)
        _restore_replaced(actor, results_import.club, file)
    pks = [file.pk for file in files]
    results_import.files.filter(pk__in=pks).update(fate=Fate.UNDONE, note="")
    if not files:
        return
    if not results_import.files.filter(fate=Fate.IMPORTED).exists():
        results_import.state = ImportState.UNDONE
    results_import.version += 1
    results_import.save(update_fields=["state", "version"])
    after = {"events": sorted(file.event_id for file in files if file.event_id)}
    record(actor=actor, act="import.undo", body=results_import.club, target=results_import, after=after)


def _restore_replaced(actor: Actor, club: Club, file: ImportFile) -> None:
    replaced = Event.objects.filter(pk__in=file.outline.get("replaced", []), club=club, removed_at=None)
    for event in replaced.exclude(cancelled_at=None).order_by("pk"):
        restore_event(actor=actor, event=event)


def _refuse_unfinished(results_import: ResultsImport) -> None:
    if results_import.state not in (ImportState.DONE, ImportState.UNDONE):
        sentence = _("Nothing of this import is written yet: there is nothing to undo.")
        raise ValidationError(sentence, code="not_done")
