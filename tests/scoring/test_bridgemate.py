"""Bridgemates and a session: a file for them, and what comes back from them again and again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from events.models import Play, Session
from scoring.interchange.bridgemate import reader, writer
from scoring.interchange.bridgemate.records import BridgemateFile, FileResult
from scoring.models import BoardResult
from scoring.result_input import ResultInput
from scoring.services.bridgemate import read_session_file, write_session_file
from scoring.services.results import set_result
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def movement_file(cast: Cast, session: Session) -> BridgemateFile:
    return reader.parse(write_session_file(actor=cast.actor("director"), session=session))


def test_smoke(cast: Cast, session: Session) -> None:
    file = movement_file(cast, session)
    print(file.sections, file.tables, file.rounds[:5], file.players[:3], file.names[:3], file.settings)
    rows = []
    for at, r in enumerate([r for r in file.rounds if r.round == 1 for _ in r.boards], start=1):
        pass
    n = 0
    for r in file.rounds:
        if r.round > 2: continue
        for b in r.boards:
            n += 1
            rows.append(FileResult(n, r.section, r.table, r.round, b, r.ns, r.ew, r.ns, "N", "4 S", "=", "", "", 46048.0, 0.4))
    import time
    t = time.time()
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    with CaptureQueriesContext(connection, ) as q:
        report = read_session_file(actor=cast.actor("director"), session=session, data=writer.write(replace(file, results=tuple(rows)), writer.NewFile(46048.0)))
    print(report, time.time() - t, len(q), len(rows))
    session.refresh_from_db()
    print(session.round)
    report = read_session_file(actor=cast.actor("director"), session=session, data=writer.write(replace(file, results=tuple(rows)), writer.NewFile(46048.0)))
    print(report)
    assert 0
