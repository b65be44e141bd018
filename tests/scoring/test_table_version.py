"""A table's stamp: whatever its devices are told differently, the stamp is another one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.services.players import change_player
from events.models import Entrant, Place, Section, Session, TableCode
from events.services.clock import add_time
from events.services.sessions import call_round, finish_session
from events.services.substitutes import add_substitute
from events.services.tables import revoke_code
from scoring.models import ScoreEntry
from scoring.result_input import ResultInput
from scoring.selectors.at_table import static_state, table_state
from scoring.selectors.table_version import TableVersion, table_version
from scoring.services import adjusting, announcements, results, table_rules
from scoring.services.entries import settle_entry
from tests.cast import Cast
from tests.events.evening import make_players
from tests.scoring.devices import answers, call, claim, due, new_key, post

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_asked() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def fresh(session: Session) -> TableCode:
    return TableCode.objects.select_related("section__session__event__club__federation").get(
        section__session=session, table=1, revoked_at=None
    )


def evening(cast: Cast, session: Session, client: Client) -> Iterator[Callable[[], Any]]:
    """One act after the other, each of them seen at table 1."""
    director, section = cast.actor("director"), Section.objects.get(session=session)
    code, first, second = fresh(session), *due(session)[:2]
    wrong, right = claim(first, tricks=9), claim(first)
    again = claim(first, tricks=12, seen=1)
    yield lambda: answers(client, code, wrong, phone="a")
    yield lambda: answers(client, code, {"key": new_key(), "confirms": wrong["key"], "agrees": False}, phone="b")
    yield lambda: settle_entry(actor=director, entry=ScoreEntry.objects.get(key=wrong["key"]), take=False)
    yield lambda: answers(client, code, right, phone="a")
    yield lambda: answers(client, code, {"key": new_key(), "confirms": right["key"], "agrees": True}, phone="b")
    yield lambda: answers(client, code, again, phone="a")
    yield lambda: results.set_result(actor=director, play=second, result=ResultInput.parse("3NT= S"))
    yield lambda: results.set_result(
        actor=director, play=second, result=ResultInput.parse("3NT-1 S"), reason="Mistyped"
    )
    yield lambda: adjusting.adjust(actor=director, play=second, kind="not-played", ns=None, ew=None, reason="Fouled")
    yield lambda: adjusting.withdraw_adjustment(actor=director, play=second, reason="It was not")
    yield lambda: call(client, code, act="call")
    yield lambda: call(client, code, act="call", reason="score")
    yield lambda: call(client, code, act="take-back")
    yield lambda: announcements.announce(actor=director, session=session, text="Coffee")
    yield lambda: announcements.withdraw_announcement(actor=director, announcement=session.announcements.get())
    yield lambda: table_rules.set_rules(actor=director, section=section, traveller="own")
    yield lambda: table_rules.set_rules(actor=director, section=section, traveller="nothing")
    yield lambda: add_time(actor=director, session=session, minutes=2)
    entrant = Entrant.objects.filter(contestant=first.north).first()
    assert entrant is not None
    yield lambda: change_player(actor=cast.actor("operator"), player=entrant.player, display_name="Somebody Else")
    place = Place.objects.get(session=session, contestant=first.north)
    [guest] = make_players(1, "Guest")
    yield lambda: add_substitute(actor=director, place=place, entrant=entrant, player=guest, first_round=1)
    yield lambda: Entrant.objects.filter(contestant=first.east).update(player=None)
    yield lambda: call_round(actor=director, session=session)
    dropped = due(session, round_number=2)[0]
    yield lambda: results.drop_board(actor=director, play=dropped, reason="No time")
    yield lambda: results.restore_board(actor=director, play=dropped)


def known_stamp(code: TableCode) -> TableVersion:
    stamp = table_version(code.code)
    assert stamp is not None
    return stamp


def test_whatever_a_table_is_told_differently_changes_its_stamp(cast: Cast, session: Session, client: Client) -> None:
    code = fresh(session)
    stamp, told = known_stamp(code), table_state(code)
    for number, act in enumerate(evening(cast, session, client), start=1):
        act()
        new_stamp, new_told = known_stamp(code), table_state(fresh(session))
        assert new_told != told, f"act {number} is not seen at the table: it shows nothing here"
        assert new_stamp != stamp, f"act {number}"
        if new_stamp.static == stamp.static:
            assert static_state(fresh(session)) == {name: told[name] for name in static_state(code)}, f"act {number}"
        stamp, told = new_stamp, new_told
    assert table_version(code.code) == stamp


def test_what_happens_at_another_table_does_not(cast: Cast, session: Session, client: Client) -> None:
    code = fresh(session)
    stamp = table_version(code.code)
    other = TableCode.objects.get(section__session=session, table=2)
    answers(client, other, claim(due(session, 2)[0], confirmed=True))
    call(client, other, act="call")
    assert table_version(code.code) == stamp


def test_after_a_result_who_sits_where_is_not_read_again(cast: Cast, session: Session, client: Client) -> None:
    code = fresh(session)
    first, second = due(session)[:2]
    statements = {}
    for play in (first, second):
        with CaptureQueriesContext(connection) as asked:
            told = client.get(f"/t/{code.code}/state/").json()
        statements[play.board] = len(asked)
        assert told == json.loads(json.dumps(table_state(fresh(session)), cls=DjangoJSONEncoder))
        answers(client, code, claim(play, confirmed=True))
    assert statements[second.board] <= statements[first.board] - 8


def test_an_unchanged_state_is_one_statement_and_a_code_that_opens_nothing_none(
    cast: Cast, session: Session, client: Client
) -> None:
    code = fresh(session)
    tag = client.get(f"/t/{code.code}/state/")["ETag"]
    with CaptureQueriesContext(connection) as statements:
        again = client.get(f"/t/{code.code}/state/", headers={"If-None-Match": tag})
    assert (again.status_code, len(statements)) == (304, 1)
    new = revoke_code(actor=cast.actor("director"), code=code)
    assert client.get(f"/t/{code.code}/state/", headers={"If-None-Match": tag}).status_code == 404
    tag = client.get(f"/t/{new.code}/state/")["ETag"]
    finish_session(actor=cast.actor("director"), session=session, reason="Power cut")
    # Its devices show the end for a while: the whole of it, whatever they knew.
    assert client.get(f"/t/{new.code}/state/", headers={"If-None-Match": tag}).status_code == 200
    assert table_version("NOT A CODE") is None
    assert post(client, new, claim(due(session)[0])).status_code == 200
