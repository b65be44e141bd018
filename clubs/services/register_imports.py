"""A federation's list into its register: checked row by row, shown, confirmed, written in batches.

The list wins for number, status and home club; never for privacy, contact or the shown name. A row whose number
belongs to somebody of another name is written only once a person has said that it is the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.db.models import Count
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from clubs.imports.reading import BadFile
from clubs.imports.registers import STATUS, ListedPerson, read_list
from clubs.models import Club, Federation, HomeClubChange, Player, RegisterImport, RegisterImportRow
from clubs.models.imports import ImportState
from clubs.models.people import set_keys
from clubs.models.register import ListFate
from clubs.selectors.bodies import issuing_federation
from core import actors, transaction
from core.actors import Actor
from core.audit import Deed, record, record_all, values
from core.locks import lock, lock_all, lock_row
from core.names import fold, name_key
from core.permissions import require
from jobs import services as jobs
from jobs.registry import Finish, ProgressReport

BATCH = 500
MOST = 200_000
CHECK, WRITE = "register.check", "register.import"
REFRESHED = ("registered", "home_club_id", "birth_year", "other_names", "search_key", "version")


def start_register_import(*, actor: Actor, federation: Federation, upload: File[bytes]) -> RegisterImport:
    """Keep the file until it is done, and have every row's fate worked out in the background."""
    require(actor, "register.keep", federation)
    if issuing_federation(federation) != federation:
        sentence = _("Numbers are issued by %(name)s: its officers take the list in.")
        raise ValidationError(sentence % {"name": issuing_federation(federation)}, code="not_the_issuer")
    rows = sum(1 for _row in islice(read_list(upload), MOST + 1))
    if not rows or rows > MOST:
        raise BadFile(_("This list has no rows, or more than %(most)s.") % {"most": MOST})
    upload.seek(0)
    with transaction.atomic():
        made = RegisterImport.objects.create(
            federation=federation,
            file=upload,
            file_name=(upload.name or "")[-120:],
            rows_total=rows,
            made_by=actor.user,
            made_at=actor.at,
        )
        _queue_job(actor, CHECK, made)
    return made


@transaction.atomic
def confirm_same_person(*, actor: Actor, row: RegisterImportRow, is_same: bool = True) -> RegisterImportRow:
    """The number is this person's although the list writes another name; the shown name stays as it is."""
    require(actor, "register.keep", row.register_import.federation)
    row = lock(RegisterImportRow.objects).get(pk=row.pk)
    if row.fate == ListFate.ASK and row.register_import.state == ImportState.READY:
        row.is_same_person = is_same
        row.save(update_fields=["is_same_person"])
    return row


@transaction.atomic
def confirm_register_import(*, actor: Actor, register_import: RegisterImport) -> RegisterImport:
    """Write what was shown. Asked again, it does nothing twice."""
    require(actor, "register.keep", register_import.federation)
    current = _locked(register_import)
    if current.state in (ImportState.RUNNING, ImportState.DONE):
        return current
    if current.state != ImportState.READY:
        raise ValidationError(_("The list is still being checked."))
    current.state = ImportState.RUNNING
    current.save(update_fields=["state"])
    record(actor=actor, act="register.import", body=current.federation, target=current, after=current.counts)
    _queue_job(actor, WRITE, current)
    return current


@transaction.atomic
def drop_register_import(*, actor: Actor, register_import: RegisterImport) -> RegisterImport:
    """Forget the file; nothing of it was written."""
    require(actor, "register.keep", register_import.federation)
    current = _locked(register_import)
    if current.state in (ImportState.CHECKING, ImportState.READY):
        current.rows.all().delete()
        _close(current, ImportState.DROPPED, actor)
    return current


# --- In the background ---------------------------------------------------------------------------------------------
def check_list(import_id: int, report: ProgressReport) -> Finish:
    """Work out every row's fate and keep it for the preview."""
    current = _load(import_id)
    if current.state != ImportState.CHECKING:
        return lambda: current.counts
    current.rows.all().delete()
    known, first_lines, done = Known.of(current.federation), dict[str, int](), 0
    with current.file.open("rb") as file, translation.override(_language(current)):
        people = read_list(file)
        while batch := list(islice(people, BATCH)):
            report(done, current.rows_total)
            players = known.players(person.number for _line, person in batch)
            RegisterImportRow.objects.bulk_create(
                _judge(current, line, person, players, known, first_lines) for line, person in batch
            )
            done += len(batch)
    return lambda: _finish_check(import_id)


def write_list(import_id: int, report: ProgressReport) -> Finish:
    """Write what is new or changed, a batch at a time, each in a transaction of its own."""
    current = _load(import_id)
    if current.state != ImportState.RUNNING:
        return lambda: current.counts
    known = Known.of(current.federation)
    total = current.rows_total
    with translation.override(_language(current)):
        while remaining := _to_write(current).count():
            report(total - remaining, total)
            _write_batch(current, known)
    return lambda: _finish_writing(import_id)


@dataclass(frozen=True)
class Known:
    """What the rows are compared with: the federation and its clubs, read once."""

    federation: Federation
    clubs: dict[str, Club]

    @classmethod
    def of(cls, federation: Federation) -> Known:
        clubs: dict[str, Club] = {}
        for club in Club.objects.filter(federation__path__startswith=federation.path):
            clubs |= {fold(text): club for text in (club.name, club.slug, club.code) if text}
        return cls(federation, clubs)

    def players(self, numbers: Any) -> dict[str, Player]:
        """By number, those who have one of these."""
        rows = Player.objects.findable().filter(federation=self.federation, federation_number__in=set(numbers) - {""})
        return {player.federation_number: player for player in rows}

    def changes(self, person: ListedPerson, player: Player) -> dict[str, Any]:
        """What the list changes in somebody who is known."""
        said: dict[str, Any] = {}
        if (status := STATUS.get(fold(person.status), "")) and status != player.registered:
            said["registered"] = status
        club = self.clubs.get(fold(person.club))
        if club is not None and club.pk != player.home_club_id:
            said["home_club_id"] = club.pk
        if person.born and player.birth_year is None:
            said["birth_year"] = int(person.born)
        return said


def _judge(
    current: RegisterImport,
    line: int,
    person: ListedPerson,
    players: dict[str, Player],
    known: Known,
    first_lines: dict[str, int],
) -> RegisterImportRow:
    row = RegisterImportRow(register_import=current, line=line, number=person.number[:20], said=person.texts())
    if problem := _problem(person, first_lines):
        row.fate, row.note = ListFate.ERROR, problem[:300]
        return row
    first_lines[person.number] = line
    if person.club and fold(person.club) not in known.clubs:
        row.note = _("Club %(club)s is not known here: the home club stays as it is.") % {"club": person.club[:60]}
    row.player = player = players.get(person.number)
    if player is None:
        row.fate = ListFate.NEW
    elif not _is_named(player, person):
        row.fate = ListFate.ASK
        row.note = _("The register has %(name)s under this number.") % {"name": player.display_name}
    else:
        row.fate = ListFate.CHANGED if known.changes(person, player) else ListFate.SAME
    return row


def _problem(person: ListedPerson, first_lines: dict[str, int]) -> str:
    if not person.number:
        return _("The number is missing.")
    if len(person.number) > 20:
        return _("The number is longer than 20 characters.")
    if not name_key(person.display_name):
        return _("The name is missing.")
    if len(person.display_name) > 120:
        return _("The name is longer than 120 characters.")
    if person.number in first_lines:
        return _("Line %(line)s has the same number: two people with one number.") % {
            "line": first_lines[person.number]
        }
    if fold(person.status) not in STATUS:
        return _("“%(status)s” is no status: write active, inactive or deceased.") % {"status": person.status[:60]}
    if person.born and not (person.born.isascii() and person.born.isdigit() and 1900 <= int(person.born) <= 2100):
        return _("“%(year)s” is no year of birth: write four digits.") % {"year": person.born[:20]}
    return ""


def _is_named(player: Player, person: ListedPerson) -> bool:
    names = (player.display_name, *player.other_names.split("\n"))
    return name_key(person.display_name) in {name_key(name) for name in names}


def _to_write(current: RegisterImport) -> Any:
    todo = current.rows.filter(is_written=False)
    return todo.filter(fate__in=(ListFate.NEW, ListFate.CHANGED)) | todo.filter(fate=ListFate.ASK, is_same_person=True)


@transaction.atomic
def _write_batch(current: RegisterImport, known: Known) -> None:
    """The next rows; each is compared once more, for the register may have changed meanwhile."""
    actor = _actor_of_maker(current)
    require(actor, "register.keep", current.federation)
    lock_row(current.federation)
    rows = list(_to_write(current).order_by("line")[:BATCH])
    lock_all(Player.objects.filter(pk__in=[row.player_id for row in rows if row.player_id]))
    players = known.players(row.number for row in rows)
    people = [(ListedPerson(**row.said), row) for row in rows]
    new = [(person, row) for person, row in people if row.number not in players]
    _add(actor, current, known, [person for person, row in new if row.fate == ListFate.NEW])
    _refresh(
        actor, current, known, [(person, row, players[row.number]) for person, row in people if row.number in players]
    )
    RegisterImportRow.objects.filter(pk__in=[row.pk for row in rows]).update(is_written=True)


def _add(actor: Actor, current: RegisterImport, known: Known, people: list[ListedPerson]) -> None:
    added = Player.objects.bulk_create(
        Player(
            display_name=person.display_name,
            given_name=person.given[:80],
            family_name=person.family[:80],
            federation=current.federation,
            federation_number=person.number,
            registered=STATUS.get(fold(person.status)) or "active",
            home_club=known.clubs.get(fold(person.club)),
            birth_year=int(person.born) if person.born else None,
        )
        for person in people
    )
    fields = ("federation", "federation_number", "registered", "home_club")
    deeds = [Deed("player.add", player, after=values(player, fields)) for player in added]
    record_all(actor=actor, body=current.federation, deeds=deeds)


def _refresh(
    actor: Actor,
    current: RegisterImport,
    known: Known,
    people: list[tuple[ListedPerson, RegisterImportRow, Player]],
) -> None:
    day, deeds, moves, changed = current.federation.day(actor.at), [], [], []
    for person, row, player in people:
        if not _is_named(player, person):
            if not row.is_same_person:
                continue
            player.other_names = f"{player.other_names}\n{person.display_name}".strip()[:300]
        before, said = values(player, ("registered", "home_club")), known.changes(person, player)
        if "home_club_id" in said:
            moves.append(
                HomeClubChange(
                    player=player,
                    from_club_id=player.home_club_id,
                    to_club_id=said["home_club_id"],
                    day=day,
                    made_at=actor.at,
                    made_by=actor.user,
                )
            )
        for name, value in said.items():
            setattr(player, name, value)
        set_keys(player)
        player.version += 1
        changed.append(player)
        deeds.append(Deed("register.refresh", player, before=before, after=values(player, ("registered", "home_club"))))
    Player.objects.bulk_update(changed, REFRESHED)
    HomeClubChange.objects.bulk_create(
        moves, update_conflicts=True, unique_fields=["player", "day"], update_fields=["to_club", "made_at", "made_by"]
    )
    record_all(actor=actor, body=current.federation, deeds=deeds)


# --- Small parts ---------------------------------------------------------------------------------------------------
def _finish_check(import_id: int) -> dict[str, int]:
    current = _locked(_load(import_id))
    if current.state == ImportState.CHECKING:
        current.state, current.counts = ImportState.READY, _counts(current)
        current.save(update_fields=["state", "counts"])
    counts: dict[str, int] = current.counts
    return counts


def _finish_writing(import_id: int) -> dict[str, int]:
    current = _locked(_load(import_id))
    current.counts = _counts(current)
    # Only what was left out stays, so that somebody can put it right.
    current.rows.filter(is_written=True).delete()
    current.rows.filter(fate=ListFate.SAME).delete()
    _close(current, ImportState.DONE, actors.system())
    counts: dict[str, int] = current.counts
    return counts


def _counts(current: RegisterImport) -> dict[str, int]:
    counted = current.rows.order_by().values_list("fate").annotate(count=Count("pk"))
    return dict.fromkeys(ListFate.values, 0) | dict(counted)


def _close(current: RegisterImport, state: ImportState, actor: Actor) -> None:
    name, storage = current.file.name, current.file.storage
    current.file, current.state, current.finished_at = "", state, actor.at
    current.save()
    if name:
        transaction.on_commit(lambda: storage.delete(name))


def _locked(current: RegisterImport) -> RegisterImport:
    return lock(RegisterImport.objects).select_related("federation").get(pk=current.pk)


def _load(import_id: int) -> RegisterImport:
    return RegisterImport.objects.select_related("federation", "made_by").get(pk=import_id)


def _actor_of_maker(current: RegisterImport) -> Actor:
    """Whoever uploaded the list, with the rights they have now."""
    if current.made_by is None:
        return Actor(kind=actors.ActorKind.USER)
    return actors.of_user(current.made_by, timezone.now())


def _language(current: RegisterImport) -> str | None:
    language = current.made_by.language if current.made_by else ""
    return language or current.federation.language or translation.get_language()


def _queue_job(actor: Actor, kind: str, current: RegisterImport) -> None:
    jobs.ask(
        kind=kind,
        key=current.key,
        at=actor.at,
        arguments={"import": current.pk},
        federation_id=current.federation_id,
        asked_by_id=actor.user_id,
    )
