"""What the database breaks off in favour of another transaction is done once more, and never twice."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client

from clubs.models import AuditEntry, JoinRequest, User
from clubs.services import joining
from core.once_more import KeptWrites
from events.services.tables import give_codes
from scoring.models import BoardResult
from scoring.services import results
from tests.cast import Cast, make_user
from tests.events.evening import make_session
from tests.scoring.devices import answers, claim, code_at, due

pytestmark = pytest.mark.django_db


class Deadlock(Exception):
    sqlstate = "40P01"


@pytest.fixture
def break_off(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let a module's next audit entries meet a deadlock, so many times."""

    def during(module: Any, times: int) -> list[int]:
        left, record = [times], module.record

        def broken(**entry: Any) -> Any:
            if left[0]:
                left[0] -= 1
                raise OperationalError("deadlock detected") from Deadlock()
            return record(**entry)

        monkeypatch.setattr(module, "record", broken)
        return left

    return during


def signed_in(user: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


def test_a_form_is_taken_at_the_second_try(cast: Cast, break_off: Any) -> None:
    left = break_off(joining, 1)
    answer = signed_in(cast.member).post("/clubs/hillside/join/", {"note": "Let me in"})
    assert (answer.status_code, left) == (302, [0])
    assert JoinRequest.objects.get(user=cast.member).note == "Let me in"
    assert AuditEntry.objects.filter(act="join.ask").count() == 1


def test_so_is_what_a_program_sends(cast: Cast, break_off: Any) -> None:
    left = break_off(joining, 1)
    sent = json.dumps({"note": "Let me in"})
    answer = signed_in(cast.member).post("/api/v1/clubs/hillside/join-request/", sent, content_type="application/json")
    assert (answer.status_code, left) == (201, [0])
    assert JoinRequest.objects.get(user=cast.member).note == "Let me in"


def test_and_a_result(cast: Cast, client: Client, break_off: Any) -> None:
    session = make_session(cast.harbour, 8)
    give_codes(session, actor=cast.actor("secretary"))
    left = break_off(results, 1)
    sent = claim(due(session)[0], confirmed=True)
    assert answers(client, code_at(session), sent)[0]["state"] == "agreed"
    assert (BoardResult.objects.count(), left) == (1, [0])


def test_after_the_second_time_people_are_told_to_wait(cast: Cast, break_off: Any) -> None:
    left = break_off(joining, 5)
    answer = signed_in(cast.member).post(
        "/clubs/hillside/join/", {"note": "Let me in"}, headers={"Accept": "text/html"}
    )
    assert (answer.status_code, left) == (503, [3])
    assert not JoinRequest.objects.filter(user=cast.member).exists()


@pytest.mark.django_db(transaction=True)
def test_a_part_that_was_rolled_back_hides_no_later_one_that_is_there_to_stay() -> None:
    user, writes = make_user("somebody"), KeptWrites()
    with connection.execute_wrapper(writes):
        with transaction.atomic():
            User.objects.filter(pk=user.pk).update(language="fr")
            transaction.set_rollback(True)
        assert not writes.is_any
        with transaction.atomic():
            User.objects.filter(pk=user.pk).update(language="lv")
    assert writes.is_any
