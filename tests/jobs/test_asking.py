"""Asking for work: written with the change that asks for it, once for each key, found again when a message is lost."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from core.circuit_breaker import CircuitBreaker
from jobs import services, tasks
from jobs.models import Job, JobQuerySet, JobState
from jobs.registry import KINDS

pytestmark = pytest.mark.django_db


@pytest.fixture
def nudges(monkeypatch):
    sent = []

    def note(arguments, queue, countdown, retry):
        sent.append((arguments[0], queue, countdown))

    monkeypatch.setattr(tasks.nudge, "apply_async", note)
    monkeypatch.setattr(tasks, "broker_silence", CircuitBreaker(60))
    return sent


def ask(**fields):
    return services.ask(**({"kind": "test.effect", "at": timezone.now()} | fields))


def test_a_burst_with_one_key_costs_one_job(nudges):
    first = ask(key="field:7")
    assert {ask(key="field:7").pk for _ in range(20)} == {first.pk}
    assert Job.objects.count() == 1


def test_other_keys_and_jobs_without_a_key_stand_apart(nudges):
    asked = {ask(key="field:7").pk, ask(key="field:8").pk, ask().pk, ask().pk}
    assert len(asked) == 4


def test_what_is_asked_for_while_one_runs_gets_its_own_run(nudges):
    running = ask(key="field:7")
    services._lease_job(running.pk)
    second = ask(key="field:7")
    assert second.pk != running.pk
    assert second.state == JobState.WAITING


def test_a_worker_is_nudged_only_after_the_commit(nudges, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        job = ask()
        assert nudges == []
    callbacks[0]()
    assert nudges == [(job.pk, "live", None)]


def test_what_a_room_asks_for_in_bursts_is_begun_a_moment_later(
    nudges, monkeypatch, django_capture_on_commit_callbacks
):
    kind = replace(KINDS["test.effect"], gather=timedelta(milliseconds=600))
    monkeypatch.setitem(KINDS, "test.effect", kind)
    with django_capture_on_commit_callbacks(execute=True):
        job = ask(key="field:7")
    assert nudges == [(job.pk, "live", 0.6)]


def test_a_job_asked_for_in_a_transaction_that_fails_was_never_asked_for(nudges):
    with transaction.atomic():
        ask()
        transaction.set_rollback(True)
    assert not Job.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_with_the_broker_down_the_job_waits_and_the_sweep_finds_it(monkeypatch):
    def refuse(*_, **__):
        raise OperationalError("no broker")

    monkeypatch.setattr(tasks.nudge, "apply_async", refuse)
    monkeypatch.setattr(tasks, "broker_silence", CircuitBreaker(60))
    job = ask()
    job.refresh_from_db()
    assert job.state == JobState.WAITING
    tasks.sweep("live")
    job.refresh_from_db()
    assert job.state == JobState.DONE


def test_asking_survives_a_waiting_job_that_is_taken_at_that_very_moment(nudges, monkeypatch):
    """Two ask at once, one of them is refused by the constraint, and a worker takes the other's job before it looks."""
    original = JobQuerySet.create
    refused = []

    def lose_the_race(self, **arguments):
        if not refused:
            refused.append(True)
            raise IntegrityError("job_waits_once_per_key")
        return original(self, **arguments)

    monkeypatch.setattr(JobQuerySet, "create", lose_the_race)
    assert ask(key="field:7").state == JobState.WAITING
    assert refused


def test_a_failed_job_can_be_tried_again(nudges):
    job = ask(kind="test.broken")
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, attempts=2, error="x", finished_at=timezone.now())
    again = services.retry(job=job, at=timezone.now())
    assert (again.pk, again.state, again.attempts, again.error, again.finished_at) == (job.pk, "waiting", 0, "", None)


def test_trying_again_what_already_waits_adds_nothing(nudges):
    failed = ask(key="field:7")
    Job.objects.filter(pk=failed.pk).update(state=JobState.FAILED)
    waiting = ask(key="field:7")
    assert services.retry(job=failed, at=timezone.now()).pk == waiting.pk
    failed.refresh_from_db()
    assert failed.state == JobState.FAILED


def test_a_job_that_did_not_fail_is_left_alone(nudges):
    job = ask()
    services.run(job.pk)
    assert services.retry(job=job, at=timezone.now()).state == JobState.DONE


def test_the_backlog_says_how_far_behind_a_queue_is(nudges):
    now = timezone.now()
    ask(at=now - timedelta(seconds=90))
    ask(at=now + timedelta(seconds=90))
    services.sweep("live", at=now - timedelta(seconds=4))
    told = services.backlog("live", now)
    assert (told["due"], told["behind_seconds"], told["last_seen_seconds"]) == (1, 90, 4)
    assert services.backlog("long", now)["last_seen_seconds"] is None
