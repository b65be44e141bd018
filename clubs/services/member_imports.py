"""Members out of a file: uploaded, matched, checked, confirmed, written.

Checking and writing go in batches, each in a transaction of its own, so that a long file neither fills the memory nor
keeps others from the database. What has been written is marked on its row in the same transaction: a job that is
killed and started again goes on where it was, and nothing is written twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.db.models import Count
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from clubs.imports import columns as matching
from clubs.imports.judging import RowVerdict, judge_rows, match_row_to_person
from clubs.imports.reading import outline, read_lines
from clubs.models import Club, MemberImport, MemberImportRow
from clubs.models.imports import Fate, ImportState
from clubs.services.import_writing import write_verdicts
from clubs.services.memberships import lock_member_list
from core import actors, transaction
from core.actors import Actor
from core.audit import record
from core.locks import lock
from core.permissions import require
from jobs import services as jobs
from jobs.registry import Finish, ProgressReport

BATCH = 500
OPEN = (ImportState.MATCHING, ImportState.CHECKING, ImportState.READY)


def start_import(*, actor: Actor, club: Club, upload: File[bytes]) -> MemberImport:
    """Keep the file until it is done; what this person left half done here before is dropped."""
    require(actor, "membership.add", club)
    file_outline = outline(upload)
    upload.seek(0)
    with transaction.atomic():
        for unfinished in MemberImport.objects.filter(club=club, made_by=actor.user, state__in=OPEN):
            _close(unfinished, ImportState.DROPPED, actor)
        # The names of those left out are kept until the next file: they stand in that one if they still matter.
        finished = MemberImport.objects.filter(club=club, state=ImportState.DONE)
        MemberImportRow.objects.filter(member_import__in=finished).update(said={})
        return MemberImport.objects.create(
            club=club,
            file=upload,
            file_name=(upload.name or "")[-120:],
            header=file_outline.header,
            sample=file_outline.sample,
            columns=matching.guess_columns(file_outline.header),
            rows_total=file_outline.rows,
            made_by=actor.user,
            made_at=actor.at,
        )


@transaction.atomic
def match_columns(*, actor: Actor, member_import: MemberImport, columns: dict[str, int]) -> MemberImport:
    """Say which column is what; the rows' fates are worked out, for a long file in the background."""
    require(actor, "membership.add", member_import.club)
    member_import = _locked(member_import)
    if member_import.state not in (ImportState.MATCHING, ImportState.READY):
        raise ValidationError(_("This import is past the matching of its columns."))
    matching.check_columns(columns)
    member_import.columns, member_import.state, member_import.counts = columns, ImportState.CHECKING, {}
    member_import.save(update_fields=["columns", "state", "counts"])
    if member_import.rows_total <= BATCH:
        check_file(member_import.pk, lambda done, total: None)()
        member_import.refresh_from_db()
    else:
        _queue_job(actor, "members.check", member_import)
    return member_import


@transaction.atomic
def confirm_import(*, actor: Actor, member_import: MemberImport) -> MemberImport:
    """Write what was shown. Asked again, it does nothing twice."""
    require(actor, "membership.add", member_import.club)
    member_import = _locked(member_import)
    if member_import.state in (ImportState.RUNNING, ImportState.DONE):
        return member_import
    if member_import.state != ImportState.READY:
        raise ValidationError(_("Match the columns first: nothing has been checked yet."))
    member_import.state = ImportState.RUNNING
    member_import.save(update_fields=["state"])
    record(actor=actor, act="import.confirm", body=member_import.club, target=member_import, after=member_import.counts)
    _queue_job(actor, "members.import", member_import)
    return member_import


@transaction.atomic
def drop_import(*, actor: Actor, member_import: MemberImport) -> MemberImport:
    """Forget the file; nothing of it was written."""
    require(actor, "membership.add", member_import.club)
    member_import = _locked(member_import)
    if member_import.state in OPEN:
        _close(member_import, ImportState.DROPPED, actor)
    return member_import


# --- In the background ---------------------------------------------------------------------------------------------
def check_file(import_id: int, report: ProgressReport) -> Finish:
    """Work out every row's fate and keep it for the preview."""
    member_import = _load(import_id)
    if member_import.state != ImportState.CHECKING:
        return lambda: member_import.counts
    member_import.rows.all().delete()
    actor, rows_done = _actor_of_maker(member_import), 0
    with member_import.file.open("rb") as file, translation.override(_language(member_import)):
        lines = _rows_in_file(member_import, file)
        while batch := list(islice(lines, BATCH)):
            report(rows_done, member_import.rows_total)
            verdicts = judge_rows(actor=actor, member_import=member_import, rows=batch)
            MemberImportRow.objects.bulk_create(_with_fate(verdict) for verdict in verdicts)
            rows_done += len(batch)
    return lambda: _finish_check(import_id)


def write_rows(import_id: int, report: ProgressReport) -> Finish:
    """Write what is new or changed, a batch at a time."""
    member_import = _load(import_id)
    if member_import.state != ImportState.RUNNING:
        return lambda: member_import.counts
    todo = member_import.rows.filter(fate__in=(Fate.NEW, Fate.CHANGED))
    total = todo.count()
    with translation.override(_language(member_import)):
        while remaining := todo.filter(is_written=False).count():
            report(total - remaining, total)
            write_batch(member_import)
    return lambda: _finish_writing(import_id)


@transaction.atomic
def write_batch(member_import: MemberImport) -> None:
    """The next rows that are not yet written. Each is judged once more: the records may have changed meanwhile."""
    actor = _actor_of_maker(member_import)
    for act in ("membership.add", "membership.change"):
        require(actor, act, member_import.club)
    lock_member_list(member_import.club)
    todo = member_import.rows.filter(fate__in=(Fate.NEW, Fate.CHANGED), is_written=False)
    rows = list(todo.order_by("line")[:BATCH])
    if not rows:
        return
    verdicts = judge_rows(actor=actor, member_import=member_import, rows=rows, fresh=False)
    write_verdicts(actor=actor, club=member_import.club, verdicts=verdicts)
    changed = [verdict for verdict in verdicts if (verdict.fate, verdict.note) != (verdict.row.fate, verdict.row.note)]
    MemberImportRow.objects.bulk_update(
        (_with_fate(verdict) for verdict in changed), ["fate", "note"], batch_size=BATCH
    )
    MemberImportRow.objects.filter(pk__in=[row.pk for row in rows]).update(is_written=True)


def _finish_check(import_id: int) -> dict[str, int]:
    member_import = _locked(_load(import_id))
    if member_import.state == ImportState.CHECKING:
        member_import.state, member_import.counts = ImportState.READY, _counts(member_import)
        member_import.save(update_fields=["state", "counts"])
    counts: dict[str, int] = member_import.counts
    return counts


def _finish_writing(import_id: int) -> dict[str, int]:
    member_import = _locked(_load(import_id))
    member_import.counts = _counts(member_import)
    _close(member_import, ImportState.DONE, actors.system())
    counts: dict[str, int] = member_import.counts
    return counts


# --- Small parts ---------------------------------------------------------------------------------------------------
def _rows_in_file(member_import: MemberImport, file: File[bytes]) -> Iterator[MemberImportRow]:
    for line, cells in islice(read_lines(file), 1, None):
        texts = matching.row_texts(member_import.columns, cells)
        row = MemberImportRow(member_import=member_import, line=line, said=texts)
        match_row_to_person(row)
        yield row


def _with_fate(verdict: RowVerdict) -> MemberImportRow:
    row = verdict.row
    row.fate, row.note = verdict.fate, verdict.note
    row.player_id = verdict.player.pk if verdict.player and verdict.fate != Fate.ERROR else None
    return row


def _counts(member_import: MemberImport) -> dict[str, int]:
    counts = member_import.rows.values_list("fate").annotate(count=Count("pk")).order_by("fate")
    return dict.fromkeys(Fate.values, 0) | dict(counts)


def _close(member_import: MemberImport, state: ImportState, actor: Actor) -> None:
    """Nothing of the file stays but which lines went wrong, whom they were about, and why."""
    file_name, storage = member_import.file.name, member_import.file.storage
    member_import.rows.exclude(fate=Fate.ERROR).delete()
    left_out = list(member_import.rows.only("said"))
    for line in left_out:
        name = line.said.get("name", "")
        line.said = {"name": name} if name and state == ImportState.DONE else {}
    MemberImportRow.objects.bulk_update(left_out, ["said"], batch_size=BATCH)
    member_import.rows.update(who="", number="")
    member_import.file, member_import.sample, member_import.state, member_import.finished_at = "", [], state, actor.at
    member_import.save()
    if file_name:
        transaction.on_commit(lambda: storage.delete(file_name))


def _locked(member_import: MemberImport) -> MemberImport:
    rows = lock(MemberImport.objects).select_related("club__federation")
    return rows.get(pk=member_import.pk)


def _load(import_id: int) -> MemberImport:
    return MemberImport.objects.select_related("club__federation", "made_by").get(pk=import_id)


def _actor_of_maker(member_import: MemberImport) -> Actor:
    """Whoever uploaded the file, with the rights they have now."""
    if member_import.made_by is None:
        return Actor(kind=actors.ActorKind.USER)
    return actors.of_user(member_import.made_by, timezone.now())


def _language(member_import: MemberImport) -> str | None:
    language = member_import.made_by.language if member_import.made_by else ""
    return language or member_import.club.language or translation.get_language()


def _queue_job(actor: Actor, kind: str, member_import: MemberImport) -> Any:
    return jobs.ask(
        kind=kind,
        key=member_import.key,
        at=actor.at,
        arguments={"import": member_import.pk},
        club_id=member_import.club_id,
        asked_by_id=actor.user_id,
    )
