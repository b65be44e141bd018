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
from django.db import transaction
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
from core import actors
from core.actors import Actor
from core.audit import record
from core.permissions import require
from jobs import services as jobs
from jobs.registry import Finish, ProgressReport

BATCH = 500
OPEN = (ImportState.MATCHING, ImportState.CHECKING, ImportState.READY)


def start_import(*, actor: Actor, club: Club, upload: File[bytes]) -> MemberImport:
    """Keep the file until it is done; what this person left half done here before is dropped."""
    require(actor, "membership.add", club)
    found = outline(upload)
    upload.seek(0)
    with transaction.atomic():
        for left in MemberImport.objects.filter(club=club, made_by=actor.user, state__in=OPEN):
            _clear(left, ImportState.DROPPED, actor)
        # The names of those left out are kept until the next file: they stand in that one if they still matter.
        done = MemberImport.objects.filter(club=club, state=ImportState.DONE)
        MemberImportRow.objects.filter(member_import__in=done).update(said={})
        return MemberImport.objects.create(
            club=club,
            file=upload,
            file_name=(upload.name or "")[-120:],
            header=found.header,
            sample=found.sample,
            columns=matching.guess(found.header),
            rows_total=found.rows,
            made_by=actor.user,
            made_at=actor.at,
        )


@transaction.atomic
def match_columns(*, actor: Actor, member_import: MemberImport, columns: dict[str, int]) -> MemberImport:
    """Say which column is what; the rows' fates are worked out, for a long file in the background."""
    require(actor, "membership.add", member_import.club)
    row = _locked(member_import)
    if row.state not in (ImportState.MATCHING, ImportState.READY):
        raise ValidationError(_("This import is past the matching of its columns."))
    matching.check(columns)
    row.columns, row.state, row.counts = columns, ImportState.CHECKING, {}
    row.save(update_fields=["columns", "state", "counts"])
    if row.rows_total <= BATCH:
        check_file(row.pk, lambda done, total: None)()
        row.refresh_from_db()
    else:
        _ask(actor, "members.check", row)
    return row


@transaction.atomic
def confirm_import(*, actor: Actor, member_import: MemberImport) -> MemberImport:
    """Write what was shown. Asked again, it does nothing twice."""
    require(actor, "membership.add", member_import.club)
    row = _locked(member_import)
    if row.state in (ImportState.RUNNING, ImportState.DONE):
        return row
    if row.state != ImportState.READY:
        raise ValidationError(_("Match the columns first: nothing has been checked yet."))
    row.state = ImportState.RUNNING
    row.save(update_fields=["state"])
    record(actor=actor, act="import.confirm", body=row.club, target=row, after=row.counts)
    _ask(actor, "members.import", row)
    return row


@transaction.atomic
def drop_import(*, actor: Actor, member_import: MemberImport) -> MemberImport:
    """Forget the file; nothing of it was written."""
    require(actor, "membership.add", member_import.club)
    row = _locked(member_import)
    if row.state in OPEN:
        _clear(row, ImportState.DROPPED, actor)
    return row


# --- In the background ---------------------------------------------------------------------------------------------
def check_file(import_id: int, report: ProgressReport) -> Finish:
    """Work out every row's fate and keep it for the preview."""
    member_import = _stored(import_id)
    if member_import.state != ImportState.CHECKING:
        return lambda: member_import.counts
    member_import.rows.all().delete()
    actor, done = _maker(member_import), 0
    with member_import.file.open("rb") as file, translation.override(_language(member_import)):
        lines = _rows(member_import, file)
        while batch := list(islice(lines, BATCH)):
            report(done, member_import.rows_total)
            verdicts = judge_rows(actor=actor, member_import=member_import, rows=batch)
            MemberImportRow.objects.bulk_create(_with_fate(one) for one in verdicts)
            done += len(batch)
    return lambda: _checked(import_id)


def write_rows(import_id: int, report: ProgressReport) -> Finish:
    """Write what is new or changed, a batch at a time."""
    member_import = _stored(import_id)
    if member_import.state != ImportState.RUNNING:
        return lambda: member_import.counts
    todo = member_import.rows.filter(fate__in=(Fate.NEW, Fate.CHANGED))
    total = todo.count()
    with translation.override(_language(member_import)):
        while left := todo.filter(is_written=False).count():
            report(total - left, total)
            write_batch(member_import)
    return lambda: _written(import_id)


@transaction.atomic
def write_batch(member_import: MemberImport) -> None:
    """The next rows that are not yet written. Each is judged once more: the records may have changed meanwhile."""
    actor = _maker(member_import)
    for act in ("membership.add", "membership.change"):
        require(actor, act, member_import.club)
    lock_member_list(member_import.club)
    todo = member_import.rows.filter(fate__in=(Fate.NEW, Fate.CHANGED), is_written=False)
    rows = list(todo.order_by("line")[:BATCH])
    if not rows:
        return
    verdicts = judge_rows(actor=actor, member_import=member_import, rows=rows, fresh=False)
    write_verdicts(actor=actor, club=member_import.club, verdicts=verdicts)
    other = [one for one in verdicts if (one.fate, one.note) != (one.row.fate, one.row.note)]
    MemberImportRow.objects.bulk_update((_with_fate(one) for one in other), ["fate", "note"], batch_size=BATCH)
    MemberImportRow.objects.filter(pk__in=[row.pk for row in rows]).update(is_written=True)


def _checked(import_id: int) -> dict[str, int]:
    row = _locked(_stored(import_id))
    if row.state == ImportState.CHECKING:
        row.state, row.counts = ImportState.READY, _counts(row)
        row.save(update_fields=["state", "counts"])
    counts: dict[str, int] = row.counts
    return counts


def _written(import_id: int) -> dict[str, int]:
    row = _locked(_stored(import_id))
    row.counts = _counts(row)
    _clear(row, ImportState.DONE, actors.system())
    counts: dict[str, int] = row.counts
    return counts


# --- Small parts ---------------------------------------------------------------------------------------------------
def _rows(member_import: MemberImport, file: File[bytes]) -> Iterator[MemberImportRow]:
    for line, cells in islice(read_lines(file), 1, None):
        said = matching.texts(member_import.columns, cells)
        row = MemberImportRow(member_import=member_import, line=line, said=said)
        match_row_to_person(row)
        yield row


def _with_fate(verdict: RowVerdict) -> MemberImportRow:
    row = verdict.row
    row.fate, row.note = verdict.fate, verdict.note
    row.player_id = verdict.player.pk if verdict.player and verdict.fate != Fate.ERROR else None
    return row


def _counts(member_import: MemberImport) -> dict[str, int]:
    found = member_import.rows.values_list("fate").annotate(count=Count("pk")).order_by("fate")
    return dict.fromkeys(Fate.values, 0) | dict(found)


def _clear(row: MemberImport, state: ImportState, actor: Actor) -> None:
    """Nothing of the file stays but which lines went wrong, whom they were about, and why."""
    file_name, storage = row.file.name, row.file.storage
    row.rows.exclude(fate=Fate.ERROR).delete()
    left_out = list(row.rows.only("said"))
    for line in left_out:
        name = line.said.get("name", "")
        line.said = {"name": name} if name and state == ImportState.DONE else {}
    MemberImportRow.objects.bulk_update(left_out, ["said"], batch_size=BATCH)
    row.rows.update(who="", number="")
    row.file, row.sample, row.state, row.finished_at = "", [], state, actor.at
    row.save()
    if file_name:
        transaction.on_commit(lambda: storage.delete(file_name))


def _locked(member_import: MemberImport) -> MemberImport:
    rows = MemberImport.objects.select_for_update(of=("self",)).select_related("club__federation")
    return rows.get(pk=member_import.pk)


def _stored(import_id: int) -> MemberImport:
    return MemberImport.objects.select_related("club__federation", "made_by").get(pk=import_id)


def _maker(member_import: MemberImport) -> Actor:
    """Whoever uploaded the file, with the rights they have now."""
    if member_import.made_by is None:
        return Actor(kind=actors.ActorKind.USER)
    return actors.of_user(member_import.made_by, timezone.now())


def _language(member_import: MemberImport) -> str | None:
    own = member_import.made_by.language if member_import.made_by else ""
    return own or member_import.club.language or translation.get_language()


def _ask(actor: Actor, kind: str, row: MemberImport) -> Any:
    return jobs.ask(
        kind=kind,
        key=row.key,
        at=actor.at,
        arguments={"import": row.pk},
        club_id=row.club_id,
        asked_by_id=actor.user_id,
    )
