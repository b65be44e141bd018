"""Everything that can fall falls while tables enter results: what was acknowledged and lost, and how long it takes.

`script/bench faults` measures one fault of every kind on each database. `python -m bench.bench_faults random --database
sqlite --count 50 --seed 1` plays whole evenings through so many faults of all kinds, chosen by the seed, and compares
the record with what happened, as a rehearsal does.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.measure import Row

if TYPE_CHECKING:
    from bench.faults import Fault, FaultyMachine
    from ops.rehearsal.evening import EveningOutcome

DATABASES = ("sqlite", "postgresql")
# Enough for the database, its log of changes and a filler that is soon written.
DISK_MEGABYTES = {"sqlite": 128, "postgresql": 320}
TABLES, LATE_ROUNDS, AT_ONCE, EVERY = 60, 12, 16, 0.25
BEFORE, AFTER = 1.5, 2.0
# An evening of the random faults, and the pause between two of them.
EVENING_TABLES, EVENING_BOARDS, PAUSES = 24, 24, (0.5, 4.0)
WAIT_FOR_SCORES = 240.0


def run() -> list[Row]:
    return [row for database in DATABASES for row in rows_of(json.loads(_run_on(database, "each")))]


def rows_of(measured: list[dict[str, Any]]) -> list[Row]:
    """Two for each fault: what was lost, and how long entries and scores took afterwards."""
    rows = []
    for one in measured:
        name, lost, acknowledged = one["name"], one["lost"], one["acknowledged"]
        rows.append(Row(f"{name}: lost", lost, acknowledged, "entry", lost / acknowledged, "= 0", lost == 0))
        seconds, limit = max(one["entries"], one["scores"]), one["limit"]
        rows.append(Row(f"{name}: recovers", seconds, limit, "s", seconds / limit, "<= 1x", seconds <= limit))
    return rows


# --- In a process of its own, on a disk of its own -------------------------------------------------------------------
def _run_on(database: str, *arguments: str) -> str:
    """The last line that this module prints, run on a fresh site of that database."""
    with started_apart(database, *arguments) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if not line.startswith(("[", "{")):
                print(line, end="", file=sys.stderr, flush=True)
    if process.returncode:
        raise SystemExit(f"The faults on {database} ended with code {process.returncode}: {lines[-1:]}")
    return lines[-1]


@contextmanager
def started_apart(database: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Where root may mount one, the folder is a small disk that nobody else sees, gone with the process."""
    folder = Path(tempfile.mkdtemp(prefix="tenace-faults-"))
    command = [sys.executable, "-m", "bench.bench_faults", *arguments, "--database", database, "--folder", str(folder)]
    if os.geteuid() == 0 and shutil.which("unshare"):
        size = DISK_MEGABYTES[database]
        script = f'mount -t tmpfs -o size={size}m none "{folder}" && chmod 755 "{folder}" && exec "$@"'
        command = ["unshare", "-m", "--propagation", "private", "sh", "-c", script, "sh", *command, "--small-disk"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "TENACE_"))}
    environment |= {"DJANGO_SETTINGS_MODULE": "ops.rehearsal.settings", "TENACE_VAR": str(folder / "var")}
    for name in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(name, None)
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        yield process
        process.wait()
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def faulty_machine(database: str, folder: Path, small_disk: bool, seed: int) -> Iterator[FaultyMachine]:
    """A site of both workers on an empty database, with a mail server that says nothing."""
    from random import Random

    with ExitStack() as stack:
        server = None
        if database == "postgresql":
            from tests.services import Postgresql

            (folder / "pg").mkdir(mode=0o755)
            server = Postgresql(folder / "pg")
            stack.callback(server.server.cleanup)
            server.set(min_wal_size="32MB", max_wal_size="64MB")
            os.environ["DATABASE_URL"] = server.url
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection

        from bench.faults import FaultyMachine, silent_mail_server
        from ops.rehearsal.site import Site
        from tests import migrated

        if database == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = connection.settings_dict["NAME"]
            migrated.put_in_place()
        call_command("migrate", verbosity=0)
        mail = stack.enter_context(silent_mail_server())
        site = stack.enter_context(Site(folder / "site", environment={"EMAIL_URL": mail}, queues=("live", "long")))
        site.wait_until_up()
        yield FaultyMachine(site, folder if small_disk else None, server, "", Random(seed))


# --- One fault of every kind -----------------------------------------------------------------------------------------
@dataclass
class Entered:
    due: float
    acknowledged: float = 0.0


@dataclass
class SteadyLoad:
    """Results that come in one after another, each sent until it is acknowledged."""

    url: str
    claims: Iterator[tuple[str, dict[str, Any]]]
    entered: dict[str, Entered] = field(default_factory=dict)

    def run(self, over: threading.Event) -> None:
        from ops.rehearsal.wire import RequestTally, Wire

        wire = Wire(self.url, RequestTally(), patience=180)
        with ThreadPoolExecutor(AT_ONCE) as tables:
            while not over.wait(EVERY):
                tables.submit(self._enter, wire, *next(self.claims), Entered(time.monotonic())).add_done_callback(
                    lambda done: done.result()
                )

    def _enter(self, wire: Any, code: str, claim: dict[str, Any], entered: Entered) -> None:
        answer = wire.say(f"/t/{code}/entries/", {"phone": "bench", "entries": [claim]})
        if answer.status != 200 or answer.data["answers"][0]["state"] != "agreed":
            raise AssertionError(f"{answer.status} {answer.body!r}")
        entered.acknowledged = time.monotonic()
        self.entered[claim["key"]] = entered


def measure_each(machine: FaultyMachine, only: str = "") -> list[dict[str, Any]]:
    from bench.bench_room import make_room
    from bench.faults import faults_for
    from clubs.models import User

    _codes, claims = make_room(TABLES, LATE_ROUNDS)
    machine.email = User.objects.get(email__startswith="director@").email
    waiting, measured = iter(claims), []
    for fault in faults_for(machine):
        if only in fault.name:
            measured.append(measure_one(machine, fault, waiting))
            print(_in_words(measured[-1]), flush=True)
    return measured


def _in_words(one: dict[str, Any]) -> str:
    return (
        f"{one['name']}: {one['acknowledged']} entries acknowledged, {one['lost']} lost; "
        f"entries go on after {one['entries']:.1f} s, scores after {one['scores']:.1f} s"
    )


def measure_one(machine: FaultyMachine, fault: Fault, claims: Iterator[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    from django.db import connection

    load, over = SteadyLoad(machine.site.url, claims), threading.Event()
    sending = threading.Thread(target=load.run, args=(over,))
    sending.start()
    time.sleep(BEFORE)
    with fault.happen(machine):
        time.sleep(fault.lasts)
    ended = time.monotonic()
    connection.close()
    scores = _until_scored() - ended
    time.sleep(max(0.0, AFTER - scores))
    over.set()
    sending.join()
    last = max((one.acknowledged - max(one.due, ended) for one in load.entered.values()), default=0.0)
    return {
        "name": f"{connection.vendor}, {fault.name}",
        "acknowledged": len(load.entered),
        "lost": len(load.entered) - _kept(list(load.entered)),
        "entries": max(0.0, last),
        "scores": scores,
        "limit": fault.recovers_within,
    }


def _until_scored() -> float:
    """When the results that were in by now are in the standings."""
    wanted = _asked(lambda fields: fields.values_list("revision", flat=True).get())
    deadline = time.monotonic() + WAIT_FOR_SCORES
    while _asked(lambda fields: fields.values_list("scored_revision", flat=True).get()) < wanted:
        if time.monotonic() > deadline:
            raise SystemExit(f"After {WAIT_FOR_SCORES:g} s the results are not in the standings.")
        time.sleep(0.05)
    return time.monotonic()


def _asked(question: Any) -> Any:
    """Of a database that may just be coming back."""
    from django.db import InterfaceError, OperationalError, connection

    from scoring.models import ComparisonField

    deadline = time.monotonic() + WAIT_FOR_SCORES
    while True:
        try:
            return question(ComparisonField.objects.order_by("-pk"))
        except (OperationalError, InterfaceError):
            connection.close()
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def _kept(keys: list[str]) -> int:
    from scoring.models import ScoreEntry

    return ScoreEntry.objects.filter(key__in=keys, state="agreed").count()


# --- So many of all kinds --------------------------------------------------------------------------------------------
class RandomFaults:
    """One after another while an evening is played, each as long as chance has it."""

    def __init__(self, machine: FaultyMachine, count: int) -> None:
        from bench.faults import faults_for

        self.machine, self.left, self.done = machine, count, list[str]()
        self.kinds = faults_for(machine)
        self.problem: BaseException | None = None
        self._over = threading.Event()

    @contextmanager
    def during(self) -> Iterator[None]:
        self._over.clear()
        thread = threading.Thread(target=self._go_on)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()
        if self.problem:
            raise self.problem

    def _go_on(self) -> None:
        from django.db import connection

        chance = self.machine.chance
        try:
            while self.left and not self._over.wait(chance.uniform(*PAUSES)):
                # Each kind once before any comes again.
                at = len(self.done) % len(self.kinds)
                if at == 0:
                    chance.shuffle(self.kinds)
                fault = self.kinds[at]
                with fault.happen(self.machine):
                    time.sleep(chance.uniform(0, fault.lasts))
                self.done.append(fault.name)
                self.left -= 1
                print(f"fault {len(self.done)}: {fault.name}", flush=True)
        except BaseException as problem:
            self.problem = problem
        finally:
            connection.close()


def survive(machine: FaultyMachine, count: int, seed: int) -> dict[str, Any]:
    """Evenings until so many faults have happened; what was acknowledged, and a sentence for all that is not right."""
    from django.db import connection

    from ops.rehearsal.evening import Evening, RehearsalPlan

    faults, outcomes = RandomFaults(machine, count), list["EveningOutcome"]()

    class FaultyEvening(Evening):
        def _play(self, *arguments: Any) -> Any:
            machine.email = self.scene.director.email
            with faults.during():
                director = super()._play(*arguments)
            connection.close()
            return director

    while faults.left:
        plan = RehearsalPlan(EVENING_TABLES, EVENING_BOARDS, seed=seed + len(outcomes))
        evening = FaultyEvening(plan, machine.site.url, lambda said: print(said, flush=True), machine.site)
        outcomes.append(evening.run())
    return {
        "faults": len(faults.done),
        "evenings": len(outcomes),
        "acknowledged": sum(len(outcome.tally.acknowledged) for outcome in outcomes),
        "entries": sum(outcome.tally.counts["entries"] for outcome in outcomes),
        "retries": sum(outcome.tally.counts["retries"] for outcome in outcomes),
        "server errors": sum(outcome.tally.counts["server errors"] for outcome in outcomes),
        "errors": [said for outcome in outcomes for said in outcome.tally.errors],
        "problems": [problem for outcome in outcomes for problem in outcome.problems],
        "seconds": round(sum(outcome.seconds for outcome in outcomes), 1),
        "kinds": {name: faults.done.count(name) for name in sorted(set(faults.done))},
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.bench_faults")
    parser.add_argument("what", choices=["each", "random"])
    parser.add_argument("--database", choices=DATABASES, required=True)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="faults whose name has this in it")
    parser.add_argument("--folder", type=Path, help="inside: where it all happens")
    parser.add_argument("--small-disk", action="store_true", help="inside: that folder is a disk of its own")
    chosen = parser.parse_args()
    if chosen.folder is None:
        passed = ["--count", str(chosen.count), "--seed", str(chosen.seed), "--only", chosen.only]
        print(_run_on(chosen.database, chosen.what, *passed))
        return 0
    with faulty_machine(chosen.database, chosen.folder, chosen.small_disk, chosen.seed) as machine:
        if chosen.what == "each":
            print(json.dumps(measure_each(machine, chosen.only)), flush=True)
            return 0
        survived = survive(machine, chosen.count, chosen.seed)
    print(json.dumps(survived), flush=True)
    return 1 if survived["problems"] else 0


if __name__ == "__main__":
    sys.exit(main())
