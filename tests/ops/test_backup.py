"""A backup holds everything; a restore puts all of it back or changes nothing. Runs on both databases."""

import json
import shutil
import stat
import tempfile
import zipfile
from pathlib import Path

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from clubs.models import AuditChain, AuditEntry, Club, Federation, Player
from clubs.services.bodies import add_federation
from core.audit import triggers, verify_chain
from jobs.models import Job
from jobs.services import ask, run_due, sweep
from jobs.states import Queue
from ops.backup import BackupError, archive, make_backup, postgresql, restore_backup, sqlite
from ops.backup.envelope import EnvelopeWriter, unpack
from ops.backup.state import occupied_tables
from ops.embedded import demo_marker
from tests.cast import make_cast

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def media(settings, tmp_path, tmp_path_factory):
    # Who was erased in other tests is listed elsewhere.
    settings.VAR_DIR = tmp_path_factory.mktemp("var")
    settings.MEDIA_ROOT = tmp_path / "media"
    (settings.MEDIA_ROOT / "logos").mkdir(parents=True)
    (settings.MEDIA_ROOT / "logos" / "harbour é.png").write_bytes(b"a logo")
    return settings.MEDIA_ROOT


@pytest.fixture
def backup(transactional_db, media, tmp_path):
    make_cast()
    path = tmp_path / "tenace.backup"
    make_backup(path=path, at=timezone.now())
    return path


def everything():
    """Every row of every table, to compare."""
    from ops.backup.state import quote, tables

    with connection.cursor() as cursor:
        found = {}
        for table in tables():
            cursor.execute(f"SELECT * FROM {quote(table)}")
            found[table] = sorted(map(repr, cursor.fetchall()))
    return found


def empty(media):
    """As after `migrate` on a new machine."""
    triggers.remove(connection)
    call_command("flush", interactive=False, verbosity=0)
    shutil.rmtree(media)


def rewrite(path, change):
    """The same backup with something wrong in it, by somebody who has the key."""
    with (
        tempfile.TemporaryDirectory() as folder,
        zipfile.ZipFile(unpack(path, Path(folder), trust=False)) as source,
    ):
        members = {name: source.read(name) for name in source.namelist()}
    manifest = json.loads(members.pop(archive.MANIFEST))
    change(manifest, members)
    with path.open("wb") as file:
        envelope = EnvelopeWriter(file)
        with zipfile.ZipFile(envelope, "w") as target:
            for name, data in members.items():
                target.writestr(name, data)
            target.writestr(archive.MANIFEST, json.dumps(manifest))
        envelope.close()


def refused(path, sentence, **options):
    before = everything()
    with pytest.raises(BackupError, match=sentence):
        restore_backup(path=path, **options)
    assert everything() == before


def test_all_of_it_comes_back_on_a_new_machine(backup, media):
    before = everything()
    empty(media)
    call_command("restore", str(backup))
    assert everything() == before
    assert (media / "logos" / "harbour é.png").read_bytes() == b"a logo"
    assert all(verify_chain(chain).is_whole for chain in AuditChain.objects.all())


def test_work_goes_on_after_a_restore(backup, media, system):
    """Numbering continues, and the audit's triggers are back."""
    empty(media)
    restore_backup(path=backup)
    highest = max(Federation.objects.values_list("pk", flat=True))
    added = add_federation(actor=system, parent=None, name="New", slug="new", level="national")
    assert added.pk > highest
    Player.objects.create(display_name="Somebody New")
    with pytest.raises(Exception, match="never changed"):
        AuditEntry.objects.update(act="x")


def test_what_came_after_the_backup_is_gone_with_replace(backup, media):
    before = everything()
    Player.objects.create(display_name="Too Late")
    (media / "later.png").write_bytes(b"later")
    restore_backup(path=backup, replace=True)
    assert everything() == before
    assert not (media / "later.png").exists()
    assert sorted(path.name for path in media.parent.iterdir()) == ["media", "tenace.backup"]


def test_data_is_not_overwritten_unless_asked(backup):
    refused(backup, "Add --replace")


def test_a_server_that_was_started_once_and_left_empty_takes_a_backup(backup, media):
    """Its workers swept, asked for the nightly work themselves and did it; somebody looked at its first page."""
    empty(media)
    for queue in Queue.values:
        sweep(queue)
        run_due(queue)
    assert Job.objects.exists()
    Client().get("/")
    SessionStore().save()
    restore_backup(path=backup)
    assert Player.objects.exists()


def test_a_job_that_somebody_asked_for_is_somebodys(backup, media):
    empty(media)
    nation = Federation.objects.create(name="New", slug="new", level="national")
    ask(kind="members.check", at=timezone.now(), federation_id=nation.pk)
    assert occupied_tables() == ["clubs_federation", "jobs_job"]


@pytest.mark.parametrize("is_demo", [True, False])
def test_an_installation_is_the_demo_afterwards_where_the_one_backed_up_was(media, tmp_path, settings, is_demo):
    """The mark decides whether the demo's sign-ins work under `script/server`."""
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    mark = demo_marker(settings.VAR_DIR)
    if is_demo:
        mark.write_text("loaded\n")
    path = tmp_path / "tenace.backup"
    make_backup(path=path, at=timezone.now())
    if is_demo:
        mark.unlink()
    else:
        mark.write_text("loaded\n")
    restore_backup(path=path, replace=True)
    assert mark.exists() is is_demo


def test_uploaded_files_are_not_overwritten_unless_asked(backup, media):
    triggers.remove(connection)
    call_command("flush", interactive=False, verbosity=0)
    refused(backup, "Add --replace")
    assert (media / "logos" / "harbour é.png").exists()


def test_a_backup_is_for_its_owner_only_and_overwrites_nothing(backup):
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    with pytest.raises(CommandError, match="already there"):
        call_command("backup", str(backup))


def test_a_backup_that_cannot_be_written_leaves_no_half_of_it(backup, tmp_path, monkeypatch):
    def broken(_writer):
        raise OSError("No space left on device")

    monkeypatch.setattr("ops.backup.media.dump", broken)
    with pytest.raises(BackupError, match="No space left"):
        make_backup(path=tmp_path / "second.backup", at=timezone.now())
    assert not list(tmp_path.glob("second*"))


def test_a_file_that_is_no_backup(tmp_path):
    path = tmp_path / "holiday.jpg"
    path.write_bytes(b"\xff\xd8 not a zip")
    refused(path, "no backup of Tenace")
    refused(tmp_path / "nowhere", "There is no file")


@pytest.mark.parametrize("at", [0.3, 0.6, 0.9])
def test_a_file_cut_short(backup, at):
    backup.write_bytes(backup.read_bytes()[: int(backup.stat().st_size * at)])
    refused(backup, "damaged", replace=True)


def test_a_changed_byte_is_noticed(backup):
    def change(manifest, members):
        name = max(members, key=lambda name: len(members[name]))
        members[name] = members[name][:-1] + bytes([members[name][-1] ^ 1])

    rewrite(backup, change)
    refused(backup, "is not what was written", replace=True)


def test_a_member_too_many_is_noticed(backup):
    rewrite(backup, lambda manifest, members: members.update({"media/extra.png": b"x"}))
    refused(backup, "not what its manifest lists", replace=True)


@pytest.mark.parametrize("name", ["media/../../escaped", "/etc/escaped", "media/..\\..\\escaped"])
def test_a_name_that_leads_outside_is_refused(backup, name, tmp_path):
    import hashlib

    def change(manifest, members):
        members[name] = b"x"
        manifest["members"][name] = {"sha256": hashlib.sha256(b"x").hexdigest(), "size": 1}

    rewrite(backup, change)
    refused(backup, "outside its folder", replace=True)
    assert not list(tmp_path.rglob("*escaped*"))


def test_another_kind_of_database_is_refused(backup):
    rewrite(backup, lambda manifest, members: manifest.update(vendor="oracle"))
    refused(backup, "of a oracle database", replace=True)


def test_another_format_is_refused(backup):
    rewrite(backup, lambda manifest, members: manifest.update(format=99))
    refused(backup, "format 99", replace=True)


def test_a_newer_release_is_refused_and_the_migration_is_named(backup):
    rewrite(backup, lambda manifest, members: manifest["migrations"].append(["clubs", "0999_later"]))
    refused(backup, r"clubs\.0999_later is only in the backup", replace=True)


def test_a_backup_whose_audit_chain_is_broken_is_refused(media, tmp_path):
    make_cast()
    triggers.remove(connection)
    AuditEntry.objects.filter(number=2, chain__label=f"club:{Club.objects.first().pk}").update(act="forged")
    triggers.install(connection)
    path = tmp_path / "forged.backup"
    make_backup(path=path, at=timezone.now())
    refused(path, "breaks at entry 2", replace=True)


def test_a_failure_half_way_leaves_rows_and_files_as_they_were(backup, media, monkeypatch):
    Player.objects.create(display_name="Still Here")
    vendor = {"sqlite": sqlite, "postgresql": postgresql}[connection.vendor]
    load = vendor.load

    def fail_at_the_end(reader):
        load(reader)
        raise BackupError("power cut")

    monkeypatch.setattr(vendor, "load", fail_at_the_end)
    (media / "later.png").write_bytes(b"later")
    refused(backup, "power cut", replace=True)
    assert Player.objects.filter(display_name="Still Here").exists()
    assert sorted(path.name for path in media.parent.iterdir()) == ["media", "tenace.backup"]
    assert (media / "later.png").read_bytes() == b"later"
    with pytest.raises(Exception, match="never changed"):
        AuditEntry.objects.update(act="x")
