"""What a device at a table asks for and sends, over the wire."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from events.models import Play, Session, TableCode

COUNT = iter(range(1, 10**6))


def code_at(session: Session, table: int = 1) -> TableCode:
    return TableCode.objects.get(section__session=session, table=table, revoked_at=None)


def due(session: Session, table: int = 1, round_number: int = 1) -> list[Play]:
    return list(Play.objects.filter(section__session=session, table=table, round=round_number).order_by("board"))


def new_key() -> str:
    return f"key-{next(COUNT):020d}"


def claim(play: Play, text: str = "4S", by: str = "N", tricks: int | None = 10, **more: Any) -> dict[str, Any]:
    said = {"contract": text, "declarer": by, "tricks": tricks, "side": "NS", "sure": True}
    return {"key": new_key(), "round": play.round, "board": play.board, **said, **more}


def post(client: Client, code: TableCode, *sent: Any, phone: str = "a", **more: Any) -> Any:
    body = {"phone": phone, "entries": list(sent)}
    return client.post(f"/t/{code.code}/entries/", json.dumps(body), content_type="application/json", **more)


def answers(client: Client, code: TableCode, *sent: Any, phone: str = "a") -> list[dict[str, Any]]:
    answer = post(client, code, *sent, phone=phone)
    assert answer.status_code == 200, answer.content
    return answer.json()["answers"]


def state(client: Client, code: TableCode) -> dict[str, Any]:
    return client.get(f"/t/{code.code}/state/").json()


def call(client: Client, code: TableCode, **body: Any) -> Any:
    return client.post(f"/t/{code.code}/call/", json.dumps(body), content_type="application/json")


def traveller(client: Client, code: TableCode, board: int) -> Any:
    return client.get(f"/t/{code.code}/boards/{board}/")
