"""The register of persons: found whatever the accents, with home clubs, transfers, lapsed and deceased."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from clubs.models import AuditEntry, HomeClubChange, Membership, Player
from clubs.selectors.register import search_register
from clubs.services.merging import merge_players
from clubs.services.register import change_home_club, change_registration
from core import actors
from core.errors import Forbidden
from events.models import Entrant
from scoring.models import ComparisonField, ScoringRun, Standing
from tests.events.evening import EVENING, make_session


@pytest.fixture
def person(cast) -> Player:
    return Player.objects.create(display_name="Žanis Øzols", federation=cast.nation, federation_number="LV-17")


def names(federation, words: str, **more) -> list[str]:
    return [player.display_name for player in search_register(federation, words=words, **more)]


def transfer(cast, player, club, day, who="officer"):
    actor = cast.actor(who)
    return change_home_club(actor=actor, federation=cast.nation, player=player, club=club, day=day)


@pytest.mark.parametrize("words", ["zanis", "ozols, zanis", "OZO Žan", "lv-17", "17 ozols", "Жанис"])
def test_a_person_is_found_whatever_the_accents_the_order_and_the_script(cast, person, words):
    person.other_names = "Жанис Озолс"
    person.save()
    assert names(cast.nation, words) == ["Žanis Øzols"]


def test_merged_and_erased_records_are_not_found_but_their_names_are(cast, person):
    other = Player.objects.create(display_name="Janis Berzins", federation=cast.nation)
    merge_players(actor=actors.system(), kept=person, merged=other)
    assert names(cast.nation, "berzins") == ["Žanis Øzols"]


def test_a_region_sees_its_own_people(cast, person):
    assert names(cast.north, "ozols") == []
    Membership.objects.create(club=cast.harbour, player=person, starts=date(2024, 1, 1))
    assert names(cast.north, "ozols") == ["Žanis Øzols"]
    assert names(cast.south, "ozols") == []


def test_a_transfer_is_kept_with_its_day(cast, person):
    transfer(cast, person, cast.harbour, date(2024, 1, 1))
    person.refresh_from_db()
    transfer(cast, person, cast.hillside, date(2025, 1, 1))
    person.refresh_from_db()
    assert person.home_club == cast.hillside
    kept = [(row.from_club, row.to_club, row.day.year) for row in HomeClubChange.objects.filter(player=person)]
    assert kept == [(cast.harbour, cast.hillside, 2025), (None, cast.harbour, 2024)]
    assert AuditEntry.objects.filter(act="register.home_club").count() == 2


def test_a_transfer_before_the_last_one_or_ahead_is_refused(cast, person):
    transfer(cast, person, cast.harbour, date(2025, 1, 1))
    person.refresh_from_db()
    for day, said in ((date(2024, 1, 1), "later day"), (date(2999, 1, 1), "earlier day")):
        with pytest.raises(ValidationError, match=said):
            transfer(cast, person, cast.hillside, day)


def test_a_transfer_into_the_past_over_a_ranked_result_is_refused_with_the_result(cast, person):
    session = make_session(cast.harbour, 4, state="finished", name="Tuesday pairs")
    entrant = Entrant.objects.filter(event=session.event).first()
    Entrant.objects.filter(pk=entrant.pk).update(player=person)
    field = ComparisonField.objects.create(session=session)
    run = ScoringRun.objects.create(field=field, revision=1, method="matchpoints", scored_at=EVENING)
    Standing.objects.create(run=run, contestant=entrant.contestant, rank=1, boards=24, total="50", shown_total="50")
    day = EVENING.date()
    with pytest.raises(ValidationError, match="Tuesday pairs"):
        transfer(cast, person, cast.hillside, day.replace(day=1) if day.day > 1 else day)


def test_somebody_has_died(cast, person):
    actor = cast.actor("officer")
    with pytest.raises(ValidationError, match="belongs to"):
        change_registration(
            actor=actor, federation=cast.nation, player=person, registered="lapsed", deceased_on=date(2024, 1, 1)
        )
    change_registration(
        actor=actor, federation=cast.nation, player=person, registered="deceased", deceased_on=date(2024, 1, 1)
    )
    assert names(cast.nation, "zanis", registered="deceased") == ["Žanis Øzols"]
    assert names(cast.nation, "zanis", registered="active") == []


def test_only_officers_keep_the_register_and_nobody_their_own_entry(cast, person):
    for name in ("secretary", "director", "member"):
        with pytest.raises(Forbidden):
            transfer(cast, person, cast.harbour, date(2024, 1, 1), who=name)
    own = Player.objects.get(user=cast.officer)
    Player.objects.filter(pk=own.pk).update(federation=cast.nation)
    with pytest.raises(Forbidden, match="own"):
        transfer(cast, Player.objects.get(pk=own.pk), cast.harbour, date(2024, 1, 1))


def test_the_register_is_searched_and_kept_on_pages(cast, person, client, django_assert_max_num_queries):
    client.force_login(cast.officer)
    Player.objects.bulk_create(Player(display_name=f"Ozols {at}", federation=cast.nation) for at in range(30))
    with django_assert_max_num_queries(20):
        page = client.get(reverse("federation-register", args=["dummyland"]), {"q": "zanis"}).content.decode()
    assert "Žanis Øzols" in page
    address = reverse("federation-register-person", args=["dummyland", person.pk])
    client.post(address, {"act": "home", "club": cast.harbour.pk, "day": "2024-01-01"})
    client.post(address, {"act": "status", "registered": "lapsed"})
    person.refresh_from_db()
    assert (person.home_club, person.registered) == (cast.harbour, "lapsed")
    refused = client.post(address, {"act": "home", "club": cast.hillside.pk, "day": "2023-01-01"})
    assert refused.status_code == 422
    assert "2023-01-01" in refused.content.decode()
