"""Every switch that the director has for the tables does what it says, on the server's side of it.

What the script does with them is in `tests/browser/test_table.py`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.models import Play, Session, TableCode
from events.movements.model import MovementKind, Unit
from events.services.sessions import finish_session
from events.services.tables import give_codes
from jobs import services as jobs
from scoring.models import BoardResult, ScoreEntry
from scoring.selectors.table_rules import RULES
from scoring.services.table_rules import set_rules
from tests.cast import Cast
from tests.events.decks import make_set, release, take
from tests.events.evening import make_session
from tests.scoring.devices import answers, call, claim, code_at, due, state, traveller

pytestmark = pytest.mark.django_db


@dataclass
class Evening:
    """A session, its first table, and the board that this table is to play first; two other tables have played it."""

    cast: Cast
    client: Client
    session: Session

    @property
    def code(self) -> TableCode:
        return code_at(self.session)

    @property
    def plays(self) -> list[Play]:
        return due(self.session)

    def rule(self, **rules: Any) -> None:
        set_rules(actor=self.cast.actor("director"), section=self.session.sections.get(), **rules)

    def says(self, play: Play | None = None, **more: Any) -> dict[str, Any]:
        return answers(self.client, self.code, claim(play or self.plays[0], **more))[0]

    def state(self) -> dict[str, Any]:
        return state(self.client, self.code)

    def lines(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = traveller(self.client, self.code, self.plays[0].board).json()["lines"]
        return found

    def plain(self) -> str:
        play = self.plays[0]
        return self.client.get(f"/t/{self.code.code}/1/{play.board}/").content.decode()


@pytest.fixture
def evening(cast: Cast, client: Client) -> Evening:
    session = make_session(cast.harbour, 8, kind=MovementKind.MITCHELL)
    give_codes(session, actor=cast.actor("secretary"))
    first = due(session)[0]
    for other in Play.objects.filter(section__session=session, board=first.board).exclude(pk=first.pk)[:2]:
        Session.objects.update(round=other.round)
        answers(client, code_at(session, other.table), claim(other, tricks=11, confirmed=True))
    Session.objects.update(round=1)
    return Evening(cast, client, Session.objects.get())


def confirm(evening: Evening) -> None:
    assert evening.says()["state"] == "waiting"
    evening.rule(confirm=False)
    assert evening.says(evening.plays[1])["state"] == "agreed"


def lead(evening: Evening) -> None:
    assert 'name="lead"' in evening.plain()
    evening.rule(lead=False)
    assert evening.state()["rules"]["lead"] is False
    assert 'name="lead"' not in evening.plain()


def check_lead(evening: Evening) -> None:
    section = take(evening.session, make_set(evening.cast.harbour, 28))
    assert section.board_set is not None
    deal = section.board_set.boards.get(number=evening.plays[0].board).deal
    south = deal.split(":")[1].split(" ")[2]
    spade = south.split(".")[0][:1]
    held = {"lead": f"S{spade}", "declarer": "N"} if spade else {"lead": f"H{south.split('.')[1][0]}", "declarer": "N"}
    asked = evening.says(sure=False, **held)
    assert "lead" in [one["code"] for one in asked["questions"]], "South does not lead against North"
    evening.rule(check_lead=False)
    asked = evening.says(sure=False, tricks=9, **held)
    assert "lead" not in [one["code"] for one in asked["questions"]]


def declarer_pair(evening: Evening) -> None:
    assert evening.state()["rules"]["declarer_pair"] is False
    evening.rule(declarer_pair=True)
    assert evening.state()["rules"]["declarer_pair"] is True
    seats = {seat["seat"]: seat["pair"] for seat in evening.state()["seats"]}
    fits = evening.says(sure=False, pair=seats["N"])
    assert "pair" not in [one["code"] for one in fits["questions"]]
    asked = evening.says(evening.plays[1], sure=False, pair=seats["E"])
    assert "pair" in [one["code"] for one in asked["questions"]]
    assert ScoreEntry.objects.get(play=evening.plays[1]).declared_by == seats["E"]


def tricks(evening: Evening) -> None:
    evening.rule(tricks="total")
    assert evening.state()["rules"]["tricks"] == "total"


def correct(evening: Evening) -> None:
    evening.says(confirmed=True)
    assert evening.says(tricks=11, confirmed=True, seen=1)["state"] == "agreed"
    evening.rule(correct=False)
    assert evening.says(tricks=12, confirmed=True, seen=2)["state"] == "disputed", "the desk is asked"
    assert BoardResult.objects.current().get(play=evening.plays[0]).tricks == 11


def shown(evening: Evening) -> None:
    evening.says(confirmed=True)
    assert len(evening.lines()) == 3
    evening.rule(traveller="own")
    assert [line["own"] for line in evening.lines()] == [True]
    evening.rule(traveller="nothing")
    assert evening.lines() == []


def percentages(evening: Evening) -> None:
    evening.says(confirmed=True)
    assert {"ns_percent", "ns_points"} <= evening.lines()[0].keys()
    evening.rule(percentages=False)
    assert "ns_points" in evening.lines()[0]
    assert "ns_percent" not in evening.lines()[0]


def most_results(evening: Evening) -> None:
    evening.says(confirmed=True)
    evening.rule(most_results=2)
    assert len(evening.lines()) == 2
    assert any(line["own"] for line in evening.lines())


def hand(evening: Evening) -> None:
    take(evening.session, make_set(evening.cast.harbour, 28))
    evening.says(confirmed=True)
    where = evening.plays[0].board
    Play.objects.filter(board=where).update(state="done")
    release(Play.objects.filter(board=where))
    assert traveller(evening.client, evening.code, where).json()["hand"] is None
    evening.rule(hand=True)
    assert traveller(evening.client, evening.code, where).json()["hand"] is not None


def ranking(evening: Evening) -> None:
    where = f"/t/{evening.code.code}/ranking/"
    evening.rule(ranking="round")
    assert evening.state()["ranking"] is False, "there are boards to play"
    assert evening.client.get(where).status_code == 404
    for play in evening.plays:
        evening.says(play, confirmed=True)
    jobs.run_due("live")
    assert evening.state()["ranking"] is True
    [north, east] = evening.client.get(where).json()["rankings"]
    assert (north["side"], east["side"]) == ("NS", "EW")
    assert [line["number"] for line in north["lines"] if line["own"]] == ["1"]
    assert north["lines"][0]["names"].startswith("Player")
    evening.rule(ranking="end")
    assert evening.state()["ranking"] is False, "it is not the end"
    evening.rule(ranking="never")
    actor = evening.cast.actor("director")
    finish_session(actor=actor, session=evening.session, reason="The lights went out")
    assert evening.state()["ranking"] is False
    evening.rule(ranking="end", names=False)
    assert evening.state()["ranking"] is True
    assert evening.client.get(where).json()["rankings"][0]["lines"][0]["names"] == ""
    assert "The session is finished" in evening.client.get(f"/t/{evening.code.code}/").content.decode()


def letters(evening: Evening) -> None:
    evening.rule(letters=True)
    assert evening.state()["rules"]["letters"] is True


def names(evening: Evening) -> None:
    evening.says(confirmed=True)
    assert "Player" in str(evening.state())
    evening.rule(names=False)
    assert "Player" not in str(evening.state())
    assert "Player" not in str(evening.lines())


def in_order(evening: Evening) -> None:
    assert evening.says(evening.plays[1], sure=False)["questions"] == []
    evening.rule(in_order=True)
    asked = evening.says(evening.plays[2], sure=False)
    assert [one["code"] for one in asked["questions"]] == ["order"]


def not_played(evening: Evening) -> None:
    assert evening.says(outcome="not-played", confirmed=True)["state"] == "agreed"
    assert 'value="not-played"' in evening.plain()
    evening.rule(not_played=False)
    assert evening.says(evening.plays[1], outcome="not-played", confirmed=True)["state"] == "refused"
    assert 'value="not-played"' not in evening.plain()


def calls(evening: Evening) -> None:
    assert call(evening.client, evening.code, act="call").status_code == 200
    evening.rule(call=False)
    assert call(evening.client, evening.code, act="call").status_code == 422


def next_seats(evening: Evening) -> None:
    assert evening.state()["goes"]
    assert evening.state()["next"]
    evening.rule(next_seats=False)
    assert evening.state()["goes"] == []
    assert evening.state()["next"] is None


def next_round(evening: Evening) -> None:
    assert evening.state()["goes_on"] is False
    evening.rule(next_round="tables")
    assert evening.state()["goes_on"] is True


SWITCHES: dict[str, Callable[[Evening], None]] = {
    "next_round": next_round,
    "confirm": confirm,
    "lead": lead,
    "check_lead": check_lead,
    "declarer_pair": declarer_pair,
    "tricks": tricks,
    "correct": correct,
    "traveller": shown,
    "percentages": percentages,
    "most_results": most_results,
    "hand": hand,
    "ranking": ranking,
    "letters": letters,
    "names": names,
    "in_order": in_order,
    "not_played": not_played,
    "call": calls,
    "next_seats": next_seats,
}


def test_no_switch_is_forgotten() -> None:
    assert set(SWITCHES) == RULES


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_does_what_it_says(name: str, evening: Evening) -> None:
    SWITCHES[name](evening)


def test_at_the_end_means_when_nobody_has_a_board_to_play(evening: Evening) -> None:
    evening.rule(ranking="end")
    last = max(Play.objects.values_list("round", flat=True))
    Play.objects.exclude(round=last).update(state="done")
    Session.objects.update(round=last)
    for play in due(evening.session, round_number=last):
        answers(evening.client, evening.code, claim(play, confirmed=True))
    assert evening.state()["ranking"] is False, "others are still playing"
    Play.objects.update(state="done")
    assert evening.state()["ranking"] is True


def test_the_ranking_costs_the_same_at_any_size(cast: Cast, client: Client) -> None:
    costs = []
    for contestants in (8, 24):
        session = make_session(cast.harbour, contestants, kind=MovementKind.MITCHELL, name=f"Of {contestants}")
        give_codes(session, actor=cast.actor("secretary"))
        set_rules(actor=cast.actor("director"), section=session.sections.get(), ranking="round")
        for play in due(session):
            answers(client, code_at(session), claim(play, confirmed=True))
        jobs.run_due("live")
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/t/{code_at(session).code}/ranking/").json()["rankings"]
        costs.append(len(queries))
    assert costs[0] == costs[1]


@pytest.mark.parametrize(
    ("unit", "kind"), [(Unit.TEAM, MovementKind.ROUND_ROBIN), (Unit.PLAYER, MovementKind.INDIVIDUAL)]
)
def test_the_number_of_a_pair_is_asked_for_where_there_are_pairs(
    cast: Cast, client: Client, unit: Unit, kind: MovementKind
) -> None:
    session = make_session(cast.harbour, 8, unit=unit, kind=kind)
    give_codes(session, actor=cast.actor("secretary"))
    set_rules(actor=cast.actor("director"), section=session.sections.get(), declarer_pair=True)
    assert state(client, code_at(session))["rules"]["declarer_pair"] is False


def catalogue(folder: Path, language: str, **said: str) -> None:
    """A compiled catalogue with a few sentences in it."""
    rows = [(b"", b"Content-Type: text/plain; charset=UTF-8\n")]
    rows += sorted((key.replace("_", " ").encode(), value.encode()) for key, value in said.items())
    keys, values = [row[0] for row in rows], [row[1] for row in rows]
    start = 28 + 16 * len(rows)
    tables, texts = b"", b""
    for text in (*keys, *values):
        tables += struct.pack("<II", len(text), start + len(texts))
        texts += text + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(rows), 28, 28 + 8 * len(rows), 0, 0)
    path = folder / language / "LC_MESSAGES"
    path.mkdir(parents=True)
    (path / "django.mo").write_bytes(head + tables + texts)


def test_each_phone_at_a_table_speaks_the_language_picked_on_it(
    evening: Evening, settings: Any, tmp_path: Path
) -> None:
    catalogue(tmp_path, "nl", Call_the_director="Roep de arbiter", Not_played="Niet gespeeld")
    settings.LANGUAGES = [("en", "English"), ("nl", "Nederlands")]
    settings.LOCALE_PATHS = [tmp_path]
    where = f"/t/{evening.code.code}/"
    theirs = Client()
    assert "Nederlands" in evening.client.get(where).content.decode()
    answer = theirs.post("/language/", {"language": "nl", "next": where}, follow=True)
    assert answer.redirect_chain[-1][0] == where
    page = answer.content.decode()
    assert '<html lang="nl"' in page
    assert "Roep de arbiter" in page
    assert theirs.get(f"{where}state/").headers["Content-Language"] == "nl"
    assert "Roep de arbiter" not in evening.client.get(where).content.decode()
