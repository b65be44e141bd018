"""Joining an account to a member, and one-time links, for programs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from clubs.models import AuditEntry, JoinRequest, Membership, Player
from tests.cast import Cast
from tests.clubs.api.conftest import Api

pytestmark = pytest.mark.usefixtures("documented_answers")
OWN, ALL = "clubs/harbour/join-request/", "clubs/harbour/join-requests/"


@pytest.fixture
def known(cast: Cast) -> Membership:
    player = Player.objects.create(display_name="Known Member")
    return Membership.objects.create(club=cast.harbour, player=player, starts="2020-01-01", number="42")


def test_a_newcomer_asks_and_the_secretary_joins_the_account_to_the_member(
    cast: Cast, api: Callable[[str], Api], known: Membership
) -> None:
    newcomer, secretary = api("stranger"), api("secretary")
    asked = newcomer.post(OWN, {"number": "42"})
    assert asked.status_code == 201
    assert newcomer.get(asked["Location"]).json()["state"] == "open"
    (waiting,) = secretary.get(f"{ALL}?state=open").json()["results"]
    assert (waiting["number"], waiting["user"]["name"]) == ("42", "Stranger Tenace")
    done = secretary.post(f"{ALL}{waiting['id']}/join/", {"membership": known.pk})
    assert done.json()["state"] == "joined"
    assert done.json()["player"] == known.player_id
    known.player.refresh_from_db()
    assert known.player.user == cast.stranger
    again = secretary.post(f"{ALL}{waiting['id']}/decline/", {"reason": "Too late"})
    assert again.status_code == 409
    assert "answered already" in again.json()["detail"]
    assert secretary.post(f"memberships/{known.pk}/separate/", {"reason": "Two people"}).status_code == 200
    known.player.refresh_from_db()
    assert known.player.user is None


def test_a_request_is_taken_back_declined_or_makes_a_new_member(cast: Cast, api: Callable[[str], Api]) -> None:
    newcomer, secretary = api("stranger"), api("secretary")
    newcomer.post(OWN, {})
    assert newcomer.delete(OWN).status_code == 204
    second = newcomer.post(OWN, {"note": "It is me"}).json()["id"]
    assert secretary.post(f"{ALL}{second}/decline/", {}).json()["errors"][0]["field"] == "reason"
    secretary.post(f"{ALL}{second}/decline/", {"reason": "Call me"})
    assert newcomer.get(OWN).json()["reason"] == "Call me"
    third = newcomer.post(OWN, {}).json()["id"]
    assert secretary.post(f"{ALL}{third}/add/", {"number": "43"}).json()["state"] == "added"
    assert Membership.objects.get(player__user=cast.stranger).number == "43"
    assert list(JoinRequest.objects.order_by("pk").values_list("state", flat=True)) == [
        *("withdrawn", "declined", "added")
    ]


def test_a_member_of_another_club_is_not_joined_here(cast: Cast, api: Callable[[str], Api], known: Membership) -> None:
    Membership.objects.filter(pk=known.pk).update(club=cast.hillside)
    asked = api("stranger").post(OWN, {}).json()["id"]
    assert api("secretary").post(f"{ALL}{asked}/join/", {"membership": known.pk}).status_code == 404


def test_a_link_is_handed_to_a_person_and_kept_nowhere(cast: Cast, api: Callable[[str], Api]) -> None:
    secretary = api("secretary")
    sent = {"email": "member@example.org"}
    made = secretary.post("clubs/harbour/one-time-links/", sent, Idempotency_Key="link").json()
    assert made["kind"] in {"confirm", "password"}
    assert made["address"].startswith("http")
    assert AuditEntry.objects.get(act="account.link").after == {"kind": made["kind"]}
    again = secretary.post("clubs/harbour/one-time-links/", sent, Idempotency_Key="link")
    assert again.status_code == 409
    nobody = secretary.post("clubs/harbour/one-time-links/", {"email": "other_secretary@example.org"})
    assert nobody.json()["errors"][0]["field"] == "email"


def test_no_token_becomes_somebody(with_token: Callable[..., Api]) -> None:
    """Keys are not made with keys."""
    refused = with_token("secretary").post("clubs/harbour/one-time-links/", {"email": "member@example.org"})
    assert refused.status_code in {400, 403}
    assert not AuditEntry.objects.filter(act="account.link").exists()
    assert with_token("stranger").post(OWN, {}).status_code == 403
