"""Table money, officials, substitutes and line-ups in the admin: every change goes through its service."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import AuditEntry, Player
from events.models import LineUp, Session, SessionOfficial, Substitution, TableMoney
from events.movements import MovementKind, Unit
from tests.cast import Cast
from tests.events.evening import make_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(cast: Cast, people: list[Player]) -> Session:
    return make_session(
        cast.harbour, 4, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN, players=people, visitor_fee=5, fee=5
    )


def url(model: type, view: str, *args: object) -> str:
    return reverse(f"admin:events_{model._meta.model_name}_{view}", args=args)  # type: ignore[attr-defined]


def said(answer: Any) -> str:
    return str(answer.context["adminform"].form.errors)


def act(office: Client, model: type, action: str, *rows: Any) -> str:
    data = {"action": action, "_selected_action": [row.pk for row in rows]}
    return office.post(url(model, "changelist"), data, follow=True).content.decode()


def test_money_is_taken_once_and_withdrawn(office: Client, session: Session, people: list[Player]) -> None:
    sent = {"session": session.pk, "player": people[0].pk, "how": "cash", "amount": "5", "reason": ""}
    assert office.post(url(TableMoney, "add"), sent).status_code == 302
    assert "has paid 5.00 already" in said(office.post(url(TableMoney, "add"), sent))
    row = TableMoney.objects.get()
    assert "Done for 1 row" in act(office, TableMoney, "withdraw", row)
    assert "withdrawn already" in act(office, TableMoney, "withdraw", row)
    acts = AuditEntry.objects.filter(act__startswith="money.").order_by("number").values_list("act", flat=True)
    assert list(acts) == ["money.take", "money.withdraw"]


def test_officials_are_named_given_deputies_and_taken_off(
    office: Client, session: Session, cast: Cast, people: list[Player]
) -> None:
    sent = {"session": session.pk, "player": people[0].pk, "duty": "director", "deputy": people[1].pk}
    assert "plays with" in said(office.post(url(SessionOfficial, "add"), sent))
    assert office.post(url(SessionOfficial, "add"), sent | {"deputy": cast.scorer.player.pk}).status_code == 302
    row = SessionOfficial.objects.get()
    change = url(SessionOfficial, "change", row.pk)
    assert office.post(change, {"deputy": cast.member.player.pk}).status_code == 302
    row.refresh_from_db()
    assert row.deputy == cast.member.player
    assert "Done for 1 row" in act(office, SessionOfficial, "take_off", row)
    assert not SessionOfficial.objects.exists()


def test_substitutes_are_taken_and_withdrawn(
    office: Client, session: Session, cast: Cast, people: list[Player]
) -> None:
    place = session.places.get(number=1)
    entrant = place.contestant.entrants.get(position=1)
    sent = {"place": place.pk, "entrant": entrant.pk, "player": people[15].pk, "first_round": "1", "reason": ""}
    assert "sits at table" in said(office.post(url(Substitution, "add"), sent))
    assert office.post(url(Substitution, "add"), sent | {"player": cast.member.player.pk}).status_code == 302
    assert "Done for 1 row" in act(office, Substitution, "withdraw", Substitution.objects.get())


def test_line_ups_are_given_and_put_right(office: Client, session: Session) -> None:
    place = session.places.get(number=1)
    one, two, three, four = (entrant.pk for entrant in place.contestant.entrants.order_by("position"))
    seats = {"north": four, "south": three, "east": two, "west": one}
    sent = {"place": place.pk, "first_round": "2", **seats}
    assert "named twice" in said(office.post(url(LineUp, "add"), sent | {"west": four}))
    assert office.post(url(LineUp, "add"), sent).status_code == 302
    row = LineUp.objects.get()
    turned = {"north": one, "south": two, "east": three, "west": four}
    assert office.post(url(LineUp, "change", row.pk), turned).status_code == 302
    row.refresh_from_db()
    assert row.north_id == one
