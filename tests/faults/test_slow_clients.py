"""Phones leave the Wi-Fi in the middle of a request or an answer, or somebody does so on purpose: the room goes on."""

from __future__ import annotations

import http.client
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from ops.rehearsal.site import Site

pytestmark = [pytest.mark.xdist_group("faults"), pytest.mark.django_db(transaction=True)]
# More than there are threads in all processes together.
SLOW = 24
HALF_A_HEAD = b"GET /health/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
HALF_A_BODY = (
    b"POST /t/AAAAAA/entries/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b'Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n{"phone": '
)
# Answers that fill what lies between the two sides, where the client's part of it is small.
UNREAD = b"GET /unread/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 400


@pytest.fixture
def server(transactional_db: None) -> Iterator[Site]:
    folder = Path(tempfile.mkdtemp(prefix="tenace-f-"))
    with Site(folder, settings="tests.settings") as site:
        site.wait_until_up()
        yield site
    shutil.rmtree(folder, ignore_errors=True)


def status(site: Site, path: str = "/health/") -> int:
    caller = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=30)
    try:
        caller.request("GET", path)
        return caller.getresponse().status
    finally:
        caller.close()


def test_slow_clients_keep_nobody_waiting(server: Site) -> None:
    address = server.listener.getsockname()
    for sent in (HALF_A_HEAD, HALF_A_BODY, UNREAD):
        with ExitStack() as stack:
            for _ in range(SLOW):
                client = stack.enter_context(socket.socket())
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                client.connect(address)
                client.setblocking(False)
                client.send(sent)
            # 503: no worker serves the long queue here.
            assert {status(server) for _ in range(8)} <= {200, 503}, sent[:40]
