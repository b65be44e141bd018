"""A request that is sent several times at once, because its sender is impatient: it is carried out once."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, IdempotencyKey
from clubs.services.tokens import make_token
from core.permissions import SCOPES
from tests.cast import Cast
from tests.concurrency.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
CLUB = {"name": "Lighthouse", "slug": "lighthouse", "federation": "north"}


def token_of(people: Cast) -> str:
    ends = timezone.now() + timedelta(days=9)
    _row, token = make_token(actor=people.actor("officer"), name="Impatient", scopes=SCOPES, expires_at=ends)
    return token


def send(token: str, body: dict[str, str], key: str) -> tuple[int, str]:
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
    answer = Client().post("/api/v1/clubs/", json.dumps(body), content_type="application/json", headers=headers)
    return answer.status_code, answer.content.decode()


def test_four_at_once_with_one_key_make_one_club_and_read_the_same_answer(people: Cast) -> None:
    token = token_of(people)
    outcomes = at_once(lambda number: send(token, CLUB, "one-key"), times=4)
    assert {status for status, _body in outcomes} == {201}
    assert len({body for _status, body in outcomes}) == 1
    assert Club.objects.filter(slug="lighthouse").count() == 1
    assert IdempotencyKey.objects.count() == 1


def test_of_two_different_requests_with_one_key_one_is_refused(people: Cast) -> None:
    token = token_of(people)
    bodies = [CLUB, CLUB | {"name": "Beacon", "slug": "beacon"}]
    outcomes = at_once(lambda number: send(token, bodies[number], "one-key"))
    assert sorted(status for status, _body in outcomes) == [201, 422]
    assert Club.objects.filter(slug__in=["lighthouse", "beacon"]).count() == 1
