"""Codes that stay from week to week: what they open, and that nothing of last week comes with them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import AuditEntry
from core.actors import system
from core.errors import Forbidden
from events.models import Section, Session, StandingCode, TableCode
from events.selectors.standing_codes import tables_opened_by
from events.services.standing_codes import make_standing_codes, renew_standing_code, stop_standing_codes
from events.services.tables import give_codes
from tests.cast import Cast
from tests.events.evening import make_session

pytestmark = pytest.mark.django_db


def tonight(cast: Cast, *, state: str = "playing", hours: float = -1, **fields: str) -> Session:
    """A session that began or begins so many hours from now, with codes."""
    session = make_session(cast.harbour, 6, state=state, **fields)
    moment = timezone.now() + timedelta(hours=hours)
    Session.objects.filter(pk=session.pk).update(
        starts_at=moment,
        started_at=moment if state != "seating" else None,
        finished_at=moment + timedelta(hours=3) if state == "finished" else None,
    )
    session.refresh_from_db()
    give_codes(session, actor=system())
    return session


@pytest.fixture
def standing(cast: Cast) -> StandingCode:
    return make_standing_codes(actor=cast.actor("director"), club=cast.harbour, letter="a", tables=3)[1]


def own_code(session: Session, table: int = 2) -> TableCode:
    return TableCode.objects.get(section__session=session, table=table, revoked_at=None)


def scan(client: Client, code: str) -> str:
    """Where somebody comes out who scans a code; empty where the page stays."""
    answer = client.get(reverse("table", kwargs={"code": code}))
    assert answer["Cache-Control"] == "no-store"
    return answer.url if answer.status_code == 302 else ""


def test_a_code_belongs_to_club_section_and_table_and_those_there_stay(cast: Cast, standing: StandingCode) -> None:
    assert [row.name for row in StandingCode.objects.all()] == ["A1", "A2", "A3"]
    more = make_standing_codes(actor=cast.actor("secretary"), club=cast.harbour, letter="A", tables=5)
    assert [row.table for row in more] == [4, 5]
    assert StandingCode.objects.get(table=2).code == standing.code
    assert AuditEntry.objects.filter(act="table.code").count() == 5


def test_scanning_it_leads_to_the_table_of_the_session_in_play(
    cast: Cast, client: Client, standing: StandingCode
) -> None:
    first = tonight(cast)
    assert scan(client, standing.code) == f"/t/{own_code(first).code}/"
    Session.objects.filter(pk=first.pk).update(state="finished", finished_at=timezone.now())
    assert scan(client, standing.code) == ""
    second = tonight(cast)
    assert scan(client, standing.code) == f"/t/{own_code(second).code}/"
    assert client.get("/t/", {"code": standing.code.lower()}).url == f"/t/{standing.code}/"


def test_a_session_nobody_finished_last_week_is_not_tonights(
    cast: Cast, client: Client, standing: StandingCode
) -> None:
    tonight(cast, hours=-7 * 24)
    assert scan(client, standing.code) == ""
    now = tonight(cast)
    assert scan(client, standing.code) == f"/t/{own_code(now).code}/"


def test_last_weeks_page_and_what_it_has_queued_never_reach_tonights_table(
    cast: Cast, client: Client, standing: StandingCode
) -> None:
    before = tonight(cast, hours=-30)
    began_with = scan_at(client, standing, before)
    Session.objects.filter(pk=before.pk).update(state="finished", finished_at=timezone.now() - timedelta(hours=26))
    tonight(cast)
    claim = {"key": "k" * 20, "round": 1, "board": 1, "outcome": "passed", "side": "NS", "seen": 0, "sure": True}
    sent = client.post(f"/t/{began_with}/entries/", {"phone": "a", "entries": [claim]}, content_type="application/json")
    assert sent.status_code == 404
    straight = client.post(
        f"/t/{standing.code}/entries/", {"phone": "a", "entries": [claim]}, content_type="application/json"
    )
    assert straight.status_code == 404
    assert client.get(f"/t/{standing.code}/state/").status_code == 404
    assert client.post(f"/t/{standing.code}/names/").status_code == 404


def scan_at(client: Client, standing: StandingCode, session: Session) -> str:
    """The code under which a phone that scanned it during that session goes on."""
    [found] = tables_opened_by(standing, session.started_at + timedelta(minutes=5))
    assert found.section.session_id == session.pk
    return found.code


def test_before_the_start_it_opens_the_session_being_seated_today(
    cast: Cast, client: Client, standing: StandingCode
) -> None:
    tonight(cast, state="seating", hours=7 * 24)
    assert scan(client, standing.code) == ""
    soon = tonight(cast, state="seating", hours=1)
    assert scan(client, standing.code) == f"/t/{own_code(soon).code}/"
    playing = tonight(cast)
    assert scan(client, standing.code) == f"/t/{own_code(playing).code}/"


def test_where_two_games_are_on_the_table_says_which(cast: Cast, client: Client, standing: StandingCode) -> None:
    one, other = tonight(cast, name="Improvers"), tonight(cast, name="Open pairs")
    page = client.get(f"/t/{standing.code}/").content.decode()
    for session in (one, other):
        assert session.event.name in page
        assert f"/t/{own_code(session).code}/" in page


def test_a_table_that_is_not_in_play_says_so_and_counts_as_no_guess(
    cast: Cast, client: Client, standing: StandingCode
) -> None:
    for _at in range(50):
        answer = client.get(f"/t/{standing.code}/")
    assert answer.status_code == 200
    assert "Nobody plays at this table now" in answer.content.decode()


def test_another_section_and_another_club_are_not_opened(cast: Cast, client: Client, standing: StandingCode) -> None:
    session = tonight(cast)
    Section.objects.filter(session=session).update(letter="B")
    assert scan(client, standing.code) == ""
    strange = make_standing_codes(actor=cast.actor("other_secretary"), club=cast.hillside, letter="B", tables=3)[1]
    assert scan(client, strange.code) == ""


def test_a_code_that_went_astray_is_renewed_and_all_can_be_given_up(
    cast: Cast, client: Client, standing: StandingCode
) -> None:
    tonight(cast)
    actor = cast.actor("director")
    new = renew_standing_code(actor=actor, code=standing, reason="Photographed")
    assert client.get(f"/t/{standing.code}/").status_code == 404
    assert scan(client, new.code)
    with pytest.raises(ValidationError, match="revoked already"):
        renew_standing_code(actor=actor, code=standing)
    assert stop_standing_codes(actor=actor, club=cast.harbour, letter="A") == 3
    assert client.get(f"/t/{new.code}/").status_code == 404


def test_bad_input_is_named_and_strangers_are_refused(cast: Cast) -> None:
    actor = cast.actor("director")
    with pytest.raises(ValidationError, match="letter of the section"):
        make_standing_codes(actor=actor, club=cast.harbour, letter="1", tables=3)
    with pytest.raises(ValidationError, match="how many tables"):
        make_standing_codes(actor=actor, club=cast.harbour, letter="A", tables=0)
    for name in ("member", "scorer", "other_secretary"):
        with pytest.raises(Forbidden):
            make_standing_codes(actor=cast.actor(name), club=cast.harbour, letter="A", tables=3)


def test_the_clubs_page_makes_renews_prints_and_gives_up(cast: Cast, client: Client) -> None:
    client.force_login(cast.director)
    page = reverse("club-standing-codes", kwargs={"slug": "harbour"})
    assert "No codes stay" in client.get(page).content.decode()
    assert client.post(page, {"letter": "A", "tables": ""}).status_code == 422
    assert client.post(page, {"letter": "A", "tables": "2"}).status_code == 302
    code = StandingCode.objects.get(table=1)
    assert f"{code.code[:4]}-{code.code[4:]}" in client.get(page).content.decode()
    cards = client.get(reverse("club-standing-cards", kwargs={"slug": "harbour"})).content.decode()
    assert cards.count("<svg") >= 2
    client.post(reverse("club-renew-standing-code", kwargs={"slug": "harbour", "code_id": code.pk}))
    assert StandingCode.objects.filter(table=1, revoked_at=None).get().code != code.code
    client.post(reverse("club-stop-standing-codes", kwargs={"slug": "harbour"}), {"letter": "A"})
    assert not StandingCode.objects.filter(revoked_at=None).exists()


def test_the_cards_of_a_session_carry_the_code_that_stays(cast: Cast, client: Client, standing: StandingCode) -> None:
    session = tonight(cast)
    client.force_login(cast.director)
    where = {"slug": "harbour", "session_id": session.pk}
    cards = client.get(reverse("club-session-table-cards", kwargs=where)).content.decode()
    assert f"{standing.code[:4]}‑{standing.code[4:]}" in cards
    tables = client.get(reverse("club-session-tables", kwargs=where)).content.decode()
    assert f"{standing.code[:4]}-{standing.code[4:]}" in tables
