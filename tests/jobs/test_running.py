"""Running work: its effect happens once, a failure waits longer each time, a worker that lost its lease is ignored."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.models import AuditEntry
from jobs import services, tasks
from jobs.models import Job, JobState, Pulse, Queue
from jobs.registry import KINDS
from jobs.registry import job as register

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_messages(monkeypatch):
    monkeypatch.setattr(tasks.nudge, "apply_async", lambda *_, **__: None)


@pytest.fixture
def kind(monkeypatch):
    """A kind made up by the test: `kind(handler)` registers it and returns a waiting job of it."""

    def make(handler, attempts=3, lease=timedelta(seconds=30)):
        monkeypatch.setitem(KINDS, "made.up", None)  # so that it is gone again after the test
        register("made.up", title="Made up", queue=Queue.LIVE, lease=lease, attempts=attempts)(handler)
        return services.ask(kind="made.up", at=timezone.now())

    return make


def effects():
    return AuditEntry.objects.filter(act="test.effect").count()


def make_due(job):
    Job.objects.filter(pk=job.pk).update(run_after=timezone.now())


def take_over(job):
    """As the sweep and another worker do after the lease has run out."""
    Job.objects.filter(pk=job.pk).update(lease=uuid.uuid4())


def test_a_job_runs_once_however_often_it_is_nudged():
    job = services.ask(kind="test.effect", at=timezone.now())
    assert [services.run(job.pk) for _ in range(3)] == [JobState.DONE, None, None]
    job.refresh_from_db()
    assert (job.state, job.result, job.percent, job.lease, effects()) == ("done", {"attempts": 1}, 100, None, 1)


def test_progress_shows_while_it_runs_and_renews_the_lease(kind):
    seen = []

    def handler(job, report):
        before = Job.objects.get(pk=job.pk).lease_until
        report(3, 12)
        now = Job.objects.get(pk=job.pk)
        seen.append((now.percent, now.lease_until > before))

    services.run(kind(handler).pk)
    assert seen == [(25, True)]


def test_a_failure_waits_longer_each_time_and_then_has_failed(kind):
    def handler(job, report):
        raise ValueError("no such board")

    job = kind(handler, attempts=3)
    pauses = []
    for _ in range(2):
        assert services.run(job.pk) == JobState.WAITING
        job.refresh_from_db()
        pauses.append(round((job.run_after - timezone.now()).total_seconds()))
        assert services.run(job.pk) is None, "it is not due yet"
        make_due(job)
    assert pauses == [2, 4]
    assert services.run(job.pk) == JobState.FAILED
    job.refresh_from_db()
    assert (job.error, job.attempts, job.is_over) == ("ValueError: no such board", 3, True)


def test_the_pause_has_a_limit_however_many_attempts_there_are(kind):
    def handler(job, report):
        raise ValueError("still no such board")

    job = kind(handler, attempts=5000)
    Job.objects.filter(pk=job.pk).update(attempts=4000)
    assert services.run(job.pk) == JobState.WAITING
    job.refresh_from_db()
    assert job.run_after - timezone.now() <= services.LONGEST_WAIT


def test_an_effect_that_fails_leaves_nothing_behind(kind):
    def handler(job, report):
        effect = KINDS["test.effect"].handler(job, report)

        def finish():
            effect()
            raise ValueError("too late")

        return finish

    job = kind(handler)
    assert services.run(job.pk) == JobState.WAITING
    assert effects() == 0


def test_a_worker_that_lost_its_lease_stops_at_its_next_report(kind):
    def handler(job, report):
        take_over(job)
        report(1, 2)
        raise AssertionError("the report must raise")

    job = kind(handler)
    assert services.run(job.pk) is None
    job.refresh_from_db()
    assert (job.state, job.error, job.progress) == ("running", "", 0)


def test_the_effect_of_a_worker_that_lost_its_lease_is_dropped(kind):
    def handler(job, report):
        effect = KINDS["test.effect"].handler(job, report)
        take_over(job)
        return effect

    assert services.run(kind(handler).pk) is None
    assert effects() == 0


def test_a_failure_of_a_worker_that_lost_its_lease_changes_nothing(kind):
    def handler(job, report):
        take_over(job)
        raise ValueError("of no interest any more")

    job = kind(handler)
    assert services.run(job.pk) is None
    job.refresh_from_db()
    assert (job.state, job.error) == ("running", "")


def abandoned(**fields):
    job = services.ask(kind="test.effect", at=timezone.now(), **fields)
    services._lease_job(job.pk)
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    return job


def test_the_sweep_requeues_what_a_dead_worker_left():
    job = abandoned()
    assert services.sweep("long") == 0, "another queue's"
    assert services.sweep("live") == 1
    assert services.run(job.pk) == JobState.DONE
    assert effects() == 1


def test_the_sweep_leaves_a_job_alone_while_its_lease_holds():
    job = services.ask(kind="test.effect", at=timezone.now())
    services._lease_job(job.pk)
    assert services.sweep("live") == 0


def test_a_job_that_kills_its_workers_fails_in_the_end():
    job = abandoned()
    Job.objects.filter(pk=job.pk).update(attempts=KINDS["test.effect"].attempts)
    services.sweep("live")
    job.refresh_from_db()
    assert (job.state, "worker died" in job.error) == ("failed", True)


def test_an_abandoned_job_that_was_asked_for_again_gives_way():
    job = abandoned(key="field:7")
    again = services.ask(kind="test.effect", key="field:7", at=timezone.now())
    assert services.sweep("live") == 1
    job.refresh_from_db()
    assert (job.state, job.result) == ("done", {"replaced": True})
    assert services.run(again.pk) == JobState.DONE
    assert effects() == 1


def test_the_sweep_runs_what_is_due_and_notes_that_the_queue_is_served():
    services.ask(kind="test.effect", at=timezone.now())
    services.ask(kind="test.effect", at=timezone.now() + timedelta(hours=1))
    tasks.sweep("live")
    assert effects() == 1
    assert timezone.now() - Pulse.objects.get(queue="live").seen_at < timedelta(seconds=5)


def test_a_job_of_a_kind_that_this_worker_does_not_know_is_left_for_one_that_does():
    job = services.ask(kind="test.effect", at=timezone.now())
    Job.objects.filter(pk=job.pk).update(kind="from.a.newer.release")
    assert services.run(job.pk) is None
    job.refresh_from_db()
    assert job.state == JobState.WAITING
