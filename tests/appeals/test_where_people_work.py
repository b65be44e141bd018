"""People are told of an appeal where they work: on the desk, beside the rulings, on their own first page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from appeals.models import BodyMember
from appeals.selectors.waiting import open_cases
from appeals.services import bodies, concurring, hearing
from appeals.services.concurring import lapse_due
from appeals.views.base import appeal_url
from office.models import Notice
from scoring.pending import pending_in
from tests.appeals.world import T0, World, fresh, make_world
from tests.cast import Cast

pytestmark = pytest.mark.django_db
GIVEN = 'badge--good">Given<'


@pytest.fixture
def world(cast: Cast) -> World:
    # No official score, so that no time runs against the wall clock by which pages go.
    return make_world(cast)


def page(client: Client, world: World, who: str, name: str = "home", **where: object) -> str:
    client.force_login(world.user(who))
    return client.get(reverse(name, kwargs=where)).content.decode()


def in_session(world: World) -> dict[str, object]:
    return {"slug": "harbour", "session_id": world.session.pk}


def tasks(world: World, who: str, minutes: float) -> list[str]:
    return [str(one.task) for one in open_cases(world.actor(who, minutes))]


def test_the_director_is_told_of_a_request_on_the_desk_beside_the_rulings_and_at_home(
    world: World, client: Client
) -> None:
    appeal = world.requested()
    link = appeal.get_absolute_url()
    assert link in page(client, world, "director", "club-session-desk", **in_session(world))
    assert link in page(client, world, "director", "club-session-rulings", **in_session(world))
    assert link in page(client, world, "director")
    assert link not in page(client, world, "stranger")


def test_the_desk_learns_of_it_while_it_is_open(world: World, client: Client) -> None:
    client.force_login(world.cast.director)
    address = reverse("club-session-desk-live", kwargs=in_session(world))
    tag = client.get(address)["ETag"]
    appeal = world.requested()
    again = client.get(address, headers={"if-none-match": tag})
    assert again.status_code == 200
    assert appeal.get_absolute_url() in again.content.decode()


def test_each_is_asked_for_what_is_theirs_to_do_on_the_own_first_page(world: World) -> None:
    appeal = world.requested()
    assert "concur" in tasks(world, "south", 6)[0]
    assert tasks(world, "north", 6) == [], "who has concurred is not asked again"
    assert "South Deuce" in tasks(world, "director", 6)[0]
    concurring.concur(actor=world.actor("south", 6), concurrence=appeal.concurrences.get(state="waiting"))
    assert "lodge" in tasks(world, "director", 7)[0]


def test_the_chair_and_the_members_find_their_cases_at_home(world: World, client: Client) -> None:
    appeal = world.referred()
    assert appeal.get_absolute_url() in page(client, world, "chair")
    assert "Invite" in tasks(world, "chair", 9)[0]
    assert "statement" in tasks(world, "east", 9)[0]
    assert not tasks(world, "third", 9)
    for name, role in (("chair", "chair"), ("appeals_member", "member"), ("third", "member")):
        bodies.seat(actor=world.actor("chair", 9), appeal=appeal, user=world.user(name), role=role)
        assert "invitation" in tasks(world, name, 9)[0]
        member = BodyMember.objects.get(body__appeal=appeal, user=world.user(name))
        bodies.answer_invitation(actor=world.actor(name, 10), member=member, accepts=True)
    for name in ("north", "east"):
        hearing.write_statement(actor=world.actor(name, 12), appeal=appeal, text="So it was")
        assert not any("statement" in one for one in tasks(world, name, 12))
    for name in ("north", "east"):
        assert "pack" in tasks(world, name, 13)[0]
        hearing.agree_pack(actor=world.actor(name, 13), appeal=appeal)
    assert "Open the hearing" in tasks(world, "chair", 14)[0]
    hearing.open_hearing(actor=world.actor("chair", 20), appeal=appeal)
    for name in ("appeals_member", "third", "chair"):
        assert tasks(world, name, 21) == ["Vote."]
        hearing.cast_vote(actor=world.actor(name, 25), appeal=appeal, verdict="stands")
    assert tasks(world, "third", 26) == []
    assert tasks(world, "chair", 26) == ["Write the decision."]


def test_a_request_without_everybody_lapses_at_its_time_and_the_ranking_is_free(world: World, client: Client) -> None:
    appeal = world.requested()
    assert [one.board for one in pending_in(world.session)] == [world.play.board]
    until = appeal.concur_until
    assert lapse_due(until) == 0, "the last moment belongs to the time"
    client.force_login(world.user("south"))
    answer = client.get(appeal_url(appeal)).content.decode()
    assert "must concur" not in answer, "the wall clock is past it: nobody is asked what they cannot answer"
    assert lapse_due(until + timedelta(seconds=1)) == 1
    done = fresh(appeal)
    assert (done.state, done.refusal_law) == ("not_heard", "92D")
    assert pending_in(world.session) == []
    told = set(Notice.objects.filter(kind="appeal.not_heard").values_list("user__email", flat=True))
    assert {"north@example.org", "south@example.org", "director@example.org"} <= told


def test_a_request_that_only_the_director_holds_up_does_not_lapse(world: World) -> None:
    appeal = world.concurred()
    assert lapse_due(T0 + timedelta(days=7)) == 0
    assert fresh(appeal).state == "requested"


def test_a_ruling_that_an_appeal_changed_says_so_with_the_decision(world: World, client: Client) -> None:
    where = in_session(world) | {"ruling_id": world.ruling.pk}
    assert GIVEN in page(client, world, "director", "club-ruling", **where)
    made = world.decided()
    for who in ("director", "north", "secretary"):
        shown = page(client, world, who, "club-ruling", **where)
        assert "Changed on appeal" in shown
        assert GIVEN not in shown
        assert "60% 4S= N, 40% 4S-1 N" in shown
        assert made.reasons in shown
        assert made.appeal.get_absolute_url() in shown
        assert "Adjust the score" not in shown, "only a decision changes it now"
    assert "appeal: Changed" in page(client, world, "director", "club-session-rulings", **in_session(world))
    play = in_session(world) | {"play_id": world.play.pk}
    assert "appeal: Changed" in page(client, world, "director", "club-session-play", **play)


def test_a_ruling_that_stood_says_so(world: World, client: Client) -> None:
    world.decide(world.heard("stands"), "stands")
    shown = page(client, world, "director", "club-ruling", **in_session(world), ruling_id=world.ruling.pk)
    assert "The ruling stands" in shown
    assert GIVEN in shown
