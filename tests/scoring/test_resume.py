"""The machine dies at 21:00: another one goes on from the copy of the last round, and the evening ends the same."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client

from clubs.models import AuditChain, User
from core.actors import Actor, of_user
from core.audit import triggers, verify_chain
from events.models import Play, Session, TableCode
from events.services.sessions import call_round, finish_session, last_round
from events.services.tables import give_codes
from jobs import services as jobs
from jobs.models import Job
from scoring.models import ComparisonField, ScoreEntry, Standing
from scoring.services.typing import TravellerEntry, save_lines
from tests.cast import Cast
from tests.events.evening import make_session
from tests.scoring.at_tables import RESULTS, say
from tests.scoring.devices import answers, claim, state

pytestmark = pytest.mark.django_db(transaction=True)
Slot = tuple[int, int, int]


def plays_in(session: Session, number: int) -> list[Play]:
    return list(Play.objects.filter(section__session=session, round=number).select_related("section__session"))


def slot(play: Play) -> Slot:
    return play.round, play.table, play.board


def enter_round(session: Session, number: int, truth: dict[Slot, str]) -> None:
    for play in plays_in(session, number):
        say(play, truth[slot(play)], confirmed=True)


def standings(session: Session) -> list[tuple[int, int, str, str]]:
    jobs.run_due("live")
    rows = Standing.objects.filter(run__field__session=session).order_by("rank", "contestant")
    return list(rows.values_list("rank", "contestant", "total", "percent"))


def play_on(session: Session, truth: dict[Slot, str], actor: Actor, first: int) -> list[tuple[int, int, str, str]]:
    for number in range(first, last_round(session) + 1):
        if number > first:
            call_round(actor=actor, session=session)
        enter_round(session, number, truth)
    finish_session(actor=actor, session=session)
    return standings(session)


def on_a_new_machine(copy: Path) -> None:
    triggers.remove(connection)
    call_command("flush", interactive=False, verbosity=0)
    cache.clear()
    call_command("restore", str(copy), verbosity=0)


def test_another_machine_goes_on_from_the_copy(cast: Cast, client: Client, settings: Any, tmp_path: Path) -> None:
    settings.ROUND_COPIES, settings.MEDIA_ROOT = str(tmp_path / "copies"), str(tmp_path / "media")
    session = make_session(cast.harbour, 6)
    give_codes(session, actor=cast.actor("secretary"))
    chance = random.Random(21)
    truth = {slot(play): chance.choice(RESULTS) for play in Play.objects.filter(section__session=session)}
    actor = cast.actor("director")

    enter_round(session, 1, truth)
    jobs.run_due("live")
    call_round(actor=actor, session=session)
    first, *rest = plays_in(session, 2)
    # A result that came in while the copy was being made: it is in the copy, its standings are not.
    say(first, truth[slot(first)], confirmed=True)
    assert jobs.run_due("long") == 1
    [copy] = (tmp_path / "copies").glob("*.zip")
    codes = dict(TableCode.objects.values_list("table", "code"))
    for play in rest:
        say(play, truth[slot(play)], confirmed=True)
    call_round(actor=actor, session=session)
    undisturbed = play_on(session, truth, actor, 3)

    on_a_new_machine(copy)

    session = Session.objects.get()
    assert (session.state, session.round) == ("playing", 2)
    assert all(verify_chain(chain).is_whole for chain in AuditChain.objects.all())
    assert not Job.objects.filter(state="running").exists(), "nobody runs here what ran there"
    assert ComparisonField.objects.get().scored_revision < ComparisonField.objects.get().revision
    assert standings(session), "and the field that was behind is scored"
    assert ComparisonField.objects.get().scored_revision == ComparisonField.objects.get().revision

    code = TableCode.objects.get(code=codes[first.table])
    shown = {row["board"]: row["result"] for row in state(client, code)["boards"]}
    assert shown[first.board]["contract"], "the cards on the tables open the same tables"
    [mine, *_others] = [play for play in rest if play.table == first.table] or rest
    code = TableCode.objects.get(code=codes[mine.table])
    said = answers(client, code, claim(mine, outcome="passed", text="", by="", tricks=None, confirmed=True))
    assert said[0]["state"] == "agreed"
    assert ScoreEntry.objects.filter(play=mine).count() == 1

    actor = of_user(User.objects.get(pk=cast.director.pk))
    missing = [play for play in plays_in(session, 2) if play.pk != first.pk]
    lines = [TravellerEntry(play, truth[slot(play)], 1 if play.pk == mine.pk else 0) for play in missing]
    typed = save_lines(actor=actor, lines=lines, reason="From the slip")
    assert not [answer.error for answer in typed if answer.error]
    call_round(actor=actor, session=session)
    assert play_on(session, truth, actor, 3) == undisturbed
