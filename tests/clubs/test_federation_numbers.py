"""A federation number is unique for the federation that issues it: the nearest national one above the club."""

from __future__ import annotations

from datetime import date
from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse

from clubs.models import Federation, Membership, Player
from clubs.selectors.bodies import issuing_federation
from clubs.services.bodies import add_federation, change_federation
from clubs.services.players import add_player, add_players, change_player
from events.services.contestants import add_visitor
from tests.cast import Cast

name_issuers = import_module("clubs.migrations.0005_issuing_federation").name_issuers


@pytest.fixture
def taken(cast: Cast) -> Player:
    return add_player(actor=cast.actor("secretary"), club=cast.harbour, display_name="First", federation_number="N1")


def test_the_same_number_is_refused_in_another_region(cast, taken):
    with pytest.raises(ValidationError, match="number"):
        add_player(
            actor=cast.actor("other_secretary"), club=cast.hillside, display_name="Second", federation_number="N1"
        )
    people = [{"display_name": "Second", "federation_number": "N1"}]
    with pytest.raises(ValidationError, match="N1"):
        add_players(actor=cast.actor("other_secretary"), club=cast.hillside, people=people)
    with pytest.raises(ValidationError, match="number"):
        add_visitor(
            actor=cast.actor("other_secretary"), club=cast.hillside, display_name="Second", federation_number="N1"
        )


def test_a_region_that_is_named_stands_for_its_national_federation(cast, taken):
    player = cast.member.player
    changed = change_player(actor=cast.actor("secretary"), player=player, federation=cast.south)
    assert changed.federation == cast.nation
    with pytest.raises(ValidationError, match="number"):
        change_player(actor=cast.actor("secretary"), player=changed, federation=cast.south, federation_number="N1")


def test_the_database_holds_it(cast, taken):
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(display_name="Second", federation=cast.nation, federation_number="N1")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(display_name="Third", federation_number="N3")


def test_an_import_refuses_a_number_of_another_region(cast, taken):
    """The person exists, but not for this secretary: the row says so instead of making a second one."""
    from django.core.files.base import ContentFile

    from clubs.services.member_imports import match_columns, start_import

    actor = cast.actor("other_secretary")
    row = start_import(actor=actor, club=cast.hillside, upload=ContentFile(b"Name,EBU\nSecond,N1\n", "a.csv"))
    match_columns(actor=actor, member_import=row, columns=row.columns)
    assert row.rows.get().fate == "error"


def test_without_a_national_federation_each_issues_its_own(cast, system):
    zone = add_federation(actor=system, parent=None, name="Zone", slug="zone", level="zone")
    region = add_federation(actor=system, parent=zone, name="Far", slug="far", level="region")
    assert issuing_federation(region) == region
    assert issuing_federation(cast.north) == issuing_federation(cast.nation) == cast.nation


def test_a_federation_that_is_national_no_more_hands_its_numbers_up(cast, taken, system):
    under = add_federation(actor=system, parent=cast.nation, name="Isle", slug="isle", level="national")
    islander = Player.objects.create(display_name="Islander", federation=under, federation_number="N1")
    with pytest.raises(ValidationError, match="N1"):
        change_federation(actor=system, federation=under, level="region")
    under.refresh_from_db()
    assert under.level == "national"
    Player.objects.filter(pk=islander.pk).update(federation_number="N2")
    change_federation(actor=system, federation=under, level="region")
    islander.refresh_from_db()
    assert islander.federation == cast.nation


# --- What was there before -----------------------------------------------------------------------------------------
def test_numbers_held_twice_are_set_aside_and_nothing_is_lost(cast):
    """The member of today keeps it; the other's number is in dispute, and shown."""
    old = Player.objects.create(display_name="Older", federation=cast.south, federation_number="7")
    current = Player.objects.create(display_name="Current", federation=cast.north, federation_number="7")
    alone = Player.objects.create(display_name="Alone", federation=cast.north, federation_number="8")
    plain = Player.objects.create(display_name="Plain", federation=cast.north)
    Membership.objects.create(player=current, club=cast.harbour, starts=date(2024, 1, 1))
    name_issuers(apps, None)
    rows = {row.pk: (row.federation, row.federation_number, row.disputed_number) for row in Player.objects.all()}
    assert rows[current.pk] == (cast.nation, "7", "")
    assert rows[old.pk] == (cast.nation, "", "7")
    assert rows[alone.pk] == (cast.nation, "8", "")
    assert rows[plain.pk] == (cast.nation, "", "")
    name_issuers(apps, None)
    assert Player.objects.get(pk=old.pk).disputed_number == "7"


def test_an_account_comes_before_a_membership(cast):
    Player.objects.create(display_name="Older", federation=cast.south, federation_number="7")
    own = cast.stranger.player
    Player.objects.filter(pk=own.pk).update(federation=cast.north, federation_number="7")
    name_issuers(apps, None)
    assert Player.objects.get(federation_number="7") == own


def test_a_number_in_dispute_is_shown_and_gone_once_the_right_one_is_written(cast, as_secretary):
    player = cast.member.player
    Player.objects.filter(pk=player.pk).update(federation=cast.nation, disputed_number="7")
    assert "in dispute" in as_secretary.get("/").text
    page = reverse("club-member", kwargs={"slug": "harbour", "membership_id": cast.membership.pk})
    assert "in dispute" in as_secretary.get(page).text
    change_player(actor=cast.actor("secretary"), player=player, federation_number="77")
    player.refresh_from_db()
    assert (player.federation_number, player.disputed_number) == ("77", "")


def test_the_line_of_a_federation_is_known_without_asking_twice(cast, django_assert_num_queries):
    north = Federation.objects.get(pk=cast.north.pk)
    with django_assert_num_queries(1):
        issuing_federation(north)
