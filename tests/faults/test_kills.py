"""Kill -9 in the middle of a job: it finishes once they are back, and its effect happens once."""

import os
import signal

import pytest
from django.db import connection
from django.utils import timezone

from clubs.models import AuditChain
from core.audit import verify_chain
from jobs import services
from tests.conftest import LONG
from tests.faults.conftest import effects
from tests.services import end_group
from tests.waiting import until

# PostgreSQL goes with Redis, SQLite with folders; with --long each with both.
USUAL = ["redis"] if connection.vendor == "postgresql" else ["filesystem"]
TRANSPORTS = ["redis", "filesystem"] if LONG else USUAL
pytestmark = [pytest.mark.xdist_group("faults"), pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_the_worker_is_killed(make_site, transport):
    site = make_site(transport)
    worker = site.start_worker()
    job = site.ask_held()
    site.wait_until_held()
    end_group(worker)
    site.let_go()
    site.start_worker()
    done = site.wait_until_done(job)
    assert done.result == {"attempts": 2}
    assert effects(job) == 1
    assert verify_chain(AuditChain.objects.get(label="site")).is_whole


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_only_the_process_that_runs_the_job_is_killed(make_site, transport):
    site = make_site(transport)
    site.start_worker()
    job = site.ask_held()
    os.kill(site.wait_until_held(), signal.SIGKILL)
    site.wait_until_held(attempt=2)
    site.let_go()
    site.wait_until_done(job)
    assert effects(job) == 1


def test_redis_is_killed(make_site):
    site = make_site("redis")
    site.start_worker()
    held = site.ask_held()
    site.wait_until_held()
    site.redis.kill()
    unheard = services.ask(kind="test.effect", at=timezone.now())  # its nudge reaches nobody
    site.redis.start()
    site.let_go()
    site.wait_until_done(held)
    site.wait_until_done(unheard)
    after = services.ask(kind="test.effect", at=timezone.now())
    site.wait_until_done(after)
    assert [effects(job) for job in (held, unheard, after)] == [1, 1, 1]


def test_a_job_that_ends_while_redis_is_down_is_done(make_site):
    site = make_site("redis")
    site.start_worker()
    job = site.ask_held()
    site.wait_until_held()
    site.redis.kill()
    site.let_go()
    site.wait_until_done(job)
    until(lambda: "Cannot connect" in site.log(), site.log)
    site.redis.start()
    after = services.ask(kind="test.effect", at=timezone.now())
    site.wait_until_done(after)
    assert (effects(job), effects(after)) == (1, 1)
