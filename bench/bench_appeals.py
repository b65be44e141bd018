"""The register of 20,000 appeals against its bare SQL: every filter by itself, some together, the figures alone."""

import json

from bench.measure import Row, at_most, run_apart

LIMIT = 3.0
APPEALS = 20_000


def run(times: int = 7) -> list[Row]:
    measured = json.loads(run_apart("one_register", APPEALS, times))
    return [
        at_most(
            f"register of {APPEALS} appeals, {name}: {figures['rows']} found, {figures['queries']} queries / bare SQL",
            figures["ours"] * 1e3,
            figures["bare"] * 1e3,
            "ms",
            LIMIT,
        )
        for name, figures in measured.items()
    ]
