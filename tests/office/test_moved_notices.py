"""Migrations bring what people were told and had chosen into the office: rows, choices and waiting mails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from jobs import services as jobs
from jobs.models import Job
from office.models import Notice
from office.selectors.notice_words import notice_texts
from office.selectors.recipients import own_choices
from tests.appeals.world import T0, make_world
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("scoring", "0013_comparison_field"), ("appeals", "0011_cases_by_club_and_day")]


def go_back() -> Any:
    """The models as they were."""
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    return executor.loader.project_state(BEFORE).apps


@pytest.fixture
def _at_the_newest() -> Iterator[None]:
    yield
    go_on()


def go_on() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.mark.long
@pytest.mark.usefixtures("_at_the_newest")
def test_notices_wishes_and_waiting_mails_go_on(cast: Cast) -> None:
    EmailAddress.objects.create(user=cast.member, email="member@example.org", verified=True, primary=True)
    appeal = make_world(cast).requested()
    Notice.objects.all().delete()
    Job.objects.all().delete()
    old = go_back()
    old.get_model("scoring", "MailWish").objects.create(user_id=cast.member.pk, results=True, changed_at=T0)
    told = {"appeal_id": appeal.pk, "user_id": cast.member.pk, "kind": "decided", "made_at": T0}
    old.get_model("appeals", "Notice").objects.create(state="waiting", **told)
    asked = {"queue": "long", "asked_at": T0, "run_after": T0, "arguments": {"appeal": appeal.pk}}
    Job.objects.create(kind="appeals.mail", key=f"appeal:{appeal.pk}", **asked)

    go_on()

    notice = Notice.objects.get()
    assert (notice.user, notice.club, notice.made_at) == (cast.member, cast.harbour, T0)
    assert str(appeal) in notice_texts(notice)[0]
    assert own_choices(cast.member)["results"]
    jobs.run_due("long")
    assert [one.to for one in mail.outbox] == [["member@example.org"]]
    assert Notice.objects.get().state == "sent"
