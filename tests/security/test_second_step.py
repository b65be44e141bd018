"""Whoever has a password, and not the phone: the second step is no formality."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core import mail
from django.test import Client
from django.urls import reverse

from clubs.models import User
from clubs.services.users import drop_second_step
from jobs import services as jobs
from tests.cast import PASSWORD, Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def secret(cast: Cast) -> str:
    """The officer signs in with a second step."""
    secret = generate_totp_secret()
    TOTP.activate(cast.officer, secret)
    RecoveryCodes.activate(cast.officer)
    return secret


def code(secret: str) -> str:
    counter = next(iter(yield_hotp_counters_from_time()))
    return format_hotp_value(hotp_value(secret, counter))


def with_password(user: User, address: str = "127.0.0.1") -> Client:
    EmailAddress.objects.get_or_create(user=user, email=user.email, verified=True, primary=True)
    client = Client(REMOTE_ADDR=address)
    answer = client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
    assert answer["Location"].startswith(reverse("mfa_authenticate"))
    return client


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def enter(client: Client, typed: str) -> int:
    return client.post(reverse("mfa_authenticate"), {"code": typed}).status_code


def test_the_password_alone_opens_nothing(cast: Cast, secret: str) -> None:
    client = with_password(cast.officer)
    assert not is_in(client)
    for path in ("/account/", "/account/tokens/", "/federations/north/roles/", reverse("mfa_index")):
        assert client.get(path).status_code == 302
    assert client.get("/api/v1/me/").status_code == 401
    assert enter(client, code(secret)) == 302
    assert is_in(client)


def test_a_code_that_somebody_looked_at_is_of_no_use_a_second_time(cast: Cast, secret: str) -> None:
    seen = code(secret)
    enter(with_password(cast.officer), seen)
    other = with_password(cast.officer, "192.0.2.8")
    enter(other, seen)
    assert not is_in(other)


def test_codes_are_not_found_by_trying(cast: Cast, secret: str) -> None:
    client = with_password(cast.officer)
    for at in range(12):
        enter(client, f"{at:06d}")
    enter(client, code(secret))
    assert not is_in(client), "after so many wrong ones the right one does not help either"


def test_a_recovery_code_opens_once(cast: Cast, secret: str) -> None:
    codes = (
        Authenticator.objects.get(user=cast.officer, type=Authenticator.Type.RECOVERY_CODES).wrap().get_unused_codes()
    )
    first, again = with_password(cast.officer), with_password(cast.officer, "192.0.2.8")
    enter(first, codes[0])
    enter(again, codes[0])
    assert (is_in(first), is_in(again)) == (True, False)


@pytest.mark.parametrize("name", ["mfa_deactivate_totp", "mfa_generate_recovery_codes", "mfa_view_recovery_codes"])
def test_who_finds_a_device_signed_in_does_not_take_the_step_away(cast: Cast, secret: str, name: str) -> None:
    """Nor see what is in its place: the password was not typed a moment ago, and is asked for."""
    client = Client()
    client.force_login(cast.officer)
    before = list(Authenticator.objects.values())
    for answer in (client.get(reverse(name)), client.post(reverse(name), {})):
        assert answer.status_code in (302, 405)
        assert answer.status_code == 405 or "reauthenticate" in answer["Location"]
    assert list(Authenticator.objects.values()) == before


def test_the_secret_is_shown_to_nobody_afterwards(cast: Cast, secret: str) -> None:
    operator = Client()
    operator.force_login(cast.operator)
    for row in Authenticator.objects.all():
        for path in (f"user/{cast.officer.pk}/change/", "", "authenticator/"):
            assert secret not in operator.get(f"/admin/clubs/{path}").content.decode()
        page = operator.get(f"/admin/mfa/authenticator/{row.pk}/change/").content.decode()
        assert secret not in page
        assert str(row.data)[:20] not in page


def told(user: User) -> list[str]:
    """The subjects of what was sent to them."""
    jobs.run_due("live")
    jobs.run_due("long")
    return [message.subject for message in mail.outbox if message.to == [user.email]]


def test_who_loses_the_step_or_the_password_to_somebody_is_told_by_mail(cast: Cast, secret: str) -> None:
    drop_second_step(actor=cast.actor("operator"), user=cast.officer)
    assert told(cast.officer) == ["Your second step to sign in was taken away"]
    EmailAddress.objects.create(user=cast.member, email=cast.member.email, verified=True, primary=True)
    client = Client()
    client.force_login(cast.member)
    sent = {"oldpassword": PASSWORD, "password1": "lead-the-fourth-best", "password2": "lead-the-fourth-best"}
    assert client.post(reverse("account_change_password"), sent).status_code == 302
    assert any("assword" in subject for subject in told(cast.member))
