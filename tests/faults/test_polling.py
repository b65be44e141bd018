"""Devices that ask all evening: nothing is kept of it, neither in the process nor in the database."""

from __future__ import annotations

import gc
import shutil
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.apps import apps
from django.core.cache import cache
from django.test import Client

from events.models import Session
from events.services.tables import give_codes
from ops.rehearsal.site import WEB, Site
from ops.rehearsal.wire import RequestTally, Wire
from tests.cast import Cast, make_cast
from tests.events.evening import make_session
from tests.scoring.devices import code_at

# Half an hour of twenty devices that ask every two seconds, as fast as they are answered.
HALF_AN_HOUR = 18_000
AT_ONCE = 6


def evening(people: Cast) -> Session:
    session = make_session(people.harbour, 8)
    give_codes(session, actor=people.actor("secretary"))
    return session


def rows() -> Counter[str]:
    models = [model for model in apps.get_models() if model._meta.managed]
    return Counter({model._meta.label: model._default_manager.count() for model in models})


def test_asking_leaves_nothing_behind(cast: Cast) -> None:
    session = evening(cast)
    device, director = Client(), Client()
    director.force_login(cast.director)
    desk = f"/clubs/harbour/sessions/{session.pk}/desk/live/"
    tags: dict[str, str] = {}

    def ask(times: int) -> None:
        for number in range(times):
            for client, path in ((device, f"/t/{code_at(session, number % 4 + 1).code}/state/"), (director, desk)):
                headers = {"If-None-Match": tags[path]} if number % 2 and path in tags else {}
                answer = client.get(path, headers=headers)
                assert answer.status_code in (200, 304)
                tags[path] = answer.headers.get("ETag", "")

    ask(20)
    before, objects = rows(), _living_objects()
    ask(100)
    assert rows() - before == Counter()
    assert _living_objects() - objects < 100, "less than half an object for each question"


def _living_objects() -> int:
    gc.collect()
    return len(gc.get_objects())


@pytest.mark.django_db
def test_what_strangers_ask_for_is_counted_in_a_few_places(client: Client) -> None:
    """Each guess of a code counts, in one entry for the address and not one for each code."""
    kept = getattr(cache, "_cache", None)
    if kept is None:
        pytest.skip("only the cache of this process can be looked into")
    for number in range(40):
        client.get(f"/t/GUESSZ{number:02d}/state/".replace("0", "Z").replace("1", "Z"))
    assert len(kept) < 15


@pytest.mark.long
@pytest.mark.xdist_group("faults")
def test_half_an_hour_of_asking_makes_no_process_grow(transactional_db: None) -> None:
    folder = Path(tempfile.mkdtemp(prefix="tenace-f-"))
    session = evening(make_cast())
    codes = [code_at(session, table).code for table in range(1, 5)]
    with Site(folder, settings="tests.settings") as site:
        site.wait_until_up()
        wire = Wire(site.url, RequestTally())

        def ask(times: int) -> None:
            with ThreadPoolExecutor(AT_ONCE) as devices:
                list(devices.map(lambda number: wire.ask("GET", f"/t/{codes[number % 4]}/state/"), range(times)))

        ask(HALF_AN_HOUR // 6)
        processes, before, first = site.processes(WEB), rows(), _used(site)
        ask(HALF_AN_HOUR)
        last = _used(site)
        assert site.processes(WEB) == processes
        assert rows() - before == Counter()
    shutil.rmtree(folder, ignore_errors=True)
    print(f"kB and open files before: {first}; after: {last}")
    assert last[0] < first[0] * 1.05
    assert last[1] <= first[1] + 4


def _used(site: Site) -> tuple[int, int]:
    """Memory in kB and open files of all web processes."""
    memory = files = 0
    for pid in site.processes(WEB):
        status = Path(f"/proc/{pid}/status").read_text()
        memory += int(status.split("VmRSS:")[1].split()[0])
        files += len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return memory, files
