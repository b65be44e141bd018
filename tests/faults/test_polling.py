"""Devices that ask all evening: nothing is kept of it, neither in the process nor in the database."""

from __future__ import annotations

import gc
import shutil
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import caches
from django.test import Client

from events.models import Session
from events.selectors.table_codes import LENGTH, SIGNS
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
    signed_in = Client()
    signed_in.force_login(cast.director)
    devices = [f"/t/{code_at(session, table).code}/state/" for table in range(1, 5)]
    desk = f"/clubs/harbour/sessions/{session.pk}/desk/live/"

    def ask(times: int) -> None:
        for path in [*devices * times, desk]:
            # A client of its own each time: Django's keeps something of every request.
            client = Client()
            client.cookies = signed_in.cookies
            tag = client.get(path).headers["ETag"]
            assert client.get(path, headers={"If-None-Match": tag}).status_code in (200, 304)

    ask(3)
    before, objects = rows(), _living_objects()
    ask(10)
    assert rows() - before == Counter()
    assert _living_objects() - objects < 20, "less than one for four questions"


def _living_objects() -> int:
    """But for what Django's test client leaves behind when it connects its signals for every request."""
    gc.collect()
    return sum(
        type(thing).__name__ not in ("ReferenceType", "method", "finalize", "_Info") for thing in gc.get_objects()
    )


@pytest.mark.django_db
def test_what_strangers_ask_for_is_counted_in_a_few_places(client: Client, settings: Any) -> None:
    """Each guess of a code counts, in one entry for the address and not one for each code."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "polling"}}
    for letter in SIGNS:
        client.get(f"/t/{letter * LENGTH}/state/")
        client.post(f"/t/{letter * LENGTH}/entries/", {"entries": []}, content_type="application/json")
    assert 0 < len(caches["default"]._cache) < 10


def test_made_up_languages_are_kept_nowhere(cast: Cast, client: Client, settings: Any) -> None:
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "words"}}
    code = code_at(evening(cast)).code
    for letter in SIGNS:
        assert client.get(f"/t/{code}/state/", headers={"Accept-Language": f"x-{letter}"}).status_code == 200
    assert 0 < len(caches["default"]._cache) < 10


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
