"""The director in charge hears an appeal himself only where no committee can (Law 93A), and seldom his own ruling."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from appeals.models import Appeal
from appeals.services import bodies, deciding, hearing, lodging
from appeals.services.deciding import DecisionText
from appeals.views.base import appeal_url
from clubs.models import Role
from clubs.services.roles import grant_role
from core.actors import system
from core.errors import Forbidden
from events.services.officials import name_official, put_in_charge
from tests.appeals.world import T0, World, fresh
from tests.cast import make_user

pytestmark = pytest.mark.django_db
WHY = "The final begins in ten minutes"


def second_director(world: World) -> None:
    world.people["colleague"] = make_user("colleague")
    grant_role(
        actor=system(T0 - timedelta(days=9)), user=world.user("colleague"), role=Role.DIRECTOR, body=world.cast.harbour
    )


def alone(world: World, appeal: Appeal, who: str = "director", ground: str = "disturbs") -> Appeal:
    return lodging.hear_alone(actor=world.actor(who, 9), appeal=appeal, ground=ground, reason=WHY)


def decide_alone(world: World, appeal: Appeal, who: str) -> None:
    deciding.decide_alone(
        actor=world.actor(who, 10),
        appeal=appeal,
        outcomes={point.pk: "stands" for point in appeal.points.all()},
        text=DecisionText(reasons="So it was", heard="All four at the table"),
    )


def test_a_case_is_not_taken_from_a_seated_committee(world: World) -> None:
    appeal = world.seated()
    for ground in ("none", "disturbs"):
        with pytest.raises(ValidationError, match=r"committee has accepted.*Law 93A"):
            alone(world, appeal, ground=ground)
    assert fresh(appeal).state == "referred"
    for member in appeal.adjudicators.members.all():
        bodies.unseat(actor=world.actor("chair", 9), member=member, reason="They play in ten minutes")
    assert alone(world, fresh(appeal)).hears == "director"


def test_that_there_is_nobody_is_believed_only_where_the_pool_is_too_small(world: World) -> None:
    appeal = world.lodged()
    world.rule("appeals.quorum", "1")
    with pytest.raises(ValidationError, match=r"can hear it.*Law 93A"):
        alone(world, appeal, ground="none")
    world.rule("appeals.quorum", "9")
    done = alone(world, appeal, ground="none")
    assert (done.hears, done.state) == ("director", "lodged")
    assert WHY in done.steps.get(act="hear_alone").words


def test_a_reason_is_asked_for(world: World) -> None:
    with pytest.raises(ValidationError, match="Say why"):
        lodging.hear_alone(actor=world.actor("director", 9), appeal=world.lodged(), ground="disturbs", reason=" ")
    with pytest.raises(ValidationError, match="Choose"):
        alone(world, Appeal.objects.get(), ground="bored")


def test_whoever_ruled_does_not_hear_it_where_another_director_can(world: World, client: Client) -> None:
    second_director(world)
    appeal = world.lodged()
    with pytest.raises(Forbidden):
        alone(world, appeal, "director")
    client.force_login(world.cast.director)
    assert "I hear it" not in client.get(appeal_url(appeal)).content.decode()
    done = alone(world, appeal, "colleague")
    with pytest.raises(Forbidden):
        decide_alone(world, done, "director")
    decide_alone(world, done, "colleague")
    assert fresh(appeal).state == "decided"


def shown_to(world: World, client: Client, who: str, appeal: Appeal) -> tuple[str, str]:
    """The case, and the page for deciding it."""
    client.force_login(world.user(who))
    pages = (client.get(appeal_url(appeal, name)) for name in ("appeal", "appeal-decide"))
    case, decide = (page.content.decode() for page in pages)
    return case, decide


def test_whoever_ruled_reads_that_this_is_why_another_director_decides(world: World, client: Client) -> None:
    second_director(world)
    appeal = alone(world, world.lodged(), "colleague")
    name = world.user("colleague").player.display_name
    for page in shown_to(world, client, "director", appeal):
        assert f"You gave the ruling: by regulation another director hears the appeal against it, {name}" in page
    for page in shown_to(world, client, "colleague", appeal):
        assert "by regulation another director" not in page


def test_whoever_is_not_in_charge_reads_who_is(world: World, client: Client) -> None:
    second_director(world)
    world.rule("appeals.not_who_ruled", False)
    secretary, director = world.actor("secretary", 1), world.cast.director.player
    put_in_charge(
        actor=secretary,
        official=name_official(actor=secretary, session=world.session, player=director, duty="director"),
    )
    appeal = alone(world, world.lodged(), "director")
    for page in shown_to(world, client, "colleague", appeal):
        assert f"You are not the director in charge of this session: {director.display_name} hears it" in page


def test_a_regulation_may_let_the_director_in_charge_hear_his_own(world: World) -> None:
    second_director(world)
    world.rule("appeals.not_who_ruled", False)
    secretary, director = world.actor("secretary", 1), world.cast.director.player
    named = name_official(actor=secretary, session=world.session, player=director, duty="director")
    put_in_charge(actor=secretary, official=named)
    appeal = world.lodged()
    with pytest.raises(Forbidden):
        alone(world, appeal, "colleague")
    assert alone(world, appeal, "director").hears == "director"


def test_the_law_is_ruled_on_by_whoever_is_in_charge(world: World) -> None:
    second_director(world)
    secretary = world.actor("secretary", 1)
    colleague = world.user("colleague").player
    named = name_official(actor=secretary, session=world.session, player=colleague, duty="director")
    put_in_charge(actor=secretary, official=named)
    appeal = world.lodged(points=[("law", "Law 23 was not applied")])
    [point] = appeal.points.all()
    with pytest.raises(Forbidden):
        lodging.rule_on_law(actor=world.actor("director", 8), point=point, verdict="stands", reasons="It was")
    assert lodging.rule_on_law(actor=world.actor("colleague", 8), point=point, verdict="stands", reasons="It was")


def test_whoever_decides_alone_says_how_both_sides_were_heard(world: World, client: Client) -> None:
    appeal = alone(world, world.lodged())
    ask = {"outcomes": {point.pk: "stands" for point in appeal.points.all()}, "text": DecisionText(reasons="So it was")}
    with pytest.raises(ValidationError, match="Say how both sides were heard"):
        deciding.decide_alone(actor=world.actor("director", 10), appeal=appeal, **ask)
    client.force_login(world.user("director"))
    address = appeal_url(appeal, "appeal-decide")
    assert 'name="heard"' in client.get(address).content.decode()
    typed = {f"point_{appeal.points.get().pk}": "stands", "reasons": "So it was", "effect": "none"}
    refused = client.post(address, typed)
    assert (refused.status_code, "heard" in refused.context["form"].errors) == (422, True)
    assert client.post(address, typed | {"heard": "All four at the table"}).status_code == 302
    assert "Heard: All four at the table" in fresh(appeal).steps.get(act="decide_alone").words


def test_where_both_statements_are_in_they_are_what_was_heard(world: World, client: Client) -> None:
    appeal = world.seated()
    for side in ("NS", "EW"):
        hearing.take_statement(actor=world.actor("director", 11), appeal=appeal, side=side, told_by="One", text="So")
    for member in appeal.adjudicators.members.all():
        bodies.unseat(actor=world.actor("chair", 12), member=member, reason="They play in ten minutes")
    alone_now = alone(world, fresh(appeal))
    client.force_login(world.user("director"))
    assert 'name="heard"' not in client.get(appeal_url(alone_now, "appeal-decide")).content.decode()
    deciding.decide_alone(
        actor=world.actor("director", 20),
        appeal=alone_now,
        outcomes={point.pk: "stands" for point in appeal.points.all()},
        text=DecisionText(reasons="So it was"),
    )
    assert fresh(appeal).state == "decided"


def test_what_is_referred_already_is_not_to_be_referred_again(world: World) -> None:
    world.rule("appeals.quorum", "1")
    appeal = world.referred()
    with pytest.raises(ValidationError, match="invite them") as refused:
        alone(world, appeal, ground="none")
    assert "refer it" not in " ".join(refused.value.messages)
