"""A damaged log of changes, and a database that can only be read: what there is stays whole, and all are told."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client

from clubs.services.tokens import make_token
from events.models import Session
from events.services.tables import give_codes
from scoring.models import BoardResult, ScoreEntry
from tests.cast import Cast, make_cast
from tests.events.evening import make_session
from tests.scoring.devices import answers, claim, code_at, due, post

pytestmark = [pytest.mark.xdist_group("faults"), pytest.mark.django_db(transaction=True)]
HTML = {"Accept": "text/html"}


@pytest.fixture
def people(transactional_db: None) -> Cast:
    return make_cast()


@pytest.fixture
def session(people: Cast) -> Session:
    session = make_session(people.harbour, 8)
    give_codes(session, actor=people.actor("secretary"))
    return session


# --- A damaged log of changes ----------------------------------------------------------------------------------------
@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL checks its own log")
def test_a_damaged_log_of_changes_loses_whole_acts_at_its_end_and_nothing_else(
    people: Cast, session: Session, tmp_path: Path
) -> None:
    """As after a power cut on a bad disk. What is gone shows against heads that were written down elsewhere."""
    checkpoint("TRUNCATE")
    plays = due(session)
    enter(session, plays[0])
    checkpoint("PASSIVE")
    for play in plays[1:]:
        enter(session, play)
    call_command("audit", "heads", str(tmp_path / "heads"), stdout=StringIO())
    copy = copied_with_damage(tmp_path)

    with sqlite3.connect(copy) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        kept = opened.execute(f"SELECT count(*) FROM {ScoreEntry._meta.db_table}").fetchone()[0]
        results = opened.execute(f"SELECT count(*) FROM {BoardResult._meta.db_table}").fetchone()[0]
    assert 1 <= kept < len(plays)
    assert results == kept, "an entry and its result are one act"
    assert "hold" in audit(copy, "verify").stdout
    against = audit(copy, "verify", "--against", str(tmp_path / "heads"))
    assert against.returncode == 1
    assert "1 of" in against.stderr


def checkpoint(mode: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA wal_checkpoint({mode})")


def enter(session: Session, play: object) -> None:
    assert answers(Client(), code_at(session), claim(play, confirmed=True))[0]["state"] == "agreed"  # type: ignore[arg-type]


def copied_with_damage(folder: Path) -> Path:
    """The database and its log as they lie on the disk, with a few bytes changed beyond the middle of the log."""
    name, copy = str(connection.settings_dict["NAME"]), folder / "copy.sqlite3"
    shutil.copy(name, copy)
    shutil.copy(f"{name}-wal", f"{copy}-wal")
    with open(f"{copy}-wal", "r+b") as log:
        log.seek(os.path.getsize(f"{copy}-wal") * 2 // 3)
        log.write(b"damaged" * 9)
    return copy


def audit(database: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{database}",
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "TENACE_INTEGRITY_KEYS": ",".join(settings.INTEGRITY_KEYS),
    }
    command = [sys.executable, "manage.py", "audit", *arguments]
    return subprocess.run(
        command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


# --- To be read only -------------------------------------------------------------------------------------------------
@contextmanager
def read_only() -> Iterator[None]:
    """A disk that went bad and was mounted again for reading, or a server that others follow."""
    on = {"sqlite": "PRAGMA query_only = ON", "postgresql": "SET default_transaction_read_only = on"}
    off = {"sqlite": "PRAGMA query_only = OFF", "postgresql": "SET default_transaction_read_only = off"}
    with connection.cursor() as cursor:
        cursor.execute(on[connection.vendor])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(off[connection.vendor])


def test_where_nothing_can_be_written_all_is_read_and_who_writes_is_told_to_wait(
    people: Cast, session: Session
) -> None:
    enter(session, due(session)[0])
    code, sent = code_at(session), claim(due(session)[1], confirmed=True)
    director, device = Client(raise_request_exception=False), Client(raise_request_exception=False)
    director.force_login(people.director)
    expires = people.actor("director").at.replace(year=people.actor("director").at.year + 1)
    _token, secret = make_token(actor=people.actor("director"), name="Screen", scopes=["read"], expires_at=expires)
    desk = f"/clubs/harbour/sessions/{session.pk}/desk/"
    with read_only():
        pages = ["/", "/clubs/harbour/", f"/clubs/harbour/sessions/{session.pk}/", desk, f"{desk}live/"]
        assert {path: director.get(path, headers=HTML).status_code for path in pages} == dict.fromkeys(pages, 200)
        assert device.get(f"/t/{code.code}/state/").status_code == 200
        token = {"Authorization": f"Bearer {secret}"}
        assert device.get("/api/v1/me/", headers=token).status_code == 200
        refused = post(device, code, sent)
        page = director.post(f"{desk}round/", {"version": str(session.version)}, headers=HTML)
        program = director.post(f"/api/v1/sessions/{session.pk}/finish/", {"reason": "x"}, "application/json")
    assert [answer.status_code for answer in (refused, page, program)] == [503, 503, 503]
    assert "kept and sent again" in refused.json()["sentence"]
    assert answers(device, code, sent)[0]["state"] == "agreed", "sent again, and there once"
    assert ScoreEntry.objects.count() == BoardResult.objects.count() == 2
