"""What the office holds of somebody who stood in the records twice."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player
from clubs.selectors.merging import what_moves
from clubs.services.merging import merge_players, unmerge_players
from core import actors
from office.models import DirectorLicence, Renewal
from office.services.years import take_in_members
from tests.cast import Cast
from tests.office.year import NOVEMBER, add_member, make_year, secretary

pytestmark = pytest.mark.django_db


def licence_of(cast: Cast, player: Player) -> DirectorLicence:
    return DirectorLicence.objects.create(
        federation=cast.nation, player=player, grade="Club director", starts=NOVEMBER.date()
    )


def test_fees_and_grades_are_shown_before_records_are_merged_and_found_under_the_one_who_is_kept(cast: Cast) -> None:
    twice = add_member(cast, "Twice Written").player
    make_year(cast)
    licence = licence_of(cast, twice)
    kept = Player.objects.create(display_name="Written Twice")
    moved = {part.name: part.count for part in what_moves(twice)}
    assert (moved["Membership fees"], moved["Grades as a director"]) == (1, 1)
    merge = merge_players(actor=actors.system(), kept=kept, merged=twice)
    assert Renewal.objects.get(player=kept).player_id == twice.pk
    assert DirectorLicence.objects.get(player=kept) == licence
    unmerge_players(actor=actors.system(), merge=merge)
    assert not Renewal.objects.filter(player=kept).exists()


def test_what_the_office_holds_stands_in_the_download_of_everything(cast: Cast, client: Client) -> None:
    make_year(cast)
    licence_of(cast, Player.objects.get(user=cast.member))
    client.force_login(cast.member)
    held = client.get(reverse("own-data"), {"as": "json"}).json()
    assert held["Membership fees"][0]["year"] == "2027"
    assert held["Directors’ register"][0]["grade"] == "Club director"


def test_whoever_was_merged_is_not_asked_a_second_time(cast: Cast) -> None:
    twice = add_member(cast, "Twice Written").player
    year = make_year(cast)
    merge_players(actor=actors.system(), kept=Player.objects.create(display_name="Written Twice"), merged=twice)
    assert take_in_members(actor=secretary(cast), year=year) == []
