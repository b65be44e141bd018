"""A job that breaks whoever touches it: it is given up after its attempts, and everything else is done."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from jobs import services, tasks
from jobs.models import Job, JobState, Queue
from jobs.registry import KINDS
from jobs.registry import job as register
from tests.faults.conftest import effects
from tests.waiting import until


@pytest.fixture
def _no_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.nudge, "apply_async", lambda *_, **__: None)


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Any:
    def make(handler: Any) -> Job:
        monkeypatch.setitem(KINDS, "made.up", None)  # type: ignore[arg-type]
        register("made.up", title="Made up", queue=Queue.LIVE, attempts=2)(handler)
        return services.ask(kind="made.up", at=timezone.now())

    return make


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_messages")
def test_jobs_of_a_kind_that_is_gone_stand_in_nobodys_way() -> None:
    """An extension was taken out and left hundreds of them behind, all older than what is asked for now."""
    long_ago = timezone.now() - timedelta(days=1)
    fields = {"kind": "gone.kind", "queue": "live", "asked_at": long_ago, "run_after": long_ago}
    Job.objects.bulk_create(Job(**fields) for _ in range(150))
    job = services.ask(kind="test.effect", at=timezone.now())
    services.sweep("live")
    assert services.run_due("live") == 1
    assert effects(job) == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_messages")
@pytest.mark.parametrize("words", ["a\0b", "x" * 5_000_000], ids=["nul", "endless"])
def test_an_error_that_no_column_takes_is_written_down_all_the_same(made_up: Any, words: str) -> None:
    def fail(job: Job, report: Any) -> None:
        raise ValueError(words)

    poisoned = made_up(fail)
    after = services.ask(kind="test.effect", at=timezone.now())
    assert services.run_due("live") == 2
    poisoned.refresh_from_db()
    assert poisoned.state == JobState.WAITING
    assert poisoned.error.startswith("ValueError: ")
    assert len(poisoned.error) <= services.LONGEST_ERROR
    assert effects(after) == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_messages")
def test_a_result_that_no_column_takes_is_a_failure_like_any_other(made_up: Any) -> None:
    poisoned = made_up(lambda job, report: lambda: {"said": object()})
    assert services.run(poisoned.pk) == JobState.WAITING
    poisoned.refresh_from_db()
    assert "JSON" in poisoned.error


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_messages")
def test_a_job_that_kills_every_worker_is_given_up(made_up: Any) -> None:
    poisoned, now = made_up(lambda job, report: None), timezone.now()
    for _attempt in range(2):
        assert services._lease_job(poisoned.pk) is not None
        now += timedelta(hours=1)
        services.sweep("live", now)
    poisoned.refresh_from_db()
    assert (poisoned.state, poisoned.error) == (JobState.FAILED, "The worker died while it ran.")
    assert services.run(poisoned.pk) is None


def test_a_job_that_never_ends_is_ended_with_its_process() -> None:
    assert 0 < settings.CELERY_TASK_TIME_LIMIT <= 4 * 60 * 60


@pytest.mark.long
@pytest.mark.xdist_group("faults")
@pytest.mark.django_db(transaction=True)
def test_a_worker_survives_a_job_that_kills_its_processes(make_site: Any) -> None:
    site = make_site("redis")
    site.start_worker()
    poisoned = services.ask(kind="test.deadly", at=timezone.now())
    others = [services.ask(kind="test.effect", at=timezone.now()) for _ in range(3)]
    for job in others:
        site.wait_until_done(job)
    until(lambda: Job.objects.filter(pk=poisoned.pk, state=JobState.FAILED).exists(), site.log, seconds=60)
    assert [effects(job) for job in others] == [1, 1, 1]
