"""The whole evening: round after round, everybody at once, with what goes wrong."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from random import Random

from django.utils import timezone

from ops.rehearsal.director import Director
from ops.rehearsal.noise import ScriptedPlay, write_parts
from ops.rehearsal.scene import Scene, set_scene
from ops.rehearsal.site import Site
from ops.rehearsal.table import RehearsalTable
from ops.rehearsal.verdict import judge, wait_for_scores
from ops.rehearsal.wire import RequestTally, Wire

# Tables that enter something in the same moment.
AT_ONCE = 16
# How often the page of the desk asks whether anything has changed.
LOOK_SECONDS = 2.5
Tell = Callable[[str], None]


@dataclass(frozen=True)
class RehearsalPlan:
    tables: int
    boards: int
    kills: int = 0
    seed: int = 1


@dataclass
class EveningOutcome:
    """What came of it; a rehearsal without problems went well."""

    tally: RequestTally = field(default_factory=RequestTally)
    problems: list[str] = field(default_factory=list)
    killed: list[str] = field(default_factory=list)
    seconds: float = 0.0
    waited: float = 0.0


class Evening:
    def __init__(self, wanted: RehearsalPlan, url: str, tell: Tell, site: Site | None = None) -> None:
        self.wanted, self.url, self.tell, self.site = wanted, url, tell, site
        # Seeded, so that an evening that went wrong can be played again.
        self.chance = Random(wanted.seed)  # noqa: S311
        self.outcome = EveningOutcome()

    def run(self) -> EveningOutcome:
        """Play, wait for the scores, compare."""
        scene = self.scene = set_scene(self.wanted.tables, self.wanted.boards, timezone.now())
        parts = self.parts = write_parts(scene.slots, self.chance)
        kills = Kills(self.wanted.kills, len(parts), self.site, self.chance)
        self.tell(f"{len(scene.codes)} tables, {scene.rounds} rounds, {len(parts)} results to come")
        if self.site:
            self.site.wait_until_up()
        started = time.monotonic()
        director = self._play(scene, parts, kills)
        played = time.monotonic()
        if behind := wait_for_scores(scene.session):
            self.outcome.problems.append(behind)
        self.outcome.waited, self.outcome.seconds = time.monotonic() - played, time.monotonic() - started
        self.outcome.killed = kills.done
        self.outcome.problems += judge(scene, parts, self.outcome.tally.acknowledged, director.standings())
        return self.outcome

    def _play(self, scene: Scene, parts: list[ScriptedPlay], kills: Kills) -> Director:
        wire = Wire(self.url, self.outcome.tally)
        director = Director(wire, scene, parts)
        director.sign_in(scene.director.email, scene.password)
        tables = {
            where: RehearsalTable(wire, code, Random(self.chance.random()), director.told.append, kills.another)  # noqa: S311
            for where, code in sorted(scene.codes.items())
        }
        with ThreadPoolExecutor(AT_ONCE) as people:
            for number in range(1, scene.rounds + 1):
                here: dict[tuple[str, int], list[ScriptedPlay]] = defaultdict(list)
                for part in parts:
                    if part.slot.round == number:
                        here[part.slot.where].append(part)
                self._attend(director, [people.submit(self._round, tables[at], here[at]) for at in tables])
                if number < scene.rounds:
                    director.finish_round()
                self.tell(f"round {number} of {scene.rounds}: {self.outcome.tally.counts['entries']} entries so far")
            # What was left over from the last round comes when the session is over: phones are found, scores typed.
            director.finish_session()
            self._attend(director, [people.submit(table.catch_up) for table in tables.values()])
        director.attend()
        return director

    def _round(self, table: RehearsalTable, parts: list[ScriptedPlay]) -> None:
        table.catch_up()
        table.play_round(parts)

    def _attend(self, director: Director, busy: Iterable[Future[None]]) -> None:
        """The director looks after the desk until every table has done its part, and once more."""
        left = set(busy)
        while left:
            done, left = wait(left, timeout=LOOK_SECONDS)
            for table in done:
                table.result()
            director.attend()


class Kills:
    """So many, spread over the evening at random."""

    def __init__(self, count: int, results: int, site: Site | None, chance: Random) -> None:
        self.site, self.chance = site, Random(chance.random())  # noqa: S311
        self.at = sorted(chance.randrange(results) for _ in range(count))
        self.results = 0
        self.done: list[str] = []
        self._lock = threading.Lock()

    def another(self) -> None:
        """One more board is played, at whatever table."""
        with self._lock:
            self.results += 1
            while self.site and self.at and self.at[0] < self.results:
                self.at.pop(0)
                self.done.append(self.site.kill_one(self.chance))
