"""Accounts: opening one, confirming the address, and which ones are shut."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.accounts import AuthenticationBackend
from clubs.models import AuditEntry, Player, User
from clubs.services.users import add_user, change_account, set_password
from core import actors
from core.errors import Forbidden
from jobs.services import run_due
from jobs.states import Queue
from tests.cast import PASSWORD, make_user

NEW = {
    "email": "dinah@example.org",
    "password1": "lead-fourth-best",
    "password2": "lead-fourth-best",
    "display_name": "Dinah Dummy",
}


@pytest.fixture(autouse=True)
def _no_limits_from_elsewhere():
    """allauth counts attempts in the cache, and mails one address only every few minutes."""
    cache.clear()


def sign_up(client: Client, **changed: str) -> None:
    client.post(reverse("account_signup"), NEW | changed)


def sign_in(client: Client, email: str, password: str) -> bool:
    client.post(reverse("account_login"), {"login": email, "password": password})
    return "_auth_user_id" in client.session


def verified(user: User) -> User:
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


# --- Opening one --------------------------------------------------------------------------------------------------
def test_signing_up_makes_a_player(db, client):
    sign_up(client)
    player = Player.objects.get(user__email="dinah@example.org")
    assert player.display_name == "Dinah Dummy"
    entry = AuditEntry.objects.get(act="player.add")
    assert (entry.user_id, entry.target_id) == (player.user_id, str(player.pk))


def test_an_account_whose_player_cannot_be_made_is_not_made_either(db, client, monkeypatch):
    def fail(**_fields: object) -> None:
        raise RuntimeError("no player today")

    monkeypatch.setattr("clubs.accounts.add_own_player", fail)
    with pytest.raises(RuntimeError):
        sign_up(client)
    assert not User.objects.exists()


def test_nobody_signs_up_without_a_name(db, client):
    sign_up(client, display_name="")
    assert not User.objects.exists()


def test_an_address_is_confirmed_by_the_link_before_anybody_gets_in(db, client):
    sign_up(client)
    fresh = Client()
    assert not sign_in(fresh, NEW["email"], NEW["password1"])
    run_due(Queue.LONG)
    link = re.search(r"/account/confirm-email/\S+/", mail.outbox[0].body)[0]
    fresh.post(link)
    assert EmailAddress.objects.get(email=NEW["email"]).verified
    assert sign_in(fresh, NEW["email"], NEW["password1"])


def test_signing_up_with_an_address_in_use_tells_nothing_to_the_page(db, client):
    verified(make_user("known"))
    known = client.post(reverse("account_signup"), NEW | {"email": "known@example.org"})
    fresh = Client().post(reverse("account_signup"), NEW)
    assert (known.status_code, known.url) == (fresh.status_code, fresh.url)
    assert User.objects.filter(email="known@example.org").count() == 1


def test_an_address_is_the_same_in_capitals(db, client):
    verified(make_user("known"))
    assert sign_in(client, "KNOWN@example.org", PASSWORD)


# --- Shut ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("is_on", [True, False])
def test_a_demo_account_signs_in_only_while_the_demo_is_on(db, client, settings, is_on):
    settings.DEMO = is_on
    verified(make_user("demo", is_demo=True))
    assert sign_in(client, "demo@example.org", PASSWORD) is is_on


def test_a_demo_accounts_session_ends_with_the_demo(db, client, settings):
    settings.DEMO = True
    user = verified(make_user("demo", is_demo=True))
    assert sign_in(client, user.email, PASSWORD)
    assert client.get(reverse("profile")).wsgi_request.user == user
    settings.DEMO = False
    assert client.get(reverse("profile")).wsgi_request.user.is_anonymous


def test_ordinary_accounts_do_not_care_about_the_demo(db, client, settings):
    settings.DEMO = False
    assert sign_in(client, verified(make_user("real")).email, PASSWORD)


def test_a_stopped_account_has_no_session(db):
    user = make_user("stopped", is_active=False)
    assert AuthenticationBackend().get_user(user.pk) is None


# --- As the operator makes and changes them -----------------------------------------------------------------------
@pytest.mark.parametrize("name", ["officer", "secretary", "member"])
def test_only_the_operator_makes_and_changes_accounts_of_others(cast, name):
    actor = cast.actor(name)
    with pytest.raises(Forbidden):
        add_user(actor=actor, email="x@example.org", password_hash="!", person={"display_name": "X"})
    with pytest.raises(Forbidden):
        change_account(actor=actor, user=cast.stranger, is_superuser=True)
    with pytest.raises(Forbidden):
        set_password(actor=actor, user=cast.stranger, password="taken-over-now")


def test_an_account_made_for_somebody_has_a_player_and_a_confirmed_address(system):
    user = add_user(actor=system, email="New@Example.ORG", password_hash="!", person={"display_name": "New"})
    assert (user.email, user.player.display_name) == ("New@example.org", "New")
    assert EmailAddress.objects.get(user=user).verified
    assert [entry.act for entry in AuditEntry.objects.order_by("number")] == ["user.add", "player.add"]


def test_an_account_without_a_player_is_not_made(system):
    with pytest.raises(ValidationError):
        add_user(actor=system, email="new@example.org", password_hash="!", person={"display_name": ""})
    assert not User.objects.exists()


def test_an_account_is_not_turned_into_a_demo_account(cast):
    with pytest.raises(TypeError, match="is_demo"):
        change_account(actor=cast.actor("operator"), user=cast.member, is_demo=True)


def test_a_new_password_ends_the_sessions_of_the_old_one(cast, client):
    client.force_login(cast.member)
    set_password(actor=cast.actor("operator"), user=cast.member, password="quite-a-new-one")
    assert client.get(reverse("profile")).wsgi_request.user.is_anonymous


def test_the_last_officers_account_is_not_stopped(cast):
    with pytest.raises(ValidationError, match="last officer"):
        change_account(actor=cast.actor("operator"), user=cast.officer, is_active=False)


def test_anonymous_requests_have_an_actor_without_a_user(db, rf):
    from django.contrib.auth.models import AnonymousUser

    request = rf.get("/")
    request.user = AnonymousUser()
    assert actors.of_request(request).user is None


def test_where_one_is_signed_in_is_noted_but_not_at_every_page(cast, client):
    client.force_login(cast.member)
    client.get("/")
    (signed_in,) = UserSession.objects.all()
    assert signed_in.user == cast.member
    with CaptureQueriesContext(connection) as asked:
        client.get("/")
    assert not [query for query in asked.captured_queries if "usersession" in query["sql"]]
    client.get("/", HTTP_USER_AGENT="Another browser")
    assert UserSession.objects.get().user_agent == "Another browser"
