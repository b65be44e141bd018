"""Any two acts on one session at the same moment: both happen, or one of them is refused with a sentence.

Every act of the tables in `acts.py` meets every other and itself. In each pair both take turns at every statement that
locks or writes, so that two who take locks in different orders do stand in each other's way. Ordinary runs try those
pairs whose places in the table add up to a multiple of `EVERY`; `script/test --long` tries all.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any

import pytest
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


#: A lock, one that was taken after it, and what was held before both.
Taken = tuple[str, str, frozenset[str]]


def locks_taken_by(act: Ready, make_stage: Callable[[Cast], Stage], cast: Cast) -> set[Taken]:
    taken: set[Taken] = set()

    def note(before: list[str], table: str) -> None:
        if table not in before:
            taken.update((one, table, frozenset(before[:at])) for at, one in enumerate(before) if one != table)

    do, _is_there = act(make_stage(cast))
    with watched_locks(note):
        do()
    return taken


@pytest.mark.long
def test_locks_are_taken_in_one_order(people: Cast) -> None:
    """As docs/reliability.md says: where two acts take two locks in turns, both hold another one before."""
    taken: set[Taken] = set()
    for make_stage, acts in STAGES.values():
        for act in acts:
            taken |= locks_taken_by(act, make_stage, people)
    assert len({(first, then) for first, then, _held in taken}) > 40
    assert {then for first, then, _held in taken if first == "clubs.AuditChain"} == set(), "the audit comes last"
    assert {first for first, then, _held in taken if then == "events.Session"} == set(), "and the session first"
    crossing = [
        f"{first} and {then}, under {sorted(held)} and the other way under {sorted(other_held)}"
        for first, then, held in taken
        for other_first, other_then, other_held in taken
        if (first, then) == (other_then, other_first) and not held & other_held
    ]
    assert crossing == []
