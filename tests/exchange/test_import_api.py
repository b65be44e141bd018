"""Imports for programs: handed in, looked at, confirmed, undone, with the same rights as on the pages."""

from __future__ import annotations

import base64
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.services.tokens import make_token
from events.models import Event
from tests.cast import Cast
from tests.exchange.files import evening, packed
from tests.exchange.test_results_imports import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("documented_answers")]
PLACE = "/api/v1/clubs/harbour/results-imports/"


def sent(**files: str | bytes) -> dict[str, Any]:
    contents = {name: text.encode() if isinstance(text, str) else text for name, text in files.items()}
    return {"files": [{"name": name, "content": base64.b64encode(data).decode()} for name, data in contents.items()]}


def post(client: Client, address: str, data: Any = None, status: int = 200) -> Any:
    answer = client.post(address, data or {}, content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_a_program_hands_in_answers_confirms_and_undoes(cast: Cast, as_secretary: Client) -> None:
    made = post(as_secretary, PLACE, sent(evening=evening()), 201)
    place = f"{PLACE}{made['id']}/"
    assert (made["state"], made["counts"]["new"]) == ("ready", 1)
    post(as_secretary, f"{place}files/", sent(archive=packed({"b.xml": evening("10/11/2026")}).read()))
    first, second = as_secretary.get(f"{place}files/").json()
    assert first["outline"]["title"] == "Tuesday game"
    names = as_secretary.get(f"{place}names/").json()
    answers = [{"id": name["id"], "answer": "visitor"} for name in names]
    assert {name["answer"] for name in post(as_secretary, f"{place}names/", {"answers": answers})} == {"visitor"}
    answer = as_secretary.put(f"{place}files/{second['id']}/", {"choice": "leave"}, content_type="application/json")
    assert answer.json()["choice"] == "leave"
    assert post(as_secretary, f"{place}confirm/")["state"] == "running"
    work()
    assert as_secretary.get(place).json()["counts"] == {**made["counts"], "new": 0, "imported": 1, "left-out": 1}
    assert post(as_secretary, f"{place}files/{first['id']}/undo/")["fate"] == "undone"
    assert post(as_secretary, f"{place}undo/")["state"] == "undone"
    assert not Event.objects.filter(removed_at=None).exists()
    assert as_secretary.get(PLACE).json()["count"] == 1


def test_what_is_no_base64_is_said_at_its_field(as_secretary: Client) -> None:
    problem = post(as_secretary, PLACE, {"files": [{"name": "a", "content": "%%%"}]}, 400)
    assert "base64" in str(problem["errors"])


def test_others_see_no_imports_and_a_token_needs_the_scope(cast: Cast, client: Client) -> None:
    for persona, status in (("member", 403), ("other_secretary", 403), ("scorer", 403)):
        client.force_login(getattr(cast, persona))
        assert client.get(PLACE).status_code == status
        post(client, PLACE, sent(evening=evening()), status)
    client.logout()
    key = make_token(
        actor=cast.actor("secretary"), name="Reads", scopes=["read"], expires_at=timezone.now() + timedelta(days=1)
    )[1]
    answer = client.post(
        PLACE, sent(evening=evening()), content_type="application/json", headers={"Authorization": f"Bearer {key}"}
    )
    assert answer.status_code == 403
    assert "scope" in answer.json()["detail"]


def test_an_import_is_dropped(as_secretary: Client) -> None:
    made = post(as_secretary, PLACE, sent(evening=evening()), 201)
    assert post(as_secretary, f"{PLACE}{made['id']}/drop/")["state"] == "dropped"
    assert post(as_secretary, f"{PLACE}{made['id']}/confirm/", status=400)["errors"]
