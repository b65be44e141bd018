"""A federation's own desk: clubs and regions added, moved and closed; members counted; who may direct what."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import AuditEntry, Club, Federation, Membership
from clubs.regulations import effective
from clubs.services.bodies import add_federation
from clubs.services.memberships import add_membership
from clubs.services.regulations import set_regulation
from core.actors import system
from core.errors import Conflict, Forbidden
from events.services.events import add_event
from office.selectors.register import counts_over_time, licences_of, register_of
from office.services.register import (
    add_director,
    change_director,
    close_club,
    move_club,
    move_federation,
    reopen_club,
    withdraw_director,
)
from tests.cast import Cast
from tests.office.year import NOVEMBER, add_member

pytestmark = pytest.mark.django_db
DAY = NOVEMBER.date()


def test_an_officer_adds_a_region_and_a_club_on_the_page(cast: Cast, client: Client) -> None:
    client.force_login(cast.officer)
    add = reverse("federation-add-region", kwargs={"slug": "dummyland"})
    said = {"name": "The Isles", "slug": "isles", "level": "region", "timezone": "UTC", "email": ""}
    assert client.post(add, said).status_code == 302
    add = reverse("federation-add-club", kwargs={"slug": "isles"})
    club = {"name": "Lighthouse", "slug": "lighthouse", "timezone": "UTC", "email": ""}
    assert client.post(add, club).status_code == 302
    assert Club.objects.get(slug="lighthouse").federation.slug == "isles"
    again = client.post(add, club)
    assert again.status_code == 422
    assert "Lighthouse" in again.content.decode(), "what was typed stays"


def test_a_club_that_moves_stands_under_what_is_laid_down_there(cast: Cast) -> None:
    officer = cast.actor("officer")
    set_regulation(actor=officer, body=cast.south, key="period.appeal", value=45)
    moved = move_club(actor=officer, club=cast.harbour, to=cast.south)
    assert effective(key="period.appeal", body=Club.objects.get(pk=moved.pk)).value == 45
    labels = {f"club:{moved.pk}", f"federation:{cast.north.pk}", f"federation:{cast.south.pk}"}
    assert set(AuditEntry.objects.filter(act="club.move").values_list("chain__label", flat=True)) == labels
    with pytest.raises(Conflict):
        move_club(actor=officer, club=cast.harbour, to=cast.north, version=1)
    with pytest.raises(Forbidden):
        move_club(actor=cast.actor("north_officer"), club=cast.hillside, to=cast.north)


def test_no_club_moves_to_another_nation_whose_numbers_are_others(cast: Cast) -> None:
    other = add_federation(actor=system(), parent=None, name="Otherland", slug="otherland", level="national")
    with pytest.raises(ValidationError, match="issued by Dummyland Federation"):
        move_club(actor=system(), club=cast.harbour, to=other)


def test_a_region_moves_with_everything_below_it_and_never_below_itself(cast: Cast) -> None:
    officer = cast.actor("officer")
    isles = add_federation(actor=officer, parent=cast.north, name="The Isles", slug="isles", level="region")
    far = add_federation(actor=officer, parent=isles, name="Far Isles", slug="far", level="region")
    with pytest.raises(ValidationError, match="stands below it"):
        move_federation(actor=officer, federation=cast.north, to=far)
    move_federation(actor=officer, federation=isles, to=cast.south)
    paths = {row.slug: row.path for row in Federation.objects.all()}
    assert paths["far"] == f"{paths['south']}{isles.pk}/{far.pk}/"
    assert paths["isles"] == f"{paths['south']}{isles.pk}/"
    assert Federation.objects.get(slug="isles").parent == cast.south


def test_a_closed_club_takes_no_members_and_no_games_and_opens_as_it_was(cast: Cast, client: Client) -> None:
    officer = cast.actor("north_officer")
    close_club(actor=officer, club=cast.harbour, reason="The house was sold")
    assert "Harbour" not in client.get("/clubs/").content.decode()
    with pytest.raises(Forbidden):
        add_membership(actor=officer, club=cast.harbour, player=cast.stranger.player, starts=DAY)
    with pytest.raises(ValidationError, match="is closed"):
        add_event(actor=cast.actor("secretary"), club=cast.harbour, name="Monday pairs")
    with pytest.raises(ValidationError, match="closed already"):
        close_club(actor=officer, club=cast.harbour)
    reopened = reopen_club(actor=officer, club=cast.harbour)
    assert reopened.is_listed
    add_membership(actor=officer, club=reopened, player=cast.stranger.player, starts=DAY)
    with pytest.raises(ValidationError, match="is open"):
        reopen_club(actor=officer, club=reopened)
    with pytest.raises(Forbidden):
        close_club(actor=cast.actor("secretary"), club=reopened)


def test_the_register_counts_members_club_by_club_and_over_time(cast: Cast) -> None:
    add_member(cast, "Anna Example", starts=date(2024, 5, 1), ends=date(2025, 6, 30))
    lines = {region.federation.slug: region for region in register_of(cast.nation, DAY)}
    assert [(line.club.slug, line.members) for line in lines["north"].clubs] == [("harbour", 1)]
    assert (lines["dummyland"].depth, lines["north"].depth) == (0, 1)
    counts = {count.day: (count.clubs, count.members) for count in counts_over_time(cast.nation, DAY)}
    assert counts[date(2023, 12, 31)] == (1, 1)
    assert counts[date(2024, 12, 31)] == (1, 2)
    assert counts[DAY][1] == 1


def licence(**fields: Any) -> dict[str, Any]:
    return {"grade": "National director", "directs_up_to": 3, "starts": DAY, "ends": DAY.replace(year=2028)} | fields


def test_the_directors_register_says_who_may_direct_what_and_until_when(cast: Cast) -> None:
    officer = cast.actor("north_officer")
    Membership.objects.create(club=cast.harbour, player=cast.director.player, starts=DAY)
    made = add_director(actor=officer, federation=cast.north, player=cast.director.player, **licence())
    assert [row.player for row in licences_of(cast.nation, day=DAY)] == [cast.director.player]
    assert not licences_of(cast.nation, day=DAY - timedelta(days=1))
    with pytest.raises(ValidationError, match="in that time"):
        add_director(actor=officer, federation=cast.north, player=cast.director.player, **licence(grade="Other"))
    with pytest.raises(ValidationError, match="before the first"):
        change_director(actor=officer, licence=made, ends=DAY - timedelta(days=1))
    change_director(actor=officer, licence=made, version=1, grade="International director", directs_up_to=5)
    with pytest.raises(Conflict):
        change_director(actor=officer, licence=made, version=1, grade="Lost")
    withdraw_director(actor=officer, licence=made, reason="Retired")
    assert not licences_of(cast.north)
    with pytest.raises(Forbidden):
        add_director(actor=cast.actor("secretary"), federation=cast.north, player=cast.member.player, **licence())


def test_people_of_no_club_below_are_not_read_through_the_register(cast: Cast) -> None:
    with pytest.raises(ValidationError, match="member of one of your clubs"):
        add_director(actor=cast.actor("north_officer"), federation=cast.north, player=cast.stranger.player, **licence())


def test_a_director_is_found_by_whole_name_and_nobody_is_guessed(cast: Cast, client: Client) -> None:
    client.force_login(cast.north_officer)
    url = reverse("federation-add-director", kwargs={"slug": "north"})
    said = {"player": "Member", "grade": "Club director", "directs_up_to": "1", "starts": "2026-11-10"}
    refused = client.post(url, said)
    assert refused.status_code == 422
    assert "Club director" in refused.content.decode()
    assert client.post(url, said | {"player": "Member Tenace"}).status_code == 302
    page = client.get(reverse("federation-directors", kwargs={"slug": "north"})).content.decode()
    assert "Member Tenace" in page
    client.force_login(cast.secretary)
    page = client.get(reverse("federation-directors", kwargs={"slug": "north"})).content.decode()
    assert "Member Tenace" in page
    assert "Take out" not in page


def test_what_was_laid_down_is_read_with_its_time(cast: Cast, client: Client) -> None:
    officer = cast.actor("north_officer")
    set_regulation(actor=officer, body=cast.north, key="period.appeal", value=45)
    set_regulation(actor=officer, body=cast.north, key="period.appeal", value=50)
    url = reverse("federation-regulation-history", kwargs={"slug": "north"})
    page = client.get(url).content.decode()
    assert "45" in page
    assert "50" in page
    assert "North Officer Tenace" not in page
    client.force_login(cast.north_officer)
    assert "North Officer Tenace" in client.get(url).content.decode()
