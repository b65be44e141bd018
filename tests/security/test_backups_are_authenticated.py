"""A backup that was touched is refused before anything in it is read; who was erased stays so. On both databases."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from clubs.models import AuditChain, Club, Player, User
from clubs.services.erasing import erase_player
from clubs.services.players import change_player
from core import actors
from core.audit import triggers, verify_chain
from core.audit.chain import MARKER
from ops.backup import BackupError, archive, erasures, make_backup, restore_backup
from ops.backup.envelope import MAGIC, unpack
from tests.cast import Cast, make_cast
from tests.ops.test_backup import everything

pytestmark = [pytest.mark.django_db(transaction=True)]
PASSPHRASE = "seven words that nobody would ever guess"


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT, settings.VAR_DIR = tmp_path / "media", tmp_path / "var"
    settings.MEDIA_ROOT.mkdir()
    settings.VAR_DIR.mkdir()
    return Path(settings.MEDIA_ROOT)


@pytest.fixture
def people(transactional_db: None) -> Cast:
    return make_cast()


@pytest.fixture
def backup(people: Cast, tmp_path: Path) -> Path:
    return made(tmp_path / "copies" / "tenace.backup")


def made(path: Path) -> Path:
    path.parent.mkdir(exist_ok=True)
    make_backup(path=path, at=timezone.now())
    return path


def refused(path: Path, sentence: str, **options: Any) -> None:
    before = everything()
    with pytest.raises(BackupError, match=sentence):
        restore_backup(path=path, replace=True, **options)
    assert everything() == before


def change_inside(path: Path, change: Any, folder: Path) -> None:
    """As somebody without the key does: the archive changed with its own checksums, and put back as a plain zip."""
    folder.mkdir()
    with zipfile.ZipFile(unpack(path, folder, trust=False)) as source:
        members = {name: source.read(name) for name in source.namelist()}
    manifest = json.loads(members.pop(archive.MANIFEST))
    change(manifest, members)
    with zipfile.ZipFile(path, "w") as target:
        for name, data in members.items():
            target.writestr(name, data)
        target.writestr(archive.MANIFEST, json.dumps(manifest))


# --- Touched ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("passphrase", ["", PASSPHRASE])
def test_a_bit_turned_anywhere_is_refused_before_the_archive_is_opened(
    people: Cast, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch, passphrase: str
) -> None:
    settings.BACKUP_KEY = passphrase
    path = made(tmp_path / "copies" / "tenace.backup")
    whole = path.read_bytes()
    monkeypatch.setattr("ops.backup.restore.Reader", lambda *_: pytest.fail("the archive was read"))
    for place in (len(MAGIC) + 12, len(whole) // 3, len(whole) // 2, len(whole) - 33, len(whole) - 1):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
        refused(path, "changed|key that is not here|damaged")
    for cut in (whole[:-1], whole[: len(whole) // 2], whole[: len(MAGIC) + 4], whole + b"more"):
        path.write_bytes(cut)
        refused(path, "changed|damaged", trust=True)


def test_an_archive_without_its_envelope_is_not_taken_for_granted(backup: Path, tmp_path: Path) -> None:
    """A restore by hand of a zip that somebody sent: their operator would be ours."""

    def crown(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
        manifest["made_at"] = "2031-01-01T00:00:00+00:00"

    change_inside(backup, crown, tmp_path / "work")
    refused(backup, "did not authenticate backups")
    with pytest.raises(CommandError, match="--trust"):
        call_command("restore", str(backup), "--replace")


def test_another_installations_backup_is_not_taken_for_granted(backup: Path, settings: Any) -> None:
    settings.INTEGRITY_KEYS = ["another-key"]
    refused(backup, "integrity key that is not here")
    restore_backup(path=backup, replace=True, trust=True)
    verdicts = [verify_chain(chain) for chain in AuditChain.objects.all()]
    assert all(verdict.is_whole and verdict.unchecked for verdict in verdicts)


def test_an_older_key_of_the_file_still_vouches(backup: Path, settings: Any) -> None:
    settings.INTEGRITY_KEYS = [*settings.INTEGRITY_KEYS, "the-next-key"]
    restore_backup(path=backup, replace=True)


# --- Encrypted -------------------------------------------------------------------------------------------------------
def test_an_encrypted_backup_tells_nothing_and_comes_back_with_its_key_only(
    people: Cast, tmp_path: Path, settings: Any, media: Path
) -> None:
    (media / "logo.png").write_bytes(b"a logo that is not to be read" * 100_000)
    settings.BACKUP_KEY = PASSPHRASE
    path, before = made(tmp_path / "copies" / "tenace.backup"), everything()
    data = path.read_bytes()
    assert not any(word in data for word in (b"PK\x03\x04", b"manifest", b"clubs_", b"a logo"))
    settings.BACKUP_KEY = ""
    refused(path, "is encrypted. Set TENACE_BACKUP_KEY")
    settings.BACKUP_KEY = "another passphrase altogether"
    refused(path, "not the key it was made with", trust=True)
    settings.BACKUP_KEY = PASSPHRASE
    Player.objects.create(display_name="Too Late")
    restore_backup(path=path, replace=True)
    assert everything() == before
    assert (media / "logo.png").read_bytes() == b"a logo that is not to be read" * 100_000
    assert sorted(child.name for child in Path(settings.VAR_DIR).iterdir()) == []


# --- Erased ----------------------------------------------------------------------------------------------------------
def test_whoever_was_erased_after_the_copy_stays_erased(people: Cast, tmp_path: Path) -> None:
    change_player(actor=actors.of_user(people.member), player=people.member.player, display_name="Gone Tomorrow")
    path = made(tmp_path / "copies" / "tenace.backup")
    erase_player(actor=actors.of_user(people.member), player=people.member.player)

    done = restore_backup(path=path, replace=True)

    assert done["erased"] == 1
    player = Player.objects.get(pk=people.member.player.pk)
    assert (player.display_name, player.user) == ("Erased player", None)
    assert not User.objects.filter(email=people.member.email).exists()
    assert all(verify_chain(chain).is_whole for chain in AuditChain.objects.all())


def test_the_list_goes_with_the_backups_and_names_nobody(people: Cast, tmp_path: Path, settings: Any) -> None:
    player = people.member.player
    change_player(actor=actors.of_user(people.member), player=player, display_name="Gone Tomorrow")
    path = made(tmp_path / "copies" / "first.backup")
    erase_player(actor=actors.of_user(people.member), player=player)
    made(tmp_path / "copies" / "second.backup")
    beside = path.parent / erasures.NAME
    assert "Gone" not in beside.read_text()
    assert beside.stat().st_mode & 0o777 == 0o600
    shutil.rmtree(settings.VAR_DIR)
    Path(settings.VAR_DIR).mkdir()
    assert restore_backup(path=path, replace=True)["erased"] == 1


def test_a_line_that_somebody_added_erases_nobody(people: Cast, tmp_path: Path) -> None:
    change_player(actor=actors.of_user(people.member), player=people.member.player, display_name="Still Here")
    path = made(tmp_path / "copies" / "tenace.backup")
    said = {"player": people.member.player.pk, "first_entry": "", "mac": "0" * 64}
    (path.parent / erasures.NAME).write_text(f"{json.dumps(said)}\nnonsense\n")
    assert restore_backup(path=path, replace=True)["erased"] == 0


def test_another_person_with_the_number_of_somebody_erased_stays(people: Cast, tmp_path: Path) -> None:
    """The copy is from before the erased person came; the number has been given to somebody else since."""
    change_player(actor=actors.of_user(people.member), player=people.member.player, display_name="Another")
    listed = erasures.Erasure(people.member.player.pk, "f" * 64)
    assert erasures.erase_again([listed]) == 0


# --- Of an older release ---------------------------------------------------------------------------------------------
@pytest.fixture
def _at_the_newest() -> Iterator[None]:
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    triggers.install(connection)


@pytest.mark.usefixtures("_at_the_newest")
def test_a_backup_of_an_older_release_is_read_and_migrated(people: Cast, tmp_path: Path) -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    path = _made_by_an_older_release(tmp_path)
    MigrationExecutor(connection).migrate(newest)
    triggers.install(connection)
    Player.objects.create(display_name="Too Late")

    refused(path, "did not authenticate backups")
    restore_backup(path=path, replace=True, trust=True)

    assert Club.objects.get(pk=people.harbour.pk).name == people.harbour.name
    assert not Player.objects.filter(display_name="Too Late").exists()
    marked = AuditChain.objects.filter(entries__act=MARKER).distinct()
    assert marked.count() == AuditChain.objects.filter(length__gt=0).count() > 0
    Player.objects.create(display_name="Numbering goes on")
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM django_migrations WHERE name = '0013_token_ends_with_a_sign_in'")
        assert cursor.fetchone() == (1,)


def _made_by_an_older_release(folder: Path) -> Path:
    """A plain zip with the columns of before; the chains in it are those of before too."""
    triggers.remove(connection)
    MigrationExecutor(connection).migrate([("clubs", "0010_keys_of_plain_letters")])
    _link_plainly()
    sealed = made(folder / "copies" / "older.backup")
    (folder / "work").mkdir()
    older = folder / "older.zip"
    shutil.move(unpack(sealed, folder / "work", trust=False), older)
    return older


def _link_plainly() -> None:
    from tests.security.test_audit_cannot_be_rewritten import plain_link

    apps = MigrationExecutor(connection).loader.project_state([("clubs", "0010_keys_of_plain_letters")]).apps
    chains, entries = apps.get_model("clubs", "AuditChain"), apps.get_model("clubs", "AuditEntry")
    for chain in chains.objects.all():
        previous = ""
        for entry in entries.objects.filter(chain=chain).order_by("number"):
            entry.plain_reason, entry.previous_hash = entry.reason, previous
            previous = plain_link(entry, chain.label)
            entries.objects.filter(pk=entry.pk).update(previous_hash=entry.previous_hash, hash=previous)
        chains.objects.filter(pk=chain.pk).update(head=previous)
