"""Who may see which board, when: the rules of sealing one by one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db.models import Max

from clubs.models import AuditEntry
from clubs.services.tokens import make_token
from core import actors
from core.actors import Actor, ActorKind
from core.errors import Forbidden
from core.permissions import SCOPES
from events.models import BoardSet, Place, Play, SealOpening, Section, Session, Substitution
from events.movements.model import MovementKind, Unit
from events.selectors.seal import SealReason, board_set_seal, board_set_seals, board_set_sight, may_see
from events.services.boards import redeal
from events.services.seals import open_seal, refuse_who_has_looked, release_boards, withdraw_releases
from tests.events.decks import make_set, play, take, the_section
from tests.events.evening import make_players, make_session

EVERYBODY = [
    *("stranger", "member", "director", "scorer", "chair", "appeals_member", "recorder"),
    *("secretary", "other_secretary", "north_officer", "officer", "operator"),
]


def seen(actor: Actor, board_set: BoardSet) -> list[int]:
    return board_set_sight(actor, board_set).seen


def opened(cast, name: str, board_set: BoardSet) -> Actor:
    actor = cast.actor(name)
    SealOpening.objects.create(board_set=board_set, user=actor.user, opened_at=actor.at, reason="To print them")
    return actor


def evening(cast, *players, **fields) -> tuple[Session, BoardSet]:
    """A Howell of four tables, the first players among those who play, with its boards."""
    seated = [user.player for user in players]
    session = make_session(cast.harbour, players=[*seated, *make_players(16 - len(seated))], **fields)
    board_set = make_set(cast.harbour)
    take(session, board_set)
    return session, board_set


# --- When a board is sealed ------------------------------------------------------------------------------------------
def test_a_set_that_nobody_uses_is_sealed(cast):
    board_set = make_set(cast.harbour, 4)
    assert board_set_seal(board_set).sealed == dict.fromkeys(range(1, 5), SealReason.UNUSED)
    assert [seen(cast.actor(name), board_set) for name in EVERYBODY] == [[]] * len(EVERYBODY)


@pytest.mark.parametrize("state", ["draft", "seating"])
def test_boards_of_a_session_to_come_are_sealed(cast, state):
    _session, board_set = evening(cast, state=state)
    assert set(board_set_seal(board_set).sealed.values()) == {SealReason.AHEAD}


def test_a_board_is_sealed_until_the_last_table_has_played_it(cast):
    session, board_set = evening(cast)
    play(session, 1)
    play(session, 1, "due", table=2)
    assert board_set_seal(board_set).sealed[1] == SealReason.IN_PLAY
    assert seen(cast.actor("member"), board_set) == []
    play(session, 1)
    assert 1 not in board_set_seal(board_set).sealed
    assert seen(cast.actor("member"), board_set) == [1]


def test_a_result_at_the_last_table_opens_nothing_before_the_round_is_over(cast):
    """Whoever types a result may not have played: made up and confirmed on one device, it showed the deal to all."""
    session, board_set = evening(cast)
    plays = Play.objects.filter(section__session=session, board=1)
    last = plays.aggregate(last=Max("round"))["last"]
    plays.update(state="done")
    Session.objects.filter(pk=session.pk).update(round=last)
    assert board_set_seal(board_set).sealed[1] == SealReason.ROUND
    assert [seen(cast.actor(name), board_set) for name in EVERYBODY] == [[]] * len(EVERYBODY)
    Session.objects.filter(pk=session.pk).update(round=last + 1)
    assert 1 not in board_set_seal(board_set).sealed


# --- Opened early by the director ------------------------------------------------------------------------------------
def played_in_the_round(cast) -> tuple[Session, BoardSet]:
    """Board 1 has been played at every table, and its last round is not over."""
    session, board_set = evening(cast)
    plays = Play.objects.filter(section__session=session, board=1)
    plays.update(state="done")
    Session.objects.filter(pk=session.pk).update(round=plays.aggregate(last=Max("round"))["last"])
    return session, board_set


def test_the_director_opens_what_all_have_played(cast):
    _session, board_set = played_in_the_round(cast)
    release_boards(actor=cast.actor("director"), board_set=board_set, numbers=[1])
    assert seen(Actor(kind=ActorKind.USER), board_set) == [1]
    entry = AuditEntry.objects.filter(act="deal.release").get()
    assert (entry.user_id, entry.after) == (cast.director.pk, {"boards": [1]})
    assert release_boards(actor=cast.actor("director"), board_set=board_set, numbers=[1]) == []


def test_the_director_opens_nothing_that_a_table_has_still_to_play(cast):
    _session, board_set = played_in_the_round(cast)
    for numbers in ([2], [1, 2], [99]):
        with pytest.raises(ValidationError, match="still to be played"):
            release_boards(actor=cast.actor("director"), board_set=board_set, numbers=numbers)
    assert seen(Actor(kind=ActorKind.USER), board_set) == []


@pytest.mark.parametrize("name", ["member", "scorer", "other_secretary", "chair"])
def test_nobody_else_opens_boards_early(cast, name):
    _session, board_set = played_in_the_round(cast)
    with pytest.raises(Forbidden):
        release_boards(actor=cast.actor(name), board_set=board_set, numbers=[1])


def test_another_session_with_the_same_boards_keeps_an_opened_board_sealed(cast):
    _session, board_set = played_in_the_round(cast)
    release_boards(actor=cast.actor("director"), board_set=board_set, numbers=[1])
    take(make_session(cast.harbour, state="draft", name="Tuesday"), board_set)
    assert board_set_seal(board_set).sealed[1] == SealReason.AHEAD


def test_what_was_opened_early_is_sealed_again(cast):
    _session, board_set = played_in_the_round(cast)
    director = cast.actor("director")
    release_boards(actor=director, board_set=board_set, numbers=[1])
    assert withdraw_releases(actor=director, board_set=board_set) == 1
    assert board_set_seal(board_set).sealed[1] == SealReason.ROUND
    assert withdraw_releases(actor=director, board_set=board_set) == 0
    release_boards(actor=director, board_set=board_set, numbers=[1])
    assert 1 not in board_set_seal(board_set).sealed


def test_a_board_that_is_not_to_be_played_keeps_nothing_sealed(cast):
    session, board_set = evening(cast)
    play(session, 1)
    play(session, 1, "dropped", table=2)
    assert 1 not in board_set_seal(board_set).sealed


def test_a_board_of_a_round_that_is_not_drawn_yet_is_sealed(cast):
    """In a Swiss the plays of a round are made when it is drawn."""
    session = make_session(cast.harbour, 8, unit=Unit.TEAM, kind=MovementKind.SWISS)
    board_set = make_set(cast.harbour, 28)
    take(session, board_set)
    Play.objects.filter(section__session=session, round__gt=1).delete()
    play(session)
    assert sorted(board_set_seal(board_set).sealed) == list(range(8, 29))
    assert set(board_set_seal(board_set).sealed.values()) == {SealReason.AHEAD}


def test_when_the_session_is_finished_its_boards_are_open(cast):
    session, board_set = evening(cast)
    play(session)
    Session.objects.filter(pk=session.pk).update(state="finished")
    assert board_set_seal(board_set).is_open
    assert len(seen(Actor(kind=ActorKind.USER), board_set)) == 28


def test_another_session_with_the_same_boards_keeps_them_sealed(cast):
    session, board_set = evening(cast)
    play(session)
    Session.objects.filter(pk=session.pk).update(state="finished")
    take(make_session(cast.harbour, state="draft", name="Tuesday"), board_set)
    assert len(board_set_seal(board_set).sealed) == 28
    assert [session.event.name for session in board_set_seal(board_set).waiting_for] == ["Tuesday"]


def test_another_section_of_the_session_keeps_them_sealed(cast):
    session, board_set = evening(cast)
    play(session)
    Section.objects.create(session=session, letter="B", board_set=board_set)
    assert len(board_set_seal(board_set).sealed) == 28


def test_a_session_with_other_boards_seals_nothing_here(cast):
    session, board_set = evening(cast)
    play(session)
    take(make_session(cast.harbour, name="Tuesday"), make_set(cast.harbour, seed=6))
    assert board_set_seal(board_set).is_open


def test_a_board_dealt_again_is_as_sealed_as_its_successor(cast):
    session, board_set = evening(cast)
    old = board_set.boards.get(number=1)
    redeal(actor=cast.actor("secretary"), board_set=board_set, number=1, reason="A card was seen")
    assert not may_see(cast.actor("member"), old)
    play(session)
    assert may_see(cast.actor("member"), old)


def test_a_board_that_is_not_in_the_set_is_not_seen(cast):
    session, board_set = evening(cast)
    play(session)
    assert not board_set_sight(cast.actor("member"), board_set).sees(99)


def test_the_seals_of_many_sets_cost_no_more_queries_than_one(cast, django_assert_max_num_queries):
    sets = [make_set(cast.harbour, 28, seed=seed) for seed in range(6)]
    for board_set in sets:
        take(make_session(cast.harbour, name=str(board_set.pk)), board_set)
    with django_assert_max_num_queries(4):
        board_set_seals(sets[:1])
    with django_assert_max_num_queries(4):
        found = board_set_seals(sets)
    assert all(seal.is_whole for seal in found.values())


# --- Who sees a sealed board -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", EVERYBODY)
def test_without_opening_the_seal_nobody_sees_a_sealed_board(cast, name):
    _session, board_set = evening(cast)
    assert seen(cast.actor(name), board_set) == []


@pytest.mark.parametrize("name", ["secretary", "director", "operator"])
def test_who_has_the_right_and_has_opened_the_seal_sees_all(cast, name):
    _session, board_set = evening(cast)
    assert len(seen(opened(cast, name, board_set), board_set)) == 28


@pytest.mark.parametrize("name", ["stranger", "member", "scorer", "other_secretary", "north_officer", "officer"])
def test_an_opening_without_the_right_shows_nothing(cast, name):
    """A director who opened it and whose role has ended since."""
    _session, board_set = evening(cast)
    assert seen(opened(cast, name, board_set), board_set) == []


def test_an_opening_is_of_one_set_and_one_person(cast):
    _session, board_set = evening(cast)
    other = make_set(cast.harbour, 4, seed=8)
    secretary = opened(cast, "secretary", board_set)
    assert seen(secretary, other) == []
    assert seen(cast.actor("director"), board_set) == []


def test_a_token_that_may_only_read_opens_nothing_with_its_owner_s_opening(cast):
    _session, board_set = evening(cast)
    opened(cast, "secretary", board_set)

    def with_scopes(*scopes):
        expires = cast.actor("secretary").at + timedelta(days=3)
        token, _text = make_token(actor=cast.actor("secretary"), name="Screen", scopes=scopes, expires_at=expires)
        return Actor(kind=ActorKind.TOKEN, user=cast.secretary, token=token)

    assert seen(with_scopes("read"), board_set) == []
    assert len(seen(with_scopes(*SCOPES), board_set)) == 28


def test_the_system_sees_all(cast):
    _session, board_set = evening(cast)
    assert len(seen(actors.system(), board_set)) == 28


# --- Those who play --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["secretary", "director", "operator"])
def test_who_plays_sees_nothing_even_having_opened_the_seal(cast, name):
    _session, board_set = evening(cast, getattr(cast, name))
    assert seen(opened(cast, name, board_set), board_set) == []


def test_who_plays_sees_a_board_when_all_have_played_it(cast):
    session, board_set = evening(cast, cast.director)
    play(session, 5)
    assert seen(cast.actor("director"), board_set) == [5]


def test_having_played_it_is_not_enough_while_others_have_not(cast):
    session, board_set = evening(cast, cast.director)
    own = own_board(session, cast.director)
    play(session, own.board, table=own.table, round=own.round)
    assert seen(cast.actor("director"), board_set) == []


def own_board(session: Session, user) -> Play:
    place = Place.objects.get(session=session, contestant__entrants__player=user.player)
    return Play.objects.filter(section__session=session, north=place.contestant).first()


def test_a_playing_director_with_an_opening_sees_what_they_have_played(cast):
    """Opened before, by somebody who then sat down: only what lies behind them."""
    session, board_set = evening(cast, cast.director)
    director = opened(cast, "director", board_set)
    own = own_board(session, cast.director)
    play(session, own.board, table=own.table, round=own.round)
    assert seen(director, board_set) == [own.board]


def test_being_entered_is_enough_to_be_kept_from_seeing(cast):
    session = make_session(cast.harbour, state="draft", players=[cast.director.player, *make_players(15)])
    Place.objects.filter(session=session).delete()
    board_set = make_set(cast.harbour)
    take(session, board_set)
    assert seen(opened(cast, "director", board_set), board_set) == []


def test_a_substitute_is_kept_from_seeing(cast):
    session, board_set = evening(cast)
    director = opened(cast, "director", board_set)
    assert len(seen(director, board_set)) == 28
    substitution = substitute(session, cast.director)
    assert seen(director, board_set) == []
    Substitution.objects.filter(pk=substitution.pk).update(withdrawn_at=director.at)
    assert len(seen(director, board_set)) == 28


def substitute(session: Session, user) -> Substitution:
    place = session.places.first()
    return Substitution.objects.create(
        place=place,
        entrant=place.contestant.entrants.first(),
        player=user.player,
        first_round=2,
        made_at=session.starts_at,
    )


def test_who_played_on_monday_may_open_tuesday_s(cast):
    session, board_set = evening(cast, cast.director)
    play(session)
    Session.objects.filter(pk=session.pk).update(state="finished")
    take(make_session(cast.harbour, state="draft", name="Tuesday"), board_set)
    assert seen(cast.actor("director"), board_set) == []
    open_seal(actor=cast.actor("director"), board_set=board_set, reason="To print the hand records")
    assert len(seen(cast.actor("director"), board_set)) == 28


def test_who_plays_in_one_of_two_sessions_is_kept_from_both(cast):
    session, board_set = evening(cast, cast.director)
    take(make_session(cast.harbour, name="Elsewhere"), board_set)
    assert seen(opened(cast, "director", board_set), board_set) == []
    play(session)
    assert len(seen(cast.actor("director"), board_set)) == 28


# --- Opening the seal ------------------------------------------------------------------------------------------------
def test_opening_is_written_down_with_its_reason(cast):
    _session, board_set = evening(cast)
    open_seal(actor=cast.actor("secretary"), board_set=board_set, reason="  A card was seen at table 2 ")
    entry = AuditEntry.objects.get(act="deal.open")
    assert (entry.user_id, entry.reason) == (cast.secretary.pk, "A card was seen at table 2")
    assert entry.target_id == str(board_set.pk)
    assert SealOpening.objects.get().user == cast.secretary


def test_opened_twice_it_is_written_down_once(cast):
    _session, board_set = evening(cast)
    first = open_seal(actor=cast.actor("secretary"), board_set=board_set, reason="A card was seen")
    assert open_seal(actor=cast.actor("secretary"), board_set=board_set, reason="Again") == first
    assert AuditEntry.objects.filter(act="deal.open").count() == 1


@pytest.mark.parametrize("reason", ["", "   ", "x" * 201])
def test_a_seal_is_not_opened_without_a_reason(cast, reason):
    _session, board_set = evening(cast)
    with pytest.raises(ValidationError) as refused:
        open_seal(actor=cast.actor("secretary"), board_set=board_set, reason=reason)
    assert "reason" in refused.value.message_dict
    assert not SealOpening.objects.exists()


@pytest.mark.parametrize("name", [name for name in EVERYBODY if name not in ("secretary", "director", "operator")])
def test_a_seal_is_opened_only_with_the_right(cast, name):
    _session, board_set = evening(cast)
    with pytest.raises(Forbidden):
        open_seal(actor=cast.actor(name), board_set=board_set, reason="To look")


@pytest.mark.parametrize("name", ["secretary", "director", "operator"])
@pytest.mark.parametrize("state", ["draft", "seating", "playing"])
def test_who_plays_does_not_open_the_seal(cast, name, state):
    _session, board_set = evening(cast, getattr(cast, name), state=state)
    with pytest.raises(Forbidden, match="You play these boards"):
        open_seal(actor=cast.actor(name), board_set=board_set, reason="To look")
    assert not AuditEntry.objects.filter(act="deal.open").exists()


def test_who_has_played_everything_may_open_it(cast):
    session, board_set = evening(cast, cast.director)
    place = Place.objects.get(session=session, contestant__entrants__player=cast.director.player)
    for side in ("north", "east"):
        play(session, **{side: place.contestant})
    with pytest.raises(Forbidden):  # a later round might still be drawn
        open_seal(actor=cast.actor("director"), board_set=board_set, reason="To check board 3")
    Session.objects.filter(pk=session.pk).update(round=7)
    open_seal(actor=cast.actor("director"), board_set=board_set, reason="To check board 3")
    # Boards they sat out stay closed to them until all have played.
    played = set(Play.objects.filter(section__session=session, state="done").values_list("board", flat=True))
    assert set(seen(cast.actor("director"), board_set)) == played


def test_a_substitute_does_not_open_the_seal(cast):
    session, board_set = evening(cast)
    substitute(session, cast.director)
    with pytest.raises(Forbidden):
        open_seal(actor=cast.actor("director"), board_set=board_set, reason="To look")


def test_nobody_who_has_looked_comes_into_the_session(cast):
    """What the services ask that enter, seat or substitute players."""
    session, board_set = evening(cast)
    opened(cast, "director", board_set)
    refuse_who_has_looked(session, [cast.secretary.player.pk])
    with pytest.raises(ValidationError, match="Director Tenace has looked"):
        refuse_who_has_looked(session, [cast.secretary.player.pk, cast.director.player.pk])


def test_the_sight_of_a_set_costs_a_constant_number_of_queries(cast, django_assert_max_num_queries):
    session, board_set = evening(cast, cast.director)
    director = opened(cast, "director", board_set)
    with django_assert_max_num_queries(10):
        board_set_sight(director, board_set)
    assert the_section(session)
