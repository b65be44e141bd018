"""Conflicts of interest know the person, whichever of the merged records sat at the table or on the committee."""

from __future__ import annotations

from appeals.models import BodyMember
from appeals.selectors.conflicts import check_conflicts
from appeals.selectors.merging import history_parts
from appeals.selectors.parties import party_in_case, party_people
from clubs.models import Player
from clubs.selectors.merging import reasons_against_merging
from clubs.services.merging import join_records
from core import actors
from tests.cast import make_user


def without_account(player_id: int) -> Player:
    """A party who has not signed up."""
    Player.objects.filter(pk=player_id).update(user=None)
    return Player.objects.get(pk=player_id)


def test_party_and_committee_of_one_case_are_two_people(world):
    appeal = world.seated()
    hears = Player.objects.get(user=BodyMember.objects.filter(body__appeal=appeal).first().user)
    sentences = " ".join(reasons_against_merging(without_account(min(party_people(appeal)["NS"])), hears))
    assert "is on the committee of appeal" in sentences


def test_whoever_was_merged_with_a_party_is_kept_out_of_the_case(world):
    appeal = world.referred()
    party = without_account(min(party_people(appeal)["EW"]))
    newcomer = make_user("newcomer").player
    [before] = check_conflicts(appeal, [newcomer.user], actors.system().at)
    assert before.may_sit
    join_records(actor=actors.system(), kept=newcomer, merged=party, body=None)
    newcomer = Player.objects.get(pk=newcomer.pk)
    assert party_in_case(newcomer, appeal) == "EW"
    assert history_parts(newcomer)[0].count == 1
    [candidate] = check_conflicts(appeal, [newcomer.user], actors.system().at)
    assert [conflict.code for conflict in candidate.conflicts if conflict.keeps_out][:1] == ["party"]
