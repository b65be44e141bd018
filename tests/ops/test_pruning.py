"""What is over is removed by rule once a day, and nothing else is."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session as SignIn
from django.utils import timezone

from clubs.models import ApiToken
from jobs import services
from jobs.models import Job, JobState
from jobs.states import Queue
from ops import pruning
from ops.jobs import PRUNE, ask_for_pruning
from scoring.models import ComparisonField, Publication, ScoringRun
from tests.cast import Cast
from tests.events.evening import make_session

NOW = timezone.now()
LONG_AGO, LATELY = NOW - timedelta(days=91), NOW - timedelta(days=89)


def run_pruning() -> Job:
    job = services.ask(kind=PRUNE, at=timezone.now())
    services.run(job.pk)
    job.refresh_from_db()
    assert job.state == JobState.DONE
    return job


def make_job(state: str, finished: datetime | None) -> int:
    fields: dict[str, Any] = {"kind": "test.effect", "queue": "live", "asked_at": LONG_AGO, "run_after": LONG_AGO}
    return Job.objects.create(**fields, state=state, finished_at=finished).pk


def test_jobs_that_ended_long_ago_go(db: None) -> None:
    gone = {make_job(state, LONG_AGO) for state in (JobState.DONE, JobState.FAILED)}
    kept = {make_job(state, LATELY) for state in (JobState.DONE, JobState.FAILED)} | {make_job(JobState.WAITING, None)}
    done = run_pruning()
    left = set(Job.objects.values_list("pk", flat=True))
    assert (gone & left, kept - left) == (set(), set())
    assert done.result == {"jobs": 2}
    assert done.outcome.startswith("Removed: 2 ended jobs, 0 expired sessions")


def test_in_steps_all_of_them_go(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "STEP", 2)
    for _ in range(5):
        make_job(JobState.DONE, LONG_AGO)
    assert run_pruning().result == {"jobs": 5}


def test_who_is_signed_in_stays_so(cast: Cast) -> None:
    def sign_in(expires: datetime) -> str:
        store = SessionStore()
        store.create()
        SignIn.objects.filter(session_key=store.session_key).update(expire_date=expires)
        UserSession.objects.create(user=cast.director, session_key=store.session_key, ip="127.0.0.1", user_agent="x")
        return str(store.session_key)

    expired, signed_in = sign_in(NOW - timedelta(seconds=1)), sign_in(NOW + timedelta(days=1))
    run_pruning()
    for model in (SignIn, UserSession):
        left = set(model.objects.values_list("session_key", flat=True))
        assert (expired in left, signed_in in left) == (False, True)


def test_tokens_that_ended_long_ago_go(cast: Cast) -> None:
    def make_token(name: str, expires: datetime, revoked: datetime | None = None) -> None:
        ApiToken.objects.create(
            user=cast.director, name=name, prefix=name, digest=name, created_at=LONG_AGO, expires_at=expires,
            revoked_at=revoked,
        )  # fmt: skip

    later = NOW + timedelta(days=1)
    make_token("expired", LONG_AGO)
    make_token("revoked", later, LONG_AGO)
    make_token("expired-now", LATELY)
    make_token("revoked-now", later, LATELY)
    make_token("valid", later)
    run_pruning()
    assert set(ApiToken.objects.values_list("name", flat=True)) == {"expired-now", "revoked-now", "valid"}


def test_of_unpublished_scorings_the_newest_stays(cast: Cast) -> None:
    session = make_session(cast.harbour, 8)
    field = ComparisonField.objects.create(session=session, revision=9)

    def make_run(revision: int, *, published: bool = False) -> ScoringRun:
        return ScoringRun.objects.create(
            field=field, revision=revision, method="matchpoints", profile="x", scored_at=NOW, is_published=published
        )

    make_run(1)
    make_run(2, published=True)
    shown = make_run(3)
    make_run(4)
    make_run(5)
    made = Publication.objects.create(session=session, number=1, made_at=NOW, made_by=cast.director)
    made.runs.add(shown)
    assert run_pruning().result == {"runs": 2}
    assert set(field.runs.values_list("revision", flat=True)) == {2, 3, 5}


def test_it_is_asked_for_once_a_day(db: None) -> None:
    assert (ask_for_pruning(NOW), ask_for_pruning(NOW)) == (1, 0)
    services.run_due(Queue.LONG)
    assert ask_for_pruning(NOW + timedelta(hours=23)) == 0
    assert ask_for_pruning(NOW + timedelta(hours=25)) == 1
    assert Job.objects.filter(kind=PRUNE).count() == 2
