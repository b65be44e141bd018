"""The scoring engine: against one numpy.lexsort over the same rows, and against npm's bridge-scorer 2.4.0."""

import gc
import json
import shutil
import subprocess
import tempfile
import tracemalloc
from pathlib import Path

import numpy as np

from bench.measure import Row, Timed, absent, at_least, at_most, medians, timed
from scoring.engine.field import Columns, score_field, score_field_cross_imps

PEER = "bridge-scorer@2.4.0"
ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "var" / "bench"
SCORES = [
    420,
    450,
    480,
    400,
    430,
    460,
    170,
    140,
    110,
    620,
    650,
    680,
    600,
    630,
    660,
    90,
    120,
    150,
    50,
    100,
    200,
]
SCORES += [
    -50,
    -100,
    -200,
    -110,
    -140,
    -170,
    -420,
    -450,
    -620,
    -650,
    980,
    1430,
    -980,
    -1430,
    0,
    300,
    -300,
    500,
    800,
]


def field(boards: int, results: int, missing: int = 0) -> Columns:
    """A Mitchell of one section with `missing` results taken out, so that Neuberg has something to do."""
    chance = np.random.default_rng(7)
    board = np.repeat(np.arange(boards), results)
    ns = np.tile(np.arange(results), boards)
    ew = results + (ns + board) % results
    favoured = chance.integers(0, len(SCORES), (boards, 6))
    pick = np.where(
        chance.random(boards * results) < 0.8, favoured[board, chance.integers(0, 6, len(board))], -1
    )
    pick = np.where(pick < 0, chance.integers(0, len(SCORES), len(board)), pick)
    kept = np.ones(len(board), bool)
    kept[chance.choice(len(board), missing, replace=False)] = False
    score = np.array(SCORES)[pick]
    return Columns(board[kept], ns[kept], ew[kept], score[kept], boards, 2 * results)


class Peer:
    """A node process that scores a case each time it is asked, and says how long that took."""

    def __init__(self, cases: dict[str, tuple[str, Columns]]) -> None:
        modules = _installed()
        data = {
            name: {"method": method, "rows": np.column_stack((c.board, c.ns, c.ew, c.score)).tolist()}
            for name, (method, c) in cases.items()
        }
        self.file = tempfile.NamedTemporaryFile("w", suffix=".json")  # noqa: SIM115
        json.dump(data, self.file)
        self.file.flush()
        script = Path(__file__).parent / "bridge_scorer.js"
        self.process = subprocess.Popen(
            ["node", str(script), str(modules / "bridge-scorer"), self.file.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def runs(self, name: str) -> Timed:
        def run() -> float:
            assert self.process.stdin and self.process.stdout
            self.process.stdin.write(name + "\n")
            self.process.stdin.flush()
            return int(self.process.stdout.readline()) / 1e9

        return run

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(timeout=30)
        self.file.close()


def _installed() -> Path:
    modules = FOLDER / "node_modules"
    if not (modules / "bridge-scorer").is_dir():
        FOLDER.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--prefix", str(FOLDER), "--no-audit", "--no-fund", "--silent", PEER]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
    return modules


NATIONAL = "27 x 6,000: results to matchpoints, Neuberg, totals, ranks"
CLUB = "27 x 13 matchpoints, against bridge-scorer"
CROSS = "27 x 200 cross-IMPs, against bridge-scorer"


def run() -> list[Row]:
    national, club, cross = field(27, 6000, missing=300), field(27, 13, missing=2), field(27, 200, missing=20)
    ours = {
        "national": timed(lambda: score_field(national).ranks),
        "club": timed(lambda: score_field(club).ranks),
        "cross": timed(lambda: score_field_cross_imps(cross).ranks),
    }
    sort = timed(lambda: np.lexsort((national.score, national.board)))
    mine, sorting = medians(ours["national"], sort, times=21)
    rows = [at_most(f"{NATIONAL}, against lexsort", mine * 1e3, sorting * 1e3, "ms", 6)]
    cases = {"national": ("matchpoints", national), "club": ("matchpoints", club), "cross": ("cross", cross)}
    rows += _against_peer(ours, cases)
    return rows + curve()


def _against_peer(ours: dict[str, Timed], cases: dict[str, tuple[str, Columns]]) -> list[Row]:
    plan = [("national", NATIONAL, 5.0, 11), ("club", CLUB, 2.0, 1001), ("cross", CROSS, 20.0, 31)]
    try:
        if not shutil.which("node"):
            raise FileNotFoundError("node is not installed")
        peer = Peer(cases)
    except (OSError, subprocess.SubprocessError) as error:
        why = "node is absent" if isinstance(error, FileNotFoundError) else "the peer could not be installed"
        return [
            absent(text, medians(ours[name], times=times)[0] * 1e3, "ms", limit, why)
            for name, text, limit, times in plan
        ]
    rows = []
    for name, text, limit, times in plan:
        theirs = peer.runs(name)
        for _ in range(min(times, 50)):  # node compiles what it has seen often
            theirs()
        mine, peers = medians(ours[name], theirs, times=times)
        rows.append(
            at_least(
                text.removesuffix(", against bridge-scorer") + ", against bridge-scorer",
                mine * 1e3,
                peers * 1e3,
                "ms",
                limit,
            )
        )
    peer.close()
    return rows


def curve() -> list[Row]:
    """Time and memory for each result from 1,000 to 1,000,000; the smallest field is the yardstick."""
    fields = {
        results: field(25, results // 25, missing=results // 500)
        for results in (1_000, 10_000, 100_000, 1_000_000)
    }
    runs = [timed(lambda columns=columns: score_field(columns).ranks) for columns in fields.values()]  # type: ignore[misc]
    times = medians(*runs, times=9)
    nanoseconds = {
        size: seconds / len(columns.score) * 1e9
        for (size, columns), seconds in zip(fields.items(), times, strict=True)
    }
    octets = {size: _peak(columns) / len(columns.score) for size, columns in fields.items()}
    rows = []
    for size in fields:
        rows.append(
            at_most(f"{size:,} results: time for each", nanoseconds[size], nanoseconds[1_000], "ns", 1.25)
        )
        rows.append(at_most(f"{size:,} results: memory for each", octets[size], octets[1_000], "bytes", 1.25))
    return rows


def _peak(columns: Columns) -> int:
    gc.collect()
    tracemalloc.start()
    score_field(columns).ranks  # noqa: B018
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


if __name__ == "__main__":
    from bench.measure import show

    print(show(run()))
