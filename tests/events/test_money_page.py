"""The page of table money, as two people with one cash box use it."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player
from clubs.services.memberships import add_membership
from events.models import Entrant, Session, TableMoney
from events.movements import MovementKind
from events.selectors.money import session_account
from events.services.money import take_money
from tests.cast import Cast
from tests.events.evening import make_session

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def session(cast: Cast, people: list[Player]) -> Session:
    add_membership(actor=cast.actor("secretary"), club=cast.harbour, player=people[0], starts=date(2026, 1, 1))
    fees = {"fee": Decimal(4), "visitor_fee": Decimal("5.50")}
    return make_session(cast.harbour, 8, players=people, state="seating", **fees)


@pytest.fixture
def url(session: Session) -> Callable[..., str]:
    def make(page: str = "session-money", **more: Any) -> str:
        return reverse(f"club-{page}", kwargs={"slug": "harbour", "session_id": session.pk, **more})

    return make


@pytest.fixture
def desk(as_secretary: Client) -> Client:
    return as_secretary


def test_one_tap_and_a_player_has_paid(desk: Client, url: Any, people: list[Player]) -> None:
    page = desk.get(url()).content.decode()
    assert "Take 4.00" in page
    assert "Take both 9.50" in page
    answer = desk.post(url("session-take-money"), {"player": people[0].pk})
    assert answer.status_code == 302
    assert "#bill-A-" in answer.headers["Location"]
    assert TableMoney.objects.get().amount == 4
    page = desk.get(url()).content.decode()
    assert "4.00 cash" in page
    assert "taken by Secretary Tenace" in page


def test_both_of_a_pair_everybody_at_a_table_and_all_the_rest(desk: Client, url: Any, session: Session) -> None:
    take = url("session-take-money")
    one, two = (bill.key for bill in session_account(session).bills[:2])
    desk.post(take, {"party": session_account(session).bills[0].parties[0].place.pk})
    assert TableMoney.objects.count() == 2
    desk.post(take, {"table": one})
    assert TableMoney.objects.count() == 4
    desk.post(take, {"table": two})
    assert TableMoney.objects.count() == 8
    desk.post(take, {"rest": "all"})
    assert TableMoney.objects.count() == 16


def test_a_tap_updates_the_card_and_the_totals_only(desk: Client, url: Any, people: list[Player]) -> None:
    answer = desk.post(url("session-take-money"), {"player": people[0].pk}, headers=HTMX)
    part = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in part
    assert part.count('class="card bill"') == 1
    assert 'id="money-totals"' in part
    assert part.count('hx-swap-oob="true"') == 1
    assert f'id="pay-{people[0].pk}"' in part


def test_the_second_one_sees_that_it_is_paid(cast: Cast, desk: Client, url: Any, session: Session) -> None:
    player = session.places.get(number=1).contestant.entrants.get(position=1).player
    assert player
    take_money(actor=cast.actor("scorer"), session=session, players=[player])
    for headers in ({}, HTMX):
        answer = desk.post(url("session-take-money"), {"player": player.pk}, headers=headers)
        assert answer.status_code == 422
        assert f"{player} has paid 4.00 already: taken by Scorer Tenace" in answer.content.decode()
    answer = desk.post(url("session-take-money"), {"party": session.places.get(number=1).pk})
    assert answer.status_code == 302
    answer = desk.post(url("session-take-money"), {"party": session.places.get(number=1).pk})
    assert answer.status_code == 422
    assert TableMoney.objects.count() == 2


def test_all_the_rest_takes_no_other_sum_than_was_seen(desk: Client, url: Any, people: list[Player]) -> None:
    desk.post(url("session-take-money"), {"player": people[5].pk})
    answer = desk.post(url("session-take-money"), {"rest": "all", "due": "86.50"})
    assert answer.status_code == 422
    assert "86.50 was open when you looked, now it is 81.00" in answer.content.decode()
    assert desk.post(url("session-take-money"), {"rest": "all", "due": "81.00"}).status_code == 302


def test_a_tap_by_mistake_is_taken_back(desk: Client, url: Any, people: list[Player]) -> None:
    desk.post(url("session-take-money"), {"player": people[0].pk})
    row = TableMoney.objects.get()
    for headers, status in (({}, 302), (HTMX, 422)):
        answer = desk.post(url("session-withdraw-money"), {"money": row.pk}, headers=headers)
        assert answer.status_code == status
    row.refresh_from_db()
    assert row.withdrawn_at
    assert desk.post(url("session-withdraw-money"), {"money": "x"}).status_code == 404


def test_another_amount_and_another_way(desk: Client, url: Any, people: list[Player]) -> None:
    page = url("session-settle-money", player_id=people[0].pk)
    assert 'id="settle"' in desk.get(page).content.decode()
    assert "<html" not in desk.get(page, headers=HTMX).content.decode()
    desk.post(page, {"how": "card", "amount": "3,20", "reason": "the rest next week"})
    assert TableMoney.objects.get().amount == Decimal("3.20")
    assert "Take 0.80" in desk.get(page).content.decode()
    desk.post(page, {"how": "cash", "amount": ""})
    assert [row.amount for row in TableMoney.objects.order_by("pk")] == [Decimal("3.20"), Decimal("0.80")]
    assert 'value="0.80"' in desk.get(page).content.decode()
    for row in TableMoney.objects.all():
        desk.post(url("session-withdraw-money"), {"money": row.pk})
    desk.post(page, {"how": "card", "amount": "3,20", "reason": "a junior", "let_off": "on"})
    assert 'value="3.20"' in desk.get(page).content.decode()
    desk.post(page, {"how": "free", "amount": "", "reason": "directs"}, headers=HTMX)
    assert [row.how for row in TableMoney.objects.filter(withdrawn_at=None)] == ["free"]


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"how": "free"}, "Say why Player 001 plays free."),
        ({"how": "cash", "amount": "four"}, "Write the amount in figures, such as 4.50."),
        ({"how": "cash", "amount": "0"}, "Write the amount that Player 001 paid"),
        ({"how": "shells"}, "Select a valid choice"),
        ({"how": "cash", "amount": "99999999"}, "digits before the decimal point"),
    ],
)
def test_a_wrong_entry_is_explained_and_what_was_typed_stays(
    desk: Client, url: Any, people: list[Player], sent: dict[str, str], sentence: str
) -> None:
    page = url("session-settle-money", player_id=people[0].pk)
    for headers in ({}, HTMX):
        answer = desk.post(page, sent | {"reason": ""}, headers=headers)
        assert answer.status_code == 422
        assert sentence in answer.content.decode()
        assert f'value="{sent.get("amount", "")}"' in answer.content.decode() or "amount" not in sent
    assert not TableMoney.objects.exists()


def test_names_are_searched_and_open_ones_filtered(desk: Client, url: Any, people: list[Player]) -> None:
    def cards(**asked: str) -> int:
        return desk.get(url(), asked).content.decode().count('class="card bill"')

    assert (cards(), cards(q="player 003"), cards(q="nobody")) == (4, 1, 0)
    desk.post(url("session-take-money"), {"table": "A-1"})
    assert cards(only_open="on") == 3
    assert cards(q="\x00") == 4


def test_nobody_seated_says_what_to_do(desk: Client, url: Any, session: Session) -> None:
    session.places.all().delete()
    page = desk.get(url()).content.decode()
    assert "Nobody is seated yet" in page
    assert "To the seating" in page


def test_an_event_without_table_money_says_so(desk: Client, url: Any, session: Session) -> None:
    type(session.event).objects.update(fee=0, visitor_fee=0)
    page = desk.get(url()).content.decode()
    assert "No table money is laid down" in page
    assert "owes nothing" in page


def test_an_unknown_player_is_named_first(desk: Client, url: Any, people: list[Player]) -> None:
    Entrant.objects.filter(player=people[3]).update(player=None)
    page = desk.get(url()).content.decode()
    assert "unknown, table" in page
    assert "Name them" in page


def test_a_button_that_is_not_there_changes_nothing(desk: Client, url: Any, cast: Cast) -> None:
    take = url("session-take-money")
    for sent in ({"player": cast.member.player.pk}, {"player": "x"}, {"party": "99999"}, {"table": "Z-9"}):
        assert desk.post(take, sent).status_code == 404
    assert desk.post(take, {}).status_code == 422
    assert desk.get(url("session-settle-money", player_id=cast.member.player.pk)).status_code == 404
    assert not TableMoney.objects.exists()


def test_the_sheet_for_the_treasurer(desk: Client, url: Any, people: list[Player]) -> None:
    Player.objects.filter(pk=people[0].pk).update(display_name="=1+1")
    desk.post(url("session-take-money"), {"player": people[0].pk})
    answer = desk.get(url("session-export-money"))
    text = b"".join(answer.streaming_content).decode("utf-8-sig")  # type: ignore[attr-defined]
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0][:4] == ["Name", "Where", "Member", "Owed"]
    assert len(rows) == 17
    [paid] = [row for row in rows[1:] if row[5]]
    assert paid[0] == "'=1+1"
    assert paid[2:6] == ["yes", "4.00", "4.00", "Paid in cash"]
    assert "table-money" in answer.headers["Content-Disposition"]


def test_the_page_costs_the_same_for_many_tables(
    cast: Cast, desk: Client, url: Any, django_assert_max_num_queries: Any
) -> None:
    large = make_session(cast.harbour, 20, kind=MovementKind.MITCHELL, name="Large", fee=Decimal(4))
    desk.get(url())
    with django_assert_max_num_queries(22) as few:
        desk.get(url())
    with django_assert_max_num_queries(len(few)):
        desk.get(reverse("club-session-money", kwargs={"slug": "harbour", "session_id": large.pk}))
