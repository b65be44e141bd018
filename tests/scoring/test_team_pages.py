"""Pages of matches, draws, events and draw sheets."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from events.models import Contestant, Session
from scoring.models import MatchAgreement, MatchTerm, RoundDraw
from scoring.selectors.newest_matches import newest_matches
from tests.cast import Cast
from tests.events.evening import make_session
from tests.scoring.contest import captain, make_teams, play_round, score, section_of

pytestmark = pytest.mark.django_db


def url(session: Session, page: str, **more: Any) -> str:
    return reverse(f"club-{page}", kwargs={"slug": "harbour", "session_id": session.pk, **more})


def event_url(session: Session, page: str) -> str:
    return reverse(f"club-{page}", kwargs={"slug": "harbour", "event_id": session.event_id})


def at_match(session: Session, page: str = "session-match", **more: Any) -> str:
    row = newest_matches(session)[0]
    return url(session, page, round_number=row.round, home=row.home_id, away=row.away_id, **more)


@pytest.fixture
def session(cast: Cast) -> Session:
    session = make_teams(cast.harbour, 4)
    play_round(session, 1)
    return session


def test_a_captain_agrees_on_the_phone(cast: Cast, client: Client, session: Session) -> None:
    row = newest_matches(session)[0]
    home = Contestant.objects.get(pk=row.home_id)
    client.force_login(captain(home))
    answer = client.get(url(session, "session-score-up"))
    assert answer.url == at_match(session)
    page = client.get(answer.url).content.decode()
    assert "I agree:" in page
    assert "Why this score?" in page
    answer = client.post(at_match(session, "session-match-agree"), {"seen": "x"})
    assert answer.status_code == 422
    assert "has changed since you looked" in answer.content.decode()
    answer = client.post(at_match(session, "session-match-agree"), {"seen": row.digest}, follow=True)
    assert "You have agreed" in answer.content.decode()
    held = MatchAgreement.objects.get()
    answer = client.post(at_match(session, "session-match-disagree"), {"agreement": held.pk, "reason": ""})
    assert answer.status_code == 422
    client.post(at_match(session, "session-match-disagree"), {"agreement": held.pk, "reason": "Board 2"})
    assert not MatchAgreement.objects.filter(ended_at=None).exists()


def test_the_director_stands_witness_and_writes_terms(cast: Cast, client: Client, session: Session) -> None:
    client.force_login(cast.director)
    row = newest_matches(session)[0]
    answer = client.post(
        at_match(session, "session-match-witness"), {"team": row.home_id, "reason": "", "seen": row.digest}
    )
    assert answer.status_code == 422
    assert "field--bad" in answer.content.decode()
    client.post(
        at_match(session, "session-match-witness"), {"team": row.home_id, "reason": "Told me", "seen": row.digest}
    )
    assert MatchAgreement.objects.get().witnessed
    data = {"kind": "carry", "team": row.away_id, "imps": "", "reason": "From the groups"}
    answer = client.post(at_match(session, "session-match-term"), data)
    assert (answer.status_code, "more than 0" in answer.content.decode()) == (422, True)
    client.post(at_match(session, "session-match-term"), data | {"imps": "4.5"})
    term = MatchTerm.objects.get()
    score()
    assert "the agreement ended on" in client.get(at_match(session)).content.decode()
    client.post(at_match(session, "session-match-withdraw-term", term_id=term.pk))
    term.refresh_from_db()
    assert term.withdrawn_at is not None


def test_a_round_is_drawn_drawn_again_and_taken_back_on_its_page(cast: Cast, client: Client, session: Session) -> None:
    client.force_login(cast.director)
    section = section_of(session)
    where = url(session, "session-draw-round", section_id=section.pk)
    page = client.get(where).content.decode()
    assert "Draw of round 2" in page
    assert client.get(url(session, "session-finish-round")).content.decode().count("Draw round 2") == 1
    answer = client.post(where, {"act": "draw", "drawn_matches": "1-9", "version": section.version})
    assert answer.status_code == 422
    assert "1-9" in answer.content.decode()
    client.post(where, {"act": "draw", "drawn_matches": "", "version": section.version})
    assert RoundDraw.objects.get().basis == "standings"
    page = client.get(where).content.decode()
    assert "Round 2 is drawn" in page
    answer = client.post(where, {"act": "again", "reason": "", "version": section_of(session).version})
    assert "Say why the draw is taken back" in answer.content.decode()
    answer = client.post(where, {"act": "again", "reason": "Wrong score", "version": section.version})
    assert "Somebody else changed this" in answer.content.decode()
    client.post(where, {"act": "again", "reason": "Wrong score", "version": section_of(session).version})
    assert RoundDraw.objects.count() == 2
    client.post(where, {"act": "undo", "reason": "Not yet", "version": section_of(session).version})
    assert not RoundDraw.objects.filter(undone_at=None).exists()


def test_the_event_shows_its_ranking_and_explains_a_place(cast: Cast, client: Client, session: Session) -> None:
    client.force_login(cast.director)
    page = client.get(event_url(session, "event-results")).content.decode()
    assert "Overall ranking" in page
    assert "Cross-table" in page
    team = Contestant.objects.get(event=session.event, name="Team 1")
    assert "Together" in client.get(f"{event_url(session, 'event-results')}?why={team.pk}").content.decode()
    assert event_url(session, "event-results") in client.get(event_url(session, "event")).content.decode()


PAGES = ["session-matches", "session-butler", "session-match", "event-results", "session-draw-round"]


def address_of(session: Session, page: str) -> str:
    if page == "session-match":
        return at_match(session)
    if page == "event-results":
        return event_url(session, page)
    more = {"section_id": section_of(session).pk} if page == "session-draw-round" else {}
    return url(session, page, **more)


def test_the_number_of_queries_does_not_grow_with_the_teams(cast: Cast, client: Client) -> None:
    client.force_login(cast.director)
    counts: dict[str, list[int]] = {page: [] for page in PAGES}
    for teams in (4, 10):
        session = make_teams(cast.harbour, teams, boards=1, name=f"{teams} teams")
        play_round(session, 1)
        for page in PAGES:
            address = address_of(session, page)
            assert client.get(address).status_code == 200
            with CaptureQueriesContext(connection) as found:
                client.get(address)
            counts[page].append(len(found))
    assert all(few == many for few, many in counts.values()), counts


def test_pairs_have_no_matches(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 4)
    assert client.get(url(session, "session-matches")).status_code == 404


def test_no_field_of_a_draw_hides_what_scripts_ask_of_a_form(cast: Cast, client: Client, session: Session) -> None:
    """A field is a property of its form: one called `matches` would hide `form.matches()`."""
    client.force_login(cast.director)
    page = url(session, "session-draw-round", section_id=section_of(session).pk)
    names = re.findall(r'name="(\w+)"', client.get(page).content.decode())
    assert "drawn_matches" in names
    assert not {"matches", "closest", "submit", "contains", "remove", "append", "focus", "reset"} & set(names)


def test_a_team_without_a_name_and_without_players_is_called_so_at_the_desk(
    cast: Cast, client: Client, session: Session
) -> None:
    team = session.places.get(number=2).contestant
    type(team).objects.filter(pk=team.pk).update(name="")
    client.force_login(cast.director)
    first = team.entrants.order_by("position").first()
    assert f"2 {first.title}" in re.sub(r"\s+", " ", client.get(url(session, "session-desk")).content.decode())
    team.entrants.update(player=None)
    assert "2 unknown" in re.sub(r"\s+", " ", client.get(url(session, "session-desk")).content.decode())
