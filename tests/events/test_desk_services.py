"""What the secretary does before play and what goes wrong then."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from clubs.models import AuditEntry, Club, Player
from core.errors import Forbidden
from events.models import Contestant, Entrant, Event, Place, Play, Session
from events.movements.model import MovementKind
from events.movements.seats import seats_in
from events.selectors.readiness import start_obstacles, start_remarks
from events.selectors.seats import session_places, session_sections
from events.services.draws import draw_round
from events.services.repairs import admit_late, exchange_names, let_leave
from events.services.seating import (
    enter_and_seat,
    move_to_section,
    rearrange,
    seat_entered,
    seat_unknown,
    swap,
    unseat,
)
from events.services.sections import add_section, choose_movement, remove_section
from events.services.sessions import (
    call_round,
    finish_session,
    recall_round,
    reopen_session,
    start_session,
    take_back_start,
)
from tests.cast import Cast
from tests.events.evening import EVENING, enter, make_event, make_players
from tests.standing import made_once

pytestmark = pytest.mark.django_db


@made_once
def empty_session(club: Club) -> Session:
    return Session.objects.create(event=make_event(club), starts_at=EVENING)


@pytest.fixture
def session(cast: Cast) -> Session:
    return empty_session(cast.harbour)


@made_once
def seat_pairs(cast: Cast, session: Session, pairs: int) -> list[Place]:
    people = iter(make_players(2 * pairs))
    return [
        enter_and_seat(actor=cast.actor("secretary"), session=session, people=[next(people), next(people)])
        for _ in range(pairs)
    ]


def seats(session: Session) -> dict[int, str]:
    """The first seat of every contestant."""
    found = {}
    for section in session_sections(session):
        where = seats_in(section.movement, 1) if section.movement else {}
        for place in section.places.all():
            found[place.contestant_id] = f"{section.letter}{where.get(place.number, 'out')}"
    return found


def test_the_first_name_begins_the_seating(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 1)
    session.refresh_from_db()
    assert session.state == "seating"
    assert [section.letter for section in session_sections(session)] == ["A"]


def test_the_movement_follows_those_who_come(cast: Cast, session: Session) -> None:
    played = []
    for _ in range(12):
        seat_pairs(cast, session, 1)
        movement = session_sections(session)[0].movement
        played.append(movement.contestants if movement else 0)
    assert played == [0, 0, 0, *range(4, 13)]


def test_numbers_are_those_of_the_movement(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 11)
    assert sorted(place.number for place in session_places(session)) == list(range(1, 12))


def test_another_movement_leaves_everybody_where_they_sit(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 12)
    before = seats(session)
    choose_movement(actor=cast.actor("secretary"), section=session_sections(session)[0], kind=MovementKind.SKIP)
    after = seats(session)
    assert session_sections(session)[0].movement.kind is MovementKind.SKIP
    assert before == after


def test_a_movement_that_cannot_be_played_is_refused_and_nothing_changes(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 8)
    with pytest.raises(ValidationError, match="rounds"):
        choose_movement(
            actor=cast.actor("secretary"), section=session_sections(session)[0], kind=MovementKind.SKIP, rounds=12
        )
    assert session_sections(session)[0].chosen == {}


def test_a_chosen_movement_gives_way_when_too_many_come_and_returns(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 8)
    choose_movement(actor=cast.actor("secretary"), section=session_sections(session)[0], kind=MovementKind.SKIP)
    seat_pairs(cast, session, 2)
    assert session_sections(session)[0].movement.kind is not MovementKind.SKIP
    seat_pairs(cast, session, 2)
    assert session_sections(session)[0].movement.kind is MovementKind.SKIP


def test_two_change_places(cast: Cast, session: Session) -> None:
    places = seat_pairs(cast, session, 8)
    before = seats(session)
    swap(actor=cast.actor("secretary"), first=places[0], second=places[5])
    after = seats(session)
    one, other = places[0].contestant_id, places[5].contestant_id
    assert (after[one], after[other]) == (before[other], before[one])
    assert {key: value for key, value in after.items() if key not in (one, other)} == {
        key: value for key, value in before.items() if key not in (one, other)
    }


def test_somebody_who_needs_it_gets_a_stationary_seat(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 7)
    choose_movement(actor=cast.actor("secretary"), section=session_sections(session)[0], kind=MovementKind.MITCHELL)
    old = Player.objects.create(display_name="Needs Chair", needs_stationary_seat=True)
    place = enter_and_seat(actor=cast.actor("secretary"), session=session, people=[old, make_players(1, "Friend")[0]])
    movement = session_sections(session)[0].movement
    assert place.number in movement.stationary


def test_a_draw_keeps_everybody_in_the_game(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 10)
    people = {place.contestant_id for place in session_places(session)}
    rearrange(actor=cast.actor("secretary"), section=session_sections(session)[0], how="draw")
    assert {place.contestant_id for place in session_places(session)} == people
    assert sorted(place.number for place in session_places(session)) == list(range(1, 11))


def test_seeds_have_to_be_there(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 6)
    with pytest.raises(ValidationError, match="seed"):
        rearrange(actor=cast.actor("secretary"), section=session_sections(session)[0], how="seed")


def test_all_entries_are_seated_at_once(cast: Cast, session: Session) -> None:
    people = iter(make_players(16))
    for _ in range(8):
        enter(session.event, next(people), next(people))
    assert seat_entered(actor=cast.actor("secretary"), session=session) == 8
    assert not start_obstacles(session)


def test_a_section_of_its_own_has_a_movement_of_its_own(cast: Cast, session: Session) -> None:
    places = seat_pairs(cast, session, 12)
    other = add_section(actor=cast.actor("secretary"), session=session)
    for place in places[:6]:
        move_to_section(actor=cast.actor("secretary"), place=place, section=other)
    one, two = session_sections(session)
    assert one.movement.contestants == two.movement.contestants == 6
    with pytest.raises(ValidationError, match="Move them first"):
        remove_section(actor=cast.actor("secretary"), section=two)


def two_sections(cast: Cast, session: Session, here: int, there: int) -> None:
    actor = cast.actor("secretary")
    seat_unknown(actor=actor, session=session, count=here)
    seat_unknown(actor=actor, session=session, count=there, section=add_section(actor=actor, session=session))


def lengths(session: Session) -> set[int]:
    return {section.movement.boards_per_set for section in session_sections(session)}


def test_sections_under_one_clock_are_recommended_rounds_of_one_length(cast: Cast, session: Session) -> None:
    """Alone, twelve pairs would play rounds of three boards and fourteen of two."""
    two_sections(cast, session, 12, 14)
    one, two = session_sections(session)
    assert (one.movement.contestants, two.movement.contestants) == (12, 14)
    assert len(lengths(session)) == 1
    for section in (one, two):
        numbers = section.places.order_by("number").values_list("number", flat=True)
        assert list(numbers) == list(range(1, section.movement.contestants + 1))


def test_a_section_follows_the_length_that_was_chosen_for_another(cast: Cast, session: Session) -> None:
    two_sections(cast, session, 12, 14)
    one, _two = session_sections(session)
    choose_movement(actor=cast.actor("secretary"), section=one, kind=MovementKind.HOWELL, rounds=11, boards_per_round=2)
    assert lengths(session) == {2}
    assert not [said for said in start_remarks(session) if "one clock" in said]


def test_lengths_that_were_chosen_apart_are_named(cast: Cast, session: Session) -> None:
    two_sections(cast, session, 12, 14)
    for section, boards in zip(session_sections(session), (2, 3), strict=True):
        asked = {"kind": MovementKind.HOWELL, "rounds": 11 if boards == 2 else 9, "boards_per_round": boards}
        choose_movement(actor=cast.actor("secretary"), section=section, **asked)
    assert any("boards a round: A: 2, B: 3" in said for said in start_remarks(session))


def test_off_the_list_the_entry_stays(cast: Cast, session: Session) -> None:
    places = seat_pairs(cast, session, 5)
    unseat(actor=cast.actor("secretary"), place=places[2])
    assert Contestant.objects.get(pk=places[2].contestant_id).status == "entered"
    assert sorted(place.number for place in session_places(session)) == [1, 2, 3, 4]


def test_three_pairs_cannot_start(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 3)
    with pytest.raises(ValidationError, match="3 pairs so far: at least 4"):
        start_session(actor=cast.actor("secretary"), session=session)


def test_starting_lays_down_every_play(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 8)
    started = start_session(actor=cast.actor("director"), session=session)
    movement = session_sections(session)[0].movement
    wanted = sum(len(seating.boards) for seating in movement.seatings())
    assert Play.objects.filter(section__session=session).count() == wanted
    assert (started.state, started.round, started.started_at is not None) == ("playing", 1, True)


def test_it_starts_before_any_name_is_known(cast: Cast, session: Session) -> None:
    seat_unknown(actor=cast.actor("secretary"), session=session, count=9)
    started = start_session(actor=cast.actor("secretary"), session=session)
    assert started.state == "playing"
    assert {place.contestant.title for place in session_places(session)} == {"unknown – unknown"}


def test_a_cancelled_event_does_not_start(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 4)
    Event.objects.update(cancelled_at=EVENING)
    with pytest.raises(ValidationError, match="is cancelled"):
        start_session(actor=cast.actor("secretary"), session=session)


def test_nobody_plays_in_two_games_at_once(cast: Cast, session: Session) -> None:
    places = seat_pairs(cast, session, 4)
    start_session(actor=cast.actor("secretary"), session=session)
    other = Session.objects.create(event=make_event(cast.harbour, name="Thursday"), starts_at=EVENING)
    busy = places[0].contestant.entrants.first().player
    seat_pairs(cast, other, 3)
    enter_and_seat(actor=cast.actor("secretary"), session=other, people=[busy, make_players(1, "New")[0]])
    with pytest.raises(ValidationError, match="still playing in"):
        start_session(actor=cast.actor("secretary"), session=other)


def test_a_start_is_taken_back_until_something_is_played(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 6)
    actor = cast.actor("secretary")
    start_session(actor=actor, session=session)
    assert take_back_start(actor=actor, session=session, reason="Too early").state == "seating"
    assert not Play.objects.exists()
    start_session(actor=actor, session=session)
    call_round(actor=actor, session=session)
    with pytest.raises(ValidationError, match="have been played"):
        take_back_start(actor=actor, session=session, reason="")


def test_rounds_are_called_and_recalled(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 6)
    actor = cast.actor("director")
    start_session(actor=actor, session=session)
    assert call_round(actor=actor, session=session).round == 2
    assert set(Play.objects.filter(round=1).values_list("state", flat=True)) == {"done"}
    assert recall_round(actor=actor, session=session).round == 1
    assert set(Play.objects.filter(round=1).values_list("state", flat=True)) == {"due"}


def test_ending_early_takes_a_reason_and_can_be_undone(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 6)
    actor = cast.actor("director")
    start_session(actor=actor, session=session)
    with pytest.raises(ValidationError, match="Say why"):
        finish_session(actor=actor, session=session)
    finished = finish_session(actor=actor, session=session, reason="Power cut")
    assert finished.state == "finished"
    assert set(Play.objects.exclude(round=1).values_list("state", flat=True)) == {"dropped"}
    assert reopen_session(actor=actor, session=session, reason="Light again").state == "playing"
    assert set(Play.objects.values_list("state", flat=True)) == {"due"}


def test_a_late_pair_takes_the_empty_place_at_once(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 11)
    actor = cast.actor("secretary")
    start_session(actor=actor, session=session)
    waiting = session_sections(session)[0].movement.rounds[0].sitting_out
    late = make_players(2, "Late")
    done = admit_late(actor=actor, section=session_sections(session)[0], people=late)
    assert done.place.number == 12
    own = Play.objects.filter(round=1).filter(north=done.place.contestant_id) | Play.objects.filter(round=1).filter(
        east=done.place.contestant_id
    )
    opponents = {number for play in own for number in _numbers(session, play)} - {12}
    assert opponents == set(waiting)


def _numbers(session: Session, play: Play) -> list[int]:
    numbers = dict(Place.objects.filter(session=session).values_list("contestant_id", "number"))
    return [numbers[contestant] for contestant in play.contestant_ids]


def test_a_late_pair_roves_from_the_next_round_where_the_tables_are_full(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 12)
    actor = cast.actor("secretary")
    start_session(actor=actor, session=session)
    before = list(Play.objects.filter(round=1).values_list("pk", flat=True))
    done = admit_late(actor=actor, section=session_sections(session)[0], people=make_players(2, "Late"))
    assert list(Play.objects.filter(round=1).values_list("pk", flat=True)) == before
    assert (
        Play.objects.filter(round=2, north=done.place.contestant_id).exists()
        or Play.objects.filter(round=2, east=done.place.contestant_id).exists()
    )


def test_who_leaves_plays_no_more(cast: Cast, session: Session) -> None:
    places = seat_pairs(cast, session, 8)
    actor = cast.actor("director")
    start_session(actor=actor, session=session)
    with pytest.raises(ValidationError, match="why"):
        let_leave(actor=actor, place=places[3], reason=" ")
    let_leave(actor=actor, place=places[3], reason="Unwell")
    gone = places[3].contestant_id
    later = Play.objects.filter(round__gt=1)
    assert not later.filter(north=gone).exists()
    assert not later.filter(east=gone).exists()
    assert Play.objects.filter(round=1, north=gone).exists() or Play.objects.filter(round=1, east=gone).exists()


def test_names_that_sat_the_wrong_way_round_change_hands_with_all_they_played(cast: Cast, session: Session) -> None:
    one, other, *_rest = seat_pairs(cast, session, 6)
    actor = cast.actor("director")
    start_session(actor=actor, session=session)
    played = {play.pk for play in Play.objects.filter(north=one.contestant_id)}
    exchange_names(actor=actor, first=one, second=other, reason="They sat at each other's table")
    assert {play.pk for play in Play.objects.filter(north=other.contestant_id)} == played


def test_a_swiss_waits_for_its_draw(cast: Cast) -> None:
    event = make_event(cast.harbour, form="team", scoring="vp", movement_kind="swiss")
    session = Session.objects.create(event=event, starts_at=EVENING)
    actor = cast.actor("director")
    seat_unknown(actor=actor, session=session, count=8)
    start_session(actor=actor, session=session)
    assert set(Play.objects.values_list("round", flat=True)) == {1}
    with pytest.raises(ValidationError, match="Draw round 2 of section A first"):
        call_round(actor=actor, session=session)
    section = session_sections(session)[0]
    for wrong, why in (([(1, 2)], "has no place"), ([(1, 2), (1, 3), (4, 5), (6, 7)], "in two places")):
        with pytest.raises(ValidationError, match=why):
            draw_round(actor=actor, section=section, matches=wrong)
    draw_round(actor=actor, section=section, matches=[(1, 3), (2, 4), (5, 7), (6, 8)])
    assert call_round(actor=actor, session=session).round == 2
    met = {frozenset(_numbers(session, play)) for play in Play.objects.filter(round=2)}
    assert met == {frozenset(match) for match in ((1, 3), (2, 4), (5, 7), (6, 8))}


def test_a_member_may_not_seat_anybody(cast: Cast, session: Session) -> None:
    for who in ("member", "other_secretary", "recorder"):
        with pytest.raises(Forbidden):
            seat_unknown(actor=cast.actor(who), session=session, count=4)


def test_every_step_is_audited(cast: Cast, session: Session) -> None:
    seat_pairs(cast, session, 4)
    start_session(actor=cast.actor("secretary"), session=session)
    acts = set(AuditEntry.objects.values_list("act", flat=True))
    assert {"session.seat", "contestant.add", "seating.change", "session.start"} <= acts


def test_names_not_known_are_keyed_in_at_the_table_only_while_that_is_possible(cast: Cast, session: Session) -> None:
    places = seat_pairs(cast, session, 6)
    actor = cast.actor("director")
    Entrant.objects.filter(contestant=places[4].contestant_id, position=2).update(player=None)
    assert "1 name is not known yet: it can be keyed in at the table." in start_remarks(session)
    start_session(actor=actor, session=session)
    session.refresh_from_db()
    assert "1 name is not known yet: it can be keyed in at the table." in start_remarks(session)
    call_round(actor=actor, session=session)
    session.refresh_from_db()
    said = [sentence for sentence in start_remarks(session) if "not known" in sentence]
    number = Place.objects.get(pk=places[4].pk).number
    assert said == [f"1 name is not known: open number {number} in the list and type it there."]
