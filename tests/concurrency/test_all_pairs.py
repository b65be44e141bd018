"""Any two acts on one session at the same moment: both happen, or one of them is refused with a sentence.

Every act of the tables in `acts.py` meets every other and itself. In each pair both take turns at every statement that
locks or writes, so that two who take locks in different orders do stand in each other's way. Ordinary runs try those
pairs whose places in the table add up to a multiple of `EVERY`; `script/test --long` tries all.
"""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import connection

from clubs.models import AuditEntry
from core.errors import Conflict, Forbidden
from tests.cast import Cast
from tests.concurrency.acts import AFTER_PLAY, BEFORE_PLAY, IN_PLAY, Ready, Stage, after_play, before_play, in_play
from tests.concurrency.threads import all_chains_are_whole, at_once
from tests.lock_order import watched_locks

pytestmark = pytest.mark.django_db(transaction=True)
Pair = tuple[Ready, Ready]
EVERY, PARTS = 19, 4
# How long one waits at a turn for the other, who may be waiting for a lock.
TURN_SECONDS = 0.03
STAGES = {
    "before play": (before_play, BEFORE_PLAY),
    "in play": (in_play, IN_PLAY),
    "after play": (after_play, AFTER_PLAY),
}
stages = pytest.mark.parametrize(("make_stage", "acts"), STAGES.values(), ids=STAGES)
SESSION, CHAIN = "events.Session", "clubs.AuditChain"
REFUSALS = (ValidationError, Conflict, Forbidden)


def pairs(acts: list[Ready], rest: int, every: int) -> list[Pair]:
    numbered = list(enumerate(acts))
    chosen = combinations_with_replacement(numbered, 2)
    return [(first, second) for (at, first), (place, second) in chosen if (at * 5 + place) % every == rest]


class Turns:
    """Two threads go on together from one locking statement to the next, until one has to wait for the other."""

    def __init__(self) -> None:
        self.barrier = threading.Barrier(2)

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) or " FOR NO KEY UPDATE" in sql:
            with contextlib.suppress(threading.BrokenBarrierError):
                self.barrier.wait(TURN_SECONDS)
        return result


def meet(make_stage: Callable[[Cast], Stage], cast: Cast, pair: Pair) -> list[str]:
    """What went wrong when these two acts were done at once."""
    stage = make_stage(cast)
    ready = [act(stage) for act in pair]
    turns = Turns()

    def act(number: int) -> Any:
        with connection.execute_wrapper(turns) if connection.vendor == "postgresql" else contextlib.nullcontext():
            return ready[number][0]()

    entries = AuditEntry.objects.count()
    outcomes = at_once(act)
    names = " and ".join(one.__name__ for one in pair)
    problems = []
    for (_do, is_there), outcome, one in zip(ready, outcomes, pair, strict=True):
        if isinstance(outcome, REFUSALS):
            if not str(outcome).strip("[]' "):
                problems.append(f"{names}: {one.__name__} is refused without a sentence")
        elif isinstance(outcome, Exception):
            problems.append(f"{names}: {one.__name__} ends with {type(outcome).__name__}: {outcome}"[:400])
        elif not is_there() and not _undone_by(pair, one):
            problems.append(f"{names}: {one.__name__} was done and is lost")
    if all(isinstance(outcome, REFUSALS) for outcome in outcomes) and AuditEntry.objects.count() != entries:
        problems.append(f"{names}: refused, and recorded all the same")
    return problems


def _undone_by(pair: Pair, act: Ready) -> bool:
    """Whether the other act, done after this one, takes back what it has done."""
    other = pair[1] if pair[0] is act else pair[0]
    return (act.__name__, other.__name__) in UNDOING


#: The first is done, the second undoes it when it comes after: that is what it is for.
UNDOING = {
    ("exchanging_names", "exchanging_names"),
}


def run(make_stage: Callable[[Cast], Stage], cast: Cast, chosen: list[Pair]) -> None:
    problems = [problem for pair in chosen for problem in meet(make_stage, cast, pair)]
    assert not problems, "\n".join(problems)
    assert all_chains_are_whole()


@stages
def test_any_two_acts_at_once(people: Cast, make_stage: Callable[[Cast], Stage], acts: list[Ready]) -> None:
    run(make_stage, people, pairs(acts, 0, EVERY))


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@stages
def test_every_pair_of_acts_at_once(
    people: Cast, make_stage: Callable[[Cast], Stage], acts: list[Ready], part: int
) -> None:
    run(make_stage, people, pairs(acts, part, PARTS))


@pytest.fixture
def locks() -> Iterator[list[tuple[list[str], str]]]:
    """Each lock that an act takes: the tables that it had locked before, and the table."""
    taken: list[tuple[list[str], str]] = []
    with watched_locks(lambda before, table: taken.append((before, table))):
        yield taken


def documented_order() -> list[str]:
    """The tables of `docs/reliability.md`, from the first to be locked to the last."""
    text = (settings.BASE_DIR / "docs" / "reliability.md").read_text()
    section = text.split("## The order of locks")[1].split("\n## ")[0]
    return re.findall(r"^\| `([\w.]+)` \|", section, re.MULTILINE)


def out_of_order(order: list[str], before: list[str], table: str) -> list[str]:
    """The tables that should have been locked after this one. Whoever holds a session's row has its rows to itself."""
    if table in before:
        return []  # Locked from the start, and read anew.
    if SESSION in before and table != CHAIN:
        before = before[: before.index(SESSION)]
    return [earlier for earlier in before if order.index(earlier) > order.index(table)]


def test_each_act_by_itself_is_done_and_locks_in_the_documented_order(
    people: Cast, locks: list[tuple[list[str], str]]
) -> None:
    order = documented_order()
    for make_stage, acts in STAGES.values():
        for ready in acts:
            do, is_done = ready(make_stage(people))
            locks.clear()
            do()
            assert is_done(), ready.__name__
            unlisted = {table for _before, table in locks} - set(order)
            assert not unlisted, f"{ready.__name__} locks {unlisted}: say in docs/reliability.md when"
            for before, table in locks:
                assert not out_of_order(order, before, table), f"{ready.__name__} locks {table} after {before}"
