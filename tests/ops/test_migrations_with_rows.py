"""Migrations meet a club in the middle of an evening: rows and waiting jobs go on as they were."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from events.models import Play
from events.services.tables import give_codes
from jobs import services as jobs
from jobs.models import Job
from scoring.models import ComparisonField, Standing
from tests.cast import Cast
from tests.events.evening import make_session
from tests.scoring.at_tables import say

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = ("scoring", "0012_knockout_in_threes")


def migrate(*targets: tuple[str, str]) -> None:
    MigrationExecutor(connection).migrate(list(targets))


@pytest.fixture
def _at_the_newest() -> Iterator[None]:
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.mark.usefixtures("_at_the_newest")
def test_a_field_with_a_waiting_job_is_scored_after_the_migration(cast: Cast) -> None:
    session = make_session(cast.harbour, 8)
    give_codes(session, actor=cast.actor("secretary"))
    for play in Play.objects.filter(section__session=session, round=1):
        say(play, "4S= N", confirmed=True)
    field = ComparisonField.objects.get(session=session)
    assert Job.objects.filter(kind="score.field", state="waiting").exists()
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes("scoring")
    migrate(BEFORE)
    with connection.cursor() as cursor:
        cursor.execute("SELECT revision, scored FROM scoring_field WHERE id = %s", [field.pk])
        assert cursor.fetchone() == (field.revision, field.scored_revision)

    migrate(*newest)

    moved = ComparisonField.objects.get(pk=field.pk)
    assert (moved.revision, moved.scored_revision) == (field.revision, field.scored_revision)
    assert list(moved.sections.all()) == list(session.sections.all())
    while jobs.run_due("live"):
        pass
    moved.refresh_from_db()
    assert moved.scored_revision == moved.revision
    assert Standing.objects.filter(run__field=moved).count() == session.places.count()
