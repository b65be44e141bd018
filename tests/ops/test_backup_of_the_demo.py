"""The whole demo, with everything in every state, goes into a backup and comes back; the restored one is played on."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.test import Client, override_settings
from django.utils import timezone

from appeals.models import Appeal
from appeals.services.requesting import withdraw
from clubs.models import AuditChain, User
from core.actors import of_user, system
from core.audit import verify_chain
from events.models import Play, Session
from events.services.sessions import call_round, finish_session, last_round
from jobs import services as jobs
from jobs.models import Job
from ops.backup import BackupError, make_backup, restore_backup
from scoring.models import BoardResult, ComparisonField, OfficialScore, Standing
from scoring.services.official import publish
from scoring.services.typing import TravellerEntry, save_lines
from tests.every_state import fill_every_choice, fill_every_table
from tests.ops.test_backup import empty, everything

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("backup of the demo")]
RESULTS = ("4S= N", "4S-1 N", "3NT+1 S", "3NT= S", "2H+1 E", "5DX-2 W", "P", "1NT= W", "6S-1 N", "4HX+1 E")
Rows = dict[str, list[str]]


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT, settings.DEMO = tmp_path / "media", True
    settings.MEDIA_ROOT.mkdir()
    cache.clear()
    return settings.MEDIA_ROOT


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(params=["authenticated", "encrypted"])
def kind(request: pytest.FixtureRequest, settings: Any) -> str:
    """Whether a key is set for backups."""
    settings.BACKUP_KEY = "a long passphrase of seven words or more" if request.param == "encrypted" else ""
    return str(request.param)


@pytest.fixture
def demo(transactional_db: None, folder: Path) -> Path:
    """A backup of the demo as it is loaded; made once, for it takes a while."""
    path = folder / "demo.backup"
    if not path.exists():
        call_command("demo", verbosity=0)
        with override_settings(BACKUP_KEY=""):
            make_backup(path=path, at=timezone.now())
    return path


def triggers() -> set[str]:
    statement = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O'",
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return {name for (name,) in cursor.fetchall()}


def changed_copies(copy: Path, folder: Path) -> list[Path]:
    """The same with one bit turned, at the beginning, in the middle and at the end."""
    data, made = copy.read_bytes(), []
    for place in (60, len(data) // 2, len(data) - 40):
        path = folder / f"changed-{place}.backup"
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        made.append(path)
    return made


def restored(copy: Path, media: Path) -> None:
    empty(media)
    cache.clear()
    restore_backup(path=copy)


def without_running_jobs(rows: Rows) -> Rows:
    """What ran when the copy was made waits in line again, so it alone is not as it was."""
    return rows | {Job._meta.db_table: [row for row in rows[Job._meta.db_table] if "running" not in row]}


def test_a_database_with_everything_in_every_state_comes_back_row_for_row_and_is_played_on(
    demo: Path, media: Path, tmp_path: Path, client: Client, kind: str
) -> None:
    restored(demo, media)
    session, lodged = running_session().pk, Appeal.objects.filter(state="lodged").values_list("pk", flat=True)[0]
    fill_every_table()
    assert fill_every_choice() == []
    closed = Appeal.objects.filter(state="closed", closed_at__isnull=False, decisions__isnull=False)
    assert closed.exists(), "its rows are those that the triggers guard"
    guards, before = triggers(), without_running_jobs(everything())
    running = Job.objects.filter(state="running").count()
    copy = tmp_path / "every-state.backup"
    make_backup(path=copy, at=timezone.now())
    assert (b"PK\x03\x04" in copy.read_bytes()) is (kind == "authenticated")

    whole = everything()
    for changed in changed_copies(copy, tmp_path):
        with pytest.raises(BackupError, match="changed"):
            restore_backup(path=changed, replace=True, trust=True)
    assert everything() == whole

    restored(copy, media)

    after = everything()
    waiting = Job.objects.filter(error="The worker died while it ran.").count()
    assert waiting == running > 0
    for table, rows in before.items():
        assert set(rows) <= set(after[table]), table
        assert len(after[table]) == len(rows) + (running if table == Job._meta.db_table else 0), table
    assert triggers() == guards >= {"audit_no_update", "audit_no_delete", "appeal_closed", "appeal_closed_decision"}
    assert all(verify_chain(chain).is_whole for chain in AuditChain.objects.all())
    play_on(running_session(pk=session), Appeal.objects.get(pk=lodged), client)


def running_session(**more: int) -> Session:
    return Session.objects.get(event__name="Monday pairs", state="playing", **more)


def play_on(session: Session, lodged: Appeal, client: Client) -> None:
    """To an official score, and an appeal to its end; what the triggers guard stays as it is."""
    director = of_user(User.objects.get(email="director@harbour.example.org"))
    while True:
        type_what_is_missing(session, director)
        if session.round == last_round(session):
            break
        call_round(actor=director, session=session)
        session.refresh_from_db()
    finish_session(actor=director, session=session)
    while jobs.run_due("live"):
        pass
    assert all(field.scored_revision == field.revision for field in ComparisonField.objects.filter(session=session))
    assert Standing.objects.filter(run__field__session=session).count() >= session.places.count()
    publish(actor=system(), session=session, reason="")
    official = OfficialScore.objects.get(session=session)
    assert official.state == "published"
    client.force_login(director.user)
    assert client.get(f"/api/v1/sessions/{session.pk}/").json()["state"] == "finished"

    assert withdraw(actor=system(), appeal=lodged, reason="They are content.", for_whole_side=True).state == "withdrawn"
    with pytest.raises(DatabaseError, match="closed appeal is not changed"):
        Appeal.objects.filter(state="closed").update(verdict="changed")
    assert all(verify_chain(chain).is_whole for chain in AuditChain.objects.all())


def type_what_is_missing(session: Session, director: Any) -> None:
    chance = random.Random(session.round)
    done = BoardResult.objects.current().filter(play__section__session=session).values("play")
    due = (
        Play.objects.filter(section__session=session, round=session.round).exclude(pk__in=done).exclude(state="dropped")
    )
    lines = [TravellerEntry(play, chance.choice(RESULTS), 0) for play in due.select_related("section__session")]
    typed = save_lines(actor=director, lines=lines, reason="From the slip")
    assert not [answer.error for answer in typed if answer.error]
