"""Play goes on over midnight, New Year and both changes of the hour: rounds, periods and lists take no notice."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from django.test import Client

from clubs.models import Club
from core.actors import Actor, of_user
from events.clock import clock_face
from events.models import Clock, Play, Session
from events.selectors.clock import clock_dial
from events.services import clock as clocks
from events.services.sessions import call_round, finish_session
from events.services.tables import give_codes
from jobs import services as jobs
from scoring.models import BoardResult, OfficialScore
from scoring.services import official
from tests.cast import Cast
from tests.conftest import LONG
from tests.events.evening import make_session
from tests.faults.clock import MachineClock
from tests.scoring.devices import answers, claim, code_at, due, state

pytestmark = pytest.mark.django_db
ZONE = "Europe/Brussels"
MOMENTS = {
    "midnight": datetime(2026, 11, 17, 23, 0, tzinfo=UTC),
    "New Year": datetime(2026, 12, 31, 23, 0, tzinfo=UTC),
    "the hour goes forward": datetime(2026, 3, 29, 1, 0, tzinfo=UTC),
    "the hour comes twice": datetime(2026, 10, 25, 1, 0, tzinfo=UTC),
    "leap day": datetime(2028, 2, 28, 23, 0, tzinfo=UTC),
}
# Those at which most could go wrong, in an ordinary run.
TELLING = ["New Year", "the hour goes forward", "the hour comes twice"]
HALF_AN_HOUR = timedelta(minutes=30)


@pytest.fixture(params=MOMENTS if LONG else TELLING)
def moment(request: pytest.FixtureRequest) -> datetime:
    return MOMENTS[request.param]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> MachineClock:
    """Three quarters of an hour before it."""
    clock = MachineClock(monkeypatch)
    clock.set(moment - 1.5 * HALF_AN_HOUR)
    return clock


@pytest.fixture
def session(cast: Cast, clock: MachineClock, moment: datetime) -> Session:
    Club.objects.filter(pk=cast.harbour.pk).update(timezone=ZONE)
    session = make_session(cast.harbour, 8)
    Session.objects.filter(pk=session.pk).update(starts_at=moment - 4 * HALF_AN_HOUR)
    session.refresh_from_db()
    give_codes(session, actor=director(cast))
    return session


def director(cast: Cast) -> Actor:
    return of_user(cast.director)


def enter_round(session: Session, number: int) -> None:
    for table in range(1, 5):
        for play in due(session, table, number):
            sent = claim(play, confirmed=True)
            assert answers(Client(), code_at(session, table), sent)[0]["state"] == "agreed"


def test_a_round_lasts_as_long_as_ever(cast: Cast, session: Session, clock: MachineClock, moment: datetime) -> None:
    began = moment - timedelta(minutes=10)
    clocks.begin_round(session, began, actor=of_user(cast.director, began))
    dial = clock_dial(Clock.objects.get(session=session))
    left = [clock_face(dial, moment + timedelta(minutes=minutes)).seconds_left for minutes in (-5, 0, 5)]
    assert [before - after for before, after in pairwise(left)] == [300, 300]


def test_results_rounds_and_standings_go_on(
    cast: Cast, session: Session, clock: MachineClock, moment: datetime, client: Client
) -> None:
    enter_round(session, 1)
    call_round(actor=director(cast), session=Session.objects.get(pk=session.pk))
    clock.set(moment + HALF_AN_HOUR)
    assert state(client, code_at(session))["state"] == "playing"
    enter_round(session, 2)
    assert jobs.run_due("live") == 1
    made = list(BoardResult.objects.order_by("made_at").values_list("made_at", flat=True))
    assert made[-1] - made[0] > 2 * HALF_AN_HOUR, "in the order in which they came"
    client.force_login(cast.director)
    for path in (f"/clubs/harbour/sessions/{session.pk}/desk/", "/clubs/harbour/", "/clubs/harbour/events/"):
        page = client.get(path)
        assert page.status_code == 200
        assert "Monday pairs" in page.content.decode(), path


def test_what_is_being_played_stays_on_the_first_page_until_it_is_over(
    cast: Cast, session: Session, clock: MachineClock, moment: datetime, client: Client
) -> None:
    clock.set(moment + 6 * HALF_AN_HOUR)
    shown = client.get("/clubs/harbour/").content.decode()
    assert "Monday pairs" in shown
    assert client.get(f"/t/{code_at(session).code}/").status_code == 200


def test_a_period_is_so_many_minutes_whatever_the_clock_on_the_wall_does(
    cast: Cast, session: Session, clock: MachineClock, moment: datetime, client: Client
) -> None:
    enter_round(session, 1)
    Play.objects.filter(section__session=session, round__gt=1).update(state="dropped")
    finish_session(actor=director(cast), session=Session.objects.get(pk=session.pk), reason="It is late")
    jobs.run_due("live")
    clock.set(moment - timedelta(minutes=10))
    official.publish(actor=director(cast), session=Session.objects.get(pk=session.pk))
    row = OfficialScore.objects.get(session=session)
    assert row.available_at - (moment - timedelta(minutes=10)) < timedelta(minutes=1)
    page = client.get(f"/clubs/harbour/sessions/{session.pk}/results/")
    assert page.status_code == 200
    clock.set(moment + timedelta(days=2))
    official.make_due_final(moment + timedelta(days=2))
    assert client.get(f"/clubs/harbour/sessions/{session.pk}/results/").status_code == 200


def test_a_phone_sends_afterwards_what_it_could_not_send_before(
    session: Session, clock: MachineClock, moment: datetime, client: Client
) -> None:
    code, play = code_at(session), due(session)[0]
    typed = int((moment - timedelta(minutes=5)).timestamp() * 1000)
    clock.set(moment + HALF_AN_HOUR)
    assert answers(client, code, claim(play, confirmed=True, typed_at=typed))[0]["state"] == "agreed"
    [result] = BoardResult.objects.all()
    assert result.entry is not None
    assert result.entry.typed_at == moment - timedelta(minutes=5)
    assert result.entry.received_at > moment
