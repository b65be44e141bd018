"""A contestant leaves during play, and comes back; a late pair's new table; pages that are only posted to."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import AuditEntry
from events.models import Place, Play, Session, TableCode
from events.movements import MovementKind
from events.selectors.seats import session_sections
from events.services.repairs import admit_late, let_come_back, let_leave
from events.services.sessions import call_round
from events.services.tables import give_codes, section_tables
from tests.cast import Cast
from tests.events.evening import make_players, make_session

pytestmark = pytest.mark.django_db
PAGE = {"HTTP_ACCEPT": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def session(cast: Cast) -> Session:
    return make_session(cast.harbour, 8, kind=MovementKind.HOWELL, boards_per_round=3)


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.secretary)
    return client


def place_of(session: Session, number: int) -> Place:
    return Place.objects.select_related("section__session__event__club", "contestant").get(
        session=session, number=number
    )


def plays(session: Session) -> set[tuple[int, int, int, int, int]]:
    rows = Play.objects.filter(section__session=session)
    return set(rows.values_list("round", "table", "board", "north_id", "east_id"))


def url(session: Session, name: str, place: Place) -> str:
    kwargs = {"slug": "harbour", "session_id": session.pk, "place_id": place.pk}
    return reverse(f"club-session-{name}", kwargs=kwargs)


def test_leaving_is_taken_back_and_everything_is_as_it_was(cast: Cast, session: Session) -> None:
    actor, before = cast.actor("director"), plays(session)
    let_leave(actor=actor, place=place_of(session, 5), reason="A call from home")
    assert plays(session) != before
    let_come_back(actor=actor, place=place_of(session, 5), reason="It was number 6")
    assert plays(session) == before
    assert session_sections(session)[0].movement.withdrawn == ()
    entry = AuditEntry.objects.filter(act="section.repair").latest("pk")
    assert entry.reason == "It was number 6"


def test_who_comes_back_while_the_round_runs_plays_in_it_where_the_table_is_free(cast: Cast, session: Session) -> None:
    actor, before = cast.actor("director"), plays(session)
    let_leave(actor=actor, place=place_of(session, 5), reason="Ill")
    call_round(actor=actor, session=session)
    let_come_back(actor=actor, place=place_of(session, 5))
    assert plays(session) == before


def test_who_has_not_left_cannot_come_back(cast: Cast, session: Session) -> None:
    with pytest.raises(ValidationError, match="has not left"):
        let_come_back(actor=cast.actor("director"), place=place_of(session, 5))


def test_leaving_without_a_reason_is_asked_for_on_the_same_page(desk: Client, session: Session) -> None:
    place = place_of(session, 5)
    answer = desk.post(url(session, "leave", place), {"reason": " "})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Say why they leave." in page
    assert 'id="leave-reason"' in page


def test_the_page_of_a_contestant_who_left_offers_the_way_back(cast: Cast, desk: Client, session: Session) -> None:
    place = place_of(session, 5)
    assert desk.post(url(session, "leave", place), {"reason": "Ill"}).status_code == 302
    page = desk.get(url(session, "place", place)).content.decode()
    assert "They have to leave" not in page
    assert url(session, "come-back", place) in page
    assert desk.post(url(session, "come-back", place), {"reason": ""}).status_code == 302
    assert session_sections(session)[0].movement.withdrawn == ()


def test_an_address_that_is_only_posted_to_leads_to_the_page_above_it(desk: Client, session: Session) -> None:
    """After a refusal it stands in the browser's bar."""
    place = place_of(session, 5)
    answer = desk.get(url(session, "leave", place), **PAGE)
    assert (answer.status_code, answer.url) == (302, url(session, "place", place))
    seat = reverse("club-session-seat", kwargs={"slug": "harbour", "session_id": session.pk})
    answer = desk.get(seat, **PAGE)
    assert (answer.status_code, answer.url) == (302, session.get_absolute_url())
    assert desk.get(seat, HTTP_ACCEPT="application/json").status_code == 405


def test_a_late_pair_s_new_table_has_a_code(cast: Cast) -> None:
    actor = cast.actor("director")
    session = make_session(cast.harbour, 9, kind=MovementKind.MITCHELL)
    give_codes(session, actor=actor)
    before = set(TableCode.objects.values_list("table", flat=True))
    admit_late(actor=actor, section=session_sections(session)[0], people=make_players(2, "Late"))
    section = session_sections(session)[0]
    tables = set(section_tables(section))
    assert tables > before
    assert set(TableCode.objects.filter(revoked_at=None).values_list("table", flat=True)) == tables
