"""Bad luck on game night: whatever happens on the way, the standings come out as if nothing had happened."""

from __future__ import annotations

import logging
import shutil
import tempfile
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from events.models import Place, Session, TableCode
from events.services.tables import give_codes
from jobs import services as jobs
from jobs.models import Job
from jobs.models import JobState as JobState
from ops.rehearsal.evening import Evening, RehearsalPlan
from ops.rehearsal.site import Site
from scoring.models import BoardResult, ComparisonField, ScoreEntry, ScoringRun, Standing
from scoring.services import results
from tests.cast import Cast, make_cast
from tests.concurrency.threads import all_chains_are_whole, at_once
from tests.events.evening import make_session
from tests.faults.clock import MachineClock
from tests.scoring.devices import answers, claim, code_at, due, new_key, post

pytestmark = [pytest.mark.xdist_group("faults"), pytest.mark.django_db(transaction=True)]
RESULTS = [("4S", "N", 10), ("3NT", "S", 8), ("4H", "E", 10), ("2D", "W", 9)]


@pytest.fixture
def people(transactional_db: None) -> Cast:
    return make_cast()


@pytest.fixture
def session(people: Cast) -> Session:
    return make_evening(people)


def make_evening(people: Cast, **fields: Any) -> Session:
    session = make_session(people.harbour, 8, **fields)
    give_codes(session, actor=people.actor("secretary"))
    return session


def enter_round(session: Session, client: Client, before_each: Callable[[], None] = lambda: None) -> None:
    """Four tables enter the first two boards of the round."""
    for table in range(1, 5):
        for at, play in enumerate(due(session, table)[:2]):
            contract, declarer, tricks = RESULTS[(table + at) % 4]
            before_each()
            sent = claim(play, contract, declarer, tricks, confirmed=True)
            assert answers(client, code_at(session, table), sent)[0]["state"] == "agreed"


def standings(session: Session) -> dict[int, tuple[int, str]]:
    """Rank and exact total by number, of the newest run."""
    numbers = dict(Place.objects.filter(session=session).values_list("contestant_id", "number"))
    field = ComparisonField.objects.get(session=session)
    assert field.scored_revision == field.revision, "everything is scored"
    rows = Standing.objects.filter(run__field=field, run__revision=field.scored_revision)
    return {numbers[row.contestant_id]: (row.rank, row.total) for row in rows}


def undisturbed(people: Cast, client: Client) -> dict[int, tuple[int, str]]:
    """The same evening with nothing in its way."""
    session = make_evening(people, name="An evening like any other")
    enter_round(session, client)
    jobs.run_due("live", timezone.now() + timedelta(days=2))
    return standings(session)


def test_two_phones_confirm_different_results_and_the_desk_sees_both(people: Cast, session: Session) -> None:
    code, play = code_at(session), due(session)[0]
    said = [claim(play, tricks=tricks, side=side) for tricks, side in ((10, "NS"), (9, "EW"))]
    found = at_once(lambda number: answers(Client(), code, said[number], phone="ab"[number]))
    assert all(isinstance(one, list) for one in found), found
    assert set(ScoreEntry.objects.values_list("state", flat=True)) == {"disputed"}
    desk = Client()
    desk.force_login(people.director)
    shown = desk.get(f"/api/v1/sessions/{session.pk}/entries-to-decide/").json()
    assert {entry["result"] for entry in shown} == {"4S= N", "4S-1 N"}
    assert not BoardResult.objects.exists()
    assert all_chains_are_whole()


def test_two_phones_that_confirm_and_refuse_at_once_lose_nothing(session: Session) -> None:
    code, sent = code_at(session), claim(due(session)[0])
    answers(Client(), code, sent)
    words = [{"key": new_key(), "confirms": sent["key"], "agrees": agrees, "side": "EW"} for agrees in (True, False)]
    at_once(lambda number: answers(Client(), code, words[number], phone="bc"[number]))
    state = ScoreEntry.objects.get().state
    assert state in ("agreed", "disputed")
    assert BoardResult.objects.count() == (state == "agreed")


def test_the_browser_posts_twice_at_once(people: Cast, session: Session, client: Client) -> None:
    for table in range(1, 5):
        for at, play in enumerate(due(session, table)[:2]):
            contract, declarer, tricks = RESULTS[(table + at) % 4]
            sent = claim(play, contract, declarer, tricks, confirmed=True)
            code = code_at(session, table)
            both = at_once(lambda number, code=code, sent=sent: answers(Client(), code, sent)[0]["state"])
            assert both == ["agreed", "agreed"]
    jobs.run_due("live")
    assert ScoreEntry.objects.count() == BoardResult.objects.count() == 8
    assert standings(session) == undisturbed(people, client)


def test_a_correction_that_overtakes_what_it_corrects(session: Session, client: Client) -> None:
    """A phone without a connection sends everything, and not in order."""
    code, play = code_at(session), due(session)[0]
    wrong = claim(play, tricks=9)
    right = claim(play, tricks=10, after=wrong["key"])
    words = [{"key": new_key(), "confirms": one["key"], "agrees": True, "side": "EW"} for one in (wrong, right)]
    said = [answer["state"] for answer in answers(client, code, right, wrong, words[0], words[1])]
    assert said == ["waiting", "withdrawn", "withdrawn", "agreed"]
    assert BoardResult.objects.get().score == 420


def test_last_weeks_and_guessed_codes_are_refused_and_logged(
    people: Cast, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    last_week = make_evening(people, name="Last week")
    old, play = code_at(last_week), due(last_week)[0]
    Session.objects.filter(pk=last_week.pk).update(state="finished", finished_at=timezone.now() - timedelta(days=7))
    tonight = make_evening(people, name="Tonight")
    with caplog.at_level(logging.WARNING):
        assert post(client, old, claim(play)).status_code == 404
        guesses = [post(client, TableCode(code=f"GUESS{at:03d}".replace("0", "Z")), claim(play)) for at in range(100)]
    assert {answer.status_code for answer in guesses} == {404, 429}
    assert sum("tries many" in record.getMessage() for record in caplog.records) == 1
    assert not ScoreEntry.objects.exists()
    # The room goes on: its devices come from other addresses than whoever guesses.
    table = post(client, code_at(tonight), claim(due(tonight)[0]), REMOTE_ADDR="192.0.2.9")
    assert table.status_code == 200


def test_the_database_goes_away_in_the_middle_of_an_entry(
    people: Cast, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of an entry is no entry: the device sends it again, and it is there once."""
    patient = Client(raise_request_exception=False)
    gone = threading.Event()
    record = results.record

    def lose_it(**fields: Any) -> Any:
        if not gone.is_set():
            gone.set()
            _break_connection()
        return record(**fields)

    monkeypatch.setattr(results, "record", lose_it)
    code, sent = code_at(session), claim(due(session)[0], *RESULTS[1], confirmed=True)
    # A server that is gone may come back in a moment; a disk that cannot be read does not.
    refused = {"sqlite": 500, "postgresql": 503}[connection.vendor]
    assert post(patient, code, sent).status_code == refused
    connection.close()  # as the next request does with a connection that has died
    assert gone.is_set()
    assert (ScoreEntry.objects.count(), BoardResult.objects.count(), Job.objects.count()) == (0, 0, 0)
    enter_round(session, patient)
    jobs.run_due("live")
    assert standings(session) == undisturbed(people, patient)
    assert all_chains_are_whole()


def _break_connection() -> None:
    if connection.vendor == "sqlite":
        raise OperationalError("disk I/O error")
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")


def test_the_worker_dies_while_scoring(people: Cast, session: Session, client: Client) -> None:
    """Its job is taken over when the lease has run out, or made up for by the next entry."""
    enter_round(session, client, before_each=_worker_that_dies)
    assert Job.objects.filter(state=JobState.RUNNING).exists()
    assert not ScoringRun.objects.filter(revision=8).exists()
    later = timezone.now() + timedelta(minutes=1)
    jobs.sweep("live", later)
    jobs.run_due("live", later)
    assert standings(session) == undisturbed(people, client)
    assert not Job.objects.filter(state__in=[JobState.RUNNING, JobState.FAILED]).exists()


def _worker_that_dies() -> None:
    """It takes the job, and is never heard of again."""
    for job in Job.objects.filter(state=JobState.WAITING):
        jobs._lease_job(job.pk)


@pytest.mark.parametrize("jumps", [(timedelta(hours=-3),), (timedelta(days=1), timedelta(hours=-26))])
def test_the_clock_jumps(
    people: Cast, session: Session, client: Client, monkeypatch: pytest.MonkeyPatch, jumps: tuple[timedelta, ...]
) -> None:
    """The server's, backwards and forwards: between entries, and between an entry and its score."""
    clock, left = MachineClock(monkeypatch), list(jumps)

    def jump() -> None:
        if left:
            clock.jump(left.pop(0))

    enter_round(session, client, before_each=jump)
    clock.jump(-timedelta(hours=1))
    jobs.sweep("live")
    assert jobs.run_due("live") == 1, "nobody waits until the clock has caught up"
    found = standings(session)
    clock.off = timedelta(0)
    assert found == undisturbed(people, client)
    assert all_chains_are_whole()


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="a file has no server that could be restarted")
def test_the_database_drops_everybody_again_and_again(transactional_db: None) -> None:
    """A rehearsal in which every connection is lost several times, as when the database is restarted."""
    over, drops = threading.Event(), []

    def drop_everybody() -> None:
        while not over.wait(1.5):
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND backend_type = 'client backend' AND application_name = %s",
                    ["rehearsed"],
                )
                drops.append(cursor.fetchone()[0])
        connection.close()

    folder = Path(tempfile.mkdtemp(prefix="tenace-f-"))
    breaker = threading.Thread(target=drop_everybody)
    with Site(folder, settings="tests.settings", environment={"PGAPPNAME": "rehearsed"}) as site:
        breaker.start()
        try:
            outcome = Evening(RehearsalPlan(tables=5, boards=4, seed=2), site.url, lambda _: None, site).run()
        finally:
            over.set()
            breaker.join()
    shutil.rmtree(folder, ignore_errors=True)
    assert outcome.problems == []
    assert sum(drops) > 5
