"""Scoring a field anew against the bare read of its rows and write of its standings; the statements that it takes."""

from __future__ import annotations

import gc
import json
from typing import Any

from bench.measure import Row, Timed, at_most, medians, run_apart, timed

FEW, CLUB, MANY = 5, 13, 100
RUNS = 15
RESCORE_LIMIT, GROWTH_LIMIT = 3.0, 1.1


def run() -> list[Row]:
    measured = json.loads(run_apart("bench_rescore"))
    (ours, bare), (ours_many, bare_many) = measured["times"]
    entry, rescore = measured["entry"], measured["rescore"]
    return [
        at_most(f"rescoring {CLUB} tables / bare read and write", ours, bare, "ms", RESCORE_LIMIT),
        at_most(f"rescoring {MANY} tables / bare read and write", ours_many, bare_many, "ms", RESCORE_LIMIT),
        at_most(f"that ratio for {MANY} tables / for {CLUB}", ours_many / bare_many, ours / bare, "x", GROWTH_LIMIT),
        at_most(f"statements of an entry, {MANY} tables / {FEW}", entry[1], entry[0], "", 1),
        at_most(f"statements of a rescore, {MANY} tables / {FEW}", rescore[1], rescore[0], "", 1),
    ]


def measure() -> dict[str, Any]:
    from django.test import Client

    from bench.fields import make_field
    from bench.statements import rescore_once, statements_for
    from tests.cast import make_cast

    club = make_cast().harbour
    runs: list[Timed] = []
    for tables in (CLUB, MANY):
        field = make_field(club, tables)
        rescore_once(field)
        runs += [_rescoring(field), _bare(field)]
    # As a worker does when it starts.
    gc.collect()
    gc.freeze()
    times = [1000 * seconds for seconds in medians(*runs, times=RUNS)]
    client = Client(headers={"host": "127.0.0.1"})
    counted = [statements_for(club, tables, client) for tables in (FEW, MANY)]
    return {
        "times": [times[:2], times[2:]],
        "entry": [statements.entry for statements in counted],
        "rescore": [statements.rescore for statements in counted],
    }


def _rescoring(field: Any) -> Timed:
    """As the worker does it: one snapshot read, scored by the engine, the run put in place of the last one."""
    from django.db.models import F

    from bench.statements import rescore_once

    act = timed(lambda: rescore_once(field))

    def once() -> float:
        type(field).objects.filter(pk=field.pk).update(revision=F("revision") + 1)
        return act()

    return once


def _bare(field: Any) -> Timed:
    """The field's plays and results read as they are, and its standings written, with nothing in between."""
    from django.db import transaction
    from django.utils import timezone

    from events.models import Play
    from scoring.models import BoardResult, ScoringRun, Standing

    standings = list(Standing.objects.filter(run__field=field))
    empty: list[ScoringRun] = []

    def read_and_write() -> None:
        with transaction.atomic():
            list(Play.objects.filter(section__fields=field))
            list(BoardResult.objects.current().filter(play__section__fields=field))
            run = ScoringRun.objects.create(
                field=field, revision=1_000_000, method="bare", profile="bare", scored_at=timezone.now()
            )
            for standing in standings:
                standing.pk, standing.run = None, run
            Standing.objects.bulk_create(standings)
        empty.append(run)

    act = timed(read_and_write)

    def once() -> float:
        seconds = act()
        empty.pop().delete()
        return seconds

    return once


if __name__ == "__main__":
    import logging

    import django

    django.setup()
    logging.disable(logging.WARNING)
    print(json.dumps(measure()))
