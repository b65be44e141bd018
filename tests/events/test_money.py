"""Table money: who owes what, taking it, taking it back, and two people with one cash box."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import AuditEntry, Player
from clubs.services.memberships import add_membership
from core.errors import Forbidden
from events.models import Entrant, Section, Session, Substitution, TableMoney
from events.models.money import Settled
from events.movements import MovementKind, Unit
from events.selectors.money import PlayerBalance, session_account
from events.services.money import PaymentTaken, correct_money, take_money, withdraw_money
from tests.cast import Cast
from tests.events.evening import EVENING, make_players, make_session

pytestmark = pytest.mark.django_db
FEES = {"fee": Decimal(4), "visitor_fee": Decimal("5.50")}


@pytest.fixture
def session(cast: Cast, people: list[Player]) -> Session:
    """Eight pairs of visitors, except that the first two players are members."""
    for player in people[:2]:
        add_membership(actor=cast.actor("secretary"), club=cast.harbour, player=player, starts=date(2026, 1, 1))
    return make_session(cast.harbour, 8, players=people, **FEES)


def take(cast: Cast, session: Session, *players: Player, **fields: Any) -> PaymentTaken:
    return take_money(actor=cast.actor("scorer"), session=session, players=players, **fields)


def line(session: Session, player: Player) -> PlayerBalance:
    found = session_account(session).find_balance(player)
    assert found
    return found


def the_sentence(error: pytest.ExceptionInfo[ValidationError], code: str) -> str:
    [said] = (
        error.value.error_list
        if not hasattr(error.value, "error_dict")
        else next(iter(error.value.error_dict.values()))
    )
    assert said.code == code
    return said.messages[0]


# --- What is owed ---------------------------------------------------------------------------------------------------
def test_members_owe_the_fee_and_others_the_fee_for_visitors(session: Session, people: list[Player]) -> None:
    assert (line(session, people[0]).owed, line(session, people[2]).owed) == (Decimal(4), Decimal("5.50"))
    totals = session_account(session).totals
    assert (totals.open, totals.open_sum) == (16, Decimal(85))


def test_a_membership_that_has_lapsed_makes_a_visitor(cast: Cast, session: Session, people: list[Player]) -> None:
    cast.harbour.memberships.filter(player=people[0]).update(ends=EVENING.date().replace(day=1))
    assert line(session, people[0]).owed == Decimal("5.50")


def test_people_are_listed_by_the_table_they_begin_at(session: Session) -> None:
    bills = session_account(session).bills
    assert [bill.name for bill in bills] == ["Table 1", "Table 2", "Table 3", "Table 4"]
    assert [len(bill.payers) for bill in bills] == [4, 4, 4, 4]
    assert [party.seat.side for party in bills[0].parties if party.seat] == ["NS", "EW"]


def test_somebody_unknown_is_open_and_named_by_the_seat(session: Session, people: list[Player]) -> None:
    Entrant.objects.filter(player=people[3]).update(player=None)
    unknown = [one for one in session_account(session).lines if one.player is None]
    assert [(one.name, one.is_open, one.may_pay) for one in unknown] == [("unknown", True, False)]
    assert unknown[0].where.startswith("table ")
    assert session_account(session).totals.open == 16


def test_before_there_is_a_movement_everybody_can_pay(cast: Cast, session: Session, people: list[Player]) -> None:
    Section.objects.filter(session=session).update(movement_data=None)
    assert [bill.name for bill in session_account(session).bills] == ["Without a table yet"]
    assert take(cast, session, people[0]).payments[0].amount == 4


def test_a_pair_that_sits_out_first_is_listed_too(cast: Cast) -> None:
    session = make_session(cast.harbour, 7, **FEES)
    bills = session_account(session).bills
    assert bills[-1].name == "Sitting out first"
    assert sum(len(bill.payers) for bill in bills) == 14


def test_teams_are_listed_team_by_team(cast: Cast) -> None:
    session = make_session(cast.harbour, 4, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN, **FEES)
    [bill] = session_account(session).bills
    assert bill.name == "Teams"
    assert [len(party.payers) for party in bill.parties] == [4, 4, 4, 4]


def test_a_session_of_single_players_lists_four_at_a_table(cast: Cast) -> None:
    session = make_session(cast.harbour, 8, unit=Unit.PLAYER, kind=MovementKind.WHIST, **FEES)
    assert [len(bill.parties) for bill in session_account(session).bills] == [4, 4]


# --- Substitutes ----------------------------------------------------------------------------------------------------
def stand_in(session: Session, entrant: Player, player: Player, first: int = 1, last: int | None = None) -> None:
    found = Entrant.objects.get(player=entrant, event=session.event)
    place = session.places.get(contestant=found.contestant)
    Substitution.objects.create(
        place=place, entrant=found, player=player, first_round=first, last_round=last, made_at=EVENING
    )


def test_a_seat_is_paid_for_once(session: Session, people: list[Player]) -> None:
    [helper] = make_players(1, "Helper")
    stand_in(session, people[2], helper, 3, 5)
    assert (line(session, people[2]).owed, line(session, helper).owed) == (Decimal("5.50"), 0)
    assert line(session, helper).stands_in_for == people[2].display_name
    assert not line(session, helper).is_open


def test_who_plays_all_along_for_somebody_pays_for_the_seat(session: Session, people: list[Player]) -> None:
    first, second = make_players(2, "Helper")
    stand_in(session, people[2], first, 1, 3)
    stand_in(session, people[2], second, 4)
    owed = [line(session, one).owed for one in (people[2], first, second)]
    assert owed == [0, Decimal("5.50"), 0]
    assert session_account(session).totals.open == 16


def test_one_who_plays_and_stands_in_owes_once(session: Session, people: list[Player]) -> None:
    stand_in(session, people[2], people[15], 2, 2)
    owed = [one.owed for one in session_account(session).lines if one.player == people[15]]
    assert owed == [Decimal("5.50")]


# --- Taking it ------------------------------------------------------------------------------------------------------
def test_one_has_paid(cast: Cast, session: Session, people: list[Player]) -> None:
    [row] = take(cast, session, people[0]).payments
    assert (row.how, row.amount, row.taken_by) == (Settled.CASH, 4, cast.scorer)
    assert AuditEntry.objects.get(act="money.take").after["how"] == "cash"
    totals = session_account(session).totals
    assert (totals.cash, totals.paid, totals.open) == (4, 1, 15)


def test_everybody_at_once_pays_what_each_owes(cast: Cast, session: Session, people: list[Player]) -> None:
    take(cast, session, people[0])
    taken = take(cast, session, *people)
    assert [row.player for row in taken.before] == [people[0]]
    assert sum(row.amount for row in taken.payments) == Decimal(81)
    assert session_account(session).totals.open == 0
    assert AuditEntry.objects.filter(act="money.take").count() == 16


def test_the_amount_can_differ(cast: Cast, session: Session, people: list[Player]) -> None:
    [row] = take(cast, session, people[0], amount=Decimal("3.20"), how="card").payments
    assert row.amount == Decimal("3.20")
    assert session_account(session).totals.card == Decimal("3.20")


def test_playing_free_takes_a_reason_that_the_audit_does_not_tell(
    cast: Cast, session: Session, people: list[Player]
) -> None:
    with pytest.raises(ValidationError) as error:
        take(cast, session, people[0], how="free", reason="  ")
    assert the_sentence(error, "no_reason") == "Say why Player 001 plays free."
    take(cast, session, people[0], how="free", reason="made the tea")
    totals = session_account(session).totals
    assert (totals.free, totals.paid, totals.open) == (1, 0, 15)
    assert AuditEntry.objects.get(act="money.take").after["reason"] == "(personal)"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"how": "free", "amount": Decimal(4), "reason": "x"}, "free_and_paid"),
        ({"amount": Decimal(0)}, "nothing_owed"),
        ({"amount": Decimal(-4)}, "nothing_owed"),
        ({"amount": Decimal("4.001")}, "max_decimal_places"),
        ({"amount": Decimal(10_000_000)}, "max_whole_digits"),
        ({"how": "shells"}, "invalid_choice"),
    ],
)
def test_what_makes_no_sense_is_refused(
    cast: Cast, session: Session, people: list[Player], fields: dict[str, Any], code: str
) -> None:
    with pytest.raises(ValidationError) as error:
        take(cast, session, people[0], **fields)
    codes = [said.code for errors in error.value.error_dict.values() for said in errors]
    assert codes == [code]
    assert not TableMoney.objects.exists()


def test_somebody_who_does_not_play_cannot_pay(cast: Cast, session: Session) -> None:
    with pytest.raises(ValidationError) as error:
        take(cast, session, cast.member.player)
    assert "does not play in this session" in the_sentence(error, "not_seated")


def test_one_who_owes_nothing_can_still_pay_something(cast: Cast, session: Session, people: list[Player]) -> None:
    [helper] = make_players(1, "Helper")
    stand_in(session, people[2], helper, 3)
    with pytest.raises(ValidationError) as error:
        take(cast, session, helper)
    assert "owes nothing here" in the_sentence(error, "nothing_owed")
    assert take(cast, session, helper, amount=Decimal(2)).payments[0].amount == 2


def test_money_comes_while_seating_and_after_the_end(cast: Cast, people: list[Player]) -> None:
    for state in ("seating", "finished"):
        session = make_session(cast.harbour, 8, players=people, state=state, name=state, **FEES)
        take(cast, session, people[0])
        assert session_account(session).totals.paid == 1


def test_money_of_one_who_has_left_stays_in_the_box(cast: Cast, session: Session, people: list[Player]) -> None:
    take(cast, session, people[0])
    Entrant.objects.filter(player=people[0]).update(player=None)
    account = session_account(session)
    assert [(one.name, one.where) for one in account.gone] == [("Player 001", "not seated any more")]
    assert account.totals.cash == 4


def test_totals_say_who_took_the_money(cast: Cast, session: Session, people: list[Player]) -> None:
    take(cast, session, people[0], people[2])
    take_money(actor=cast.actor("secretary"), session=session, players=[people[4]], how="card")
    takers = session_account(session).totals.takers
    assert [(one.name, one.cash, one.card) for one in takers] == [
        ("Scorer Tenace", Decimal("9.50"), 0),
        ("Secretary Tenace", 0, Decimal("5.50")),
    ]


# --- Already paid, and back -----------------------------------------------------------------------------------------
def test_the_second_to_take_it_is_told_who_was_first(cast: Cast, session: Session, people: list[Player]) -> None:
    take(cast, session, people[0])
    with pytest.raises(ValidationError) as error:
        take(cast, session, people[0])
    said = the_sentence(error, "already_paid")
    assert said.startswith("Player 001 has paid 4.00 already: taken by Scorer Tenace at ")
    assert TableMoney.objects.count() == 1


def test_taking_back_is_an_act_of_its_own_and_deletes_nothing(
    cast: Cast, session: Session, people: list[Player]
) -> None:
    [row] = take(cast, session, people[0]).payments
    withdraw_money(actor=cast.actor("secretary"), money=row)
    assert session_account(session).totals.open == 16
    take(cast, session, people[0])
    assert TableMoney.objects.count() == 2
    assert AuditEntry.objects.filter(act="money.withdraw").count() == 1
    with pytest.raises(ValidationError) as error:
        withdraw_money(actor=cast.actor("secretary"), money=row)
    assert "withdrawn already" in the_sentence(error, "withdrawn")


def test_a_wrong_entry_is_superseded(cast: Cast, session: Session, people: list[Player]) -> None:
    [row] = take(cast, session, people[0]).payments
    correct_money(actor=cast.actor("secretary"), money=row, how="card", amount=Decimal(6))
    row.refresh_from_db()
    assert row.withdrawn_at
    totals = session_account(session).totals
    assert (totals.cash, totals.card) == (0, 6)


def test_only_the_desk_takes_money(cast: Cast, session: Session, people: list[Player]) -> None:
    [row] = take(cast, session, people[0]).payments
    for name in ("member", "recorder", "other_secretary", "stranger"):
        with pytest.raises(Forbidden):
            take_money(actor=cast.actor(name), session=session, players=[people[1]])
        with pytest.raises(Forbidden):
            withdraw_money(actor=cast.actor(name), money=row)
        with pytest.raises(Forbidden):
            correct_money(actor=cast.actor(name), money=row, how="card")


def test_a_large_room_costs_no_more_queries(cast: Cast, session: Session) -> None:
    large = make_session(cast.harbour, 30, kind=MovementKind.MITCHELL, name="Large", **FEES)
    counts = []
    for one in (session, large):
        with CaptureQueriesContext(connection) as queries:
            session_account(Session.objects.select_related("event__club").get(pk=one.pk))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 9


# --- Part payment --------------------------------------------------------------------------------------------------
def test_after_a_part_payment_the_rest_is_open_and_can_be_taken(cast, session, people):
    take(cast, session, people[0], amount=Decimal(2))
    account = session_account(session)
    line = account.find_balance(people[0])
    assert line is not None
    owed = line.owed
    assert (line.is_open, line.paid, line.rest) == (True, Decimal(2), owed - 2)
    assert account.totals.open_sum == sum((one.rest for one in account.lines), Decimal(0))
    take(cast, session, people[0], how="card")
    line = session_account(session).find_balance(people[0])
    assert line is not None
    assert [(row.amount, row.how, row.settles) for row in line.payments] == [
        (2, "cash", False),
        (owed - 2, "card", True),
    ]
    assert not line.is_open
    totals = session_account(session).totals
    assert (totals.cash, totals.card, totals.paid) == (2, owed - 2, 1)


def test_somebody_is_let_off_the_rest_for_a_reason(cast, session, people):
    with pytest.raises(ValidationError, match="let off"):
        take(cast, session, people[0], amount=Decimal(2), let_off=True)
    take(cast, session, people[0], amount=Decimal(2), let_off=True, reason="A junior")
    line = session_account(session).find_balance(people[0])
    assert line is not None
    assert not line.is_open
    with pytest.raises(ValidationError, match="already"):
        take(cast, session, people[0])


def test_a_part_payment_is_undone_by_itself(cast, session, people):
    [first] = take(cast, session, people[0], amount=Decimal(2)).payments
    take(cast, session, people[0], amount=Decimal(1))
    withdraw_money(actor=cast.actor("secretary"), money=first)
    line = session_account(session).find_balance(people[0])
    assert line is not None
    assert line.paid == 1
    assert line.is_open
