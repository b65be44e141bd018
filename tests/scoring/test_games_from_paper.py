"""A game of last week, played without phones, is entered from its travellers."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from clubs.models import AuditEntry
from core.actors import Actor
from core.errors import Forbidden
from events.models import Clock, Event, Place, Play, Series, Session, TableCode
from events.selectors.desk_home import live_sessions
from events.selectors.readiness import start_obstacles
from events.services.played_games import add_played_game, back_to_names, enter_as_played
from events.services.seating import enter_and_seat
from events.services.sections import choose_movement
from events.services.sessions import start_session
from scoring.models import BoardResult, OfficialScore
from scoring.models.official import Period
from scoring.selectors.periods import longest_period_end
from scoring.services.official import publish
from scoring.services.typing import TravellerEntry, save_lines
from tests.cast import Cast
from tests.events.evening import enter, make_event, make_players
from tests.standing import made_once

pytestmark = pytest.mark.django_db
LAST_WEEK = timezone.now().replace(microsecond=0) - timedelta(days=7)


def seat(cast: Cast, session: Session, pairs: int = 6) -> None:
    """The member sits in the first pair."""
    people = [cast.member.player, *make_players(2 * pairs - 1)]
    for at in range(pairs):
        enter_and_seat(actor=cast.actor("secretary"), session=session, people=people[2 * at : 2 * at + 2])


@made_once
def a_game(cast: Cast, **fields: Any) -> Session:
    given = {"name": "Tuesday pairs", "starts_at": LAST_WEEK} | fields
    session = add_played_game(actor=cast.actor("secretary"), club=cast.harbour, **given)
    seat(cast, session)
    section = session.sections.get()
    choose_movement(actor=cast.actor("secretary"), section=section, kind="mitchell", boards_per_round=2)
    return session


@made_once
def entered(cast: Cast) -> Session:
    return enter_as_played(actor=cast.actor("secretary"), session=a_game(cast))


def type_all(actor: Actor, session: Session, text: str = "110") -> None:
    plays = Play.objects.filter(section__session=session)
    lines = [TravellerEntry(play, text if play.table == 1 else "-110", 0) for play in plays]
    assert all(answer.saved for answer in save_lines(actor=actor, lines=lines, reason="From the traveller"))


def test_a_game_of_last_week_is_played_at_once_without_clock_or_codes(cast: Cast) -> None:
    session = entered(cast)
    assert (session.state, session.round) == ("finished", 3)
    assert session.started_at == session.finished_at == session.starts_at == LAST_WEEK
    assert not Clock.objects.exists()
    assert not TableCode.objects.exists()
    assert set(Play.objects.values_list("state", flat=True)) == {"done"}
    assert live_sessions(cast.harbour) == []


def test_the_boards_a_round_that_were_played_are_laid_down(cast: Cast) -> None:
    """Not the number that comes nearest to the boards of the conditions."""
    session = entered(cast)
    assert sorted(set(Play.objects.filter(section__session=session).values_list("board", flat=True))) == [*range(1, 7)]


def test_pairs_have_the_numbers_in_whose_order_they_are_typed(cast: Cast) -> None:
    """Whatever the movement: on paper the numbers are given."""
    session = a_game(cast)
    first = Place.objects.get(session=session, number=1).contestant
    assert first.entrants.get(position=1).player == cast.member.player
    assert list(Place.objects.order_by("number").values_list("pk", flat=True)) == list(
        Place.objects.order_by("pk").values_list("pk", flat=True)
    )


def test_its_event_is_open_to_readers_and_closed_to_entries(cast: Cast) -> None:
    event = a_game(cast).event
    assert event.published_at is not None
    assert not event.takes_entries


def test_the_periods_run_from_the_publication_and_not_from_the_day_of_play(cast: Cast) -> None:
    session = entered(cast)
    actor = cast.actor("secretary")
    type_all(actor, session)
    publish(actor=actor, session=session)
    official = OfficialScore.objects.get(session=session)
    assert official.available_at == actor.at
    assert longest_period_end(official, Period.SCORE) > actor.at


def test_it_stands_in_the_members_history_under_the_day_of_play(cast: Cast, client: Client) -> None:
    session = entered(cast)
    actor = cast.actor("secretary")
    type_all(actor, session)
    publish(actor=actor, session=session)
    client.force_login(cast.member)
    day = date_format(cast.harbour.day(LAST_WEEK), "SHORT_DATE_FORMAT")
    for url in (reverse("club-player-results", args=["harbour", cast.member.player.pk]), reverse("own-results")):
        text = client.get(url).content.decode()
        assert "Tuesday pairs" in text
        assert day in text


def test_a_planned_game_that_was_never_begun_is_the_one_meant(cast: Cast) -> None:
    day = cast.harbour.day(LAST_WEEK)
    series = Series.objects.create(club=cast.harbour, name="Weekly", weekday=day.weekday(), starts=time(19))
    event = make_event(cast.harbour, name="Weekly", series=series)
    planned = Session.objects.create(event=event, starts_at=LAST_WEEK)
    enter(event, *make_players(2))
    found = add_played_game(actor=cast.actor("director"), club=cast.harbour, series=series, starts_at=LAST_WEEK)
    assert found.pk == planned.pk
    assert (found.state, found.from_paper) == ("seating", True)
    assert Event.objects.count() == 1


def test_a_regular_game_of_another_day_takes_the_series_conditions(cast: Cast) -> None:
    series = Series.objects.create(club=cast.harbour, name="Weekly", weekday=0, starts=time(19), scoring="cross-imps")
    found = add_played_game(actor=cast.actor("secretary"), club=cast.harbour, series=series, starts_at=LAST_WEEK)
    assert (found.event.name, found.event.scoring, found.event.series) == ("Weekly", "cross-imps", series)


def test_a_game_entered_twice_is_refused_with_where_it_is(cast: Cast) -> None:
    series = Series.objects.create(club=cast.harbour, name="Weekly", weekday=0, starts=time(19))
    actor = cast.actor("secretary")
    session = add_played_game(actor=actor, club=cast.harbour, series=series, starts_at=LAST_WEEK)
    Session.objects.filter(pk=session.pk).update(state="finished")
    with pytest.raises(ValidationError, match="is there already"):
        add_played_game(actor=actor, club=cast.harbour, series=series, starts_at=LAST_WEEK)


@pytest.mark.parametrize(
    ("moment", "sentence"),
    [
        (timezone.now() + timedelta(days=1), "still to come"),
        (datetime(1926, 11, 10, 19, tzinfo=UTC), "too long ago"),
    ],
)
def test_a_day_on_which_nothing_can_have_been_played_is_refused(cast: Cast, moment: datetime, sentence: str) -> None:
    with pytest.raises(ValidationError, match=sentence) as refused:
        add_played_game(actor=cast.actor("secretary"), club=cast.harbour, name="Pairs", starts_at=moment)
    assert "starts_at" in refused.value.error_dict


def test_who_plays_tonight_does_not_stand_in_the_way(cast: Cast) -> None:
    """Neither does last week's game stand in tonight's."""
    session = a_game(cast)
    tonight = Session.objects.create(event=make_event(cast.harbour), starts_at=timezone.now())
    people = [one.player for place in Place.objects.all() for one in place.contestant.entrants.all()]
    for at in range(0, 12, 2):
        enter_and_seat(actor=cast.actor("director"), session=tonight, people=people[at : at + 2])
    assert start_obstacles(tonight) == []
    start_session(actor=cast.actor("director"), session=tonight)
    assert start_obstacles(session) == []


def test_a_swiss_from_paper_is_started_without_clock_and_codes(cast: Cast) -> None:
    session = a_game(cast)
    actor = cast.actor("secretary")
    choose_movement(actor=actor, section=session.sections.get(), kind="swiss", boards_per_round=2, rounds=3)
    with pytest.raises(ValidationError, match="drawn by the results"):
        enter_as_played(actor=actor, session=session)
    start_session(actor=actor, session=session)
    assert not Clock.objects.exists()
    assert not TableCode.objects.exists()


def test_the_desk_of_a_swiss_from_paper_opens(cast: Cast, client: Client) -> None:
    session = a_game(cast)
    actor = cast.actor("secretary")
    choose_movement(actor=actor, section=session.sections.get(), kind="swiss", boards_per_round=2, rounds=3)
    start_session(actor=actor, session=session)
    client.force_login(cast.secretary)
    for page in ("club-session", "club-session-desk", "club-session-travellers", "club-session-clock"):
        assert client.get(reverse(page, args=["harbour", session.pk])).status_code == 200, page


def test_wrong_names_lead_back_and_what_was_typed_goes_with_a_reason(cast: Cast) -> None:
    session = entered(cast)
    actor = cast.actor("secretary")
    type_all(actor, session)
    typed = BoardResult.objects.count()
    with pytest.raises(ValidationError, match=f"{typed} scores"):
        back_to_names(actor=actor, session=session)
    back = back_to_names(actor=actor, session=session, reason="It was a Howell")
    assert back.state == "seating"
    assert not Play.objects.exists()
    entry = AuditEntry.objects.get(act="results.discard")
    assert entry.reason == "It was a Howell"
    assert len(entry.before["results"]) + len(entry.before["adjusted"]) == typed
    assert all(": " in kept for kept in entry.before["results"])
    assert Place.objects.count() == 6
    enter_as_played(actor=actor, session=back)


def test_a_published_score_has_no_way_back_to_the_names(cast: Cast) -> None:
    session = entered(cast)
    actor = cast.actor("secretary")
    type_all(actor, session)
    publish(actor=actor, session=session)
    with pytest.raises(ValidationError, match="published"):
        back_to_names(actor=actor, session=session, reason="It was a Howell")
    assert BoardResult.objects.exists()


def test_a_member_enters_no_game(cast: Cast) -> None:
    with pytest.raises(Forbidden):
        add_played_game(actor=cast.actor("member"), club=cast.harbour, name="Pairs", starts_at=LAST_WEEK)
    session = a_game(cast)
    with pytest.raises(Forbidden):
        enter_as_played(actor=cast.actor("member"), session=session)


def test_what_was_typed_in_the_form_stays_where_it_is_refused(cast: Cast, client: Client) -> None:
    client.force_login(cast.secretary)
    data = {"name": "Tuesday pairs", "starts_at": "2126-11-10T19:00", "form": "pair", "scoring": "matchpoints"}
    answer = client.post(reverse("club-played-game", args=["harbour"]), data)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "still to come" in text
    assert 'value="Tuesday pairs"' in text
    assert "2126-11-10T19:00" in text


def test_travellers_follow_each_other_and_end_at_the_official_score(cast: Cast, client: Client) -> None:
    """All tables of a board on one page, by the number that sits North-South as on the paper."""
    session = a_game(cast)
    client.force_login(cast.secretary)
    url = reverse("club-session-played", args=["harbour", session.pk])
    where = client.post(url).headers["Location"]
    for board in range(1, 7):
        assert where.endswith(f"section=A&board={board}"), where
        page = client.get(where)
        lines = page.context["lines"]
        assert [line.ns for line in lines] == ["1", "2", "3"]
        assert page.context["focus"] == lines[0].play.pk
        data = {f"line_{line.play.pk}": text for line, text in zip(lines, ("140", "4S= N", "A+"), strict=True)}
        data["reason"] = "No time was left for it"
        answer = client.post(where, data)
        assert answer.status_code == 302, [line.error for line in answer.context["lines"]]
        where = answer.headers["Location"]
    assert where == reverse("club-session-official-desk", args=["harbour", session.pk])


def test_after_the_last_board_the_first_one_with_a_gap_comes_back(cast: Cast, client: Client) -> None:
    session = entered(cast)
    client.force_login(cast.secretary)
    url = reverse("club-session-travellers", args=["harbour", session.pk])
    where = client.post(f"{url}?section=A&board=6", {}).headers["Location"]
    assert where.endswith("section=A&board=1")


def test_slips_go_on_to_the_next_round(cast: Cast, client: Client) -> None:
    session = entered(cast)
    client.force_login(cast.secretary)
    url = reverse("club-session-travellers", args=["harbour", session.pk])
    where = client.post(f"{url}?section=A&table=3&round=1", {}).headers["Location"]
    assert "table=1" in where
    assert "round=2" in where
