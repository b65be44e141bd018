"""The mail server says nothing, or hangs up: no page waits for it, nothing is lost, and it is not asked all day."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as real_settings
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.mail import connection_to
from clubs.models import MailServer
from clubs.services import account_mail
from jobs import services
from jobs.models import Job, JobState
from jobs.states import Queue
from tests.cast import Cast

SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.fixture(autouse=True)
def forget_silence(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """However slow the machine, the pause after a silence lasts until the test ends it."""
    monkeypatch.setattr(account_mail.silence, "clock", lambda: 1000.0)
    account_mail.silence.answered()
    yield
    account_mail.silence.answered()


@pytest.fixture
def silent(settings: Any) -> Iterator[socket.socket]:
    """It takes connections, as the kernel does for it, and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        settings.EMAIL_BACKEND = SMTP
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.getsockname()
        settings.EMAIL_TIMEOUT = 0.2
        yield server


def connections(server: socket.socket) -> list[socket.socket]:
    found = []
    while True:
        try:
            found.append(server.accept()[0])
        except BlockingIOError:
            return found


def ask_for_new_password(client: Client, email: str) -> int:
    return client.post(reverse("account_reset_password"), {"email": email}).status_code


def waiting() -> list[Job]:
    return list(Job.objects.filter(kind=account_mail.ACCOUNT_MAIL, state=JobState.WAITING).order_by("pk"))


def test_no_page_waits_for_a_silent_mail_server(cast: Cast, client: Client, silent: socket.socket) -> None:
    people = [cast.secretary, cast.director]
    assert [ask_for_new_password(client, user.email) for user in people] == [302, 302]
    assert connections(silent) == []
    assert len(waiting()) == 2
    services.run_due(Queue.LONG)
    assert len(connections(silent)) == 1, "the second one did not wait for it again"
    assert [type_of(job) for job in waiting()] == ["SMTPServerDisconnected", "MailServerSilent"]


def type_of(job: Job) -> str:
    return job.error.split(":")[0]


def test_what_waited_is_sent_when_the_server_is_back(
    cast: Cast, client: Client, silent: socket.socket, settings: Any
) -> None:
    ask_for_new_password(client, cast.secretary.email)
    [job] = waiting()
    assert "/account/" not in str(job.arguments), "its link is sealed"
    services.run_due(Queue.LONG)
    account_mail.silence.answered()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    Job.objects.update(run_after=timezone.now() - timedelta(seconds=1))
    services.run_due(Queue.LONG)
    [message] = mail.outbox
    assert message.to == [cast.secretary.email]
    assert "/account/password/reset/key/" in message.body
    job.refresh_from_db()
    assert (job.state, job.arguments) == (JobState.DONE, {})


def test_a_server_that_hangs_up_is_tried_again(cast: Cast, client: Client, silent: socket.socket) -> None:
    silent.setblocking(True)
    hanging_up = threading.Thread(target=lambda: silent.accept()[0].close())
    hanging_up.start()
    assert ask_for_new_password(client, cast.secretary.email) == 302
    services.run_due(Queue.LONG)
    hanging_up.join()
    [job] = waiting()
    assert type_of(job) == "SMTPServerDisconnected"


def test_a_message_that_nobody_can_open_any_more_is_let_go(cast: Cast, client: Client, settings: Any) -> None:
    ask_for_new_password(client, cast.secretary.email)
    settings.SECRET_KEY = "another"
    services.run_due(Queue.LONG)
    assert waiting() == mail.outbox == []


def test_every_mail_server_has_a_time_limit() -> None:
    assert 0 < real_settings.EMAIL_TIMEOUT <= 15
    assert connection_to(MailServer(host="mail.example.org", port=587)).timeout == real_settings.EMAIL_TIMEOUT
