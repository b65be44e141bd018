"""Run every bench, print one table, and say by the exit code whether all targets were met."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from dataclasses import asdict
from pathlib import Path

from bench.measure import Row

HEADINGS = ("name", "ours", "floor or peer", "unit", "ratio", "target", "")


def names(folder: Path = Path("bench")) -> list[str]:
    return sorted(path.stem.removeprefix("bench_") for path in folder.glob("bench_*.py"))


def run(name: str) -> list[Row]:
    return importlib.import_module(f"bench.bench_{name}").run()


def table(rows: list[Row]) -> str:
    cells = [HEADINGS, *(as_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(HEADINGS))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in cells)


def as_cells(row: Row) -> tuple[str, ...]:
    figures = (f"{row.ours:.4g}", f"{row.peer:.4g}", row.unit, f"{row.ratio:.2f}", row.target)
    return (row.name, *figures, "" if row.met else "MISSED")


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/bench", description="Measure, and compare with a floor or a peer.")
    parser.add_argument("names", nargs="*", help=f"which ones (all by default): {', '.join(names())}")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if unknown := set(options.names) - set(names()):
        parser.error(f"there is no bench {', '.join(sorted(unknown))}; there are {', '.join(names())}")
    rows = []
    for name in options.names or names():
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        rows += run(name)
    print(json.dumps([asdict(row) for row in rows], indent=2) if options.json else table(rows))
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
