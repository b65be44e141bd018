"""People are told at each step, once by mail; a mail that comes back stands on the page of the case."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from appeals.selectors.case_page import CasePage
from appeals.services.notices import remind_due
from office.models import Notice
from office.services.notices import read_notices, send_notices
from tests.appeals.world import T0, make_world
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def test_notices_are_mailed_once_and_a_bounce_is_seen(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    world = make_world(cast)
    for name in ("south", "director"):
        user = world.user(name)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    appeal = world.requested()
    asked = Notice.objects.get(kind="appeal.concur")
    assert (asked.user, asked.state, asked.until) == (world.people["south"], "waiting", appeal.concur_until)
    deliver = EmailBackend.send_messages

    def refuse_one(self: Any, messages: Any) -> int:
        if messages[0].to == ["director@example.org"]:
            raise ValueError("550 no such mailbox")
        return deliver(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", refuse_one)
    for _ in range(2):
        send_notices("appeal", appeal.pk, lambda done, total: None)()
    [sent] = mail.outbox
    assert sent.to == ["south@example.org"]
    assert f"/clubs/harbour/appeals/{appeal.pk}/" in sent.body
    assert "92D" in sent.body
    page = CasePage.of(appeal, world.actor("director"))
    assert [row.error for row in page.bounced] == ["ValueError: 550 no such mailbox"]


def test_a_reminder_comes_once_before_the_time_is_up(cast: Cast) -> None:
    world = make_world(cast)
    appeal = world.requested()
    soon = T0 + timedelta(minutes=26)
    assert remind_due(soon) == 1
    assert remind_due(soon) == 0
    told = set(Notice.objects.filter(about_id=appeal.pk, kind="appeal.reminder").values_list("user__email", flat=True))
    assert {"south@example.org", "director@example.org"} <= told
    assert read_notices(actor=world.actor("south"), about_kind="appeal") == 2
