"""Sheets of matches, rulings, appeals, the recorder's file and renewals: measured, and for whoever may read them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from appeals.models import Case
from clubs.models import Membership
from core import actors
from core.errors import Forbidden
from events.models import Session
from events.models.sessions import SessionState
from printing.documents import make_document, speaking, style_of
from printing.registry import REPORTS, SOURCES, readers_of
from printing.rendering import PrintingFailed
from printing.services import ask_for_printout
from rulings.services import reports as recorder
from rulings.services.reports import About
from scoring.services.knockouts import draw_knockout
from tests.appeals.world import World, standing_world
from tests.printing.paper import Measured, properties
from tests.printing.test_sheets import printed
from tests.rulings.night import due, given, in_play
from tests.scoring.contest import make_teams, play_round
from tests.scoring.test_event_results import knockout

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return standing_world("published")


def sound(name: str, source: object) -> Measured:
    content, sheet = printed(name, source)
    assert sheet.outside == []
    assert sheet.overlaps == []
    told = properties(content)
    assert told["tagged"]
    assert told["embedded"]
    return sheet


@pytest.fixture
def teams(cast) -> Session:
    session = make_teams(cast.harbour, 4)
    play_round(session, 1)
    Session.objects.filter(pk=session.pk).update(state=SessionState.FINISHED)
    return Session.objects.select_related("event__club__federation").get(pk=session.pk)


@pytest.mark.parametrize("name", ["matches", "cross-table", "standings-by-round", "scorecards", "ranking"])
def test_matches_of_teams(name, teams):
    sheet = sound(name, teams)
    for contestant in teams.event.contestants.all():
        assert sheet.has(contestant.title)


def test_a_draw_sheet_from_the_first_round_to_the_final(cast):
    event = knockout(cast, 4, 2)
    with pytest.raises(PrintingFailed, match="Nothing is drawn yet"):
        printed("draw-sheet", event)
    draw_knockout(actor=cast.actor("director"), event=event)
    sheet = sound("draw-sheet", SOURCES["event"].find(event.pk))
    for contestant in event.contestants.all():
        assert sheet.has(contestant.title)


def test_rulings_of_the_evening_and_one_in_full(cast):
    session = in_play(cast)
    ruling = given(cast, due(session))
    sheet = sound("evening-rulings", session)
    assert sheet.has(ruling.title)
    assert sheet.has(ruling.decision)
    assert sound("ruling", SOURCES["ruling"].find(ruling.pk)).has(ruling.decision)


def test_a_hearing_pack_has_both_sides_words_the_appellants_first(world):
    appeal = world.heard()
    found = SOURCES["case"].find(appeal.pk)
    sheet = sound("hearing-pack", found)
    words = {one.side: one.text for one in appeal.statements.all()}
    assert all(sheet.has(text) for text in words.values())
    assert sheet.has(appeal.grounds)
    assert sheet.pages <= 2


def test_decision_and_notice_say_what_counts(world):
    appeal = world.heard()
    found = SOURCES["case"].find(appeal.pk)
    style = style_of(found.club)
    with speaking("en", found.club.timezone), pytest.raises(PrintingFailed, match="Nothing has been decided yet"):
        make_document(actor=actors.system(), reports=[REPORTS["decision"]], source=found, period="", style=style)
    decision = world.decide(appeal)
    found = SOURCES["case"].find(appeal.pk)
    assert sound("decision", found).has(decision.reasons)
    assert sound("notice", found).has(decision.reasons)


def test_a_case_is_for_its_parties_and_each_has_a_file_of_their_own(world):
    found = SOURCES["case"].find(world.heard().pk)
    director, north = world.actor("director"), world.actor("north")
    pack = [REPORTS["hearing-pack"]]
    assert readers_of(director, pack, found, for_public=False) != readers_of(north, pack, found, for_public=False)
    with pytest.raises(Forbidden):
        ask_for_printout(actor=world.actor("stranger"), reports=["hearing-pack"], source=found, language="en")


def test_the_casebook_has_what_is_published_and_is_for_everybody(world):
    club, fields = world.cast.harbour, {"year": 2026, "made_at": timezone.now()}
    Case.objects.create(club=club, number=1, subject="A pass that took its time", published_at=timezone.now(), **fields)
    Case.objects.create(club=club, number=2, subject="Still being written", **fields)
    sheet = sound("casebook", club)
    assert sheet.has("A pass that took its time")
    assert not sheet.has("Still being written")
    assert readers_of(world.actor("stranger"), [REPORTS["casebook"]], club, for_public=False) == "public"


def test_the_recorders_report_is_for_those_who_may_read_it(cast):
    hand = {"hand_type": "psyche", "call": "1S", "partner_action": "Passed with support"}
    day = cast.harbour.day(timezone.now()) - timedelta(days=1)
    report = recorder.file_report(
        actor=cast.actor("director"),
        club=cast.harbour,
        about=About("system", [cast.member.player], []),
        description="An agreement that was not disclosed.",
        happened_on=day,
        **hand,
    )
    found = SOURCES["record"].find(report.pk)
    assert sound("recorder-report", found).has("An agreement that was not disclosed.")
    with pytest.raises(Forbidden):
        ask_for_printout(actor=cast.actor("member"), reports=["recorder-report"], source=found, language="en")


def test_a_letter_for_each_membership_that_ends(cast):
    today = cast.harbour.day(timezone.now())
    Membership.objects.filter(pk=cast.membership.pk).update(ends=today + timedelta(days=10))
    sheet = sound("renewal-letters", cast.harbour)
    assert sheet.pages == 1
    assert sheet.has(cast.member.player.display_name)
