"""Where tables lead: a table begins the next round when everything is in and the players and boards are there."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from core.actors import Actor, ActorKind, system
from events.models import Play, Section, Session, TableCode, TableRound
from events.movements.model import MovementKind
from events.selectors.table_codes import table_device_name
from events.selectors.table_rounds import last_begun_round
from events.services.repairs import let_leave
from events.services.sessions import call_round, recall_round
from events.services.tables import give_codes
from scoring.engine.sheet import AVERAGE
from scoring.models import BoardResult, DirectorCall, ScoreEntry
from scoring.result_input import ResultInput
from scoring.selectors.at_table import table_state
from scoring.selectors.table_rounds import round_at
from scoring.selectors.table_version import table_version
from scoring.services.adjusting import adjust
from scoring.services.director_calls import call_director
from scoring.services.entries import Claim, submit_claim
from scoring.services.results import postpone_board, set_result
from scoring.services.table_rounds import begin_next_round
from scoring.services.table_rules import set_club_rules, set_rules
from tests.cast import Cast
from tests.events.evening import make_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(cast: Cast) -> Session:
    """A Mitchell of five tables, two boards a round; the club's tables go on by themselves."""
    session = make_session(cast.harbour, 10, kind=MovementKind.MITCHELL, boards_per_round=2)
    give_codes(session, actor=system())
    set_club_rules(actor=cast.actor("director"), club=cast.harbour, next_round="tables")
    return Session.objects.select_related("event__club__federation").get(pk=session.pk)


def code_of(session: Session, table: int) -> TableCode:
    rows = TableCode.objects.select_related("section__session__event__club__federation")
    return rows.get(section__session=session, table=table)


def plays_at(session: Session, table: int, number: int) -> list[Play]:
    rows = Play.objects.filter(section__session=session, table=table, round=number)
    return list(rows.select_related("section__session__event__club__federation").order_by("board"))


def play(session: Session, number: int, *tables: int, leave: int = 0) -> None:
    for table in tables:
        plays = plays_at(session, table, number)
        for one in plays[: len(plays) - leave]:
            set_result(actor=system(), play=one, result=ResultInput.parse("1NT= N"))


def begin(session: Session, table: int, number: int) -> int:
    code = code_of(session, table)
    return begin_next_round(
        actor=Actor(ActorKind.DEVICE, at=system().at, device=table_device_name(code)), code=code, number=number
    )


def rounds(session: Session) -> dict[int, int]:
    section = Section.objects.select_related("session__event").get(session=session)
    return {table: round_at(section, table) for table in range(1, 6)}


# In a Mitchell East-West move up a table and the boards down one: table 2 waits for pairs of 1 and boards of 3.
def test_a_table_goes_on_when_its_players_and_boards_are_there(session: Session) -> None:
    play(session, 1, 1, 2, 3)
    assert begin(session, 2, 2) == 2
    assert rounds(session) == {1: 1, 2: 2, 3: 1, 4: 1, 5: 1}
    session.refresh_from_db()
    assert session.round == 1


def test_what_is_missing_is_named(session: Session) -> None:
    play(session, 1, 2, leave=1)
    with pytest.raises(ValidationError, match="is not in at this table"):
        begin(session, 2, 2)
    play_last = plays_at(session, 2, 1)[-1]
    set_result(actor=system(), play=play_last, result=ResultInput.parse("P"))
    with pytest.raises(ValidationError) as refused:
        begin(session, 2, 2)
    said = " ".join(refused.value.messages)
    assert "still plays at table" in said
    assert "are still at table" in said
    assert not TableRound.objects.exists()


def test_a_claim_that_the_opponents_have_yet_to_check_keeps_the_table(session: Session) -> None:
    play(session, 1, 1, 3)
    play(session, 1, 2, leave=1)
    last = plays_at(session, 2, 1)[-1]
    submit_claim(
        actor=system(),
        play=last,
        claim=Claim("k" * 20, ResultInput.parse("1NT= N"), side="NS"),
        code=code_of(session, 2),
    )
    assert ScoreEntry.objects.get().state == "waiting"
    with pytest.raises(ValidationError, match="let the opponents check it"):
        begin(session, 2, 2)


def test_what_the_director_has_in_hand_keeps_nobody(cast: Cast, session: Session) -> None:
    director = cast.actor("director")
    play(session, 1, 1, 3)
    first, second = plays_at(session, 2, 1)
    adjust(actor=director, play=first, kind="artificial", ns=AVERAGE, ew=AVERAGE, reason="Fouled")
    postpone_board(actor=director, play=second, reason="Late")
    assert begin(session, 2, 2) == 2


def test_asking_twice_begins_it_once_and_no_round_is_skipped(session: Session) -> None:
    play(session, 1, 1, 2, 3)
    assert begin(session, 2, 2) == 2
    assert begin(session, 2, 2) == 2
    with pytest.raises(ValidationError, match="plays round 2"):
        begin(session, 2, 4)
    assert TableRound.objects.count() == 1


def test_when_the_last_table_has_gone_on_the_sessions_round_follows(session: Session) -> None:
    play(session, 1, 1, 2, 3, 4, 5)
    for table in (1, 2, 3, 4):
        begin(session, table, 2)
    session.refresh_from_db()
    assert session.round == 1
    begin(session, 5, 2)
    session.refresh_from_db()
    assert session.round == 2
    assert set(rounds(session).values()) == {2}


def test_a_table_ahead_enters_and_corrects_its_own_round(cast: Cast, session: Session) -> None:
    play(session, 1, 1, 2, 3)
    here, code = plays_at(session, 2, 2)[0], code_of(session, 2)
    claim = Claim("a" * 20, ResultInput.parse("1NT= N"), side="NS", confirmed=True)
    with pytest.raises(ValidationError, match="is due in round 2"):
        submit_claim(actor=system(), play=here, claim=claim, code=code)
    begin(session, 2, 2)
    submit_claim(actor=system(), play=here, claim=claim, code=code)
    again = Claim("b" * 20, ResultInput.parse("2NT= N"), side="NS", seen=1, confirmed=True)
    submit_claim(actor=system(), play=here, claim=again, code=code)
    assert BoardResult.objects.current().get(play=here).contract == "2NT"
    call_director(actor=system(), section=code.section, table=2, code=code)
    assert DirectorCall.objects.get().round == 2


def test_the_device_is_told_and_its_state_changes(session: Session) -> None:
    before = table_version(code_of(session, 2).code)
    state = table_state(code_of(session, 2))
    assert (state["round"], state["goes_on"]) == (1, True)
    play(session, 1, 1, 2, 3)
    begin(session, 2, 2)
    assert table_version(code_of(session, 2).code) != before
    state = table_state(code_of(session, 2))
    assert state["round"] == 2
    assert {board["board"] for board in state["boards"]} == {one.board for one in plays_at(session, 2, 2)}


def test_by_rule_the_director_calls_and_a_section_may_be_an_exception(cast: Cast, session: Session) -> None:
    section = session.sections.select_related("session__event__club__federation").get()
    play(session, 1, 1, 2, 3)
    begin(session, 2, 2)
    set_rules(actor=cast.actor("director"), section=section, next_round="called")
    assert rounds(session)[2] == 1
    with pytest.raises(ValidationError, match="The director calls the next round"):
        begin(session, 1, 2)
    assert table_state(code_of(session, 1))["goes_on"] is False


def test_the_director_may_still_call_the_round_and_take_it_back(cast: Cast, session: Session) -> None:
    director = cast.actor("director")
    play(session, 1, 1, 2, 3)
    begin(session, 2, 2)
    session = call_round(actor=director, session=session)
    assert set(rounds(session).values()) == {2}
    recall_round(actor=director, session=session)
    assert rounds(session) == {1: 1, 2: 2, 3: 1, 4: 1, 5: 1}


def test_a_swiss_waits_for_its_draw(cast: Cast) -> None:
    session = make_session(cast.harbour, 6, kind=MovementKind.SWISS, boards_per_round=2)
    Play.objects.filter(section__session=session, round__gt=1).delete()
    give_codes(session, actor=system())
    set_club_rules(actor=cast.actor("director"), club=cast.harbour, next_round="tables")
    play(session, 1, 1, 2, 3)
    with pytest.raises(ValidationError, match="Nobody plays at this table in round 2"):
        begin(session, 1, 2)


def test_who_leaves_is_taken_out_after_the_newest_round_that_anybody_plays(cast: Cast, session: Session) -> None:
    play(session, 1, 1, 2, 3)
    begin(session, 2, 2)
    assert last_begun_round(session) == 2
    seated = {(one.table, one.board): one.contestant_ids for one in Play.objects.filter(round=2)}
    let_leave(actor=cast.actor("director"), place=session.places.get(number=7), reason="Unwell")
    assert {(one.table, one.board): one.contestant_ids for one in Play.objects.filter(round=2)} == seated


def post(client: Client, code: TableCode, body: dict[str, Any]) -> Any:
    return client.post(reverse("table-next-round", kwargs={"code": code.code}), body, content_type="application/json")


def test_a_device_begins_the_round_and_reads_what_it_waits_for(client: Client, session: Session) -> None:
    code = code_of(session, 2)
    refused = post(client, code, {"phone": "a", "round": 2})
    assert refused.status_code == 422
    assert "is not in at this table" in refused.json()["sentence"]
    assert post(client, code, {"round": "2"}).status_code == 400
    play(session, 1, 1, 2, 3)
    assert post(client, code, {"round": 2}).json() == {"round": 2}


def test_without_script_the_page_has_a_button_for_it(client: Client, session: Session) -> None:
    code = code_of(session, 2)
    page = reverse("table", kwargs={"code": code.code})
    assert "We sit here now: begin round 2" in client.get(page).content.decode()
    play(session, 1, 1, 2, 3)
    client.post(reverse("table-act", kwargs={"code": code.code}), {"act": "next-round", "round": "2"})
    assert rounds(session)[2] == 2


def test_the_desk_sees_a_table_that_is_ahead(cast: Cast, client: Client, session: Session) -> None:
    play(session, 1, 1, 2, 3)
    begin(session, 2, 2)
    play(session, 2, 2)
    client.force_login(cast.director)
    page = reverse("club-session-desk", kwargs={"slug": "harbour", "session_id": session.pk})
    assert "in round 2" in client.get(page).content.decode()
    assert "1NT" in client.get(page, {"round": "2"}).content.decode()
