"""A person's own pages: profile, privacy, language, tokens, leaving."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from clubs.models import ApiToken, Player, User
from tests.cast import PASSWORD


@pytest.fixture
def as_member(cast, client):
    """Signed in with the password, so that pages which ask for it again are open."""
    client.post(reverse("account_login"), {"login": cast.member.email, "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert client.session.get("_auth_user_id") == str(cast.member.pk)
    return client


@pytest.fixture(autouse=True)
def _verified(cast):
    from allauth.account.models import EmailAddress

    EmailAddress.objects.create(user=cast.member, email=cast.member.email, verified=True, primary=True)


def profile(player: Player, **changes: object) -> dict[str, object]:
    return {"display_name": player.display_name, "privacy": "full", "version": player.version} | changes


def test_a_member_chooses_how_the_name_shows(cast, as_member):
    data = profile(cast.member.player, privacy="initials", languages="English, Latvian", needs_stationary_seat="on")
    assert as_member.post(reverse("profile"), data).status_code == 302
    player = Player.objects.get(user=cast.member)
    assert (player.public_name, player.languages, player.needs_stationary_seat) == (
        "M. T.",
        ["English", "Latvian"],
        True,
    )


def test_a_profile_changed_elsewhere_meanwhile_is_not_overwritten(cast, as_member):
    as_member.post(reverse("profile"), profile(cast.member.player, display_name="First Choice"))
    answer = as_member.post(reverse("profile"), profile(cast.member.player, display_name="Second Choice"))
    assert answer.status_code == 422
    assert "It now says: First Choice" in answer.content.decode()


def test_an_operator_without_a_player_gets_one_on_the_profile_page(db, client):
    user = User.objects.create_superuser("root@example.org", PASSWORD)
    client.force_login(user)
    assert client.get(reverse("profile")).status_code == 200
    assert Player.objects.get(user=user).display_name == "root"


def test_a_token_is_shown_once_and_can_be_revoked(cast, as_member):
    data = {"name": "hall screen", "scopes": ["read"], "expires_at": (timezone.now() + timedelta(days=30)).date()}
    page = as_member.post(reverse("tokens"), data).content.decode()
    secret = re.search(r"tn_[0-9a-f]{8}\.[\w-]{20,}", page)
    assert secret
    assert secret.group() not in as_member.get(reverse("tokens")).content.decode()
    token = ApiToken.objects.get()
    as_member.post(reverse("token-revoke", kwargs={"token_id": token.pk}))
    token.refresh_from_db()
    assert not token.is_usable(timezone.now())


def test_a_token_for_too_long_is_refused_at_its_field(cast, as_member):
    data = {"name": "for ever", "scopes": ["read"], "expires_at": "2099-01-01"}
    answer = as_member.post(reverse("tokens"), data)
    assert answer.status_code == 422
    assert "within the next year" in answer.content.decode()


def test_leaving_erases_the_person_but_not_the_player_row(cast, as_member):
    player = cast.member.player
    assert as_member.post(reverse("erase"), {}).status_code == 422
    assert as_member.post(reverse("erase"), {"understood": "on"}).status_code == 302
    player.refresh_from_db()
    assert (player.display_name, player.user, player.federation_number) == ("Erased player", None, "")
    assert not User.objects.filter(email="member@example.org").exists()


def test_the_chosen_language_is_kept_in_the_account(cast, as_member, settings):
    settings.LANGUAGES = [("en", "English"), ("lv", "Latviešu")]
    as_member.post(reverse("set_language"), {"language": "lv", "next": "/clubs/"})
    cast.member.refresh_from_db()
    assert cast.member.language == "lv"
    assert as_member.get(reverse("clubs")).headers["Content-Language"] == "lv"


def test_the_language_page_does_not_send_people_elsewhere(db, client):
    answer = client.post(reverse("set_language"), {"language": "en", "next": "https://evil.example/"})
    assert answer.headers["Location"] == "/"


def test_a_clubs_language_holds_where_the_visitor_chose_none(cast, client, settings):
    settings.LANGUAGES = [("en", "English"), ("lv", "Latviešu")]
    type(cast.harbour).objects.filter(pk=cast.harbour.pk).update(language="lv")
    assert client.get(cast.harbour.get_absolute_url()).headers["Content-Language"] == "lv"
    chosen = client.get(cast.harbour.get_absolute_url(), headers={"Cookie": "django_language=en"})
    assert chosen.headers["Content-Language"] == "en"


def test_officers_times_are_shown_in_the_clubs_zone(cast, as_secretary):
    type(cast.harbour).objects.filter(pk=cast.harbour.pk).update(timezone="Asia/Bangkok")
    from clubs.models import AuditEntry

    entry = AuditEntry.objects.filter(chain__label=cast.harbour.label).order_by("-number").first()
    local = entry.at + timedelta(hours=7)
    page = as_secretary.get(reverse("club-audit", kwargs={"slug": "harbour"})).content.decode()
    assert f"{local:%Y-%m-%dT%H:%M}" in page
