"""The recorder's file: who files, who reads, how psychic calls are classified, and when the words go."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from clubs.models import AuditEntry, Player, Role
from clubs.services.erasing import erase_player
from clubs.services.regulations import set_regulation
from clubs.services.roles import grant_role
from core import actors
from core.actors import system
from core.errors import Conflict, Forbidden
from events.models import Session
from events.services.officials import name_official
from jobs.models import Job
from jobs.services import run, sweep
from rulings.jobs import FORGET
from rulings.models import Report, ReportNote
from rulings.selectors.reports import ReportQuery, filed_reports, own_record, pair_record, reports_under
from rulings.services import reports
from rulings.services.reports import About
from tests.cast import Cast, make_user
from tests.clubs.api.conftest import Api
from tests.events.evening import make_players, make_session
from tests.rulings.night import in_play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("documented_answers")]
TODAY = date(2026, 11, 2)


def filed(cast: Cast, *players: Player, kind: str = "system", by: str = "director", **fields: Any) -> Report:
    hand = {"hand_type": "psyche", "call": "1S", "partner_action": "Passed with support"} if kind == "system" else {}
    given = {"happened_on": TODAY, "description": "Opened with four points", **hand} | fields
    about = About(kind, players[:1] or [cast.member.player], players[1:])
    return reports.file_report(actor=cast.actor(by), club=cast.harbour, about=about, **given)


@pytest.fixture
def pair(cast: Cast) -> tuple[Player, Player]:
    session = in_play(cast)
    found = [row.player for row in session.event.contestants.order_by("pk")[0].entrants.order_by("position")]
    return found[0], found[1]


def test_only_the_filer_the_recorder_and_the_officers_read_a_report(cast: Cast) -> None:
    other = make_user("other_director")
    stranger = make_user("far_director")
    grant_role(actor=system(), user=other, role=Role.DIRECTOR, body=cast.harbour)
    grant_role(actor=system(), user=stranger, role=Role.DIRECTOR, body=cast.hillside)
    made = filed(cast)
    readers = {
        name: list(filed_reports(cast.harbour, actors.of_user(user)))
        for name, user in (
            *((name, getattr(cast, name)) for name in ("director", "recorder", "north_officer", "secretary", "scorer")),
            ("other", other),
            ("stranger", stranger),
        )
    }
    assert {name for name, rows in readers.items() if rows == [made]} == {"director", "recorder", "north_officer"}
    for user in (other, stranger, cast.secretary, cast.member):
        with pytest.raises(Forbidden):
            reports.correct_report(actor=actors.of_user(user), report=made, description="Mine")
    assert list(reports_under(cast.nation, cast.actor("officer"))) == [made]
    assert list(reports_under(cast.south, cast.actor("officer"))) == []


def test_a_federation_may_leave_the_file_to_the_recorder(cast: Cast) -> None:
    made = filed(cast)
    set_regulation(actor=cast.actor("officer"), body=cast.nation, key="records.officers", value=False)
    assert list(filed_reports(cast.harbour, cast.actor("officer"))) == []
    assert list(reports_under(cast.nation, cast.actor("officer"))) == []
    with pytest.raises(Forbidden):
        reports.add_note(actor=cast.actor("officer"), report=made, text="Hm")
    assert list(filed_reports(cast.harbour, cast.actor("recorder"))) == [made]


def test_the_audit_says_that_there_is_a_report_and_not_what_it_says(cast: Cast) -> None:
    made = filed(cast)
    reports.correct_report(actor=cast.actor("director"), report=made, call="1H", board=7)
    reports.classify(actor=cast.actor("recorder"), report=made, colour="amber", reason="He passed")
    entries = AuditEntry.objects.filter(act__startswith="report.")
    assert [entry.act for entry in entries.order_by("pk")] == ["report.file", "report.change", "report.classify"]
    said = " ".join(str(entry.after) + str(entry.before) + entry.reason for entry in entries)
    for secret in ("1H", "amber", "points", str(cast.member.player)):
        assert secret not in said


@pytest.mark.parametrize(
    ("kind", "fields", "sentence"),
    [
        ("system", {"hand_type": ""}, "Choose what it was"),
        ("system", {"call": " "}, "which call"),
        ("misconduct", {"description": ""}, "what happened"),
        ("misconduct", {"happened_on": date(2999, 1, 1)}, "still to come"),
        ("misconduct", {"law_refs": ["74Z"]}, "no paragraph 74Z"),
        ("gossip", {}, "what the report is about"),
    ],
)
def test_bad_reports_are_refused(cast: Cast, kind: str, fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValidationError) as refused:
        filed(cast, kind=kind, **fields)
    assert sentence in " ".join(refused.value.messages)


def test_a_memo_is_the_recorders_own(cast: Cast) -> None:
    with pytest.raises(Forbidden):
        filed(cast, kind="memo")
    assert filed(cast, kind="memo", by="recorder").shown_at is None
    about = About("memo", [])
    with pytest.raises(ValidationError, match="whom the report is about"):
        reports.file_report(actor=cast.actor("recorder"), club=cast.harbour, about=about, description="x")


def test_the_recorder_classifies_with_a_reason_and_nobody_is_overwritten(cast: Cast) -> None:
    made = filed(cast)
    recorder = cast.actor("recorder")
    with pytest.raises(Forbidden):
        reports.classify(actor=cast.actor("director"), report=made, colour="green", reason="Fine")
    with pytest.raises(ValidationError, match="Say why"):
        reports.classify(actor=recorder, report=made, colour="red", reason="")
    row = reports.classify(actor=recorder, report=made, colour="red", reason="Passed with support", version=1)
    assert (row.colour, row.classified_by) == ("red", cast.recorder)
    with pytest.raises(Conflict):
        reports.classify(actor=recorder, report=row, colour="green", reason="On reflection", version=1)
    with pytest.raises(Forbidden):
        reports.correct_report(actor=cast.actor("director"), report=row, call="2S")
    with pytest.raises(ValidationError, match="Only a psychic call"):
        reports.classify(actor=recorder, report=filed(cast, hand_type="misbid"), colour="red", reason="x")


def test_the_record_of_a_pair_is_found_and_counted(cast: Cast, pair: tuple[Player, Player]) -> None:
    first, second = pair
    both = filed(cast, first, second)
    filed(cast, first, hand_type="deviation")
    filed(cast, cast.member.player, kind="misconduct")
    reports.classify(actor=cast.actor("recorder"), report=both, colour="amber", reason="Close")
    found = filed_reports(cast.harbour, cast.actor("recorder"), ReportQuery(words=f"{first}, {second}"))
    assert list(found) == [both]
    assert filed_reports(cast.harbour, cast.actor("recorder"), ReportQuery(words=str(first))).count() == 2
    assert filed_reports(cast.harbour, cast.actor("recorder"), ReportQuery(colour="amber")).count() == 1
    assert filed_reports(cast.harbour, cast.actor("recorder"), ReportQuery(kind="misconduct")).count() == 1
    record = pair_record(cast.harbour, pair)
    assert (record.psyches, record.deviations, record.amber, record.total) == (1, 0, 1, 1)
    assert pair_record(cast.harbour, [first]).total == 2


def test_those_concerned_read_their_own_record_and_answer(cast: Cast, client: Client) -> None:
    player = cast.member.player
    psyche, memo = filed(cast), filed(cast, kind="memo", by="recorder")
    filed(cast, cast.stranger.player)
    assert list(own_record(player)) == [psyche]
    reports.show_to_subjects(actor=cast.actor("recorder"), report=memo)
    assert set(own_record(player)) == {psyche, memo}
    reports.add_note(actor=cast.actor("recorder"), report=psyche, text="Watch this pair")
    client.force_login(cast.member)
    page = client.get(reverse("own-record")).content.decode()
    assert "Opened with four points" in page
    assert "Watch this pair" not in page
    assert str(cast.director.player) not in page
    empty = client.post(reverse("own-record"), {"report": psyche.pk, "text": " "})
    assert empty.status_code == 422
    client.post(reverse("own-record"), {"report": psyche.pk, "text": "I miscounted"})
    assert ReportNote.objects.get(kind="response").text == "I miscounted"
    assert "I miscounted" in client.get(reverse("own-record")).content.decode()
    with pytest.raises(ValidationError, match="no such report"):
        reports.respond(actor=cast.actor("scorer"), report=psyche, text="Not mine")


# --- Kept and forgotten -----------------------------------------------------------------------------------------------
def test_the_words_go_when_their_time_is_over(cast: Cast, capsys: Any) -> None:
    set_regulation(actor=cast.actor("officer"), body=cast.nation, key="records.months", value="12")
    made = filed(cast, kind="discipline")
    day = cast.harbour.day(made.filed_at)
    assert (made.keep_until - day).days in (365, 366)
    reports.add_note(actor=cast.actor("recorder"), report=made, text="Note")
    call_command("forget_reports")
    assert "0 reports" in capsys.readouterr().out
    Report.objects.filter(pk=made.pk).update(keep_until=day - timedelta(days=1))
    call_command("forget_reports")
    made.refresh_from_db()
    assert (made.kind, made.description, made.erased_at is not None) == ("discipline", "", True)
    assert not made.subjects.exists()
    assert not made.notes.exists()
    with pytest.raises(ValidationError, match="have been removed"):
        reports.add_note(actor=cast.actor("recorder"), report=made, text="More")


def test_an_erased_player_leaves_no_words_but_an_open_case_is_closed_first(cast: Cast) -> None:
    psyche, case = filed(cast), filed(cast, kind="prohibited")
    erase_player(actor=system(), player=cast.member.player)
    psyche.refresh_from_db()
    case.refresh_from_db()
    assert psyche.erased_at is not None
    assert case.erased_at is None
    assert reports.close_report(actor=cast.actor("recorder"), report=case).erased_at is not None


def test_the_recorder_removes_what_should_not_have_been_kept(cast: Cast) -> None:
    made = filed(cast)
    with pytest.raises(Forbidden):
        reports.remove_report(actor=cast.actor("director"), report=made, reason="Oops")
    with pytest.raises(ValidationError, match="Say why"):
        reports.remove_report(actor=cast.actor("recorder"), report=made, reason="")
    gone = reports.remove_report(actor=cast.actor("recorder"), report=made, reason="Wrong player")
    assert (gone.call, gone.hand_type, gone.filed_by) == ("", "psyche", None)


# --- Pages and API ----------------------------------------------------------------------------------------------------
def at(page: str, **more: Any) -> str:
    return reverse(f"club-{page}", kwargs={"slug": "harbour", **more})


def test_a_director_files_and_the_recorder_works_on_it(cast: Cast, pair: tuple[Player, Player], client: Client) -> None:
    client.force_login(cast.director)
    form = {"kind": "system", "happened_on": "2026-11-02", "player_1": str(pair[0]), "player_2": str(pair[1])}
    wrong = client.post(at("new-report"), form | {"auction": "P P 1S"})
    assert wrong.status_code == 422
    assert b"which call" in wrong.content
    assert b"P P 1S" in wrong.content, "what was typed stays"
    nobody = client.post(at("new-report"), form | {"player_1": "Nobody Atall", "hand_type": "psyche", "call": "1S"})
    assert nobody.status_code == 422
    client.post(at("new-report"), form | {"hand_type": "psyche", "call": "1S", "law_refs": "40C1"})
    made = Report.objects.get()
    page = at("report", report_id=made.pk)
    assert b"Classify" not in client.get(page).content
    assert client.post(at("report-act", report_id=made.pk), {"act": "classify", "colour": "red"}).status_code == 403
    client.post(at("edit-report", report_id=made.pk), form | {"hand_type": "psyche", "call": "2S", "version": "1"})
    made.refresh_from_db()
    assert made.call == "2S"
    client.force_login(cast.recorder)
    act = at("report-act", report_id=made.pk)
    assert client.post(act, {"act": "classify", "colour": "red", "colour_reason": ""}).status_code == 422
    client.post(act, {"act": "classify", "colour": "red", "colour_reason": "Plain", "version": "2"})
    client.post(act, {"act": "note", "text": "Talked to them"})
    client.post(act, {"act": "close"})
    client.post(act, {"act": "reopen"})
    shown = client.get(page).content.decode()
    assert "Talked to them" in shown
    assert "(red 1, amber 0)" in shown
    found = client.get(at("reports"), {"q": f"{pair[0]}, {pair[1]}", "colour": "red"}).content.decode()
    assert page in found
    assert "No such report" in client.get(at("reports"), {"q": "Nobody"}).content.decode()
    client.post(act, {"act": "remove", "reason": "Wrong"})
    assert b"were removed on" in client.get(page).content


def test_the_list_asks_as_often_whatever_is_on_it(
    cast: Cast, pair: tuple[Player, Player], client: Client, django_assert_max_num_queries: Any
) -> None:
    client.force_login(cast.recorder)

    def queries() -> int:
        with django_assert_max_num_queries(60) as found:
            client.get(at("reports"), {"q": str(pair[0])})
        return len(found)

    filed(cast, *pair)
    queries()
    first = queries()
    for _more in range(4):
        filed(cast, *pair)
    assert queries() == first


def test_a_token_needs_the_scope_to_read_the_file(cast: Cast) -> None:
    from clubs.services.tokens import make_token

    filed(cast)
    expires = system().at + timedelta(days=10)

    def code(*scopes: str) -> int:
        _token, text = make_token(
            actor=cast.actor("recorder"), name=" ".join(scopes), scopes=list(scopes), expires_at=expires
        )
        return Api(token=text).get("clubs/harbour/reports/").status_code

    assert code("read") == 403
    assert code("read", "report") == 200


def test_the_api_files_and_classifies(cast: Cast) -> None:
    api = Api(cast.director)
    sent = {"kind": "system", "subjects": [cast.member.player.pk], "happened_on": "2026-11-02"}
    bad = api.call("POST", "clubs/harbour/reports/", data=sent)
    assert bad.status_code == 400
    assert {one["field"] for one in bad.json()["errors"]} == {"hand_type", "call"}
    made = api.call("POST", "clubs/harbour/reports/", data=sent | {"hand_type": "psyche", "call": "1S"})
    assert made.status_code == 201
    number = made.json()["id"]
    recorder = Api(cast.recorder)
    path = f"clubs/harbour/reports/{number}/classify/"
    assert recorder.call("POST", path, data={"classed": "red", "reason": "Plain"}).json()["colour"] == "red"
    unknown = api.call("POST", "clubs/harbour/reports/", data=sent | {"subjects": [999999]})
    assert unknown.status_code == 400


def test_who_directs_one_session_files_for_it_and_reads_nothing_else(cast: Cast, client: Client) -> None:
    others, session = filed(cast), in_play(cast)
    elsewhere = make_session(cast.harbour, 8, players=make_players(16))
    name_official(actor=cast.actor("secretary"), session=session, player=cast.member.player, duty="director")
    client.force_login(cast.member)
    new = at("new-report")
    asked = {f"session={session.pk}": 200, f"session={elsewhere.pk}": 403, "": 403}
    assert {query: client.get(f"{new}?{query}").status_code for query in asked} == asked
    home = client.get(f"/clubs/harbour/sessions/{session.pk}/rulings/").content.decode()
    assert f"{new}?session={session.pk}" in home
    subject = session.event.contestants.order_by("pk")[0].entrants.order_by("position")[0].player
    assert subject is not None
    sent = {"kind": "misconduct", "happened_on": "2026-11-16", "description": "Shouted", "session": session.pk}
    answer = client.post(new, sent | {"player_1": subject.display_name, "pick_1": subject.pk})
    made = Report.objects.get(filed_by=cast.member)
    assert (answer.status_code, made.session, made.subjects.get().player) == (302, session, subject)
    assert client.get(made.get_absolute_url()).status_code == 200
    assert client.get(others.get_absolute_url()).status_code == 403
    assert client.get(at("reports")).status_code == 403
    with pytest.raises(Forbidden):
        reports.add_note(actor=cast.actor("member"), report=made, text="Hm")
    with pytest.raises(Forbidden):
        filed(cast, subject, by="member")
    about = About("misconduct", [subject], session=session)
    with pytest.raises(ValidationError, match="not one of the club"):
        reports.file_report(actor=cast.actor("member"), club=cast.hillside, about=about, description="x")
    api, sent = Api(cast.member), sent | {"subjects": [subject.pk]}
    path = "clubs/harbour/reports/"
    assert api.call("POST", path, data=sent).status_code == 201
    assert api.call("POST", path, data=sent | {"session": elsewhere.pk}).status_code == 403
    assert api.call("POST", path, data=sent | {"session": None}).status_code == 403
    assert api.get(path).status_code == 403


def test_a_report_of_a_session_keeps_its_origin(cast: Cast, client: Client) -> None:
    session = Session.objects.get(pk=in_play(cast).pk)
    client.force_login(cast.director)
    page = client.get(at("new-report"), {"session": session.pk, "kind": "misconduct"}).content.decode()
    assert f'name="session" value="{session.pk}"' in page
    assert "2026-11-16" in page


def test_the_sweep_asks_for_forgetting_once_a_day(db: None) -> None:
    now = system().at
    sweep("long", at=now)
    sweep("long", at=now)
    (job,) = Job.objects.filter(kind=FORGET)
    run(job.pk)
    sweep("long", at=now)
    assert Job.objects.filter(kind=FORGET).count() == 1
    sweep("long", at=now + timedelta(days=1))
    assert Job.objects.filter(kind=FORGET).count() == 2


def test_nobody_keeps_the_file_on_themselves(cast: Cast) -> None:
    """A recorder or an officer who is reported reads it like everybody else: on the own page, once it is shown."""
    own = filed(cast, cast.recorder.player, kind="misconduct")
    recorder = cast.actor("recorder")
    assert list(filed_reports(cast.harbour, recorder)) == []
    for act in (reports.close_report, reports.show_to_subjects):
        with pytest.raises(Forbidden):
            act(actor=recorder, report=own)
    with pytest.raises(Forbidden):
        reports.add_note(actor=recorder, report=own, text="Nothing in it")
    assert list(filed_reports(cast.harbour, cast.actor("north_officer"))) == [own]
    file = reports_under(cast.nation, cast.actor("officer"))
    assert list(file) == [own]
