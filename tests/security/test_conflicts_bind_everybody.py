"""Whoever runs the installation has every power, and is no judge in their own cause."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from appeals.models import Appeal, BodyMember
from appeals.models.bodies import MemberState
from appeals.services import bodies, casebook, deciding, federation_appeal, hearing, lodging
from clubs.models import User
from clubs.services.players import change_player
from core import actors
from core.errors import Forbidden
from core.permissions import may
from rulings.models import Report, ReportSubject
from rulings.selectors.reports import filed_reports
from rulings.services.reports import About, add_note, classify, close_report, file_report
from tests.appeals.world import World, fresh
from tests.cast import Cast

FOR_THE_DISINTERESTED = ("inside", "direct", "money", "lead", "alone", "compose", "sit", "hear", "finally", "note")


def crown(user: User) -> User:
    """From now on they run the installation."""
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    return User.objects.get(pk=user.pk)


@pytest.mark.parametrize("act", FOR_THE_DISINTERESTED)
def test_an_operator_who_is_a_party_does_nothing_to_the_case(world: World, act: str) -> None:
    appeal = world.heard()
    crown(world.user("north"))
    assert not may(world.actor("north", 30), f"appeal.{act}", appeal)
    assert may(world.actor("north", 30), "appeal.view", appeal)


@pytest.mark.parametrize("act", ["sit", "hear", "lead", "alone"])
def test_an_operator_hears_no_case_without_being_named(world: World, act: str) -> None:
    """A seat belongs to a person; a power does not stand in for it."""
    assert not may(world.actor("operator", 30), f"appeal.{act}", world.heard())


def test_an_operator_put_on_the_body_by_hand_neither_votes_nor_decides(world: World) -> None:
    appeal = world.heard()
    crown(world.user("north"))
    body = BodyMember.objects.filter(body__appeal=appeal).first().body  # type: ignore[union-attr]
    me = world.actor("north", 30)
    BodyMember.objects.create(body=body, user=me.user, role="member", state=MemberState.ACCEPTED, invited_at=me.at)
    with pytest.raises(Forbidden):
        hearing.cast_vote(actor=me, appeal=appeal, verdict="changed")
    with pytest.raises(Forbidden):
        hearing.add_minute(actor=me, appeal=appeal, kind="note", text="I was right.")
    with pytest.raises(Forbidden):
        deciding.decide(actor=me, appeal=appeal, outcomes={}, text=deciding.DecisionText(reasons="I was right."))


def test_an_operator_composes_no_committee_for_their_own_appeal(world: World) -> None:
    appeal = world.referred()
    crown(world.user("north"))
    with pytest.raises(Forbidden):
        bodies.seat(actor=world.actor("north", 9), appeal=appeal, user=world.user("third"), role="chair")
    with pytest.raises((Forbidden, ValidationError)):
        bodies.seat(actor=world.actor("chair", 9), appeal=appeal, user=world.user("north"), role="member")


def test_an_operator_lodges_not_their_own_appeal(world: World) -> None:
    appeal = world.concurred()
    crown(world.user("north"))
    with pytest.raises(Forbidden):
        lodging.lodge(actor=world.actor("north", 7), appeal=appeal)
    with pytest.raises(Forbidden):
        federation_appeal.decide_finally(
            actor=world.actor("north", 7),
            appeal=fresh(appeal),
            outcomes={},
            text=deciding.DecisionText(reasons="Mine."),
        )


def test_a_party_writes_no_case_of_the_casebook_about_itself(world: World) -> None:
    world.decided()
    appeal = Appeal.objects.get()
    crown(world.user("north"))
    with pytest.raises(Forbidden):
        casebook.draft_case(actor=world.actor("north", 60), body=world.cast.harbour, appeal=appeal)
    case = casebook.draft_case(actor=world.actor("chair", 60), body=world.cast.harbour, appeal=appeal)
    with pytest.raises(Forbidden):
        casebook.edit_case(actor=world.actor("north", 61), case=case, subject="How I was robbed")


@pytest.mark.parametrize("model", ["vote", "minute", "bodymember", "challenge", "decisiondraft"])
def test_the_admin_shows_a_party_nothing_of_the_inside(world: World, model: str) -> None:
    appeal = world.heard()
    hearing.add_minute(actor=world.actor("chair", 26), appeal=appeal, kind="note", text="Nobody believed North.")
    client = Client()
    client.force_login(crown(world.user("north")))
    page = client.get(reverse(f"admin:appeals_{model}_changelist"))
    assert page.context["cl"].result_list.count() == 0
    client.force_login(world.user("operator"))
    if model in ("vote", "minute", "bodymember"):
        assert client.get(reverse(f"admin:appeals_{model}_changelist")).context["cl"].result_list.count() > 0


# --- The recorder's file ---------------------------------------------------------------------------------------------
@pytest.fixture
def report(cast: Cast) -> Report:
    """About whoever runs the installation."""
    about = About("misconduct", [cast.operator.player])
    return file_report(actor=cast.actor("director"), club=cast.harbour, about=about, description="Shouted at dummy.")


def test_an_operator_reads_no_report_about_themselves(cast: Cast, report: Report) -> None:
    me = cast.actor("operator")
    assert not may(me, "report.read", report)
    assert not may(me, "report.keep", report)
    assert list(filed_reports(cast.harbour, me)) == []
    client = Client()
    client.force_login(cast.operator)
    assert client.get(reverse("club-report", args=["harbour", report.pk])).status_code == 403
    for model in ("report", "reportsubject", "reportnote"):
        page = client.get(reverse(f"admin:rulings_{model}_changelist"))
        assert page.context["cl"].result_list.count() == 0
    assert ReportSubject.objects.filter(report=report).exists()


def test_an_operator_changes_no_report_about_themselves(cast: Cast, report: Report) -> None:
    me = cast.actor("operator")
    with pytest.raises(Forbidden):
        close_report(actor=me, report=report)
    with pytest.raises(Forbidden):
        add_note(actor=me, report=report, text="All lies.")
    with pytest.raises(Forbidden):
        classify(actor=me, report=report, colour="green", reason="A mere misbid")


def test_who_filed_a_report_about_themselves_reads_what_they_wrote(cast: Cast) -> None:
    about = About("misconduct", [cast.operator.player])
    own = file_report(actor=cast.actor("operator"), club=cast.harbour, about=about, description="I lost my temper.")
    assert may(cast.actor("operator"), "report.read", own)
    assert not may(cast.actor("operator"), "report.keep", own)


# --- What is about the person elsewhere ------------------------------------------------------------------------------
def test_nobody_writes_their_own_federation_number(cast: Cast) -> None:
    with pytest.raises(Forbidden):
        change_player(
            actor=cast.actor("operator"), player=cast.operator.player, federation=cast.nation, federation_number="1"
        )
    me = actors.of_user(crown(cast.member))
    with pytest.raises(Forbidden):
        change_player(actor=me, player=cast.member.player, federation=cast.nation, federation_number="1")


def test_the_system_has_no_cause_of_its_own(world: World) -> None:
    """Background work goes on."""
    assert may(actors.system(), "appeal.direct", Appeal.objects.get(pk=world.heard().pk))
