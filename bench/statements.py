"""How many statements an entry, an unchanged state and a rescore take in a field of so many tables."""

from __future__ import annotations

import json
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.fields import make_field
from clubs.models import Club
from core.actors import system
from events.models import Play, TableCode
from events.services.tables import give_codes
from jobs.models import Job
from scoring.jobs import rescore
from scoring.models import BoardResult, ComparisonField


@dataclass(frozen=True)
class Statements:
    entry: int
    unchanged: int
    rescore: int


def statements_for(club: Club, tables: int, client: Client) -> Statements:
    field = make_field(club, tables)
    give_codes(field.session, actor=system())
    code = TableCode.objects.get(section__session=field.session, table=1)
    play = Play.objects.filter(section=code.section, table=1, round=1).order_by("board")[0]
    BoardResult.objects.filter(play=play).delete()
    rescore_once(field)
    return Statements(_of_entry(client, code, play), _of_asking(client, code), _of_rescore(field))


def rescore_once(field: ComparisonField) -> None:
    """What the worker does for the job: read, score, write."""
    finish = rescore(Job(arguments={"field": field.pk}), lambda done, total: None)
    with transaction.atomic():
        finish()


def _of_entry(client: Client, code: TableCode, play: Play) -> int:
    claim = {"round": play.round, "board": play.board, "contract": "4S", "declarer": "N", "tricks": 10, "side": "NS"}
    claim |= {"key": f"statements-{code.code}", "confirmed": True, "sure": True}
    with CaptureQueriesContext(connection) as caught:
        answer = client.post(
            f"/t/{code.code}/entries/", json.dumps({"entries": [claim]}), content_type="application/json"
        )
    assert answer.status_code == 200, answer.content
    return len(caught)


def _of_asking(client: Client, code: TableCode) -> int:
    tag = client.get(f"/t/{code.code}/state/")["ETag"]
    with CaptureQueriesContext(connection) as caught:
        assert client.get(f"/t/{code.code}/state/", headers={"If-None-Match": tag}).status_code == 304
    return len(caught)


def _of_rescore(field: ComparisonField) -> int:
    ComparisonField.objects.filter(pk=field.pk).update(revision=F("revision") + 1)
    with CaptureQueriesContext(connection) as caught:
        rescore_once(field)
    return len(caught)
