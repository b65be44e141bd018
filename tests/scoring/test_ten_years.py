"""A club with a thousand evenings behind it: its pages read no more than those of a new one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from appeals.models import Appeal
from events.models import Session
from tests.cast import Cast
from tests.conftest import LONG
from tests.database_work import work_of
from tests.ten_years import add_evenings

pytestmark = pytest.mark.django_db
FEW, MANY = 120, 1_000
# What a page may read more in the long run, in percent and in rows: indexes grow deeper.
SLACK, LITTLE = 15, 60

CLUB, SESSION, API = "/clubs/harbour/", "/clubs/harbour/sessions/{session}/", "/api/v1/"
# Who opens what of an evening, and searches for a word that enough fits.
PAGES: list[tuple[str, str]] = [
    *((person, "/") for person in ("secretary", "director", "chair", "member", "stranger", "officer")),
    *((person, f"{CLUB}events/") for person in ("secretary", "member", "stranger")),
    *((person, f"{CLUB}results/") for person in ("secretary", "stranger")),
    *(
        ("secretary", f"{CLUB}{page}")
        for page in (
            *("", "desk/", "results/?page=2", "events/?page=3", "boards/"),
            *("members/", "audit/", "jobs/", "jobs/?state=all", "desk/find/?q=mem", "members/{membership}/"),
        )
    ),
    *(("secretary", f"{CLUB}events/{{event}}/{page}") for page in ("", "results/", "entries/")),
    *(("secretary", f"{SESSION}{page}") for page in ("", "find/?q=mem", "money/", "officials/", "boards/")),
    *(
        ("director", f"{SESSION}{page}")
        for page in ("desk/", "rulings/", "appeals/", "results/", "results/scorecards/", "official/", "desk/official/")
    ),
    *(("chair", f"{CLUB}appeals/{page}") for page in ("{appeal}/", "?since={recent}")),
    ("director", f"{CLUB}reports/?since={{recent}}"),
    ("officer", "/federations/dummyland/"),
    ("member", "/account/results/"),
    ("member", "/account/results/?page=3"),
    ("member", "/account/record/"),
    ("member", "/appeals/mine/"),
    ("member", f"{CLUB}results/players/{{player}}/"),
    ("stranger", CLUB),
    *(("secretary", f"{API}{page}") for page in ("clubs/harbour/memberships/", "sessions/{session}/")),
    *(("secretary", f"{CLUB}{page}") for page in ("events/?q=tuesday", "results/?q=tuesday", "appeals/pool/")),
    ("chair", f"{CLUB}appeals/?waiting=open"),
    *(("secretary", f"{API}clubs/harbour/{page}") for page in ("memberships/?search=mem", "desk/people/?q=mem")),
]
# What says how many there ever were goes through all of them, and so does a word that nothing fits. That is what these
# pages are for: they may grow with the evenings, and no faster. A few weeks of a club's own register or file are found
# among all of its own.
COUNTING: list[tuple[str, str]] = [
    *(("chair", f"{CLUB}{page}") for page in ("appeals/", "appeals/?state=closed", "appeals/?event=tuesday")),
    ("officer", "/federations/dummyland/appeals/"),
    ("officer", "/federations/dummyland/rulings/figures/"),
    *(("director", page) for page in ("/precedents/", "/precedents/?tree=L27", "/precedents/?event=tuesday")),
    *(("director", f"{CLUB}{page}") for page in ("reports/", "reports/?q=other")),
    *(("secretary", f"{CLUB}{page}") for page in ("events/?q=thursday", "results/?q=thursday")),
    *(("secretary", f"{API}clubs/harbour/{page}") for page in ("events/", "board-sets/")),
    ("director", f"{API}precedents/"),
    ("director", f"{API}clubs/harbour/reports/"),
]


def works(cast: Cast, client: Client) -> dict[tuple[str, str], int]:
    session = Session.objects.order_by("-starts_at")[0]
    where = {
        "session": session.pk,
        "recent": f"{session.starts_at - timedelta(days=40):%Y-%m-%d}",
        "event": session.event_id,
        "player": cast.member.player.pk,
        "membership": cast.membership.pk,
        "appeal": Appeal.objects.order_by("-requested_at")[0].pk,
    }
    found = {}
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # Tables of some thousand rows are read and joined whole sooner than by their indexes: what counts is that
            # there are such, which tables a hundred times as large will be read by.
            cursor.execute("ANALYZE")
            for way in ("seqscan", "hashjoin", "mergejoin"):
                cursor.execute(f"SET LOCAL enable_{way} = off")
    for person, address in (*PAGES, *COUNTING):
        client.force_login(getattr(cast, person))
        url = address.format(**where)

        def ask(url: str = url) -> None:
            cache.clear()
            assert client.get(url).status_code == 200, url

        found[person, address] = work_of(ask)
    return found


def test_pages_read_as_much_with_a_thousand_sessions_as_with_a_hundred_and_twenty(cast: Cast, client: Client) -> None:
    if connection.vendor == "postgresql" and not LONG:
        pytest.skip("PostgreSQL plans by samples that it draws at random; script/test --long counts there too")
    add_evenings(cast, 0, FEW)
    few = works(cast, client)
    add_evenings(cast, FEW, MANY)
    many = works(cast, client)
    grown = {page: (few[page], many[page]) for page in PAGES if many[page] > few[page] * (100 + SLACK) / 100 + LITTLE}
    assert grown == {}
    most = MANY / FEW * (100 + SLACK) / 100
    faster = {page: (few[page], many[page]) for page in COUNTING if many[page] > few[page] * most}
    assert faster == {}
