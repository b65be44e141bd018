"""Who gets in, with what, and what happens to keys that somebody else may have."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import ApiToken, AuditEntry, User
from clubs.services.links import LinkKind, hand_out_link
from clubs.services.setup import first_setup, setup_token
from clubs.services.tokens import find_token, make_token
from clubs.services.users import drop_second_step, set_password
from core import actors
from core.errors import Forbidden
from events.models import Event, Session
from events.services.sessions import finish_session, reopen_session
from tests.cast import PASSWORD, Cast
from tests.clubs.test_setup import WANTED
from tests.events.evening import make_session

NEW = "lead-the-fourth-best"


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def by_password(user: User, password: str = PASSWORD, address: str = "127.0.0.1") -> Client:
    """Through the form, as people do."""
    EmailAddress.objects.get_or_create(user=user, email=user.email, verified=True, primary=True)
    client = Client(REMOTE_ADDR=address)
    client.post(reverse("account_login"), {"login": user.email, "password": password})
    client.post(reverse("account_reauthenticate"), {"password": password})
    return client


def token_of(cast: Cast, name: str = "secretary", **more: Any) -> tuple[ApiToken, str]:
    until = timezone.now() + timedelta(days=30)
    return make_token(actor=cast.actor(name), name="Screen", scopes=["read"], expires_at=until, **more)


def api(secret: str) -> int:
    return Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"}).status_code


# --- The first setup -------------------------------------------------------------------------------------------------
@pytest.mark.django_db
def test_the_set_up_link_makes_no_operator(client: Client) -> None:
    _club, user = first_setup(token=setup_token(), first_club=WANTED)
    assert (user.is_staff, user.is_superuser) == (False, False)
    client.force_login(user)
    assert client.get("/admin/", follow=True).status_code == 403
    assert client.get(reverse("server-mail")).status_code == 403


def test_an_operator_is_made_by_an_act_of_its_own_on_the_machine(cast: Cast) -> None:
    out = StringIO()
    call_command("operator", cast.secretary.email.upper(), stdout=out)
    assert "runs this installation now" in out.getvalue()
    assert User.objects.get(pk=cast.secretary.pk).is_superuser
    call_command("operator", cast.secretary.email, "--end", stdout=out)
    assert not User.objects.get(pk=cast.secretary.pk).is_superuser
    assert AuditEntry.objects.filter(act="user.change", target_id=str(cast.secretary.pk)).count() == 2
    with pytest.raises(CommandError, match="Nobody signs in"):
        call_command("operator", "nobody@example.org")


# --- The second step -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["operator", "officer", "north_officer"])
def test_operators_and_officers_get_no_further_without_a_second_step(cast: Cast, settings: Any, name: str) -> None:
    settings.SECOND_STEP_REQUIRED = True
    client = signed_in(getattr(cast, name))
    for path in ("/", "/clubs/harbour/members/", "/admin/", "/federations/north/roles/", "/account/tokens/"):
        assert client.get(path)["Location"] == reverse("mfa_activate_totp"), path
    assert client.post("/clubs/harbour/settings/", {"name": "Mine"})["Location"] == reverse("mfa_activate_totp")
    refused = client.get("/api/v1/me/")
    assert (refused.status_code, refused.json()["type"]) == (403, "urn:tenace:problem:second-step")
    TOTP.activate(getattr(cast, name), generate_totp_secret())
    assert client.get("/clubs/harbour/members/").status_code == 200


def test_the_others_and_strangers_are_not_asked(cast: Cast, settings: Any, client: Client) -> None:
    settings.SECOND_STEP_REQUIRED = True
    assert client.get("/clubs/harbour/").status_code == 200
    for name in ("secretary", "director", "member"):
        assert signed_in(getattr(cast, name)).get("/clubs/harbour/").status_code == 200


def test_the_page_to_set_it_up_is_open(cast: Cast, settings: Any) -> None:
    settings.SECOND_STEP_REQUIRED = True
    client = by_password(cast.officer)
    assert client.get(reverse("mfa_activate_totp")).status_code == 200


def with_second_step(user: User) -> None:
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)


def test_another_officer_lets_somebody_in_who_lost_the_phone(cast: Cast) -> None:
    with_second_step(cast.north_officer)
    grant = cast.north_officer.role_grants.get()
    page = reverse("federation-second-step", args=["north", grant.pk])
    client = signed_in(cast.officer)
    assert page in client.get("/federations/north/roles/").content.decode()
    assert client.get(page).status_code == 200
    assert Authenticator.objects.filter(user=cast.north_officer).exists()
    assert client.post(page).status_code == 302
    assert not Authenticator.objects.filter(user=cast.north_officer).exists()
    entry = AuditEntry.objects.get(act="user.second_step")
    assert (entry.user_id, entry.chain.label) == (cast.officer.pk, cast.north.label)


def test_nobody_takes_away_their_own_second_step_nor_that_of_somebody_above(cast: Cast) -> None:
    for user in (cast.north_officer, cast.officer, cast.operator):
        with_second_step(user)
    tries = [("north_officer", "north_officer"), ("operator", "operator"), ("north_officer", "officer")]
    tries += [("officer", "operator"), ("secretary", "north_officer"), ("member", "north_officer")]
    for who, whose in tries:
        with pytest.raises(Forbidden):
            drop_second_step(actor=cast.actor(who), user=getattr(cast, whose))


# --- Tokens ----------------------------------------------------------------------------------------------------------
def change_password(client: Client, **more: str) -> None:
    sent = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW, **more}
    assert client.post(reverse("account_change_password"), sent).status_code == 302


def test_tokens_end_with_a_changed_password_unless_one_says_no(cast: Cast) -> None:
    _token, secret = token_of(cast)
    client = signed_in(cast.secretary)
    assert 'name="end_tokens" ' in client.get(reverse("account_change_password")).content.decode()
    assert api(secret) == 200
    change_password(client, end_tokens="on")
    assert api(secret) == 401
    assert AuditEntry.objects.filter(act="token.revoke").count() == 1


def test_a_program_goes_on_where_that_was_said(cast: Cast) -> None:
    _token, secret = token_of(cast)
    change_password(signed_in(cast.secretary))
    assert api(secret) == 200


def test_tokens_end_with_a_password_that_was_forgotten_or_set_by_others(cast: Cast) -> None:
    _token, secret = token_of(cast, "member")
    link = hand_out_link(actor=cast.actor("secretary"), club=cast.harbour, user=cast.member, kind=LinkKind.NEW_PASSWORD)
    client = Client()
    form = client.get(link.path)["Location"]
    assert client.post(form, {"password1": NEW, "password2": NEW}).status_code == 302
    assert api(secret) == 401
    _token, secret = token_of(cast)
    set_password(actor=cast.actor("operator"), user=cast.secretary, password=NEW)
    assert api(secret) == 401


def test_a_token_made_for_a_sign_in_ends_with_it(cast: Cast) -> None:
    client = by_password(cast.secretary)
    until = (timezone.now() + timedelta(days=30)).date().isoformat()
    sent = {"name": "Screen", "scopes": ["read"], "expires_at": until, "ends_with_sign_in": "on"}
    page = client.post(reverse("tokens"), sent)
    secret = page.context["secret"]
    assert "or until you sign out" in client.get(reverse("tokens")).content.decode()
    assert api(secret) == 200
    client.post(reverse("account_logout"))
    assert api(secret) == 401
    found = find_token(secret)
    assert found is not None
    assert not found.is_usable(timezone.now())


def made_for_session(cast: Cast, session: Session) -> tuple[Client, str]:
    """The director's browser, and the secret of a token for this session made with it."""
    client = by_password(cast.director)
    until = (timezone.now() + timedelta(days=30)).date().isoformat()
    sent = {"name": "Screen", "scopes": ["read"], "expires_at": until, "ends_with": f"session:{session.pk}"}
    return client, client.post(reverse("tokens"), sent).context["secret"]


def test_a_token_made_for_a_session_of_play_ends_with_it_for_good(cast: Cast) -> None:
    session = make_session(cast.harbour, 8)
    client, secret = made_for_session(cast, session)
    assert api(secret) == 200
    page = client.get(reverse("tokens")).content.decode()
    assert f"or until {session} ({cast.harbour}) is finished" in page
    session = finish_session(actor=cast.actor("director"), session=session, reason="Snow")
    assert api(secret) == 401
    entry = AuditEntry.objects.get(act="token.revoke")
    assert (entry.chain.label, entry.user_id) == (cast.harbour.label, cast.director.pk)
    reopen_session(actor=cast.actor("director"), session=session, reason="It stopped")
    assert api(secret) == 401


def test_it_stops_too_where_the_event_is_cancelled(cast: Cast) -> None:
    session = make_session(cast.harbour, 8)
    _client, secret = made_for_session(cast, session)
    Event.objects.filter(pk=session.event_id).update(cancelled_at=timezone.now())
    assert api(secret) == 401


@pytest.mark.parametrize("name", ["member", "other_secretary"])
def test_a_token_is_made_for_no_session_that_others_run(cast: Cast, name: str) -> None:
    session = make_session(cast.harbour, 8)
    with pytest.raises(ValidationError, match="not yours to run"):
        token_of(cast, name, ends_with=f"session:{session.pk}")
    assert 'name="ends_with"' not in by_password(getattr(cast, name)).get(reverse("tokens")).content.decode()
    for strange in ("session:0", "session:x", "club:1"):
        with pytest.raises(ValidationError):
            token_of(cast, "director", ends_with=strange)


def test_tokens_are_shown_with_their_last_use(cast: Cast) -> None:
    _token, secret = token_of(cast)
    client = by_password(cast.secretary)
    assert "never" in client.get(reverse("tokens")).content.decode()
    api(secret)
    used = ApiToken.objects.get().last_used_at
    assert used is not None
    assert "never" not in client.get(reverse("tokens")).content.decode()


# --- What stays on a shared machine ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "path", ["/account/", "/account/tokens/", "/clubs/harbour/members/", "/clubs/harbour/audit/", "/admin/", "/"]
)
def test_a_personal_page_stays_in_no_cache(cast: Cast, path: str) -> None:
    client = by_password(cast.operator)
    answer = client.get(path)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]


def test_what_everybody_sees_may_be_kept(cast: Cast, client: Client) -> None:
    assert "no-store" not in client.get("/clubs/").get("Cache-Control", "")


# --- Wrong passwords -------------------------------------------------------------------------------------------------
def tries(user: User, password: str, address: str) -> bool:
    return "_auth_user_id" in by_password(user, password, address).session


@pytest.fixture
def _no_attempts_before() -> None:
    cache.clear()


@pytest.mark.usefixtures("_no_attempts_before")
def test_wrong_passwords_elsewhere_lock_nobody_out(cast: Cast) -> None:
    for _attempt in range(8):
        assert not tries(cast.director, "wrong", "203.0.113.5")
    assert not tries(cast.director, PASSWORD, "203.0.113.5")
    assert tries(cast.director, PASSWORD, "203.0.113.9")
    assert tries(cast.scorer, PASSWORD, "203.0.113.5")


@pytest.mark.usefixtures("_no_attempts_before")
def test_who_is_locked_out_comes_back_by_a_link(cast: Cast) -> None:
    for _attempt in range(6):
        tries(cast.member, "wrong", "203.0.113.5")
    assert not tries(cast.member, PASSWORD, "203.0.113.5")
    link = hand_out_link(actor=cast.actor("secretary"), club=cast.harbour, user=cast.member, kind=LinkKind.NEW_PASSWORD)
    client = Client(REMOTE_ADDR="203.0.113.5")
    client.post(client.get(link.path)["Location"], {"password1": NEW, "password2": NEW})
    assert tries(cast.member, NEW, "203.0.113.5")


def test_the_actor_of_a_changed_password_is_its_owner(cast: Cast) -> None:
    token_of(cast)
    change_password(signed_in(cast.secretary), end_tokens="on")
    assert AuditEntry.objects.get(act="token.revoke").user_id == actors.of_user(cast.secretary).user_id


@pytest.mark.parametrize("weak", ["eleven-sign", "123456789012", "qwerty123456", "member@example.org"])
def test_a_password_that_is_short_common_or_the_name_is_refused(cast: Cast, weak: str) -> None:
    client = by_password(cast.member)
    sent = {"oldpassword": PASSWORD, "password1": weak, "password2": weak}
    assert client.post(reverse("account_change_password"), sent).status_code == 200
    assert not User.objects.get(pk=cast.member.pk).check_password(weak)
