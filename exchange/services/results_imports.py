"""Files of results as a club hands them in: uploaded, read, looked at, confirmed, or dropped.

Nothing is written into the club's results before somebody confirms what was shown. Reading and writing go file by
file, each in a transaction of its own, so that an archive of thousands neither fills the memory nor keeps others from
the database; a job that is killed and started again goes on with the files that are not done.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial

from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.utils.translation import gettext as _

from clubs.models import Club
from core import transaction
from core.actors import Actor
from core.audit import record
from core.errors import field_error
from core.permissions import require
from exchange.models import ImportedName, ImportFile, ResultsImport
from exchange.models.results_imports import WRITABLE, Choice, Fate, ImportState
from exchange.services.import_base import (
    fate_counts,
    load_import,
    locked_import,
    queue_job,
    refuse_unless_ready,
)
from exchange.services.import_checking import check_files
from exchange.uploads import Member, is_archive, members_of, shown_name
from scoring.engine.methods import METHODS, TEAM_METHODS
from scoring.engine.profiles import PROFILES

CHECK, WRITE, UNDO = "results.check", "results.import", "results.undo"
#: So many files are read while whoever uploaded them waits; more in the background.
AT_ONCE = 12
BYTES_AT_ONCE = 3_000_000


def start_import(*, actor: Actor, club: Club, uploads: Sequence[File[bytes]]) -> ResultsImport:
    """Keep the files and look at each of them."""
    require(actor, "import.make", club)
    with transaction.atomic():
        results_import = ResultsImport.objects.create(club=club, made_by=actor.user, made_at=actor.at)
        _keep(results_import, uploads)
        _check(actor, results_import)
    return load_import(results_import.pk)


@transaction.atomic
def add_files(*, actor: Actor, results_import: ResultsImport, uploads: Sequence[File[bytes]]) -> ResultsImport:
    """More files for an import that is not confirmed yet."""
    require(actor, "import.make", results_import.club)
    results_import = locked_import(results_import)
    refuse_unless_ready(results_import)
    _keep(results_import, uploads)
    results_import.state, results_import.version = ImportState.CHECKING, results_import.version + 1
    results_import.save(update_fields=["state", "version"])
    _check(actor, results_import)
    return load_import(results_import.pk)


@transaction.atomic
def choose_for_file(
    *,
    actor: Actor,
    file: ImportFile,
    choice: str,
    profile: str = "",
    method: str = "",
    day: date | None = None,
    version: int | None = None,
) -> ImportFile:
    """Say what is to become of a file, and how and on which day it was played where the file is not followed."""
    require(actor, "import.make", file.club)
    results_import = locked_import(file.results_import, version=version)
    refuse_unless_ready(results_import)
    file.refresh_from_db()
    _check_choice(file, choice, profile, method)
    day_text = day.isoformat() if day else ""
    is_read_again = (file.profile, file.method, file.outline.get("day", "")) != (profile, method, day_text)
    file.choice, file.profile, file.method = choice, profile, method
    if is_read_again:
        file.outline, file.fate = {**file.outline, "day": day_text}, Fate.WAITING
    file.save()
    results_import.version += 1
    if is_read_again:
        results_import.state = ImportState.CHECKING
    results_import.save(update_fields=["state", "version"])
    if is_read_again:
        check_files(results_import.pk, lambda done, total: None)()
        file.refresh_from_db()
    return file


@transaction.atomic
def confirm_import(*, actor: Actor, results_import: ResultsImport, version: int | None = None) -> ResultsImport:
    """Write what was shown. Asked again, it does nothing twice."""
    require(actor, "import.make", results_import.club)
    results_import = locked_import(results_import)
    if results_import.state in (ImportState.RUNNING, ImportState.DONE):
        return results_import
    results_import = locked_import(results_import, version=version)
    refuse_unless_ready(results_import)
    wanted = results_import.files.filter(fate__in=WRITABLE).exclude(choice=Choice.LEAVE)
    if not wanted.exists():
        sentence = _("No file of this import is to be imported. Choose at least one, or drop the import.")
        raise ValidationError(sentence, code="nothing")
    results_import.state, results_import.version = ImportState.RUNNING, results_import.version + 1
    results_import.save(update_fields=["state", "version"])
    record(
        actor=actor,
        act="import.confirm",
        body=results_import.club,
        target=results_import,
        after={"files": wanted.count()},
    )
    queue_job(actor, WRITE, results_import)
    return results_import


@transaction.atomic
def drop_import(*, actor: Actor, results_import: ResultsImport) -> ResultsImport:
    """Forget the files; nothing of them was written."""
    require(actor, "import.make", results_import.club)
    results_import = locked_import(results_import)
    if results_import.state not in (ImportState.CHECKING, ImportState.READY):
        return results_import
    close_import(results_import, ImportState.DROPPED, actor)
    return results_import


def close_import(results_import: ResultsImport, state: ImportState, actor: Actor) -> None:
    """Nothing stays of what was uploaded but what each file was and what became of it."""
    uploads = [file.upload for file in results_import.files.exclude(upload="")]
    stored = [(upload.storage, upload.name or "") for upload in uploads]
    ImportedName.objects.filter(results_import=results_import).delete()
    results_import.files.update(upload="")
    if state == ImportState.DROPPED:
        results_import.files.filter(fate__in=(*WRITABLE, Fate.WAITING, Fate.TWICE)).update(fate=Fate.LEFT_OUT)
    results_import.state, results_import.finished_at = state, actor.at
    results_import.version += 1
    results_import.save()
    for storage, name in stored:
        transaction.on_commit(partial(storage.delete, name))


def import_summary(results_import: ResultsImport) -> dict[str, int]:
    return fate_counts(results_import)


# --- Small parts -----------------------------------------------------------------------------------------------------
def _keep(results_import: ResultsImport, uploads: Sequence[File[bytes]]) -> None:
    if not uploads:
        raise field_error("files", _("Choose at least one file."), "required")
    # Every archive is looked at before anything is stored: one that is refused leaves nothing behind.
    outlined = [(upload, _members(upload)) for upload in uploads]
    for upload, members in outlined:
        is_packed = members is not None
        row = ImportFile.objects.create(
            results_import=results_import,
            name=shown_name(upload.name or ""),
            upload=upload,
            is_archive=is_packed,
            fate=Fate.LEFT_OUT if is_packed else Fate.WAITING,
        )
        ImportFile.objects.bulk_create(
            ImportFile(results_import=results_import, name=shown_name(member.name), archive=row, member=member.place)
            for member in members or ()
        )


def _members(upload: File[bytes]) -> list[Member] | None:
    """The files in an archive; None where it is none."""
    members = members_of(upload, shown_name(upload.name or "")) if is_archive(upload) else None
    upload.seek(0)
    return members


def _check(actor: Actor, results_import: ResultsImport) -> None:
    """A few files at once, so that the next page shows what they are."""
    size = sum(file.upload.size for file in results_import.files.exclude(upload=""))
    if size <= BYTES_AT_ONCE and results_import.files.filter(fate=Fate.WAITING).count() <= AT_ONCE:
        check_files(results_import.pk, lambda done, total: None)()
    else:
        queue_job(actor, CHECK, results_import)


def _check_choice(file: ImportFile, choice: str, profile: str, method: str) -> None:
    if file.fate not in WRITABLE and choice != Choice.LEAVE and not (file.fate == Fate.ERROR and method):
        raise field_error("choice", _("This file cannot be imported; the reason stands beside it."), "not_writable")
    if choice not in choices_for(file):
        raise field_error("choice", _("Choose one of those that are offered."), "unknown")
    if profile and profile not in PROFILES:
        raise field_error("profile", _("There is no such profile. Choose one of those that are offered."), "unknown")
    if method and method not in (*METHODS, *TEAM_METHODS):
        raise field_error("method", _("There is no such scoring. Choose one of those that are offered."), "unknown")


def choices_for(file: ImportFile) -> tuple[str, ...]:
    """What may become of a file, whose results may be here already."""
    if file.fate in (Fate.SAME, Fate.CHANGED):
        return Choice.LEAVE, Choice.REPLACE, Choice.KEEP_BOTH
    return Choice.TAKE, Choice.LEAVE
