"""One page of notices; each kind of mail is turned off by the person, also by the link in it."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse

from clubs.models import Player, User
from clubs.services.players import change_player
from core.errors import Forbidden
from jobs import services as jobs
from jobs.models import Job
from office.models import MailChoice, Notice
from office.notice_kinds import Category
from office.selectors.recipients import own_choices
from office.selectors.stop_links import stop_url
from office.services.group_mails import send_group_mail
from office.services.mail_choices import choose_mail
from office.services.notices import send_again, settle_undelivered
from tests.cast import Cast
from tests.office.year import add_member, secretary

pytestmark = pytest.mark.django_db


def write(cast: Cast, text: str = "The party is on Friday.", group: str = "members") -> None:
    send_group_mail(actor=secretary(cast), body=cast.harbour, group=group, subject="Party", text=text)


def send() -> None:
    Job.objects.filter(state="waiting").update(run_after="2026-01-01T00:00Z")
    jobs.run_due("long")


def confirm(cast: Cast) -> None:
    EmailAddress.objects.create(user=cast.member, email="member@example.org", verified=True, primary=True)


def stop_path(message: Any) -> str:
    link: str = message.extra_headers["List-Unsubscribe"].strip("<>")
    return link[link.index("/mail/stop/") :]


def test_a_message_is_read_in_the_application_and_by_mail(cast: Cast, client: Client) -> None:
    confirm(cast)
    write(cast)
    send()
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["member@example.org"], "Party")
    assert "The party is on Friday." in sent.body
    assert "You get this because you are among: All members" in sent.body
    client.force_login(cast.member)
    assert "Party" in client.get("/").content.decode()
    assert "Party" in client.get(reverse("notices")).content.decode()
    client.post(reverse("read-notices"))
    assert "New for you" not in client.get("/").content.decode()


def test_one_click_stops_a_kind_of_mail_without_signing_in(cast: Cast) -> None:
    confirm(cast)
    write(cast)
    send()
    strict = Client(enforce_csrf_checks=True)
    path = stop_path(mail.outbox[0])
    assert strict.get(path).status_code == 200
    assert own_choices(cast.member)["groups"], "looking at it stops nothing: programs follow links by themselves"
    assert strict.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    write(cast, "The party is on Saturday.")
    send()
    assert len(mail.outbox) == 1
    assert Notice.objects.filter(user=cast.member, state="in-app").count() == 1
    assert own_choices(cast.member)["appeals"], "the other kinds go on"


def test_somebody_without_an_account_stops_them_too_and_it_holds_for_an_account_later(cast: Cast) -> None:
    anna = add_member(cast, "Anna Example").player
    write(cast)
    send()
    Client().post(stop_path(mail.outbox[0]))
    write(cast, "The party is on Saturday.")
    send()
    assert len(mail.outbox) == 1
    account = User.objects.create_user("anna@example.org")
    Player.objects.filter(pk=anna.pk).update(user=account)
    assert not own_choices(account)["groups"]


def test_each_kind_is_turned_off_and_on_again_on_the_own_page(cast: Cast, client: Client) -> None:
    client.force_login(cast.member)
    url = reverse("mail-wishes")
    assert {key for key, wanted in own_choices(cast.member).items() if wanted} == set(Category) - {"results"}
    client.post(url, {"results": "on", "appeals": "on"})
    assert {key for key, wanted in own_choices(cast.member).items() if wanted} == {"results", "appeals"}
    client.post(url, {category.value: "on" for category in Category})
    assert all(own_choices(cast.member).values())
    before = MailChoice.objects.count()
    client.post(url, {category.value: "on" for category in Category})
    assert MailChoice.objects.count() == before, "what stays as it was is not written again"


def test_who_stops_between_the_message_and_its_mail_gets_none(cast: Cast) -> None:
    confirm(cast)
    write(cast)
    choose_mail(actor=cast.actor("member"), wanted={"groups": False})
    send()
    assert mail.outbox == []
    assert Notice.objects.get(user=cast.member).state == "skipped"


def test_an_address_that_is_refused_is_seen_by_the_secretary(
    cast: Cast, as_secretary: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = add_member(cast, "Anna Example").player
    add_member(cast, "Bert Example")
    deliver = EmailBackend.send_messages

    def refuse_anna(self: Any, messages: Any) -> int:
        if messages[0].to == ["anna@example.org"]:
            raise SMTPRecipientsRefused({"anna@example.org": (550, b"No such user")})
        return deliver(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", refuse_anna)
    write(cast)
    send()
    assert [one.to for one in mail.outbox] == [["bert@example.org"]]
    assert Job.objects.get(kind="notices.mail").outcome == "1 mail sent. 1 was refused."
    page = as_secretary.get(reverse("club-undelivered", kwargs={"slug": "harbour"})).content.decode()
    assert "Anna Example" in page
    assert "No such user" in page
    assert "1 mail came back" in as_secretary.get("/").content.decode()
    notice = Notice.objects.get(player=anna)
    with pytest.raises(Forbidden):
        settle_undelivered(actor=cast.actor("director"), notice=notice)
    change_player(actor=secretary(cast), player=anna, club=cast.harbour, email="anna.new@example.org")
    send_again(actor=secretary(cast), notice=notice)
    monkeypatch.undo()
    send()
    assert mail.outbox[-1].to == ["anna.new@example.org"]


def test_a_mail_server_that_goes_away_loses_nothing_and_repeats_nothing(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_member(cast, "Anna Example")
    add_member(cast, "Bert Example")

    def die(self: Any, messages: Any) -> int:
        raise SMTPServerDisconnected("gone")

    with monkeypatch.context() as while_away:
        while_away.setattr(EmailBackend, "send_messages", die)
        write(cast)
        send()
    assert sorted(Notice.objects.exclude(state="in-app").values_list("state", flat=True)) == ["sending", "waiting"]
    send()
    assert len(mail.outbox) == 1, "whether the first went out nobody knows: it is not sent again"


def test_the_same_message_sent_twice_is_refused(cast: Cast, as_secretary: Client) -> None:
    url = reverse("club-write-group-mail", kwargs={"slug": "harbour"})
    said = {"group": "members", "subject": "Party", "text": "On Friday."}
    looked_over = as_secretary.post(url, said).content.decode()
    assert "1 person reads it" in looked_over
    assert not Notice.objects.exists(), "looking it over sends nothing"
    assert as_secretary.post(url, said | {"send": "1"}).status_code == 302
    again = as_secretary.post(url, said | {"send": "1"})
    assert again.status_code == 422
    assert "has just been sent" in again.content.decode()
    assert "On Friday." in again.content.decode()


def test_a_federation_writes_to_the_secretaries_of_its_clubs(cast: Cast, client: Client) -> None:
    officer = cast.actor("officer")
    sent = send_group_mail(
        actor=officer, body=cast.nation, group="secretaries", subject="New laws", text="From January on."
    )
    told = set(Notice.objects.filter(about_id=sent.pk).values_list("user__email", flat=True))
    assert told == {"secretary@example.org", "other_secretary@example.org"}
    with pytest.raises(Forbidden):
        send_group_mail(actor=cast.actor("secretary"), body=cast.north, group="members", subject="a", text="b")


def test_a_stop_link_does_not_outlive_the_person(cast: Cast) -> None:
    anna = add_member(cast, "Anna Example").player
    notice = Notice(club=cast.harbour, player=anna, kind="group_mail", about_kind="group_mail", about_id=1)
    path = stop_url(notice).partition("8000")[2]
    assert Client().get(path).status_code == 200
    type(anna).objects.filter(pk=anna.pk).update(erased_at=secretary(cast).at + timedelta(days=1))
    assert Client().get(path).status_code == 404


def test_what_comes_back_to_the_mailbox_hours_later_is_noted_by_its_address(cast: Cast, as_secretary: Client) -> None:
    add_member(cast, "Anna Example")
    send_group_mail(
        actor=cast.actor("secretary"), body=cast.harbour, group="members", subject="Party", text="On Friday."
    )
    send()
    url = reverse("club-undelivered", kwargs={"slug": "harbour"})
    wrong = as_secretary.post(url, {"address": "nobody@example.org"})
    assert wrong.status_code == 422
    assert "Look at the address again" in wrong.content.decode()
    assert as_secretary.post(url, {"address": "Anna@Example.org"}).status_code == 302
    page = as_secretary.get(url).content.decode()
    assert "Anna Example" in page
    assert "Came back later" in page
