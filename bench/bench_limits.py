"""What a table's entry takes while somebody asks for what costs the server most, beside what it takes in peace."""

from __future__ import annotations

import http.client
import json
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bench.measure import Row, at_most, run_apart

TABLES, LATE_ROUNDS = 40, 5
ENTRIES, EVERY = 60, 0.15
CASES, AT_ONCE = 60, 8
LIMIT = 10.0
Claims = Iterator[tuple[str, dict[str, Any]]]
Request = tuple[str, str, bytes, dict[str, str]]


def run() -> list[Row]:
    measured = json.loads(run_apart("bench_limits"))
    peace = measured.pop("in peace")["median"]
    return [
        at_most(f"entry while {name}: 95th percentile / median in peace", found["p95"], peace, "ms", LIMIT)
        for name, found in measured.items()
    ]


@dataclass
class Scene:
    """The site, results that wait to be sent, and the addresses that are asked for."""

    url: str
    claims: Claims
    # Of tables that nothing else is sent to.
    spare: list[tuple[str, dict[str, Any]]]
    book: str
    cookie: str
    answered: Counter[int] = field(default_factory=Counter)


Attack = Callable[[Scene, int], Request]


def measure() -> dict[str, dict[str, float]]:
    from django.conf import settings

    from ops.rehearsal.site import Site

    with Site(Path(settings.VAR_DIR), settings="ops.rehearsal.settings") as site:
        scene = make_scene(site.url)
        site.wait_until_up()
        enter(scene)
        found = {"in peace": enter(scene)}
        for name, attack in ATTACKS.items():
            with going_on(scene, attack):
                found[name] = enter(scene)
            print(f"{name}: {found[name]}, answered {dict(scene.answered)}", file=sys.stderr, flush=True)
    return found


def make_scene(url: str) -> Scene:
    from django.test import Client

    from bench.bench_room import make_room
    from clubs.models import Federation, User

    codes, claims = make_room(TABLES, LATE_ROUNDS)
    attacked = set(codes[-4:])
    client = Client()
    client.force_login(User.objects.get(email__startswith="secretary@"))
    return Scene(
        url,
        iter([(code, claim) for code, claim in claims if code not in attacked]),
        [(code, claim) for code, claim in claims if code in attacked],
        make_book(Federation.objects.get(slug="north")),
        f"sessionid={client.cookies['sessionid'].value}",
    )


def make_book(body: Any) -> str:
    from django.urls import reverse
    from django.utils import timezone

    from appeals.models import Case

    words = "West thought for some time before passing, and East bid on with a minimum. " * 20
    now = timezone.now()
    Case.objects.bulk_create(
        Case(
            federation=body,
            year=2025,
            number=number,
            subject=f"Case {number}",
            topic="tempo",
            facts=words,
            ruling=words,
            decision=words,
            made_at=now,
            published_at=now,
        )
        for number in range(1, CASES + 1)
    )
    return reverse("federation-casebook-pdf", kwargs={"slug": body.slug})


def enter(scene: Scene) -> dict[str, float]:
    """So many results one after another, in milliseconds each."""
    from ops.rehearsal.wire import RequestTally, Wire

    wire, took = Wire(scene.url, RequestTally(), patience=180), []
    for _at in range(ENTRIES):
        code, claim = next(scene.claims)
        start = time.monotonic()
        answer = wire.say(f"/t/{code}/entries/", {"phone": "bench", "entries": [claim]})
        took.append(1000 * (time.monotonic() - start))
        assert answer.status == 200, answer.status
        time.sleep(EVERY)
    return {"median": statistics.median(took), "p95": statistics.quantiles(took, n=20)[18], "most": max(took)}


@contextmanager
def going_on(scene: Scene, attack: Attack) -> Iterator[None]:
    """Several at once, each again as soon as it is answered."""
    over = threading.Event()
    scene.answered = Counter()

    def again(number: int) -> None:
        line = http.client.HTTPConnection(urlsplit(scene.url).netloc, timeout=180)
        while not over.is_set():
            line.request(*attack(scene, number))
            answer = line.getresponse()
            answer.read()
            scene.answered[answer.status] += 1
        line.close()

    attackers = [threading.Thread(target=again, args=(number,)) for number in range(AT_ONCE)]
    for attacker in attackers:
        attacker.start()
    try:
        yield
    finally:
        over.set()
        for attacker in attackers:
            attacker.join()


def print_the_book(scene: Scene, _number: int) -> Request:
    return "GET", scene.book, b"", {}


def send_a_hundred(scene: Scene, number: int) -> Request:
    code, claim = scene.spare[number % len(scene.spare)]
    stamp = f"{number:04d}{time.monotonic_ns():020d}"
    many = [claim | {"key": f"{stamp}x{at:03d}", "tricks": 7 + at % 6, "confirmed": False} for at in range(100)]
    body = json.dumps({"phone": "bench", "entries": many}).encode()
    return "POST", f"/t/{code}/entries/", body, {"Content-Type": "application/json"}


def send_forms(scene: Scene, number: int) -> Request:
    """An act that is recorded each time: a rule of the club is changed."""
    token = "x" * 32
    headers = {"Cookie": f"{scene.cookie}; csrftoken={token}", "X-CSRFToken": token}
    headers |= {"Content-Type": "application/x-www-form-urlencoded"}
    path = "/clubs/harbour/regulations/period.appeal/"
    body = f"value={20 + time.monotonic_ns() // 1000 % 30}&reason=bench".encode()
    return "POST", path, body, headers


ATTACKS: dict[str, Attack] = {
    f"{AT_ONCE} strangers ask for a casebook of {CASES} cases": print_the_book,
    f"{AT_ONCE} devices send a hundred results at once": send_a_hundred,
    f"{AT_ONCE} browsers of a secretary send forms": send_forms,
}

if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(measure()))
