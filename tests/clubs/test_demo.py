"""The demo: the same everywhere, once, by way of the services, and shut while it is off."""

import unicodedata
from collections import Counter
from datetime import UTC, datetime
from functools import partial

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from clubs import demo, hooks
from clubs.demo import content
from clubs.demo.load import load
from clubs.demo.members import Plan
from clubs.models import (
    AuditChain,
    AuditEntry,
    Club,
    Federation,
    Membership,
    Player,
    RegulationSetting,
    Role,
    RoleGrant,
    User,
)
from clubs.models.people import MembershipKind, MembershipStatus, Privacy
from clubs.regulations import effective
from clubs.services.regulations import set_regulation
from clubs.services.roles import revoke_role
from core.audit import verify_chain
from core.hooks import Hook
from tests.standing import Standing

AT = datetime(2026, 11, 2, 18, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def people_only(monkeypatch):
    """What other apps add to the demo is tested with them."""
    for name in ("demo_parts", "closing_demo_parts"):
        monkeypatch.setattr(hooks, name, Hook())


LOADED = Standing(partial(load, at=AT))


@pytest.fixture
def loaded(db):
    return LOADED.get()


def test_it_brings_a_federation_with_two_regions_and_three_clubs(loaded):
    nation = Federation.objects.get(parent=None)
    assert Federation.objects.filter(parent=nation).count() == 2
    clubs = Club.objects.all()
    assert len(clubs) == 3
    for name in ("timezone", "language", "colour", "welcome", "venue", "address", "email"):
        assert len({getattr(club, name) for club in clubs} - {""}) == 3, name


def test_it_brings_about_four_hundred_players_of_every_sort(loaded):
    assert 380 <= Player.objects.count() <= 440
    assert set(Player.objects.values_list("privacy", flat=True)) == set(Privacy.values)
    assert set(Membership.objects.values_list("kind", flat=True)) == set(MembershipKind.values)
    assert set(Membership.objects.values_list("status", flat=True)) == set(MembershipStatus.values)
    assert Player.objects.filter(needs_stationary_seat=True).count() > 5
    assert Player.objects.filter(memberships=None, user=None, federation_number="").count() > 5


def test_the_names_are_in_many_scripts():
    letters = "".join(member.name for member in Plan().others())
    scripts = {unicodedata.name(letter).split()[0] for letter in letters if letter.isalpha()}
    assert scripts >= {"LATIN", "CYRILLIC", "GREEK", "THAI", "CJK", "KATAKANA", "ARABIC", "HEBREW"}


def test_everybody_is_somebody_else():
    names = Counter(member.name for member in [*Plan().officials(), *Plan().others()])
    assert names.most_common(1)[0][1] == 1


def test_two_plans_are_the_same():
    assert Plan().others() == Plan().others()


def test_every_role_has_somebody_who_can_sign_in(loaded):
    held = set(RoleGrant.objects.in_force(AT).values_list("role", flat=True))
    assert held == set(Role.values) - {Role.MEMBER}
    assert User.objects.filter(is_superuser=True, is_staff=True).count() == 1


def test_the_sign_ins_are_the_accounts(loaded):
    emails = set(User.objects.values_list("email", flat=True))
    assert {sign_in.email for sign_in in demo.SIGN_INS} == emails
    assert all(User.objects.values_list("is_demo", flat=True))
    assert set(EmailAddress.objects.filter(verified=True).values_list("email", flat=True)) == emails


def test_each_club_has_a_secretary_and_a_director(loaded):
    for role in (Role.SECRETARY, Role.DIRECTOR):
        grants = RoleGrant.objects.in_force(AT).filter(role=role)
        assert set(grants.values_list("club__slug", flat=True)) == set(content.CLUBS)


def test_a_second_run_changes_nothing(loaded):
    entries, players = AuditEntry.objects.count(), Player.objects.count()
    assert not load(at=AT)
    assert (AuditEntry.objects.count(), Player.objects.count()) == (entries, players)


def test_a_second_run_says_so(loaded, capsys):
    call_command("demo")
    assert "already there. Nothing was changed." in capsys.readouterr().out


def test_a_run_adds_what_is_missing(loaded, system):
    grant = RoleGrant.objects.get(user__email="secretary@harbour.example.org")
    revoke_role(actor=system, grant=grant)
    Membership.objects.filter(club__slug=content.LANTERN).delete()
    added = load(at=AT)
    assert set(added) == {"roles", "memberships"}
    assert added["roles"] == 1
    assert not load(at=AT)


def test_a_run_leaves_alone_what_somebody_changed(loaded, system):
    nation = Federation.objects.get(slug=content.NATION)
    set_regulation(actor=system, body=nation, key="appeals.deposit", value="50")
    assert not load(at=AT)
    assert effective(key="appeals.deposit", body=nation).value == "50"


def test_every_chain_is_whole_after_the_demo(loaded):
    chains = list(AuditChain.objects.all())
    assert len(chains) == 7
    assert all(verify_chain(chain).is_whole for chain in chains)


def test_every_player_and_membership_is_in_the_audit(loaded):
    acts = Counter(AuditEntry.objects.values_list("act", flat=True))
    assert acts["player.add"] == Player.objects.count()
    assert acts["membership.add"] == Membership.objects.count()
    assert acts["role.grant"] == RoleGrant.objects.count()
    assert acts["regulation.set"] == RegulationSetting.objects.count()


def test_the_secretaries_entered_their_members_themselves(loaded):
    entry = AuditEntry.objects.filter(act="membership.add").first()
    assert entry.acted_as == "secretary"


def test_one_regulation_is_binding_and_reaches_the_clubs(loaded):
    held = effective(key="laws.edition", body=Club.objects.get(slug=content.LANTERN))
    assert held.binding
    assert held.source == Federation.objects.get(slug=content.NATION)


def test_a_real_installation_is_refused_with_a_sentence(cast):
    with pytest.raises(CommandError, match=r"that the demo did not make\. Nothing was changed"):
        call_command("demo")
    assert not User.objects.filter(is_demo=True).exists()


def test_force_loads_it_beside_a_real_federation(cast, capsys):
    call_command("demo", "--force")
    assert Federation.objects.filter(slug=content.NATION).exists()
    assert Federation.objects.filter(pk=cast.nation.pk).exists()


def test_an_account_of_somebody_real_is_never_taken_over(db):
    email = demo.SIGN_INS[0].email
    User.objects.create_user(email, "their own secret")
    with pytest.raises(CommandError, match="not the demo's"):
        call_command("demo", "--force")
    assert User.objects.get().check_password("their own secret")
    assert not Federation.objects.exists()


def test_only_the_sign_ins_are_printed_when_asked(db, capsys):
    call_command("demo", "--sign-ins")
    out = capsys.readouterr().out
    assert demo.PASSWORD in out
    assert all(sign_in.email in out for sign_in in demo.SIGN_INS)
    assert not Federation.objects.exists()


@pytest.mark.parametrize(("is_on", "works"), [(True, True), (False, False)])
def test_the_password_signs_in_only_while_the_demo_is_on(loaded, settings, client: Client, is_on, works):
    settings.DEMO = is_on
    cache.clear()
    client.post(reverse("account_login"), {"login": "member@harbour.example.org", "password": demo.PASSWORD})
    assert ("_auth_user_id" in client.session) is works


def test_a_session_ends_when_the_demo_is_turned_off(loaded, settings, client: Client):
    settings.DEMO = True
    client.force_login(User.objects.get(email="operator@dummyland.example.org"))
    assert client.get("/admin/").status_code == 200
    settings.DEMO = False
    assert client.get("/admin/").status_code == 302
