"""API tokens: made by a person for a program, within scopes, until a day, and never shown again."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from clubs.models import ApiToken, AuditEntry
from clubs.services.tokens import find_token, make_token, note_use, revoke_token
from core import actors
from core.actors import ActorKind
from core.errors import Forbidden
from core.permissions import may

DAY = timedelta(days=1)


def make(cast, name="secretary", scopes=("read",), days=30):
    return make_token(
        actor=cast.actor(name), name="Score screen", scopes=scopes, expires_at=timezone.now() + days * DAY
    )


def through(cast, token):
    return replace(cast.actor("secretary"), kind=ActorKind.TOKEN, token=token)


def test_the_secret_finds_its_token_and_is_kept_nowhere(cast):
    token, secret = make(cast)
    assert find_token(secret) == token
    kept = str(ApiToken.objects.values().get()) + str(list(AuditEntry.objects.values()))
    assert secret.partition(".")[2] not in kept


@pytest.mark.parametrize("change", [lambda s: s[:-1], lambda s: s + "x", lambda s: "tn_00000000." + s, lambda s: ""])
def test_a_secret_that_is_not_quite_right_finds_nothing(cast, change):
    _token, secret = make(cast)
    assert find_token(change(secret)) is None


@pytest.mark.parametrize("scopes", [[], ["everything"], ["read", "emperor"]])
def test_scopes_that_do_not_exist_are_refused(cast, scopes):
    with pytest.raises(ValidationError, match="Choose at least one of: read, club"):
        make(cast, scopes=scopes)


@pytest.mark.parametrize("days", [-1, 367])
def test_a_token_lasts_a_year_at_most_and_not_less_than_nothing(cast, days):
    with pytest.raises(ValidationError, match="within the next year"):
        make(cast, days=days)


def test_a_token_is_as_able_as_its_user_within_its_scopes(cast):
    token, _secret = make(cast, scopes=["read", "membership"])
    actor = through(cast, token)
    assert may(actor, "membership.add", cast.harbour)
    assert may(actor, "membership.view", cast.harbour)
    assert not may(actor, "club.change", cast.harbour)
    assert not may(actor, "membership.add", cast.hillside)


def test_an_operators_token_is_no_master_key(cast):
    token, _secret = make(cast, name="operator", scopes=["read"])
    actor = replace(cast.actor("operator"), kind=ActorKind.TOKEN, token=token)
    assert not may(actor, "club.change", cast.harbour)


def test_keys_are_not_made_with_keys(cast):
    token, _secret = make(cast)
    with pytest.raises(Forbidden):
        make_token(actor=through(cast, token), name="More", scopes=["read"], expires_at=timezone.now() + DAY)
    with pytest.raises(Forbidden):
        revoke_token(actor=through(cast, token), token=token)


def test_a_revoked_token_is_of_no_use_and_revoking_is_recorded_once(cast):
    token, _secret = make(cast)
    for _time in range(2):
        token = revoke_token(actor=cast.actor("secretary"), token=token)
    assert not token.is_usable(timezone.now())
    assert AuditEntry.objects.filter(act="token.revoke").count() == 1


def test_an_expired_token_is_of_no_use(cast):
    token, _secret = make(cast, days=2)
    assert token.is_usable(timezone.now())
    assert not token.is_usable(timezone.now() + 3 * DAY)


@pytest.mark.parametrize("name", ["officer", "director", "stranger"])
def test_a_token_is_revoked_by_its_owner_only(cast, name):
    token, _secret = make(cast)
    with pytest.raises(Forbidden):
        revoke_token(actor=cast.actor(name), token=token)


def test_the_operator_revokes_any(cast):
    token, _secret = make(cast)
    assert revoke_token(actor=cast.actor("operator"), token=token).revoked_at


def test_nobody_anonymous_makes_one(cast):
    stranger = actors.Actor(kind=ActorKind.USER)
    with pytest.raises(Forbidden):
        make_token(actor=stranger, name="x", scopes=["read"], expires_at=timezone.now() + DAY)


def test_the_last_use_is_noted_to_the_minute(cast, django_assert_num_queries):
    token, _secret = make(cast)
    now = timezone.now()
    note_use(token, now)
    token.refresh_from_db()
    with django_assert_num_queries(0):
        note_use(token, now + timedelta(seconds=30))
    note_use(token, now + timedelta(minutes=2))
    token.refresh_from_db()
    assert token.last_used_at == now + timedelta(minutes=2)
