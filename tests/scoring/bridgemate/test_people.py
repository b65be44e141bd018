"""Players key in their numbers at Bridgemates: a seat without a name gets one, another name goes to the desk."""

from __future__ import annotations

import pytest

from clubs.models import Federation, Player
from clubs.services.memberships import add_new_member
from events.models import Entrant, SeatClaim, Session
from events.models.sessions import SessionState
from events.services.identify import dismiss_claim
from events.services.tables import give_codes
from tests.cast import Cast
from tests.events.evening import EVENING, make_session
from tests.scoring.bridgemate.laptop import Laptop

pytestmark = pytest.mark.django_db


@pytest.fixture
def unnamed(cast: Cast) -> Laptop:
    """Pair 1 is known to nobody yet; Ada has a number of the club, Bea one of the federation."""
    session = make_session(cast.harbour, 8)
    give_codes(session, actor=cast.actor("secretary"))
    Entrant.objects.filter(contestant__places__number=1, event=session.event).update(player=None)
    add_new_member(
        actor=cast.actor("secretary"),
        club=cast.harbour,
        person={"display_name": "Ada Spade"},
        starts=EVENING.date(),
        number="77",
    )
    federation: Federation = cast.harbour.federation
    Player.objects.create(display_name="Bea Heart", federation=federation, federation_number="FED-123")
    return Laptop(cast, session)


def seats_of(laptop: Laptop, number: int) -> tuple[int, str]:
    """The table of a pair in the first round, and its side."""
    row = next(row for row in laptop.file.rounds if row.round == 1 and number in (row.ns, row.ew))
    return row.table, "NS" if row.ns == number else "EW"


def names_of(session: Session, number: int) -> list[str]:
    entrants = Entrant.objects.filter(contestant__places__session=session, contestant__places__number=number)
    return [entrant.player.display_name if entrant.player else "" for entrant in entrants.order_by("position")]


def test_the_clubs_number_and_the_federations_name_who_sits_there(unnamed: Laptop) -> None:
    table, side = seats_of(unnamed, 1)
    unnamed.key_in(table, side[0], "77")
    unnamed.key_in(table, side[1], "fed-123", "Bea Heart")
    report = unnamed.read()
    assert (report.named, report.left_out) == (2, [])
    assert names_of(unnamed.session, 1) == ["Ada Spade", "Bea Heart"]
    assert unnamed.read().named == 0


@pytest.mark.parametrize("state", [SessionState.PLAYING, SessionState.FINISHED])
def test_names_come_however_late_the_file_is_read(unnamed: Laptop, state: str) -> None:
    Session.objects.filter(pk=unnamed.session.pk).update(state=state, round=7)
    table, side = seats_of(unnamed, 1)
    unnamed.key_in(table, side[0], "77")
    assert unnamed.read().named == 1


def test_a_number_that_nobody_has_is_said_with_its_seat_and_stops_nobody_else(unnamed: Laptop) -> None:
    table, side = seats_of(unnamed, 1)
    unnamed.key_in(table, side[0], "999", "Cleo Club")
    unnamed.key_in(table, side[1], "77")
    report = unnamed.read()
    assert report.named == 1
    assert report.left_out == [f"Table A{table}, {side[0]}, 999 Cleo Club: nobody here has this number."]


def test_another_name_than_ours_changes_nothing_and_is_put_to_the_desk(unnamed: Laptop) -> None:
    table, side = seats_of(unnamed, 2)
    before = names_of(unnamed.session, 2)
    unnamed.key_in(table, side[0], "77")
    report = unnamed.read()
    assert report.for_director == [
        f"Table A{table}, {side[0]}, 77: another name stands here: decide at the desk who plays."
    ]
    assert SeatClaim.objects.get().player.display_name == "Ada Spade"
    assert names_of(unnamed.session, 2) == before
    assert unnamed.read().for_director == []
    dismiss_claim(actor=unnamed.cast.actor("director"), claim=SeatClaim.objects.get())
    assert unnamed.read().for_director == []  # the desk has said who it is
    assert SeatClaim.objects.count() == 1


def test_a_table_that_is_not_here_is_said(unnamed: Laptop) -> None:
    unnamed.key_in(20, "N", "77")
    assert unnamed.read().left_out == ["Table A20, N, 77: there is no such table in this session."]
