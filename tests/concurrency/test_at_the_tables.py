"""Two phones at once, and the desk between them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from clubs.models import Membership
from core.actors import Actor, ActorKind, system
from core.errors import Conflict
from events.models import Clock, Entrant, Session, TableCode
from events.selectors.table_codes import find_code, table_device_name
from events.services.clock import add_time, begin_round
from events.services.identify import identify
from events.services.tables import give_codes, make_codes
from tests.cast import Cast
from tests.concurrency.threads import all_chains_are_whole, at_once, refused
from tests.events.evening import EVENING, make_players, make_session

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def session(people: Cast) -> Session:
    session = make_session(people.harbour, 6)
    Entrant.objects.update(player=None)
    give_codes(session, actor=system())
    [player] = make_players(1, "Member")
    Membership.objects.create(player=player, club=people.harbour, number="11", starts=date(2020, 1, 1))
    return session


def key_in(table: int, number: str) -> Any:
    code = find_code(TableCode.objects.get(table=table).code)
    assert code is not None
    actor = Actor(ActorKind.DEVICE, device=table_device_name(code), at=EVENING)
    return identify(actor=actor, code=code, seats={"N": number})


def test_one_player_keyed_in_at_two_tables_sits_at_one(session: Session) -> None:
    problems = refused(at_once(lambda number: key_in(number + 1, "11")), ValidationError)
    assert len(problems) == 1
    assert Entrant.objects.filter(player__isnull=False).count() == 1
    assert all_chains_are_whole()


def test_two_phones_at_one_table_name_the_player_once(session: Session) -> None:
    assert refused(at_once(lambda number: key_in(1, "11")), ValidationError) == []
    assert Entrant.objects.filter(player__isnull=False).count() == 1


def test_codes_asked_for_twice_are_made_once(people: Cast, session: Session) -> None:
    TableCode.objects.all().delete()

    def ask(number: int) -> Any:
        section = Session.objects.get(pk=session.pk).sections.get()
        return make_codes(actor=people.actor("director"), section=section)

    assert refused(at_once(ask), ValidationError) == []
    assert TableCode.objects.count() == 3


def test_two_who_add_a_minute_from_the_same_page_add_one(people: Cast, session: Session) -> None:
    clock = begin_round(session, EVENING, actor=system(EVENING))

    def add(number: int) -> Clock:
        return add_time(actor=people.actor("director"), session=session, minutes=1, version=clock.version)

    before = clock.phase_seconds
    assert len(refused(at_once(add), Conflict)) == 1
    assert Clock.objects.get().version == clock.version + 1
    assert Clock.objects.get().phase_seconds >= before + 60
