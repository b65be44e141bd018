"""A full room: 400 devices ask every two seconds, 20 results a second come in. How long does an entry take?"""

from __future__ import annotations

import asyncio
import json
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.measure import Row, at_most, run_apart

TABLES, DEVICES = 100, 400
EVERY, ENTRIES_A_SECOND, SECONDS, WARMING = 2.0, 20, 60, 6
# The machine has moments of its own: the middle one of so many stretches counts.
STRETCHES = 3
LATE_ROUNDS = 6
LIMIT, BESIDE_IDLE, LEAST_ANSWERED = 5.0, 3.0, 0.95
# Entered one after another before anybody asks.
IDLE_ENTRIES, IDLE_EVERY = 60, 0.1


def run() -> list[Row]:
    measured = json.loads(run_apart("bench_room"))
    name = f"entry while {DEVICES} devices ask"
    wanted_rate = DEVICES / EVERY
    share = measured["asked"] / wanted_rate
    return [
        at_most(f"{name}: 99th percentile / median", measured["p99"], measured["median"], "ms", LIMIT),
        at_most(f"{name}: median / median when nobody asks", measured["median"], measured["idle"], "ms", BESIDE_IDLE),
        Row(
            f"{name}: their questions answered / sent",
            measured["asked"],
            wanted_rate,
            "req/s",
            share,
            f">= {LEAST_ANSWERED:g}",
            share >= LEAST_ANSWERED,
        ),
    ]


@dataclass
class Room:
    host: str
    port: int
    begin: float = 0.0
    entered: dict[int, float] = field(default_factory=dict)
    asked: int = 0

    @property
    def end(self) -> float:
        return self.begin + SECONDS


class OpenConnection:
    """A connection that stays open, and is opened again when the server has closed it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, request: bytes) -> tuple[int, dict[str, str]]:
        for _ in range(3):
            try:
                if self.writer is None:
                    self.reader, self.writer = await asyncio.open_connection(self.room.host, self.room.port)
                self.writer.write(request)
                return await self._answer()
            except (OSError, asyncio.IncompleteReadError):
                self.close()
        raise AssertionError("the server does not answer")

    async def _answer(self) -> tuple[int, dict[str, str]]:
        assert self.reader is not None
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        await self.reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.close()
        return int(head[0].split()[1]), headers

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


async def device(room: Room, code: str, start: float) -> None:
    """Asks every two seconds, wherever it stands in them, whatever the last answer took."""
    line, tag, due_at = OpenConnection(room), "", start
    while due_at < room.end:
        await asyncio.sleep(max(0.0, due_at - time.monotonic()))
        header = f"If-None-Match: {tag}\r\n" if tag else ""
        status, headers = await line.ask(f"GET /t/{code}/state/ HTTP/1.1\r\nHost: {room.host}\r\n{header}\r\n".encode())
        assert status in (200, 304), status
        tag = headers["etag"]
        if due_at >= room.begin and time.monotonic() < room.end:
            room.asked += 1
        due_at = max(due_at + EVERY, time.monotonic())
    line.close()


async def entering(room: Room, lines: list[OpenConnection], at: int, code: str, claim: dict[str, Any]) -> None:
    """An entry at its moment; what it waits for a free connection counts as well."""
    due_at = room.begin + at / ENTRIES_A_SECOND
    await asyncio.sleep(max(0.0, due_at - time.monotonic()))
    line = lines.pop() if lines else OpenConnection(room)
    body = json.dumps({"phone": "bench", "entries": [claim]}).encode()
    head = f"POST /t/{code}/entries/ HTTP/1.1\r\nHost: {room.host}\r\nContent-Type: application/json\r\n"
    status, _ = await line.ask(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    assert status == 200, status
    room.entered[at] = time.monotonic() - due_at
    lines.append(line)


async def alone(room: Room, claims: list[tuple[str, dict[str, Any]]]) -> float:
    """The median of entries that come when nothing else does."""
    calm, lines = Room(room.host, room.port), list[OpenConnection]()
    for at, (code, claim) in enumerate(claims):
        calm.begin = time.monotonic() - at / ENTRIES_A_SECOND
        await entering(calm, lines, at, code, claim)
        await asyncio.sleep(IDLE_EVERY)
    for line in lines:
        line.close()
    # The first ones open connections and load what is loaded once.
    return statistics.median(calm.entered[at] for at in sorted(calm.entered)[len(claims) // 4 :])


async def evening(room: Room, codes: list[str], claims: list[tuple[str, dict[str, Any]]]) -> None:
    room.begin = time.monotonic() + WARMING
    lines: list[OpenConnection] = []
    start = time.monotonic()
    async with asyncio.TaskGroup() as people:
        for at in range(DEVICES):
            people.create_task(device(room, codes[at % len(codes)], start + WARMING * at / DEVICES))
        for at, (code, claim) in enumerate(claims[: SECONDS * ENTRIES_A_SECOND]):
            people.create_task(entering(room, lines, at, code, claim))
    for line in lines:
        line.close()


def measure() -> dict[str, float]:
    from django.conf import settings

    from ops.rehearsal.site import Site

    codes, claims = make_room()
    as_shipped = {"TENACE_JOB_SWEEP_SECONDS": str(settings.JOB_SWEEP_SECONDS)}
    with Site(Path(settings.VAR_DIR), settings="bench.settings", environment=as_shipped) as site:
        site.wait_until_up()
        room = Room("127.0.0.1", site.listener.getsockname()[1])
        idle = asyncio.run(alone(room, claims[-IDLE_ENTRIES:]))
        asyncio.run(evening(room, codes, claims[:-IDLE_ENTRIES]))
    assert len(room.entered) == SECONDS * ENTRIES_A_SECOND, len(room.entered)
    median, p99 = middle_stretch([room.entered[at] for at in sorted(room.entered)])
    return {"idle": 1000 * idle, "median": 1000 * median, "p99": 1000 * p99, "asked": room.asked / SECONDS}


def middle_stretch(entered: list[float]) -> tuple[float, float]:
    """Median and 99th percentile of the stretch in which they are neither closest nor farthest apart."""
    length = len(entered) // STRETCHES
    parts = [entered[start : start + length] for start in range(0, length * STRETCHES, length)]
    stretches = [(statistics.median(part), statistics.quantiles(part, n=100)[98]) for part in parts]
    return sorted(stretches, key=lambda stretch: stretch[1] / stretch[0])[STRETCHES // 2]


def make_room(
    tables: int = TABLES, late_rounds: int = LATE_ROUNDS
) -> tuple[list[str], list[tuple[str, dict[str, Any]]]]:
    """Late in the evening: the last rounds have no results yet."""
    from bench.fields import make_field
    from core.actors import system
    from events.models import Play, Session, TableCode
    from events.models.plays import PlayState
    from events.services.sessions import last_round
    from events.services.tables import give_codes
    from scoring.models import BoardResult
    from tests.cast import make_cast

    session = make_field(make_cast().harbour, tables).session
    give_codes(session, actor=system())
    last_number = last_round(session)
    Session.objects.filter(pk=session.pk).update(round=last_number)
    open_plays = Play.objects.filter(section__session=session, round__gt=last_number - late_rounds)
    BoardResult.objects.filter(play__in=open_plays).delete()
    open_plays.update(state=PlayState.DUE)
    codes = dict(TableCode.objects.filter(section__session=session).values_list("table", "code"))
    claims = [
        (
            codes[play.table],
            {
                "key": f"bench-room-{play.pk:020d}",
                "round": play.round,
                "board": play.board,
                "side": "NS",
                "contract": "4S",
                "declarer": "N",
                "tricks": 10,
                "confirmed": True,
                "sure": True,
            },
        )
        for play in open_plays.order_by("-round", "board", "table")
    ]
    return list(codes.values()), claims


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(measure()))
