"""Webhooks: told what happens, signed, tried again, never into the server's own network."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from clubs.models import AuditEntry
from core import actors
from core.errors import Forbidden
from exchange.models import Delivery, Webhook
from exchange.models.webhooks import DeliveryState, News
from exchange.outbound import NotSent, _is_private, post
from exchange.services import webhooks
from exchange.services.webhooks import TRIES, add_webhook, stop_webhook, try_webhook
from jobs import services as jobs
from jobs.models import Job, JobState
from scoring.services.official import make_final
from tests.appeals.world import World
from tests.cast import Cast
from tests.scoring.published import end_of_play

pytestmark = pytest.mark.django_db
PLACE = "https://bridge.example.org/news"


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bytes, dict[str, str]]]:
    """What would have gone out."""
    found: list[tuple[str, bytes, dict[str, str]]] = []

    def take(url: str, body: bytes, headers: dict[str, str]) -> int:
        found.append((url, body, headers))
        return 204

    monkeypatch.setattr(webhooks, "post", take)
    return found


def added(cast: Cast, url: str = PLACE, news: list[str] = News.values) -> tuple[Webhook, str]:
    return add_webhook(actor=cast.actor("secretary"), club=cast.harbour, url=url, news=news)


def work(state: JobState = JobState.DONE) -> None:
    for job in Job.objects.filter(kind="webhook.send", state=JobState.WAITING).order_by("pk"):
        Job.objects.filter(pk=job.pk).update(run_after=timezone.now())
        assert jobs.run(job.pk) == state


def test_a_score_is_told_when_it_is_published_corrected_and_final(cast: Cast, sent: list[Any]) -> None:
    _webhook, secret = added(cast)
    evening = end_of_play(cast)
    evening.publish()
    from scoring.result_input import ResultInput
    from scoring.services.results import set_result

    set_result(
        actor=evening.actor("director", 5), play=evening.plays[0], result=ResultInput.parse("2C= N"), reason="Wrong"
    )
    evening.publish(10)
    make_final(actor=evening.actor("secretary", 100_000), session=evening.session)
    work()
    assert [json.loads(body)["news"] for _url, body, _headers in sent] == [
        "results.published",
        "results.corrected",
        "results.final",
    ]
    url, body, headers = sent[0]
    assert url == PLACE
    assert json.loads(body)["session"]["id"] == evening.session.pk
    at, signed = (part.partition("=")[2] for part in headers["Tenace-Signature"].split(","))
    expected = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    assert hmac.compare_digest(expected, signed)
    assert set(Delivery.objects.values_list("state", "answer")) == {(DeliveryState.SENT, "204")}


def test_only_what_was_asked_for_is_told(cast: Cast, sent: list[Any]) -> None:
    added(cast, news=["results.final"])
    end_of_play(cast).publish()
    assert not Delivery.objects.exists()


def test_a_decision_on_appeal_is_told(world: World, sent: list[Any]) -> None:
    club = world.session.club
    webhook, _secret = add_webhook(actor=actors.system(), club=club, url=PLACE, news=["appeal.decided"])
    world.decided()
    delivery = webhook.deliveries.get()
    assert json.loads(delivery.body)["news"] == "appeal.decided"


def test_what_nobody_takes_is_tried_again_and_then_given_up(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(url: str, body: bytes, headers: dict[str, str]) -> int:
        raise NotSent("The other side answered 500.")

    monkeypatch.setattr(webhooks, "post", refuse)
    webhook, _secret = added(cast)
    delivery = try_webhook(actor=cast.actor("secretary"), webhook=webhook)
    for _attempt in range(TRIES - 1):
        work(JobState.WAITING)
    work(JobState.FAILED)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.tries, delivery.answer) == (
        DeliveryState.FAILED,
        TRIES,
        "The other side answered 500.",
    )


def test_what_waits_is_not_sent_once_it_is_stopped(cast: Cast, sent: list[Any]) -> None:
    webhook, _secret = added(cast)
    try_webhook(actor=cast.actor("secretary"), webhook=webhook)
    stop_webhook(actor=cast.actor("secretary"), webhook=webhook)
    work()
    assert not sent
    with pytest.raises(ValidationError, match="stopped"):
        try_webhook(actor=cast.actor("secretary"), webhook=webhook)


@pytest.mark.parametrize(
    "url", ["http://bridge.example.org/", "ftp://bridge.example.org/", "https://me:word@bridge.example.org/", "nothing"]
)
def test_an_address_that_will_not_do_is_refused_where_it_is_typed(cast: Cast, url: str) -> None:
    with pytest.raises(ValidationError) as refused:
        added(cast, url)
    assert "url" in refused.value.message_dict


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.0.4", "::1", "fd00::1", "::ffff:10.0.0.1", "0.0.0.0"],
)
def test_a_name_that_leads_into_the_own_network_is_not_connected_to(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    found = [(socket.AF_INET, 1, 6, "", ("93.184.215.14", 443)), (family, 1, 6, "", (address, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *given, **more: found)
    monkeypatch.setattr(socket, "create_connection", lambda *given: pytest.fail("it was connected to"))
    with pytest.raises(NotSent, match="private network"):
        post("https://harmless.example.org/", b"{}", {})


@pytest.mark.parametrize(
    "address", ["64:ff9b::a00:1", "2002:a00:1::1", "fec0::1", "::ffff:10.0.0.1", "240.0.0.1", "ff02::1"]
)
def test_an_address_that_leads_inside_by_a_detour_is_private(address: str) -> None:
    assert _is_private(address)
    assert not _is_private("2606:2800:220:1::1")


class Receiver(BaseHTTPRequestHandler):
    """Takes a message and redirects the next one."""

    got: list[bytes] = []

    def do_POST(self) -> None:
        self.got.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204 if len(self.got) == 1 else 302)
        self.send_header("Location", "http://169.254.169.254/")
        self.end_headers()

    def log_message(self, *given: Any) -> None:
        pass


@pytest.fixture
def receiver() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/in?x=1"
    server.shutdown()
    server.server_close()


def test_where_the_operator_allows_it_the_own_network_is_reached_and_no_redirection_followed(
    receiver: str, settings: Any
) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    assert post(receiver, b"{}", {}) == 204
    with pytest.raises(NotSent, match="302"):
        post(receiver, b"{}", {})
    assert Receiver.got == [b"{}", b"{}"]


def test_who_keeps_the_club_adds_tries_and_stops_on_a_page(cast: Cast, as_secretary: Client, sent: list[Any]) -> None:
    place = "/clubs/harbour/settings/webhooks/"
    assert place in as_secretary.get("/clubs/harbour/settings/").content.decode()
    page = as_secretary.post(place, {"url": PLACE, "news": ["results.final"]}).content.decode()
    webhook = Webhook.objects.get()
    assert webhook.secret in page
    assert webhook.secret not in as_secretary.get(place).content.decode()
    assert webhook.secret not in webhook.sealed_secret
    as_secretary.post(f"{place}{webhook.pk}/try/")
    work()
    assert "204" in as_secretary.get(place).content.decode()
    as_secretary.post(f"{place}{webhook.pk}/stop/")
    assert list(
        AuditEntry.objects.filter(act__startswith="webhook").values_list("act", flat=True).order_by("number")
    ) == [
        "webhook.add",
        "webhook.try",
        "webhook.stop",
    ]
    assert as_secretary.post(place, {"url": "nothing at all", "news": []}).status_code == 422


def test_members_do_not_add_webhooks(cast: Cast) -> None:
    with pytest.raises(Forbidden):
        add_webhook(actor=cast.actor("member"), club=cast.harbour, url=PLACE, news=["results.final"])
