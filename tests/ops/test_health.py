"""Status and health: they tell what is down while it is down, and quickly."""

import json
import time
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, connections
from django.utils import timezone

from clubs.models import AuditEntry, Club
from core.audit import triggers
from core.release import version
from jobs import services
from jobs.models import Job, Pulse
from ops import health

pytestmark = pytest.mark.django_db


@pytest.fixture
def served():
    """Both queues were swept a moment ago."""
    for queue in ("live", "long"):
        services.sweep(queue)


@pytest.fixture
def _no_redis(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1"


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=out)
    return out.getvalue()


def part(name: str) -> health.HealthPart:
    return next(part for part in health.health_report().parts if part.name == name)


def test_all_is_well(client, served):
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["ok"]) == (200, True)
    assert "no-store" in answer["Cache-Control"]
    assert set(answer.json()["queues"]) == {"live", "long"}
    assert not answer.cookies


def test_a_worker_that_was_not_seen_lately_is_down(client, served):
    Pulse.objects.filter(queue="long").update(seen_at=timezone.now() - timedelta(minutes=5))
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["parts"]["worker long"]) == (503, False)


def test_a_worker_busy_with_a_long_job_answers(client, served):
    Pulse.objects.filter(queue="long").update(seen_at=timezone.now() - timedelta(minutes=5))
    job = services.ask(kind="test.held", at=timezone.now())
    services._lease_job(job.pk)
    assert client.get("/health/").status_code == 200
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert client.get("/health/").status_code == 503


@pytest.mark.usefixtures("_no_redis")
def test_redis_down_is_told_at_once(client, served):
    started = time.monotonic()
    answer = client.get("/health/")
    assert time.monotonic() - started < 2
    assert (answer.status_code, answer.json()["parts"]["broker"]) == (503, False)


def test_health_tells_strangers_no_addresses_and_no_versions(client, served, settings):
    said = client.get("/health/").content.decode()
    assert settings.REDIS_URL == "" or settings.REDIS_URL not in said
    assert part("database").facts["version"] not in said


def test_a_database_that_does_not_answer(client, monkeypatch):
    def refuse(*_, **__):
        raise OperationalError("connection refused")

    monkeypatch.setattr(connections["default"], "cursor", refuse)
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["parts"]["database"]) == (503, False)


def test_status_says_what_is_in_use(served, settings):
    settings.DEMO = True
    said = run("status")
    assert connection.display_name in said
    assert "answers" in said
    assert "anybody can sign in" in said


def test_status_says_which_release_runs(served):
    assert f"Tenace {version()}" in run("status")
    told = json.loads(run("status", "--json"))
    assert told["parts"][0]["facts"] == {"version": version()}


def test_status_for_machines(served):
    told = json.loads(run("status", "--json"))
    assert told["ok"]
    assert {part["name"] for part in told["parts"]} >= {"database", "broker", "cache", "mail", "pdf", "demo", "audit"}


def test_status_fails_where_something_vital_is_down():
    with pytest.raises(SystemExit):
        run("status")


def test_how_far_behind_a_queue_is(served):
    services.ask(kind="test.effect", at=timezone.now() - timedelta(minutes=2))
    assert part("worker live").facts["behind_seconds"] >= 120


def test_audit_verify_passes_and_counts(cast):
    assert "hold" in run("audit", "verify")
    assert run("audit", "verify", "--chain", cast.harbour.label).startswith("1 chains")


def test_audit_verify_names_the_first_broken_link(cast):
    triggers.remove(connection)
    AuditEntry.objects.filter(chain__label=cast.harbour.label, number=3).update(act="forged")
    triggers.install(connection)
    out = StringIO()
    with pytest.raises(CommandError, match="1 of"):
        call_command("audit", "verify", stdout=out, stderr=out)
    assert f"Chain {cast.harbour.label} breaks at entry 3" in out.getvalue()


def test_audit_verify_of_a_chain_that_is_not_there():
    with pytest.raises(CommandError, match="no chain “club:999”"):
        run("audit", "verify", "--chain", "club:999")


def test_the_setup_link_opens_an_empty_installation_only(client, settings, cast):
    assert Club.objects.exists()
    with pytest.raises(CommandError, match="is set up"):
        run("setup_link")


def test_the_setup_link_of_an_empty_installation(client, settings):
    link = run("setup_link").strip()
    assert link.startswith(f"{settings.PUBLIC_URL}/setup/")
    assert client.get(link.removeprefix(settings.PUBLIC_URL)).status_code == 200
