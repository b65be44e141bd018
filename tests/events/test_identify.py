from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import AuditEntry, Membership, Player
from core.actors import Actor, ActorKind, system
from core.errors import Forbidden
from events.models import Entrant, Place, SeatClaim, Session, Substitution, TableCode
from events.movements.model import MovementKind, Unit
from events.selectors.table_codes import find_code, table_device_name
from events.selectors.tables import RoomTable, session_room
from events.services.identify import accept_claim, dismiss_claim, identify, read_numbers
from events.services.tables import give_codes, revoke_code
from tests.cast import Cast
from tests.events.evening import EVENING, make_players, make_session


def numbered(cast: Cast, *numbers: str, **fields: Any) -> list[Player]:
    players = make_players(len(numbers), "Member")
    Membership.objects.bulk_create(
        Membership(player=player, club=cast.harbour, number=number, starts=date(2020, 1, 1), **fields)
        for player, number in zip(players, numbers, strict=True)
    )
    return players


@pytest.fixture
def session(cast: Cast) -> Session:
    """Six pairs at three tables in round one, nobody's name known."""
    session = make_session(cast.harbour, 6)
    Entrant.objects.update(player=None)
    give_codes(session, actor=system())
    return session


def code_at(table: int, letter: str = "A") -> TableCode:
    found = find_code(TableCode.objects.get(table=table, section__letter=letter, revoked_at=None).code)
    assert found is not None
    return found


def device(code: TableCode) -> Actor:
    return Actor(ActorKind.DEVICE, device=table_device_name(code), at=EVENING)


def at_table(session: Session, number: int) -> RoomTable:
    fresh = Session.objects.select_related("event__club").get(pk=session.pk)
    return next(table for table in session_room(fresh, open_names=True).tables(1) if table.number == number)


def names(session: Session, number: int) -> dict[str, str]:
    return {sitter.seat: sitter.name for sitter in at_table(session, number).seats}


def key_in(table: int, **seats: str) -> Any:
    code = code_at(table)
    return identify(actor=device(code), code=code, seats=seats)


def refusal(table: int, **seats: str) -> dict[str, list[str]]:
    with pytest.raises(ValidationError) as refused:
        key_in(table, **seats)
    return refused.value.message_dict if hasattr(refused.value, "error_dict") else {"": refused.value.messages}


def test_four_numbers_give_four_names(cast: Cast, session: Session) -> None:
    numbered(cast, "11", "12", "13", "14")
    done = key_in(2, N="11", E="12", S="13", W="14")
    assert (done.named, done.claims) == (4, 0)
    assert names(session, 2) == {"N": "Member 001", "E": "Member 002", "S": "Member 003", "W": "Member 004"}
    assert names(session, 1)["N"] == "unknown"


def test_blank_stays_unknown_and_is_keyed_in_later(cast: Cast, session: Session) -> None:
    numbered(cast, "11", "12")
    key_in(1, N="11", E=" ")
    key_in(1, S="12", N="")
    assert names(session, 1) == {"N": "Member 001", "E": "unknown", "S": "Member 002", "W": "unknown"}


def test_a_federation_number_will_do_and_small_letters_too(cast: Cast, session: Session) -> None:
    player = make_players(1, "Visitor")[0]
    player.federation, player.federation_number = cast.nation, "DF077"
    player.save()
    key_in(1, N="df077")
    assert names(session, 1)["N"] == "Visitor 001"


def test_a_member_number_comes_before_a_federation_number_and_a_member_of_today_before_a_former(
    cast: Cast, session: Session
) -> None:
    other = make_players(1, "Other")[0]
    other.federation, other.federation_number = cast.nation, "11"
    other.save()
    former = make_players(1, "Former")[0]
    Membership.objects.create(
        player=former, club=cast.harbour, number="11", starts=date(2025, 1, 1), ends=date(2025, 12, 31), status="ended"
    )
    numbered(cast, "11")
    key_in(1, N="11")
    assert names(session, 1)["N"] == "Member 001"


def test_a_number_nobody_has_is_said_at_its_seat_and_nothing_is_written(cast: Cast, session: Session) -> None:
    numbered(cast, "11")
    said = refusal(1, N="11", E="999")
    assert set(said) == {"E"}
    assert "999" in said["E"][0]
    assert names(session, 1)["N"] == "unknown"
    assert not AuditEntry.objects.filter(act="seating.identify").exists()


def test_another_clubs_number_opens_nothing(cast: Cast, session: Session) -> None:
    stranger = make_players(1, "Hill")[0]
    Membership.objects.create(player=stranger, club=cast.hillside, number="77", starts=date(2020, 1, 1))
    assert "N" in refusal(1, N="77")


def test_one_number_for_two_seats_is_refused(cast: Cast, session: Session) -> None:
    numbered(cast, "11")
    assert "twice" in refusal(1, N="11", S="11")["S"][0]


def test_nothing_keyed_in_is_no_act(session: Session) -> None:
    assert refusal(1, N=" ")[""]


def test_somebody_at_another_table_is_not_moved(cast: Cast, session: Session) -> None:
    numbered(cast, "11", "12")
    key_in(1, N="11")
    said = refusal(2, N="11", S="12")
    assert set(said) == {"N"}
    assert "table 1" in said["N"][0]
    assert names(session, 2)["S"] == "unknown"


def test_a_substitute_at_another_table_is_not_moved_either(cast: Cast, session: Session) -> None:
    [player] = numbered(cast, "11")
    place = Place.objects.get(number=at_table(session, 2).ns.numbers[0])
    Substitution.objects.create(
        place=place, entrant=place.contestant.entrants.first(), player=player, first_round=1, made_at=EVENING
    )
    assert "table 2" in refusal(1, N="11")["N"][0]


def test_another_name_than_the_one_that_stands_there_goes_to_the_desk(cast: Cast, session: Session) -> None:
    numbered(cast, "11", "12", "13")
    key_in(1, N="11", S="12")
    done = key_in(1, N="13")
    assert (done.named, done.claims) == (0, 1)
    assert names(session, 1)["N"] == "Member 001"
    claim = SeatClaim.objects.get()
    assert (claim.table, claim.seat, claim.player.display_name) == (1, "N", "Member 003")
    assert key_in(1, N="13").claims == 1
    assert SeatClaim.objects.count() == 1


def test_keying_in_what_is_known_changes_nothing(cast: Cast, session: Session) -> None:
    numbered(cast, "11", "12")
    key_in(1, N="11", S="12")
    before = AuditEntry.objects.count()
    done = key_in(1, N="11", S="12")
    assert (done.named, done.claims) == (0, 0)
    assert AuditEntry.objects.count() == before


def test_partners_may_sit_the_other_way_round(cast: Cast, session: Session) -> None:
    numbered(cast, "11", "12")
    key_in(1, N="11")
    assert key_in(1, N="12", S="11").named == 1
    assert names(session, 1) == {"N": "Member 001", "E": "unknown", "S": "Member 002", "W": "unknown"}
    assert not SeatClaim.objects.exists()


def test_the_desk_takes_the_tables_word(cast: Cast, session: Session) -> None:
    numbered(cast, "11", "12", "13")
    key_in(1, N="11", S="12")
    key_in(1, N="13")
    claim = accept_claim(actor=cast.actor("director"), claim=SeatClaim.objects.get())
    assert claim.accepted
    assert names(session, 1)["N"] == "Member 003"
    with pytest.raises(ValidationError):
        dismiss_claim(actor=cast.actor("director"), claim=claim)


def test_the_desk_lets_the_list_stand(cast: Cast, session: Session) -> None:
    numbered(cast, "11", "12")
    key_in(1, N="11")
    key_in(1, S="12")
    numbered(cast, "13")
    key_in(1, S="13")
    dismiss_claim(actor=cast.actor("scorer"), claim=SeatClaim.objects.get())
    assert names(session, 1)["S"] == "Member 002"
    key_in(1, S="13")
    assert SeatClaim.objects.filter(settled_at=None).count() == 1


@pytest.mark.parametrize("who", ["member", "stranger", "other_secretary"])
def test_only_the_desk_settles(cast: Cast, session: Session, who: str) -> None:
    numbered(cast, "11", "12")
    key_in(1, N="11", S="12")
    numbered(cast, "13")
    key_in(1, N="13")
    for act in (accept_claim, dismiss_claim):
        with pytest.raises(Forbidden):
            act(actor=cast.actor(who), claim=SeatClaim.objects.get())


def test_a_device_acts_for_its_own_table_only(cast: Cast, session: Session) -> None:
    numbered(cast, "11")
    own, other = code_at(1), code_at(2)
    with pytest.raises(Forbidden):
        identify(actor=device(own), code=other, seats={"N": "11"})
    with pytest.raises(Forbidden):
        identify(actor=cast.actor("member"), code=own, seats={"N": "11"})
    assert identify(actor=cast.actor("director"), code=own, seats={"N": "11"}).named == 1


def test_after_round_one_numbers_are_no_longer_taken(cast: Cast, session: Session) -> None:
    numbered(cast, "11")
    code = code_at(1)
    Session.objects.update(round=2)
    with pytest.raises(ValidationError) as refused:
        identify(actor=device(code), code=code, seats={"N": "11"})
    assert refused.value.code == "too_late"


def test_a_code_revoked_a_moment_ago_is_refused(cast: Cast, session: Session) -> None:
    numbered(cast, "11")
    code = code_at(1)
    revoke_code(actor=cast.actor("director"), code=code)
    with pytest.raises(ValidationError) as refused:
        identify(actor=device(code), code=code, seats={"N": "11"})
    assert refused.value.code == "revoked"


def test_looking_first_changes_nothing(cast: Cast, session: Session) -> None:
    numbered(cast, "11")
    code = code_at(1)
    [keyed] = read_numbers(actor=device(code), code=code, seats={"N": "11"})
    assert (keyed.seat, keyed.outcome, keyed.player.display_name) == ("N", "new", "Member 001")
    assert names(session, 1)["N"] == "unknown"


def test_only_members_where_only_members_play(cast: Cast, session: Session) -> None:
    session.event.members_only = True
    session.event.save()
    numbered(cast, "11")
    numbered(cast, "12", ends=date(2026, 1, 1))
    said = refusal(1, N="11", S="12")
    assert set(said) == {"S"}
    assert "Member" not in said["S"][0].replace("Only members", "")


def test_it_stands_in_the_audit_by_ids_with_the_table_that_said_it(cast: Cast, session: Session) -> None:
    one, two = numbered(cast, "11", "12")
    code = code_at(3)
    identify(actor=device(code), code=code, seats={"N": "11", "S": "12"})
    [entry] = AuditEntry.objects.filter(act="seating.identify")
    assert (entry.actor_kind, entry.actor_ref) == ("device", f"table:{code.pk}")
    assert entry.after["players"] == {"1": one.pk, "2": two.pk}
    assert entry.after["table"] == 3
    assert "Member" not in str(entry.after)


def test_a_team_is_named_at_both_of_its_tables(cast: Cast) -> None:
    session = make_session(cast.harbour, 4, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN)
    Entrant.objects.update(player=None)
    give_codes(session, actor=system())
    numbered(cast, "11", "12", "13", "14")
    tables = session_room(session, open_names=True).tables(1)
    home = next(table for table in tables if table.ns.numbers == (1,))
    away = next(table for table in tables if table.ew.numbers == (1,))
    key_in(home.number, N="11", S="12")
    key_in(away.number, E="13", W="14")
    team = Place.objects.get(number=1).contestant
    assert [entrant.title for entrant in team.entrants.all()] == [f"Member 00{at}" for at in range(1, 5)]
    assert team.entrants.filter(is_captain=True).count() == 1


def test_in_an_individual_everybody_has_a_number_of_their_own(cast: Cast) -> None:
    session = make_session(cast.harbour, 8, unit=Unit.PLAYER, kind=MovementKind.INDIVIDUAL)
    Entrant.objects.update(player=None)
    give_codes(session, actor=system())
    numbered(cast, "11", "12", "13", "14")
    key_in(1, N="11", E="12", S="13", W="14")
    assert names(session, 1) == {"N": "Member 001", "E": "Member 002", "S": "Member 003", "W": "Member 004"}


def test_a_big_room_takes_no_more_queries(cast: Cast) -> None:
    counts = []
    for contestants in (6, 30):
        session = make_session(cast.harbour, contestants, name=f"{contestants} pairs")
        Entrant.objects.filter(event=session.event).update(player=None)
        give_codes(session, actor=system())
        first = contestants * 100
        numbered(cast, *(str(first + at) for at in range(4)))
        found = find_code(TableCode.objects.get(section__session=session, table=1).code)
        assert found
        seats = dict(zip("NESW", (str(first + at) for at in range(4)), strict=True))
        with CaptureQueriesContext(connection) as queries:
            identify(actor=device(found), code=found, seats=seats)
        counts.append(len(queries))
    assert counts[0] == counts[1]
