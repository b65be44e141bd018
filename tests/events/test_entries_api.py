"""Events and entries for programs."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import Club, Player
from clubs.models.people import Privacy
from clubs.services.memberships import add_membership
from core.actors import system
from events.models import Contestant, Event, PartnerWish, Series, Session
from tests.cast import Cast, make_user
from tests.clubs.api.conftest import Api
from tests.events.evening import enter, make_event, make_players

pytestmark = pytest.mark.usefixtures("documented_answers")


@pytest.fixture
def desk(cast: Cast) -> Api:
    return Api(cast.secretary)


@pytest.fixture
def event(cast: Cast) -> Event:
    made = make_event(cast.harbour)
    Session.objects.create(event=made, starts_at=timezone.now() + timedelta(days=3))
    return made


def errors(answer: Any) -> dict[str, str]:
    assert answer.status_code == 400, answer.content
    return {error["field"]: error["message"] for error in answer.json()["errors"]}


# --- Events --------------------------------------------------------------------------------------------------------
def test_an_event_is_made_published_and_read_by_all(cast, desk):
    moment = (timezone.now() + timedelta(days=3)).isoformat()
    sent = {"name": "Autumn", "starts_at": moment, "tie_breaks": ["tops", "lot"], "fee": "4.00"}
    made = desk.post("clubs/harbour/events/", sent)
    assert made.status_code == 201
    assert made.json()["tie_breaks"] == ["tops", "lot"]
    address = made["Location"].removeprefix("/api/v1/")
    assert Api().get(address).status_code == 404
    assert Api().get("clubs/harbour/events/").json()["results"] == []
    assert desk.post(f"{address}publish/").status_code == 200
    assert Api().get(address).json()["name"] == "Autumn"
    (session,) = Api().get(f"{address}sessions/").json()["results"]
    assert session["state"] == "draft"


def test_bad_conditions_are_told_at_their_field(desk):
    said = errors(
        desk.post("clubs/harbour/events/", {"name": "Autumn", "scoring": "imps", "winners": 2, "form": "team"})
    )
    assert "only among pairs" in said["winners"]
    said = errors(desk.post("clubs/harbour/events/", {"name": "Autumn", "tie_breaks": ["charm"]}))
    assert any("Choose one of" in sentence or "charm" in sentence for sentence in said.values())
    said = errors(desk.post("clubs/harbour/events/", {"name": "Autumn", "colour": "green"}))
    assert "There is no such field" in said["colour"]


def test_a_change_made_from_an_older_version_is_refused(desk, event):
    tag = desk.get(f"events/{event.pk}/")["ETag"]
    assert desk.patch(f"events/{event.pk}/", {"boards": 24}, If_Match=tag).status_code == 200
    assert desk.patch(f"events/{event.pk}/", {"boards": 20}, If_Match=tag).status_code == 412


def test_an_event_is_cancelled_and_restored(desk, event):
    assert errors(desk.post(f"events/{event.pk}/cancel/", {}))
    assert desk.post(f"events/{event.pk}/cancel/", {"reason": "Snow"}).json()["cancel_reason"] == "Snow"
    assert desk.post(f"events/{event.pk}/restore/").json()["cancelled_at"] is None


def test_lists_are_narrowed_and_cost_the_same_however_long(cast, desk, event):
    make_event(cast.harbour, name="Draft teams", form="team", scoring="imps", published_at=None)
    names = [row["name"] for row in desk.get("clubs/harbour/events/?published=false").json()["results"]]
    assert names == ["Draft teams"]
    assert desk.get("clubs/harbour/events/?form=team&search=draft").json()["results"][0]["form"] == "team"

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            desk.get("clubs/harbour/events/")
            desk.get(f"events/{event.pk}/contestants/")
        return len(queries)

    enter(event, *make_players(2))
    before = cost()
    people = make_players(20)
    for at in range(0, 20, 2):
        enter(event, *people[at : at + 2])
        make_event(cast.harbour, name=f"More {at}")
    assert cost() == before


def test_a_series_makes_one_game_for_a_day(cast, desk):
    made = desk.post("clubs/harbour/series/", {"name": "Weekly", "weekday": 0, "starts": "19:00"})
    assert made.status_code == 201
    assert made.json()["starts"] == "19:00"
    assert "Write a time" in errors(desk.patch(f"series/{made.json()['id']}/", {"starts": "noon"}))["starts"]
    pk = made.json()["id"]
    first = desk.post(f"series/{pk}/make/", {})
    day = date.fromisoformat(Session.objects.get().starts_at.date().isoformat())
    again = desk.post(f"series/{pk}/make/", {"day": str(day)})
    assert first.json()["id"] == again.json()["id"]
    assert "is no Monday" in errors(desk.post(f"series/{pk}/make/", {"day": str(day + timedelta(days=1))}))["day"]
    assert desk.patch(f"series/{pk}/", {"is_active": False}).json()["is_active"] is False
    assert Series.objects.get().version == 2


def test_sessions_are_planned_moved_and_removed(desk, event):
    later = (timezone.now() + timedelta(days=10)).isoformat()
    made = desk.post(f"events/{event.pk}/sessions/", {"starts_at": later}).json()
    assert made["number"] == 2
    soon = (timezone.now() + timedelta(days=1)).isoformat()
    assert "comes after it" in errors(desk.patch(f"sessions/{made['id']}/", {"starts_at": soon}))["starts_at"]
    assert desk.delete(f"sessions/{made['id']}/").status_code == 204
    assert desk.get(f"sessions/{made['id']}/").status_code == 404


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "1999-01-01T00:00:00Z"])
def test_moments_at_the_end_of_the_calendar_are_refused(cast, desk, event, moment):
    Club.objects.update(timezone="Pacific/Auckland")
    assert "Look at the date" in errors(desk.post(f"events/{event.pk}/sessions/", {"starts_at": moment}))["starts_at"]
    said = errors(desk.post("clubs/harbour/events/", {"name": "Autumn", "entries_close_at": moment}))
    assert "Look at the date" in said["entries_close_at"]


@pytest.mark.parametrize("query", ["q=%00", "q=%F0%9F%82%A1", "q=%25_", "q=" + "9" * 400])
def test_the_desk_finds_nobody_by_strange_signs(desk, query):
    assert desk.get(f"clubs/harbour/desk/people/?{query}").json() == []


# --- Contestants ---------------------------------------------------------------------------------------------------
def test_the_desk_enters_known_people_visitors_and_unknown_ones(cast, desk, event):
    member = cast.member.player
    made = desk.post(f"events/{event.pk}/contestants/", {"players": [member.pk, "Vera Visitor"]})
    assert made.status_code == 201
    assert made.json()["title"] == "Member Tenace – Vera Visitor"
    pk = made.json()["id"]
    changed = desk.patch(f"contestants/{pk}/", {"players": [None, member.pk], "note": "Late"}).json()
    assert [row["name"] for row in changed["players"]] == ["unknown", "Member Tenace"]
    assert changed["note"] == "Late"
    assert Api().get(f"contestants/{pk}/").json()["note"] == ""
    said = errors(desk.post(f"events/{event.pk}/contestants/", {"players": [member.pk, None]}))
    assert "already entered" in said["players"]


@pytest.mark.parametrize(
    "who",
    [[999_999, None], [True, None], [{}, None], ["", None], [-1, None], [1.5, None], ["\x00", None]],
)
def test_who_is_not_known_is_told(desk, event, who):
    assert (
        "You know of no such player"
        in errors(desk.post(f"events/{event.pk}/contestants/", {"players": who}))["players"]
    )
    assert not Player.objects.filter(display_name="").exists()


def test_a_team_names_its_captain(cast, desk):
    event = make_event(cast.harbour, form="team", scoring="imps")
    people = [one.pk for one in make_players(5)]
    made = desk.post(f"events/{event.pk}/contestants/", {"players": people[:4], "captain": people[2], "name": "Tops"})
    assert [row["id"] for row in made.json()["players"] if row["is_captain"]] == [people[2]]
    pk = made.json()["id"]
    assert "captain" in errors(desk.patch(f"contestants/{pk}/", {"captain": people[4]}))
    changed = desk.patch(f"contestants/{pk}/", {"captain": people[0]}).json()
    assert [row["id"] for row in changed["players"] if row["is_captain"]] == [people[0]]


def test_the_first_who_waits_moves_up(desk, event):
    Event.objects.update(most_contestants=2)
    people = make_players(6)
    rows = [enter(event, *people[:2]), enter(event, *people[2:4]), enter(event, *people[4:], status="waiting")]
    assert "status" in errors(desk.post(f"contestants/{rows[2].pk}/promote/"))
    assert desk.post(f"contestants/{rows[0].pk}/withdraw/", {"reason": "ill"}).json()["status"] == "withdrawn"
    assert desk.get(f"contestants/{rows[2].pk}/").json()["status"] == "entered"
    waiting = desk.get(f"events/{event.pk}/contestants/?status=withdrawn").json()["results"]
    assert [row["id"] for row in waiting] == [rows[0].pk]


def test_strangers_read_names_as_their_owners_show_them_and_no_ids(event):
    anna, berta = make_players(2)
    Player.objects.filter(pk=anna.pk).update(privacy=Privacy.HIDDEN)
    enter(event, Player.objects.get(pk=anna.pk), berta)
    (row,) = Api().get(f"events/{event.pk}/contestants/").json()["results"]
    assert row["title"] == "a player – Player 002"
    assert [(one["id"], one["name"]) for one in row["players"]] == [(None, "a player"), (None, "Player 002")]


# --- One's own entry, and partners ---------------------------------------------------------------------------------
@pytest.fixture
def partner(cast: Cast) -> Player:
    user = make_user("partner")
    add_membership(actor=system(), club=cast.harbour, player=user.player, starts=date(2020, 1, 1), number="8")
    return user.player


def test_a_member_enters_and_withdraws(cast, event, partner):
    api = Api(cast.member)
    assert api.get(f"events/{event.pk}/entry/").status_code == 404
    assert "No current member" in errors(api.post(f"events/{event.pk}/entry/", {"others": ["Nobody"]}))["others"]
    made = api.post(f"events/{event.pk}/entry/", {"others": ["8"]})
    assert made.status_code == 201
    assert api.get(f"events/{event.pk}/entry/").json()["id"] == made.json()["id"]
    assert api.delete(f"events/{event.pk}/entry/").status_code == 204
    Event.objects.update(entries_close_at=timezone.now())
    assert "Entries closed" in errors(api.post(f"events/{event.pk}/entry/", {"others": ["8"]}))[""]


def test_two_without_a_partner_find_one_another(cast, event, partner):
    first, second = Api(cast.member), Api(partner.user)
    wish = first.post(f"events/{event.pk}/wishes/", {"note": "Acol"}).json()
    (seen,) = second.get(f"events/{event.pk}/wishes/").json()
    assert (seen["player"]["name"], seen["note"]) == ("Member Tenace", "Acol")
    assert "own wish" in errors(first.post(f"wishes/{wish['id']}/accept/"))["wish"]
    assert second.post(f"wishes/{wish['id']}/accept/").json()["title"] == "Member Tenace – Partner Tenace"


def test_the_desk_writes_singles_down_and_brings_two_together(cast, desk, event, partner):
    one = desk.post(f"events/{event.pk}/wishes/", {"player": partner.pk}).json()["id"]
    other = desk.post(f"events/{event.pk}/wishes/", {"player": cast.member.player.pk}).json()["id"]
    assert "one" in errors(desk.post(f"events/{event.pk}/wishes/match/", {"one": 999_999, "other": other}))
    assert desk.post(f"events/{event.pk}/wishes/match/", {"one": one, "other": other}).status_code == 201
    assert Contestant.objects.get().title == "Partner Tenace – Member Tenace"
    assert PartnerWish.objects.filter(state="matched").count() == 2


def test_a_member_writes_nobody_else_down(cast, event, partner):
    assert Api(cast.member).post(f"events/{event.pk}/wishes/", {"player": partner.pk}).status_code == 403


# --- People at the desk --------------------------------------------------------------------------------------------
def test_the_desk_finds_people_and_makes_visitors(cast, desk):
    (found,) = desk.get("clubs/harbour/desk/people/?q=mem").json()
    assert (found["name"], found["number"], found["standing"]) == ("Member Tenace", "7", "current")
    made = desk.post("clubs/harbour/desk/people/", {"display_name": "Vera Visitor", "federation_number": "N-9"})
    assert made.status_code == 201
    assert "federation_number" in errors(
        desk.post("clubs/harbour/desk/people/", {"display_name": "Other", "federation_number": "N-9"})
    )
