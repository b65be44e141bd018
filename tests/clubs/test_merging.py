"""Two records of one person become one, and two again, exactly as they were."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms.models import model_to_dict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import AuditEntry, Membership, Player, PlayerMerge
from clubs.models.people import Privacy
from clubs.selectors.merging import merge_preview
from clubs.services.erasing import erase_player
from clubs.services.memberships import add_new_member
from clubs.services.merging import forget_two_people, merge_players, note_two_people, unmerge_players
from clubs.services.players import change_player
from core import actors
from core.errors import Conflict, Forbidden
from events.models import Entrant
from events.selectors.money import session_account
from scoring.selectors.results_lists import results_of_player
from tests.cast import make_user
from tests.events.evening import enter, make_event, make_players, make_session

UNCOMPARED = {"version"}


def member(cast, name: str, **person) -> Player:
    number = person.pop("member_number", "")
    starts = person.pop("starts", date(2024, 1, 1))
    return add_new_member(
        actor=cast.actor("secretary"),
        club=cast.harbour,
        person={"display_name": name, **person},
        starts=starts,
        number=number,
    ).player


def visitor(cast, name: str) -> Player:
    """Somebody who has played at the harbour once, and is no member."""
    player = Player.objects.create(display_name=name)
    enter(make_event(cast.harbour, name=f"Evening of {name}"), player, *make_players(1))
    return player


def give_account(player: Player, name: str) -> None:
    user = make_user(name)
    Player.objects.filter(user=user).delete()
    Player.objects.filter(pk=player.pk).update(user=user)


def merge(cast, kept: Player, merged: Player, **fields) -> PlayerMerge:
    return merge_players(actor=cast.actor("secretary"), kept=kept, merged=merged, body=cast.harbour, **fields)


def state() -> dict[str, object]:
    """All that a merge may touch."""
    rows = [model_to_dict(player) for player in Player.objects.order_by("pk")]
    names = list(Player.objects.order_by("pk").values_list("name_key", "surname_key", "search_key", "erased_at"))
    memberships = list(Membership.objects.order_by("pk").values_list("pk", "player_id", "version"))
    entrants = list(Entrant.objects.order_by("pk").values_list("pk", "player_id"))
    merged = list(Player.objects.order_by("pk").values_list("merged_into_id", "user_id", "federation_number"))
    people = [{name: value for name, value in row.items() if name not in UNCOMPARED} for row in rows]
    return {"people": people, "names": names, "memberships": memberships, "entrants": entrants, "merged": merged}


# --- Merging and taking it back ------------------------------------------------------------------------------------
def test_what_the_merged_one_played_is_found_under_the_kept_one_and_no_row_is_rewritten(cast):
    kept, guest = member(cast, "Ilze Ozola"), visitor(cast, "Ozola, I.")
    merge(cast, kept, guest)
    row = Entrant.objects.get(player=kept)
    assert row.player_id == guest.pk
    assert row.player.display_name == "Ilze Ozola"
    assert row.person_id == kept.pk


def test_the_account_the_number_and_the_memberships_move(cast):
    kept = visitor(cast, "Ilze Ozola")
    old = member(cast, "Ilze Ozola", federation_number="LV-9", member_number="31")
    give_account(old, "ilze")
    merge(cast, kept, old)
    kept.refresh_from_db()
    assert kept.user.email.startswith("ilze")
    assert kept.federation_number == "LV-9"
    assert kept.memberships.get().number == "31"
    old.refresh_from_db()
    assert (old.user, old.federation_number, old.memberships.count()) == (None, "", 0)


def test_a_merge_that_is_taken_back_leaves_every_row_as_it_was(cast):
    kept = member(cast, "Ilze Ozola", privacy=Privacy.INITIALS)
    old = member(cast, "Ozola, Ilze", federation_number="LV-9", phone="+371 1", starts=date(2019, 1, 1))
    Membership.objects.filter(player=old).update(ends=date(2020, 1, 1), status="ended")
    guest = visitor(cast, "I. Ozola")
    before = state()
    first = merge(cast, old, guest)
    second = merge(cast, kept, old)
    assert Entrant.objects.get(player=kept).player_id == guest.pk
    unmerge_players(actor=cast.actor("secretary"), merge=second)
    unmerge_players(actor=cast.actor("secretary"), merge=first)
    assert state() == before


def test_an_earlier_merge_is_taken_back_while_a_later_one_stands(cast):
    kept, old, guest = member(cast, "Ilze Ozola"), visitor(cast, "Ozola"), visitor(cast, "I. Ozola")
    before = state()
    first, second = merge(cast, old, guest), merge(cast, kept, old)
    unmerge_players(actor=cast.actor("secretary"), merge=first)
    assert [entrant.player_id for entrant in Entrant.objects.filter(player=kept)] == [old.pk]
    unmerge_players(actor=cast.actor("secretary"), merge=second)
    assert state() == before


def test_what_was_changed_by_hand_since_is_kept(cast):
    kept, old = member(cast, "Ilze Ozola"), member(cast, "Ilze Ozola", phone="+371 1", starts=date(2010, 1, 1))
    Membership.objects.filter(player=old).update(ends=date(2011, 1, 1), status="ended")
    made = merge(cast, kept, old)
    kept.refresh_from_db()
    assert kept.phone == "+371 1"
    change_player(
        actor=cast.actor("secretary"), player=kept, club=cast.harbour, phone="+371 2", display_name="I. Ozola"
    )
    assert Player.objects.get(pk=old.pk).display_name == "I. Ozola"
    unmerge_players(actor=cast.actor("secretary"), merge=made)
    kept.refresh_from_db(), old.refresh_from_db()
    assert (kept.phone, kept.display_name) == ("+371 2", "I. Ozola")
    assert (old.phone, old.display_name) == ("+371 1", "Ilze Ozola")


def test_a_merge_is_taken_back_once(cast):
    made = merge(cast, member(cast, "Ilze Ozola"), visitor(cast, "Ozola"))
    unmerge_players(actor=cast.actor("secretary"), merge=made)
    with pytest.raises(Conflict):
        unmerge_players(actor=cast.actor("secretary"), merge=made)


def test_the_closer_wish_about_the_name_holds_for_both(cast):
    kept, guest = member(cast, "Ilze Ozola"), visitor(cast, "Ozola")
    Player.objects.filter(pk=guest.pk).update(privacy=Privacy.HIDDEN)
    merge(cast, kept, guest)
    assert {Player.objects.get(pk=player.pk).public_name for player in (kept, guest)} == {"a player"}


def test_erasing_a_person_erases_the_merged_records(cast):
    kept = Player.objects.get(user=cast.member)
    guest = visitor(cast, "M. Ember")
    Player.objects.filter(pk=guest.pk).update(email="old@example.org")
    made = merge(cast, kept, guest)
    erase_player(actor=cast.actor("member"), player=kept)
    guest.refresh_from_db(), made.refresh_from_db()
    assert (guest.display_name, guest.email, guest.search_key) == ("Erased player", "", "")
    assert guest.erased_at is not None
    assert made.moved == {}
    with pytest.raises(ValidationError, match="erased"):
        unmerge_players(actor=cast.actor("secretary"), merge=made)


def test_the_audit_says_who_was_merged_without_a_name(cast):
    kept, guest = member(cast, "Ilze Ozola"), visitor(cast, "Ozola")
    made = merge(cast, kept, guest, reason="One person")
    unmerge_players(actor=cast.actor("secretary"), merge=made)
    acts = list(AuditEntry.objects.filter(act__in=["player.merge", "player.unmerge"]).order_by("pk"))
    assert [entry.act for entry in acts] == ["player.merge", "player.unmerge"]
    assert acts[0].after["merged"] == guest.pk
    assert "Ozola" not in str([(entry.before, entry.after) for entry in acts])


# --- Refused, with the place ---------------------------------------------------------------------------------------
def refused(cast, kept: Player, merged: Player) -> str:
    with pytest.raises(ValidationError) as refusal:
        merge(cast, kept, merged)
    return " ".join(refusal.value.messages)


def test_people_who_sat_at_one_table_are_two(cast):
    session = make_session(cast.harbour, 4, state="finished", name="Tuesday pairs")
    one, *_others, two = Player.objects.filter(entrants__event=session.event).order_by("pk")
    sentence = refused(cast, one, two)
    assert "one table" in sentence
    assert "round" in sentence
    assert "Tuesday pairs" in sentence


def test_people_who_stand_in_one_event_are_two(cast):
    event, (one, two) = make_event(cast.harbour, name="Spring league"), make_players(2)
    enter(event, one), enter(event, two)
    assert "Spring league" in refused(cast, one, two)


def test_memberships_at_the_same_time_are_refused(cast):
    assert cast.harbour.name in refused(cast, member(cast, "Ilze Ozola"), member(cast, "Ilze Ozole"))


def test_two_accounts_and_two_numbers_are_refused(cast):
    one, two = member(cast, "Ilze Ozola", federation_number="1"), visitor(cast, "Ozola")
    give_account(one, "one"), give_account(two, "two")
    Player.objects.filter(pk=two.pk).update(federation=one.federation, federation_number="2")
    one.refresh_from_db()
    sentence = refused(cast, one, Player.objects.get(pk=two.pk))
    assert "account" in sentence
    assert "1 and 2" in sentence


def test_somebody_who_plays_just_now_is_merged_when_play_is_over(cast):
    session = make_session(cast.harbour, 4, name="Tonight")
    playing = Player.objects.filter(entrants__event=session.event).first()
    assert "Tonight" in refused(cast, member(cast, "Ilze Ozola"), playing)


def test_two_people_who_are_not_one_are_remembered(cast):
    one, two = member(cast, "Ilze Ozola"), visitor(cast, "Ilze Ozola")
    note_two_people(actor=cast.actor("secretary"), one=two, other=one, body=cast.harbour)
    assert "two people" in refused(cast, one, two)
    forget_two_people(actor=cast.actor("secretary"), one=one, other=two, body=cast.harbour)
    merge(cast, one, two)


# --- Who may -------------------------------------------------------------------------------------------------------
def test_a_secretary_merges_only_what_is_known_at_their_own_clubs(cast):
    kept, guest = member(cast, "Ilze Ozola"), visitor(cast, "Ozola")
    with pytest.raises(Forbidden):
        merge_players(actor=cast.actor("other_secretary"), kept=kept, merged=guest)
    enter(make_event(cast.hillside), guest, *make_players(1))
    with pytest.raises(Forbidden):
        merge(cast, kept, guest)
    merge_players(actor=cast.actor("officer"), kept=kept, merged=guest, body=cast.nation)


def test_nobody_merges_their_own_record(cast):
    own = Player.objects.get(user=cast.secretary)
    with pytest.raises(Forbidden):
        merge(cast, own, visitor(cast, "Somebody else"))


# --- What moves ----------------------------------------------------------------------------------------------------
def test_the_preview_counts_everything_that_moves(cast):
    session = make_session(cast.harbour, 4, state="finished", name="Tuesday pairs")
    guest = Player.objects.filter(entrants__event=session.event).first()
    preview = merge_preview(member(cast, "Ilze Ozola"), guest)
    moves = {part.name: part for part in preview.moves}
    assert preview.is_possible
    assert moves["Entries"].count == 1
    assert "Tuesday pairs" in moves["Evenings and their results"].words[0]


def test_the_money_of_the_merged_one_is_the_kept_ones(cast):
    session = make_session(cast.harbour, 4, state="finished")
    guest = Player.objects.filter(entrants__event=session.event).first()
    kept = member(cast, "Ilze Ozola")
    merge(cast, kept, guest)
    assert session_account(session).find_balance(kept) is not None


# --- Any sequence --------------------------------------------------------------------------------------------------
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("merge"), st.integers(0, 4), st.integers(0, 4)),
        st.tuples(st.just("unmerge"), st.integers(0, 9), st.just(0)),
    ),
    max_size=9,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=10)
@given(steps=STEPS, order=st.randoms(use_true_random=False))
def test_any_merges_and_unmerges_leave_each_result_with_one_person_and_taking_all_back_restores_all(cast, steps, order):
    with transaction.atomic():
        players = [visitor(cast, f"Person {at}") for at in range(4)]
        players.append(member(cast, "Person 9", federation_number="LV-1", phone="1", privacy=Privacy.INITIALS))
        before, actor = state(), actors.system()
        for act, first, second in steps:
            in_force = list(PlayerMerge.objects.filter(taken_back_at=None).order_by("pk"))
            if act == "merge":
                try:
                    merge_players(actor=actor, kept=players[first], merged=players[second])
                except ValidationError:
                    continue
            elif in_force:
                unmerge_players(actor=actor, merge=in_force[first % len(in_force)])
            _every_result_has_one_person(players)
        while in_force := list(PlayerMerge.objects.filter(taken_back_at=None)):
            unmerge_players(actor=actor, merge=order.choice(in_force))
        assert state() == before
        transaction.set_rollback(True)


def _every_result_has_one_person(players: list[Player]) -> None:
    kept = list(Player.objects.filter(pk__in=[player.pk for player in players], merged_into=None))
    assert not Player.objects.filter(merged_into__merged_into__isnull=False).exists()
    for row in Entrant.objects.filter(player__id__in=[player.pk for player in players]):
        assert [player.pk for player in kept if row in Entrant.objects.filter(player=player)] == [row.person_id]


def test_results_of_the_merged_one_are_among_the_kept_ones_results(cast):
    session = make_session(cast.harbour, 4, state="finished")
    guest = Player.objects.filter(entrants__event=session.event).first()
    kept = member(cast, "Ilze Ozola")
    merge(cast, kept, guest)
    assert results_of_player(kept, 5) == results_of_player(guest, 5)


def test_an_account_comes_to_a_record_only_by_all_clubs_that_know_it(cast):
    elsewhere = Player.objects.create(display_name="Berta Elsewhere")
    Membership.objects.create(club=cast.hillside, player=elsewhere, starts=date(2020, 1, 1))
    enter(make_event(cast.harbour, name="Once"), elsewhere, *make_players(1))
    own = member(cast, "Second Account")
    give_account(own, "second")
    with pytest.raises(Forbidden):
        merge_players(actor=cast.actor("secretary"), kept=elsewhere, merged=own, body=cast.harbour)


def test_erasing_leaves_no_name_in_a_merge_that_was_taken_back(cast):
    kept, merged = member(cast, "Kept Name"), visitor(cast, "Other Name")
    made = merge(cast, kept, merged)
    unmerge_players(actor=actors.system(), merge=made)
    erase_player(actor=actors.system(), player=Player.objects.get(pk=merged.pk))
    made.refresh_from_db()
    assert made.moved == {}
