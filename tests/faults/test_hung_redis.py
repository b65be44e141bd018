"""Redis hangs in the middle of an evening: pages go on without it, and one call waits for it, not every one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone
from kombu import Connection

from jobs import services, tasks
from jobs.models import Job
from ops import embedded
from ops.cache import BriefRedisCache
from tests.services import Redis, redis_server

pytestmark = [pytest.mark.xdist_group("faults"), pytest.mark.django_db(transaction=True)]


@pytest.fixture
def hung() -> Iterator[Redis]:
    """It holds its socket, takes connections, and says nothing."""
    with redis_server() as server:
        assert server.process is not None
        os.kill(server.process.pid, signal.SIGSTOP)
        yield server
        os.kill(server.process.pid, signal.SIGCONT)


@pytest.fixture(autouse=True)
def fresh_breakers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """However slow the machine, the pause after a silence lasts until the test ends it."""
    for breaker in (BriefRedisCache.breaker, tasks.broker_silence):
        monkeypatch.setattr(breaker, "clock", lambda: 1000.0)
        breaker.answered()
    yield
    for breaker in (BriefRedisCache.breaker, tasks.broker_silence):
        breaker.answered()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Commands that somebody waited for."""
    found: list[str] = []
    from redis.connection import AbstractConnection

    read = AbstractConnection.read_response

    def note(self: Any, *arguments: Any, **options: Any) -> Any:
        found.append("read")
        return read(self, *arguments, **options)

    monkeypatch.setattr(AbstractConnection, "read_response", note)
    return found


def use_cache(settings: Any, server: Redis) -> BriefRedisCache:
    settings.CACHES = {
        "default": {
            "BACKEND": "ops.cache.BriefRedisCache",
            "LOCATION": server.url,
            "OPTIONS": embedded.cache_options(),
        }
    }
    return caches["default"]  # type: ignore[return-value]


def test_a_page_is_answered_and_only_the_first_call_waits(
    settings: Any, hung: Redis, client: Client, asked: list[str]
) -> None:
    cache = use_cache(settings, hung)
    # A code that nobody has: every such question is counted in the cache.
    assert client.get("/t/ABCDEF/state/").status_code == 404
    assert client.get("/t/ABCDEG/state/").status_code == 404
    assert len(asked) == 1
    assert (cache.get("x", 5), cache.add("x", 1), cache.incr("x"), cache.get_many(["x"])) == (5, False, None, {})
    assert len(asked) == 1


def test_it_is_used_again_when_it_is_back(settings: Any, hung: Redis) -> None:
    cache = use_cache(settings, hung)
    cache.set("x", 1)
    assert hung.process is not None
    os.kill(hung.process.pid, signal.SIGCONT)
    assert cache.get("x") is None, "left alone for a while"
    cache.breaker.answered()
    cache.set("x", {"a": [1, "b"]})
    assert cache.get("x") == {"a": [1, "b"]}


def test_whoever_asks_for_a_job_waits_for_a_hung_broker_once(
    hung: Redis, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS if settings.REDIS_URL else {"socket_timeout": 0.3}
    with Connection(embedded.broker_url(hung.url), transport_options=options) as broker:
        publish = tasks.nudge.apply_async

        def note(*arguments: Any, **named: Any) -> Any:
            tries.append(arguments)
            return publish(*arguments, **named, connection=broker)

        monkeypatch.setattr(tasks.nudge, "apply_async", note)
        jobs = [services.ask(kind="test.effect", at=timezone.now()) for _ in range(3)]
    assert len(tries) == 1
    assert Job.objects.filter(pk__in=[job.pk for job in jobs], state="waiting").count() == 3


def test_a_broker_has_a_time_limit(tmp_path: Path) -> None:
    asked = "from django.conf import settings; print(settings.CELERY_BROKER_TRANSPORT_OPTIONS['socket_timeout'])"
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "REDIS_URL": "redis://127.0.0.1:6379/0",
        "TENACE_VAR": str(tmp_path),
    }
    done = subprocess.run([sys.executable, "-c", asked], env=environment, capture_output=True, text=True, check=True)
    assert 0 < float(done.stdout) <= 1
