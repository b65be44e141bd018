"""The register of 60,000 persons against its bare SQL: by name, by a rare one, by number, and all of it."""

import json

from bench.measure import Row, at_most, run_apart

LIMIT = 3.0
PERSONS = 60_000


def run(times: int = 7) -> list[Row]:
    measured = json.loads(run_apart("one_people", PERSONS, times))
    return [
        at_most(
            f"register of {PERSONS} persons, {name}: {figures['rows']} found, {figures['queries']} queries / bare SQL",
            figures["ours"] * 1e3,
            figures["bare"] * 1e3,
            "ms",
            LIMIT,
        )
        for name, figures in measured.items()
    ]
