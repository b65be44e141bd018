"""The standing cast, and what every database test needs."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from datetime import date
from functools import partial
from typing import Any

import hypothesis
import pytest
from _pytest import runner
from django.core.cache import cache
from django.db import connection, connections
from django.test import Client, TransactionTestCase

from core import actors
from core.audit import triggers
from core.call_stack import with_deep_stack
from tests import migrated
from tests.cast import Cast, make_cast
from tests.standing import Standing

STANDING_CAST = Standing(make_cast)
# Whoever counts statements counts the same ones on either database.
COUNTING = {"django_assert_num_queries", "django_assert_max_num_queries"}
LONG = bool(os.environ.get("TENACE_LONG"))

# The same examples in every ordinary run, so that a change is judged by what it changed; new ones with --long.
hypothesis.settings.register_profile("tenace", derandomize=not LONG, deadline=None)
hypothesis.settings.load_profile("tenace")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what touches the database, so that it runs on both; leave out what takes minutes unless asked for."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        uses_database = (
            item.get_closest_marker("django_db")
            or {
                "db",
                "transactional_db",
                "live_server",
            }
            & fixtures
        )
        if fixtures & COUNTING:
            item.add_marker("walk")
        once = item.get_closest_marker("browser") or (item.get_closest_marker("walk") and not LONG)
        if uses_database and not once:
            item.add_marker("database")
        if item.get_closest_marker("long") and not LONG:
            item.add_marker(pytest.mark.skip(reason="takes minutes; script/test --long runs it"))


def pytest_configure() -> None:
    """Whatever a test calls is deep: it has room for that, as a request has in service."""
    runner.runtestprotocol = partial(with_deep_stack, runner.runtestprotocol)


def pytest_collection_finish() -> None:
    """What is there by now stays; looking through it again and again costs a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.fixture(autouse=True, scope="session")
def _flush_past_the_audit_triggers() -> Iterator[None]:
    """Transactional tests empty every table afterwards; the audit's triggers would rightly refuse."""
    teardown = TransactionTestCase._fixture_teardown

    def without_triggers(self: TransactionTestCase) -> None:
        for opened in connections.all(initialized_only=True):
            triggers.remove(opened)
        teardown(self)

    TransactionTestCase._fixture_teardown = without_triggers  # type: ignore[method-assign]
    yield
    TransactionTestCase._fixture_teardown = teardown  # type: ignore[method-assign]


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """On SQLite the tests' database may be there before them: a copy of the one that was migrated last time."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    if connection.vendor == "sqlite":
        migrated.put_in_place()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    if connection.vendor == "sqlite":
        with django_db_blocker.unblock():
            migrated.keep()


@pytest.fixture(autouse=True)
def _nobody_is_stopped_for_what_others_did(request: pytest.FixtureRequest) -> None:
    """Limits and attempts are counted in the cache, and most tests come from one address."""
    if any(request.node.get_closest_marker(name) for name in ("database", "walk", "browser")):
        cache.clear()


@pytest.fixture
def cast(db: None) -> Iterator[Cast]:
    """Two clubs in two regions of one federation, and somebody in every role."""
    with STANDING_CAST.during() as cast:
        yield cast


@pytest.fixture
def system(db: None) -> actors.Actor:
    return actors.system()


@pytest.fixture
def today() -> date:
    return date(2026, 11, 2)


@pytest.fixture
def as_secretary(cast: Cast, client: Client) -> Client:
    client.force_login(cast.secretary)
    return client


@pytest.fixture
def office(cast: Cast, client: Client) -> Client:
    """Whoever runs the installation, in the admin."""
    client.force_login(cast.operator)
    return client


@pytest.fixture
def documented_answers(settings: Any) -> None:
    """Whatever the test asks of the API, the answer is held against the published schema."""
    settings.MIDDLEWARE = ["tests.documented_answers.DocumentedAnswersMiddleware", *settings.MIDDLEWARE]
