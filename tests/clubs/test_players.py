"""Players: how a name shows, who may change it, and how a person is taken out of the records."""

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError

from clubs.models import AuditChain, AuditEntry, Player, RoleGrant, User
from clubs.services.bodies import add_federation
from clubs.services.erasing import erase_player
from clubs.services.players import (
    add_own_player,
    add_player,
    add_players,
    change_player,
    change_user,
)
from core.audit import verify_chain
from core.errors import Conflict, Forbidden


@pytest.fixture
def secretary(cast):
    return cast.actor("secretary")


# --- Names in public ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("privacy", "shown"), [("full", "Dinah de Dummy"), ("initials", "D. d. D."), ("hidden", "a player")]
)
def test_a_name_shows_as_the_person_chose(privacy, shown):
    assert Player(display_name="Dinah de Dummy", privacy=privacy).public_name == shown


@pytest.mark.parametrize(("name", "shown"), [("Ζωή Ατού", "Ζ. Α."), ("红心满贯", "红."), ("נסיכה בת־כפל", "נ. ב.")])
def test_initials_are_taken_in_every_script(name, shown):
    assert Player(display_name=name, privacy="initials").public_name == shown


# --- Entering -----------------------------------------------------------------------------------------------------
def test_a_player_entered_by_a_club_belongs_to_the_federation_that_issues_its_numbers(cast, secretary):
    player = add_player(actor=secretary, club=cast.harbour, display_name="Rufus Ruff", federation_number="N1")
    assert player.federation == cast.nation
    entry = AuditEntry.objects.get(act="player.add")
    assert entry.after["display_name"] == entry.after["federation_number"] == "(personal)"


def test_a_federation_number_belongs_to_one_person(cast, secretary):
    add_player(actor=secretary, club=cast.harbour, display_name="First", federation_number="N1")
    with pytest.raises(ValidationError) as refused:
        add_player(actor=secretary, club=cast.harbour, display_name="Second", federation_number="N1")
    assert "federation_number" in refused.value.error_dict


def test_the_same_number_of_another_nation_is_another_number(cast, secretary, system):
    add_player(actor=secretary, club=cast.harbour, display_name="First", federation_number="N1")
    abroad = add_federation(actor=system, parent=None, name="Trumpland", slug="trumpland", level="national")
    add_player(actor=secretary, club=cast.harbour, display_name="Second", federation=abroad, federation_number="N1")


def test_a_player_is_not_entered_without_a_name(cast, secretary):
    with pytest.raises(ValidationError):
        add_player(actor=secretary, club=cast.harbour, display_name="")


@pytest.mark.parametrize("name", ["director", "member", "other_secretary"])
def test_others_enter_nobody(cast, name):
    with pytest.raises(Forbidden):
        add_player(actor=cast.actor(name), club=cast.harbour, display_name="Rufus Ruff")


def test_nobody_enters_a_player_as_somebody_elses_account(cast, secretary):
    with pytest.raises(TypeError, match="user"):
        add_player(actor=secretary, club=cast.harbour, display_name="Rufus Ruff", user=cast.stranger)


def test_an_account_makes_its_player_once(cast):
    with pytest.raises(ValueError, match="without a player"):
        add_own_player(actor=cast.actor("member"), display_name="Again")


def test_many_are_entered_with_an_entry_each(cast, secretary, django_assert_max_num_queries):
    rows = [{"display_name": f"Person {n}", "federation_number": f"N{n}"} for n in range(30)]
    with django_assert_max_num_queries(20):
        made = add_players(actor=secretary, club=cast.harbour, people=rows)
    assert {player.federation for player in made} == {cast.nation}
    assert AuditEntry.objects.filter(act="player.add").count() == 30
    assert verify_chain(AuditChain.objects.get(label=cast.harbour.label)).is_whole


def test_many_are_entered_all_or_none_and_each_bad_line_is_named(cast, secretary):
    add_player(actor=secretary, club=cast.harbour, display_name="There Already", federation_number="N1")
    rows = [
        {"display_name": "Taken", "federation_number": "N1"},
        {"display_name": "Fine", "federation_number": "N2"},
        {"display_name": "Twice", "federation_number": "N2"},
        {"display_name": ""},
        {"display_name": "Odd", "privacy": "sometimes"},
    ]
    with pytest.raises(ValidationError) as refused:
        add_players(actor=secretary, club=cast.harbour, people=rows)
    assert [line.split(":")[0] for line in refused.value.messages] == ["Line 1", "Line 3", "Line 4", "Line 5"]
    assert not Player.objects.filter(display_name="Fine").exists()


# --- Changing -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["member", "secretary", "north_officer", "officer", "operator"])
def test_these_change_a_members_details(cast, name):
    changed = change_player(actor=cast.actor(name), player=cast.member.player, display_name="New Name")
    assert (changed.display_name, changed.version) == ("New Name", 2)


@pytest.mark.parametrize("name", ["director", "other_secretary", "stranger"])
def test_others_do_not(cast, name):
    with pytest.raises(Forbidden):
        change_player(actor=cast.actor(name), player=cast.member.player, display_name="New Name")


def test_a_change_from_an_older_version_is_refused(cast, secretary):
    player = cast.member.player
    change_player(actor=secretary, player=player, version=1, display_name="First")
    with pytest.raises(Conflict):
        change_player(actor=cast.actor("member"), player=player, version=1, display_name="Second")


@pytest.mark.parametrize("field", ["user", "erased_at", "created_at"])
def test_what_is_no_detail_is_not_changed_here(cast, secretary, field):
    with pytest.raises(TypeError, match=field):
        change_player(actor=secretary, player=cast.member.player, **{field: None})


def test_a_language_is_ones_own_choice(cast):
    change_user(actor=cast.actor("member"), user=cast.member, language="lv")
    assert User.objects.get(pk=cast.member.pk).language == "lv"
    with pytest.raises(Forbidden):
        change_user(actor=cast.actor("secretary"), user=cast.member, language="en")


# --- Erasing ------------------------------------------------------------------------------------------------------
def test_an_erased_person_is_gone_and_their_memberships_end(cast):
    player, user = cast.member.player, cast.member
    EmailAddress.objects.create(user=user, email=user.email, verified=True)
    change_player(actor=cast.actor("member"), player=player, privacy="initials", languages=["en"])
    erased = erase_player(actor=cast.actor("member"), player=player)
    assert (erased.display_name, erased.languages, erased.user) == ("Erased player", [], None)
    assert erased.public_name == "Erased player"
    membership = erased.memberships.get()
    assert (membership.status, membership.number) == ("ended", "")
    assert AuditEntry.objects.filter(chain__label=cast.harbour.label, act="membership.change").exists()
    assert not User.objects.filter(email="member@example.org").exists()
    assert not EmailAddress.objects.filter(email="member@example.org").exists()


def test_nothing_in_the_audit_says_who_an_erased_person_was(cast):
    erase_player(actor=cast.actor("director"), player=cast.director.player)
    said = str(list(AuditEntry.objects.values()))
    assert "Director Tenace" not in said
    assert "director@example.org" not in said


def test_the_roles_of_an_erased_person_end(cast):
    erase_player(actor=cast.actor("director"), player=cast.director.player)
    assert not RoleGrant.objects.filter(role="director").exists()


@pytest.mark.parametrize("name", ["secretary", "officer", "stranger"])
def test_nobody_erases_somebody_else(cast, name):
    with pytest.raises(Forbidden):
        erase_player(actor=cast.actor(name), player=cast.member.player)


def test_the_operator_erases_on_request(cast):
    assert erase_player(actor=cast.actor("operator"), player=cast.member.player).erased_at


def test_erasing_twice_is_recorded_once(cast):
    for _time in range(2):
        erase_player(actor=cast.actor("operator"), player=cast.member.player)
    assert AuditEntry.objects.filter(act="player.erase").count() == 1


def test_an_erased_person_is_not_filled_in_again(cast):
    erase_player(actor=cast.actor("member"), player=cast.member.player)
    with pytest.raises(ValidationError, match="has been erased"):
        change_player(actor=cast.actor("operator"), player=cast.member.player, display_name="Dinah Dummy")
