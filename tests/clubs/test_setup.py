"""The one-time link of an empty installation."""

from dataclasses import replace
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.utils import timezone

from clubs import hooks
from clubs.demo.load import load
from clubs.models import AuditChain, AuditEntry, Club, Federation, User
from clubs.services.setup import FirstClub, first_setup, is_open, setup_token
from core import actors
from core.audit import verify_chain
from core.errors import Forbidden
from core.hooks import Hook
from core.permissions import may

WANTED = FirstClub(
    federation_name="Federation of Somewhere",
    federation_slug="somewhere",
    club_name="First Club",
    club_slug="first",
    timezone="Europe/Riga",
    display_name="First Secretary",
    email="first@example.org",
    password="seven-spades-doubled",
)
pytestmark = pytest.mark.django_db


def test_it_makes_a_federation_a_club_and_somebody_who_runs_both():
    club, user = first_setup(token=setup_token(), first_club=WANTED)
    actor = actors.of_user(user)
    assert may(actor, "federation.change", club.federation)
    assert actor.holds(["secretary"], club)
    assert actor.holds(["officer"], club.federation)
    assert (user.is_staff, user.is_superuser, user.player.display_name) == (False, False, "First Secretary")
    assert user.check_password(WANTED.password)
    assert EmailAddress.objects.get(user=user).verified


def test_everything_it_makes_is_in_the_audit():
    first_setup(token=setup_token(), first_club=WANTED)
    acts = set(AuditEntry.objects.values_list("act", flat=True))
    assert acts == {"user.add", "player.add", "federation.add", "club.add", "role.grant"}
    assert all(verify_chain(chain).is_whole for chain in AuditChain.objects.all())


def test_the_link_works_once():
    token = setup_token()
    first_setup(token=token, first_club=WANTED)
    assert not is_open(token)
    with pytest.raises(Forbidden, match="has been used or has run out"):
        first_setup(token=token, first_club=replace(WANTED, email="second@example.org", club_slug="second"))
    assert Club.objects.count() == 1


def test_no_later_link_opens_a_place_that_is_taken():
    first_setup(token=setup_token(), first_club=WANTED)
    assert not is_open(setup_token())


def test_no_link_opens_the_demo(monkeypatch):
    for name in ("demo_parts", "closing_demo_parts"):
        monkeypatch.setattr(hooks, name, Hook())
    load(at=timezone.now())
    assert not is_open(setup_token())


@pytest.mark.parametrize("token", ["", "first", "first:abc:def"])
def test_a_made_up_link_does_not_open(token):
    assert not is_open(token)
    with pytest.raises(Forbidden):
        first_setup(token=token, first_club=WANTED)
    assert not Federation.objects.exists()


def test_a_link_of_yesterday_does_not_open(monkeypatch):
    token = setup_token()
    late = (timezone.now() + timedelta(hours=25)).timestamp()
    monkeypatch.setattr("django.core.signing.time.time", lambda: late)
    assert not is_open(token)


def test_a_refused_setup_leaves_nothing_behind():
    with pytest.raises(ValidationError, match="is not a time zone"):
        first_setup(token=setup_token(), first_club=replace(WANTED, timezone="Mars/Olympus"))
    assert not User.objects.exists()
    assert not Federation.objects.exists()


def test_an_address_that_has_an_account_is_refused():
    User.objects.create_user("First@Example.org", "another-password")
    with pytest.raises(ValidationError, match="already has an account"):
        first_setup(token=setup_token(), first_club=WANTED)
