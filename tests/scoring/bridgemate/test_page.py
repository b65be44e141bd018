"""The page “Bridgemate” of a session: a file in, a file out, and what is said when it is the wrong one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from events.models import Session
from scoring.interchange.bridgemate import reader
from scoring.models import BoardResult
from tests.cast import Cast
from tests.scoring.bridgemate.laptop import DAY, Laptop

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client: Client, cast: Cast) -> Client:
    client.force_login(cast.director)
    return client


def address(session: Session, page: str = "") -> str:
    return f"/clubs/harbour/sessions/{session.pk}/bridgemate/{page}"


def upload(data: bytes, **more: str) -> dict[str, object]:
    return {"read-file": SimpleUploadedFile("monday.bws", data), **more}


def test_a_file_is_read_and_what_became_of_it_is_said(director: Client, cast: Cast, session: Session) -> None:
    laptop = Laptop(cast, session)
    laptop.play_round(1)
    at = laptop.meeting(1)
    laptop.enter(replace(at, table=30), 1)
    answer = director.post(address(session), upload(laptop.data()))
    html = answer.content.decode()
    assert answer.status_code == 200
    assert 'enctype="multipart/form-data"' in html
    assert f"{len(laptop.rows) - 1} new results." in html
    assert "Table A30, round 1, board 1: this board is not played there in this session." in html
    assert BoardResult.objects.count() == len(laptop.rows) - 1
    again = director.post(address(session), upload(laptop.data())).content.decode()
    assert "0 new results." in again
    assert f"{len(laptop.rows) - 1} were here already." in again


def test_a_file_that_is_none_says_so_at_its_field(director: Client, session: Session) -> None:
    answer = director.post(address(session), upload(b"nothing of the kind"))
    assert answer.status_code == 422
    assert "monday.bws is not a Bridgemate file" in answer.content.decode()
    missing = director.post(address(session), {})
    assert missing.status_code == 422
    empty = director.post(address(session), upload(b""))
    assert "This file is empty." in empty.content.decode()


def test_last_weeks_file_is_refused_and_may_then_be_insisted_on(director: Client, cast: Cast, session: Session) -> None:
    laptop = Laptop(cast, session)
    laptop.file = replace(laptop.file, guid="F" * 32)
    laptop.play_round(1)
    laptop.rows = [replace(row, date=DAY - 7) for row in laptop.rows]
    assert "Take it although the day is another" not in director.get(address(session)).content.decode()
    answer = director.post(address(session), upload(laptop.data()))
    assert answer.status_code == 422
    assert "of 9 November 2026" in answer.content.decode()
    assert 'name="read-of_any_day"' in answer.content.decode()
    answer = director.post(address(session), upload(laptop.data(), **{"read-of_any_day": "on"}))
    assert answer.status_code == 200
    assert BoardResult.objects.count() == len(laptop.rows)


def test_the_file_for_the_bridgemates_is_an_answer_of_its_own(director: Client, session: Session) -> None:
    answer = director.post(address(session, "file/"), {"take-with_hands": "on", "take-computer": "CLUB-PC"})
    assert answer["Content-Disposition"] == 'attachment; filename="monday-pairs-2026-11-16.bws"'
    assert answer["Cache-Control"] == "private, no-store"
    assert len(reader.parse(answer.content).tables) == 4


def test_without_a_movement_the_page_says_what_to_do(director: Client, session: Session) -> None:
    session.sections.get().plays.all().delete()
    session.sections.update(movement_data=None)
    answer = director.post(address(session, "file/"), {})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Seat the players, then take the file." in html
    # The other form of the page still goes where files are read.
    assert f'action="{address(session)}"' in html


def test_the_companion_is_there_with_the_command_that_starts_it(director: Client, session: Session) -> None:
    html = director.get(address(session)).content.decode()
    assert f"python tenace_bridgemate.py --server http://testserver --session {session.pk}" in html
    answer = director.get(address(session, "companion/"))
    assert b"".join(answer.streaming_content).startswith(b'"""tenace-bridgemate:')  # type: ignore[attr-defined]
