"""What is held about oneself, who reads whose name, and what minors are called in public."""

from __future__ import annotations

from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from clubs.models import Consent, Membership, Player
from clubs.models.people import Privacy
from clubs.services.merging import merge_players
from clubs.services.players import change_player
from core import actors
from scoring.selectors.results_lists import players_with_results
from tests.events.evening import enter, make_event, make_players, make_session


def test_everything_held_is_read_on_a_page_and_downloaded_over_all_merged_names(cast, client):
    own = Player.objects.get(user=cast.member)
    guest = Player.objects.create(display_name="M. Ember")
    enter(make_event(cast.harbour, name="As a visitor"), guest, *make_players(1))
    merge_players(actor=actors.system(), kept=own, merged=guest)
    client.force_login(cast.member)
    page = client.get(reverse("own-data")).content.decode()
    file = client.get(reverse("own-data"), {"as": "json"})
    assert "attachment" in file.headers["Content-Disposition"]
    held = file.json()
    assert held["Person"][0]["display_name"] == "Member Tenace"
    assert held["Memberships"][0]["club"] == "Harbour Bridge Club"
    assert held["Entries"][0]["event"] == "As a visitor"
    assert held["Records that were merged into yours"] == [{"name": "M. Ember"}]
    for name in held:
        assert name in page


def test_nobody_reads_what_is_held_about_somebody_else(cast, client):
    client.force_login(cast.stranger)
    assert "Member Tenace" not in client.get(reverse("own-data"), {"as": "json"}).content.decode()


def test_each_word_about_the_name_in_public_is_kept(cast):
    own = Player.objects.get(user=cast.member)
    change_player(actor=cast.actor("member"), player=own, privacy=Privacy.INITIALS)
    own.refresh_from_db()
    change_player(actor=cast.actor("secretary"), player=own, club=cast.harbour, privacy=Privacy.HIDDEN)
    said = list(Consent.objects.order_by("pk").values_list("privacy", "entered_by"))
    assert said == [("initials", cast.member.pk), ("hidden", cast.secretary.pk)]


@pytest.mark.parametrize(("age", "shown"), [(10, "Y. P."), (18, "Y. P."), (19, "Young Player"), (60, "Young Player")])
def test_minors_never_stand_in_public_with_their_full_name(db, age, shown):
    player = Player.objects.create(display_name="Young Player", birth_year=timezone.now().year - age)
    assert player.public_name == shown
    assert (player in Player.objects.named_in_public()) == (shown == "Young Player")


def test_a_minor_is_not_found_among_the_results_by_strangers(cast):
    session = make_session(cast.harbour, 4, state="finished")
    young = Player.objects.filter(entrants__event=session.event).first()
    Player.objects.filter(pk=young.pk).update(birth_year=timezone.now().year - 12)
    assert young not in players_with_results(cast.actor("stranger"), cast.harbour, "")
    assert young in players_with_results(cast.actor("member"), cast.harbour, "")


def test_a_merged_record_leads_to_the_person_and_hides_with_them(cast, client):
    session = make_session(cast.harbour, 4, state="finished")
    guest = Player.objects.filter(entrants__event=session.event).first()
    kept = Player.objects.create(display_name="Hidden Person", privacy=Privacy.HIDDEN)
    Membership.objects.create(club=cast.harbour, player=kept, starts=date(2024, 1, 1))
    merge_players(actor=actors.system(), kept=kept, merged=guest)
    assert client.get(reverse("club-player-results", args=["harbour", guest.pk])).status_code == 404


def test_what_business_is_stands_on_a_page_for_everybody(client, db):
    page = client.get(reverse("privacy")).content.decode()
    assert "Business with the people of a game have" in page
