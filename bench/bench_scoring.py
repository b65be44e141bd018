"""The scoring engine: against one numpy.lexsort over the same rows, and against npm's bridge-scorer 2.4.0."""

import gc
import json
import shutil
import subprocess
import tempfile
import tracemalloc
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.measure import Row, Timed, absent, at_least, at_most, medians, timed
from scoring.engine.field import Columns, score_field, score_field_cross_imps

PEER = "bridge-scorer@2.4.0"
ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "var" / "bench"
PLUS = (0, 50, 90, 100, 110, 120, 140, 150, 170, 200, 300, 400, 420, 430, 450, 460, 480, 500, 620, 650, 980, 1430)
SCORES = [*PLUS, *(-score for score in PLUS[1:])]


def field(boards: int, results: int, missing: int = 0) -> Columns:
    """A Mitchell of one section; boards miss 0, 1, ... `missing` results, so that Neuberg has work to do."""
    chance = np.random.default_rng(7)
    board = np.repeat(np.arange(boards), results)
    ns = np.tile(np.arange(results), boards)
    ew = results + (ns + board) % results
    favoured = chance.integers(0, len(SCORES), (boards, 6))
    pick = np.where(chance.random(boards * results) < 0.8, favoured[board, chance.integers(0, 6, len(board))], -1)
    pick = np.where(pick < 0, chance.integers(0, len(SCORES), len(board)), pick)
    kept = ns >= board % (missing + 1)
    score = np.array(SCORES)[pick]
    return Columns(board[kept], ns[kept], ew[kept], score[kept], boards, 2 * results)


class Peer:
    """A node process that scores a case each time it is asked, and says how long that took."""

    def __init__(self, cases: list["Case"]) -> None:
        modules = _installed()
        data = {case.name: {"method": case.method, "rows": _rows(case.columns)} for case in cases}
        self.file = tempfile.NamedTemporaryFile("w", suffix=".json")  # noqa: SIM115
        json.dump(data, self.file)
        self.file.flush()
        script = Path(__file__).parent / "bridge_scorer.cjs"
        self.process = subprocess.Popen(
            ["node", str(script), str(modules / "bridge-scorer"), self.file.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def runs(self, name: str, batch: int = 1) -> Timed:
        """Seconds for one run, measured inside node over the scoring only."""

        def run() -> float:
            assert self.process.stdin
            assert self.process.stdout
            self.process.stdin.write(f"{name} {batch}\n")
            self.process.stdin.flush()
            return int(self.process.stdout.readline()) / 1e9 / batch

        return run

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(timeout=30)
        self.file.close()


def _rows(columns: Columns) -> list[list[int]]:
    return np.column_stack((columns.board, columns.ns, columns.ew, columns.score)).tolist()


def _installed() -> Path:
    modules = FOLDER / "node_modules"
    if not (modules / "bridge-scorer").is_dir():
        FOLDER.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--prefix", str(FOLDER), "--no-audit", "--no-fund", "--silent", PEER]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
    return modules


@dataclass(frozen=True)
class Case:
    """One comparison with the peer: at least `limit` times as fast, `turns` turns of `batch` runs each."""

    name: str
    text: str
    method: str
    columns: Columns
    limit: float
    turns: int
    batch: int = 1

    @property
    def ours(self) -> Timed:
        score = score_field if self.method == "matchpoints" else score_field_cross_imps
        return timed(lambda: score(self.columns).ranks, self.batch)


NATIONAL = "27 x 6,000: matchpoints, Neuberg, totals, ranks"


def run() -> list[Row]:
    national = field(27, 6000, missing=4)
    sort = timed(lambda: np.lexsort((national.score, national.board)))
    mine, sorting = medians(timed(lambda: score_field(national).ranks), sort, times=21)
    rows = [at_most(f"{NATIONAL} / one lexsort", mine * 1e3, sorting * 1e3, "ms", 6)]
    cases = [
        Case("national", NATIONAL, "matchpoints", national, 5, 11),
        Case("club", "27 x 13: matchpoints, totals, ranks", "matchpoints", field(27, 13), 2, 201, 20),
        Case("cross", "27 x 200: cross-IMPs, totals, ranks", "cross", field(27, 200, missing=4), 20, 31),
    ]
    return rows + _against_peer(cases) + curve()


def _against_peer(cases: list[Case]) -> list[Row]:
    try:
        if not shutil.which("node"):
            raise FileNotFoundError("node")
        peer = Peer(cases)
    except (OSError, subprocess.SubprocessError) as error:
        why = "node is absent" if isinstance(error, FileNotFoundError) else "the peer cannot be installed"
        alone = [(case, medians(case.ours, times=case.turns)[0]) for case in cases]
        return [absent(case.text, seconds * 1e3, "ms", case.limit, why) for case, seconds in alone]
    rows = []
    for case in cases:
        mine, theirs = medians(case.ours, peer.runs(case.name, case.batch), times=case.turns)
        rows.append(at_least(f"{case.text} / bridge-scorer", mine * 1e3, theirs * 1e3, "ms", case.limit))
    peer.close()
    return rows


def curve() -> list[Row]:
    """Time and memory for each result from 1,000 to 1,000,000; the smallest field is the yardstick."""
    sizes = (1_000, 10_000, 100_000, 1_000_000)
    fields = [field(25, size // 25, missing=4) for size in sizes]
    runs = [timed(lambda columns=columns: score_field(columns).ranks) for columns in fields]
    seconds = medians(*runs, times=9)
    times = [second * 1e9 / len(columns.score) for second, columns in zip(seconds, fields, strict=True)]
    peaks = [_peak(columns) / len(columns.score) for columns in fields]
    rows = []
    for size, spent, peak in zip(sizes, times, peaks, strict=True):
        rows.append(at_most(f"{size:>9,} results: time for each", spent, times[0], "ns", 1.25))
        rows.append(at_most(f"{size:>9,} results: memory for each", peak, peaks[0], "B", 1.25))
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
