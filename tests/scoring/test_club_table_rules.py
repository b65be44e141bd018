"""Rules for all tables of a club, and what a director excepts for a session."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import AuditEntry
from core.actors import system
from core.errors import Conflict, Forbidden
from events.models import Section, Session, TableCode
from events.services.tables import give_codes
from scoring.models import ClubTableRules, TableRules
from scoring.selectors.results_sight import results_sight
from scoring.selectors.table_rules import rules_for
from scoring.selectors.table_version import table_version
from scoring.services.table_rules import follow_club_rules, set_club_rules, set_rules
from tests.cast import Cast
from tests.events.evening import make_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(cast: Cast) -> Session:
    session = make_session(cast.harbour, 6)
    give_codes(session, actor=system())
    return session


@pytest.fixture
def section(session: Session) -> Section:
    return session.sections.select_related("session__event__club__federation").get()


def test_what_the_club_sets_holds_in_every_session(cast: Cast, section: Section) -> None:
    later = make_session(cast.harbour, 6).sections.get()
    elsewhere = make_session(cast.hillside, 6).sections.get()
    set_club_rules(actor=cast.actor("director"), club=cast.harbour, traveller="own", confirm=False)
    for one in (section, later):
        assert (rules_for(one).traveller, rules_for(one).confirm) == ("own", False)
    assert (rules_for(elsewhere).traveller, rules_for(elsewhere).confirm) == ("all", True)
    assert AuditEntry.objects.filter(act="rules.set").count() == 1


def test_an_exception_is_kept_and_the_rest_follows_the_club(cast: Cast, section: Section) -> None:
    actor = cast.actor("director")
    set_rules(actor=actor, section=section, traveller="nothing", lead=True)
    assert TableRules.objects.get().exceptions == ["traveller"]
    set_club_rules(actor=actor, club=cast.harbour, traveller="own", lead=False)
    rules = rules_for(section)
    assert (rules.traveller, rules.lead) == ("nothing", False)


def test_what_is_set_back_to_the_clubs_is_no_exception_any_more(cast: Cast, section: Section) -> None:
    actor = cast.actor("director")
    set_rules(actor=actor, section=section, traveller="nothing", ranking="never")
    set_rules(actor=actor, section=section, traveller="all")
    assert TableRules.objects.get().exceptions == ["ranking"]
    follow_club_rules(actor=actor, section=section)
    assert rules_for(section).ranking == "end"
    with pytest.raises(Conflict):
        follow_club_rules(actor=actor, section=section, version=1)


def test_devices_and_results_go_by_the_clubs_rules(cast: Cast, session: Session) -> None:
    code = TableCode.objects.all()[0].code
    before = table_version(code)
    assert results_sight(cast.actor("stranger"), session).lines == "all"
    set_club_rules(actor=cast.actor("director"), club=cast.harbour, traveller="nothing")
    assert table_version(code) != before
    assert results_sight(cast.actor("stranger"), session).lines == "nothing"


def test_who_keeps_the_clubs_events_sets_them_and_nobody_else(cast: Cast) -> None:
    for name in ("member", "scorer", "other_secretary"):
        with pytest.raises(Forbidden):
            set_club_rules(actor=cast.actor(name), club=cast.harbour, lead=False)
    set_club_rules(actor=cast.actor("secretary"), club=cast.harbour, lead=False)


def test_the_clubs_page_sets_them_and_the_sections_page_shows_what_differs(
    cast: Cast, client: Client, session: Session, section: Section
) -> None:
    client.force_login(cast.director)
    page = reverse("club-table-rules", kwargs={"slug": "harbour"})
    assert page in client.get(reverse("club-events", kwargs={"slug": "harbour"})).content.decode()
    chosen = {"tricks": "margin", "traveller": "own", "ranking": "end", "most_results": "20", "next_round": "called"}
    assert client.post(page, chosen).status_code == 302
    assert ClubTableRules.objects.get().traveller == "own"
    assert client.post(page, chosen | {"version": "1"}).status_code == 422
    assert client.post(page, chosen | {"most_results": "many"}).status_code == 422
    at = reverse("club-session-rules", kwargs={"slug": "harbour", "session_id": session.pk, "section_id": section.pk})
    assert "As everywhere in the club" in client.get(at).content.decode()
    assert client.post(at, chosen | {"traveller": "nothing"}).status_code == 302
    shown = client.get(at).content.decode()
    assert "1 rule is not as elsewhere in the club." in shown
    assert "Elsewhere in the club: The own result" in shown
    assert client.post(at, {"act": "follow", "version": "1"}).status_code == 422
    version = TableRules.objects.get().version
    assert client.post(at, {"act": "follow", "version": str(version)}).status_code == 302
    assert rules_for(section).traveller == "own"
