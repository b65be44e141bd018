"""Without a mail server the pages say so, an officer hands out one-time links, and the operator sets mail up."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.mail.backends import filebased, smtp
from django.test import Client
from django.urls import reverse

from clubs.mail import EmailBackend, mail_leaves
from clubs.models import AuditEntry, MailServer, Role, User
from clubs.services.joining import ask_to_join
from clubs.services.links import LinkKind, hand_out_link, link_for_address
from clubs.services.mail import set_up_mail, stop_mail, try_mail
from clubs.services.roles import grant_role
from core import actors
from core.errors import Forbidden
from tests.cast import PASSWORD, Cast, make_user
from tests.clubs.page import url

SERVER = {
    "host": "mail.example.org",
    "port": 587,
    "security": "starttls",
    "username": "tenace",
    "sender": "b@example.org",
}
NO_MAIL = "This server does not send mail"


@pytest.fixture
def without_mail(settings) -> Iterator[None]:
    settings.EMAIL_BACKEND = "clubs.mail.EmailBackend"


@pytest.fixture
def newcomer(cast: Cast) -> User:
    user = make_user("newcomer")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
    return user


def signs_in(email: str, password: str) -> bool:
    client = Client()
    client.post(reverse("account_login"), {"login": email, "password": password})
    return "_auth_user_id" in client.session


# --- What the pages say --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "page",
    ["account_signup", "account_email_verification_sent", "account_reset_password", "account_reset_password_done"],
)
def test_pages_that_speak_of_mail_say_what_is_true(cast, client, settings, page):
    assert NO_MAIL not in client.get(reverse(page)).text
    settings.EMAIL_BACKEND = "clubs.mail.EmailBackend"
    text = client.get(reverse(page)).text
    assert NO_MAIL in text
    assert "We sent" not in text
    assert "is on its way" not in text


@pytest.mark.usefixtures("without_mail")
def test_the_pages_of_ones_own_addresses_say_it_too(cast, client):
    client.force_login(cast.member)
    for page in ("account_email", "mail-wishes"):
        text = client.get(reverse(page)).text
        assert NO_MAIL in text
        assert "action_send" not in text


# --- One-time links ------------------------------------------------------------------------------------------------
@pytest.mark.usefixtures("without_mail")
def test_a_newcomer_gets_in_with_the_link_that_the_secretary_hands_out(cast, newcomer, as_secretary):
    assert not signs_in(newcomer.email, PASSWORD)
    answer = as_secretary.post(url("one-time-links"), {"email": newcomer.email})
    link = answer.context["link"]
    assert link.kind is LinkKind.CONFIRM
    assert "<svg" in answer.text
    fresh = Client()
    assert fresh.get(link.path).status_code == 200
    fresh.post(link.path)
    assert signs_in(newcomer.email, PASSWORD)
    entry = AuditEntry.objects.get(act="account.link")
    assert (entry.target_id, entry.after) == (str(newcomer.pk), {"kind": "confirm"})


@pytest.mark.usefixtures("without_mail")
def test_the_link_stands_on_the_card_of_a_request_too(cast, newcomer, as_secretary):
    request = ask_to_join(actor=actors.of_user(newcomer), club=cast.harbour)
    page = url("newcomer-link", request_id=request.pk)
    assert page in as_secretary.get(url("join-requests")).text
    assert as_secretary.post(page).context["link"].kind is LinkKind.CONFIRM


def test_a_member_chooses_a_new_password_once(cast, as_secretary):
    EmailAddress.objects.create(user=cast.member, email=cast.member.email, primary=True, verified=True)
    page = url("member-link", membership_id=cast.membership.pk)
    assert page in as_secretary.get(url("member", membership_id=cast.membership.pk)).text
    link = as_secretary.post(page).context["link"]
    assert link.kind is LinkKind.NEW_PASSWORD
    fresh = Client()
    step = fresh.get(link.path, follow=True)
    new = "ruff-and-sluff-9"
    fresh.post(step.redirect_chain[-1][0], {"password1": new, "password2": new})
    assert signs_in(cast.member.email, new)
    assert "does not work" in Client().get(link.path, follow=True).text


def test_nobody_takes_over_an_office_they_could_not_give(cast):
    """A federation's officer who is a member of the club, and whoever runs the installation."""
    secretary = cast.actor("secretary")
    grant_role(actor=actors.system(), user=cast.member, role=Role.OFFICER, body=cast.nation)
    for user in (cast.member, cast.operator, cast.officer, cast.other_secretary, cast.stranger):
        with pytest.raises(Forbidden):
            hand_out_link(actor=secretary, club=cast.harbour, user=user, kind=LinkKind.NEW_PASSWORD)
    hand_out_link(actor=cast.actor("officer"), club=cast.harbour, user=cast.member, kind=LinkKind.NEW_PASSWORD)


def test_of_other_accounts_nothing_is_said(cast, newcomer):
    """Whether an address has an account is not told by asking for its link."""
    EmailAddress.objects.create(user=cast.stranger, email=cast.stranger.email, primary=True, verified=True)
    said = set()
    for email in (cast.stranger.email, "nobody@example.org", cast.operator.email):
        with pytest.raises(ValidationError) as refused:
            link_for_address(actor=cast.actor("secretary"), club=cast.harbour, email=email)
        said.add(str(refused.value))
    assert len(said) == 1


def test_others_hand_out_nothing(cast, newcomer):
    for name in ("director", "member", "other_secretary"):
        with pytest.raises(Forbidden):
            link_for_address(actor=cast.actor(name), club=cast.harbour, email=newcomer.email)


# --- Setting it up -------------------------------------------------------------------------------------------------
@pytest.mark.usefixtures("without_mail")
def test_the_operator_sets_mail_up_on_a_page_and_tries_it(cast, client, monkeypatch):
    client.force_login(cast.operator)
    assert "No mail leaves this server" in client.get("/").text
    page = reverse("server-mail")
    answer = client.post(page, SERVER | {"password": "hush", "save": "1"})
    assert answer.status_code == 302
    assert mail_leaves()
    assert "No mail leaves this server" not in client.get("/").text
    sent: list[EmailMessage] = []
    monkeypatch.setattr(smtp.EmailBackend, "send_messages", lambda self, messages: sent.extend(messages) or len(sent))
    assert client.post(page, {"to": "me@example.org", "try": "1"}).status_code == 302
    assert (sent[0].to, sent[0].from_email) == (["me@example.org"], "b@example.org")
    client.post(page, {"stop": "1"})
    assert not mail_leaves()


@pytest.mark.usefixtures("without_mail")
@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (smtplib.SMTPAuthenticationError(535, b"5.7.8 Bad credentials"), "user name or the password"),
        (smtplib.SMTPSenderRefused(553, b"no", "b@example.org"), "sender"),
        (smtplib.SMTPRecipientsRefused({}), "to this address"),
        (ConnectionRefusedError(111, "Connection refused"), "cannot be reached"),
        (TimeoutError("timed out"), "cannot be reached"),
    ],
)
def test_a_server_that_refuses_is_explained(cast, client, monkeypatch, error, sentence):
    set_up_mail(actor=cast.actor("operator"), **SERVER)

    def refuse(self: object, messages: object) -> int:
        raise error

    monkeypatch.setattr(smtp.EmailBackend, "send_messages", refuse)
    client.force_login(cast.operator)
    answer = client.post(reverse("server-mail"), {"to": "me@example.org", "try": "1"})
    assert answer.status_code == 422
    assert sentence in answer.text
    assert 'value="me@example.org"' in answer.text


@pytest.mark.usefixtures("without_mail")
def test_the_password_is_sealed_never_shown_and_stays_when_it_is_not_typed_again(cast, client):
    operator = cast.actor("operator")
    set_up_mail(actor=operator, password="hush", **SERVER)
    row = set_up_mail(actor=operator, **(SERVER | {"port": 2525}))
    assert (row.password, row.port) == ("hush", 2525)
    assert "hush" not in row.sealed_password
    client.force_login(cast.operator)
    assert "hush" not in client.get(reverse("server-mail")).text
    assert "hush" not in str(list(AuditEntry.objects.filter(act="server.mail").values_list("before", "after")))
    assert isinstance(EmailBackend().inner, smtp.EmailBackend)
    assert MailServer.objects.count() == 1


@pytest.mark.usefixtures("without_mail")
def test_until_then_messages_are_kept_in_files(db):
    assert isinstance(EmailBackend().inner, filebased.EmailBackend)
    assert not mail_leaves()


def test_what_the_machine_sets_is_not_changed_here(cast):
    with pytest.raises(ValidationError, match="EMAIL_URL"):
        set_up_mail(actor=cast.actor("operator"), **SERVER)
    with pytest.raises(ValidationError, match="EMAIL_URL"):
        stop_mail(actor=cast.actor("operator"))
    try_mail(actor=cast.actor("operator"), to="me@example.org")
    assert mail.outbox[0].to == ["me@example.org"]


def test_only_the_operator_does_this(cast):
    for name in ("secretary", "officer", "member"):
        with pytest.raises(Forbidden):
            try_mail(actor=cast.actor(name), to="me@example.org")
