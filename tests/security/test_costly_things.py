"""What costs the server much is done once, or seldom: whoever asks for it again and again keeps nobody waiting."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from appeals.models import Case
from appeals.services import casebook
from clubs.models import JoinRequest
from core import pdf
from events.services.tables import give_codes
from scoring.models import ScoreEntry
from scoring.views import table_data
from tests.cast import Cast
from tests.events.evening import make_session
from tests.scoring.devices import answers, claim, code_at, due, new_key, post


# --- Printed pages that everybody may have --------------------------------------------------------------------------
@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was printed; the printing itself takes seconds and is tried by one test."""
    pages: list[str] = []

    def note(html: str) -> bytes:
        pages.append(html)
        return b"%PDF of " + str(len(pages)).encode()

    monkeypatch.setattr(pdf, "_pdf_apart", note)
    return pages


@pytest.fixture
def case(cast: Cast) -> Case:
    editor = cast.actor("officer")
    drafted = casebook.draft_case(actor=editor, body=cast.north)
    text = {"subject": "A slow pass", "facts": "West thought.", "ruling": "3S.", "decision": "Stands."}
    drafted = casebook.edit_case(actor=editor, case=drafted, **text)
    return casebook.publish_case(actor=editor, case=drafted)


def book(client: Client) -> str:
    """Where the book is printed, as its page says."""
    return client.get("/federations/north/casebook/").context["pdf_url"]


def test_the_book_is_printed_once_for_everybody(case: Case, client: Client, printed: list[str]) -> None:
    path = book(client)
    found = {client.get(path).content for _again in range(5)} | {Client().get(path).content}
    assert (found, len(printed)) == ({b"%PDF of 1"}, 1)
    # Made-up questions make no other book.
    assert {client.get(f"{path}?{sent}").status_code for sent in ("a=1", "year=x", "year=")} == {200}
    assert client.get(f"{path}?year=1900").status_code == 404
    assert len(printed) == 1


def test_a_changed_book_is_another_one(cast: Cast, case: Case, client: Client, printed: list[str]) -> None:
    path, editor = book(client), cast.actor("officer")
    client.get(path)
    commentary = casebook.comment(actor=editor, case=case, commentator="Ann", text="A fine case.")
    assert "A fine case." in (client.get(path), printed)[1][-1]
    casebook.take_comment_back(actor=editor, commentary=commentary)
    assert "A fine case." not in (client.get(path), printed)[1][-1]
    # Also where it was changed past the services, as erasing a person does.
    Case.objects.update(facts="West played in tempo.")
    assert "West played in tempo." in (client.get(path), printed)[1][-1]
    assert len(printed) == 4


def test_nobody_waits_for_a_book_that_somebody_else_is_having_printed(
    case: Case, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, asked = book(client), []

    def meanwhile(html: str) -> bytes:
        asked.append(Client().get(path))
        return b"%PDF"

    monkeypatch.setattr(pdf, "_pdf_apart", meanwhile)
    assert client.get(path).content == b"%PDF"
    [told] = asked
    assert (told.status_code, told["Retry-After"], told["Refresh"]) == (503, "5", "5")
    assert "It is made once and kept" in told.content.decode()


def test_a_book_that_cannot_be_printed_is_not_tried_again_by_the_next_one(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []

    def fails(html: str) -> bytes:
        tries.append(html)
        raise RuntimeError

    monkeypatch.setattr(pdf, "_pdf_apart", fails)
    patient = Client(raise_request_exception=False)
    path = book(patient)
    assert [patient.get(path).status_code for _again in range(3)] == [500, 503, 503]
    assert len(tries) == 1


@pytest.mark.django_db
def test_a_page_is_printed_in_a_process_of_its_own() -> None:
    document = pdf.kept_pdf("a page", lambda: "<h1>Süd · ♠</h1>")
    assert document is not None
    assert document.startswith(b"%PDF")
    assert pdf.kept_pdf("a page", lambda: pytest.fail("it is kept")) == document


@pytest.mark.django_db
def test_so_many_at_once_and_one_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    everybody, made = threading.Barrier(6), []

    def slow(html: str) -> bytes:
        made.append(html)
        everybody.wait(20)
        return b"%PDF"

    monkeypatch.setattr(pdf, "_pdf_apart", slow)

    def ask(number: int) -> bytes | None:
        found = pdf.kept_pdf(f"page {number}", lambda: "")
        if found is None:
            everybody.wait(20)
        return found

    with ThreadPoolExecutor(6) as people:
        found = list(people.map(ask, range(6)))
    assert (len(made), found.count(None)) == (1, 5)


# --- Results by the hundred ------------------------------------------------------------------------------------------
def test_a_hundred_results_at_once_count_as_a_hundred(cast: Cast, client: Client, settings: Any) -> None:
    settings.TABLE_POSTS = 110
    session = make_session(cast.harbour, 8)
    give_codes(session, actor=cast.actor("secretary"))
    code, other, [play, *_rest] = code_at(session), code_at(session, 2), due(session)
    hundred = [claim(play, tricks=6 + at % 5, side="NS") | {"key": new_key()} for at in range(100)]
    assert len(answers(client, code, *hundred)) == 100
    assert post(client, code, *hundred[:20]).status_code == 200, "what was begun is taken whole"
    assert post(client, code, claim(play)).status_code == 429
    assert answers(client, other, claim(due(session, 2)[0]))[0]["state"] == "waiting"
    assert ScoreEntry.objects.filter(play=play).count() == 100


def test_of_many_at_once_one_tables_are_taken_at_a_time(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = make_session(cast.harbour, 8)
    give_codes(session, actor=cast.actor("secretary"))
    code, other, [play, *_rest] = code_at(session), code_at(session, 2), due(session)
    many = [claim(play, tricks=6 + at % 5, side="NS") | {"key": new_key()} for at in range(table_data.A_FEW + 1)]
    meanwhile: list[int] = []

    def look(_seconds: float) -> None:
        """In the pause after each result."""
        if not meanwhile:
            meanwhile.append(post(client, other, *many).status_code)
            meanwhile.append(post(client, other, claim(due(session, 2)[0])).status_code)

    monkeypatch.setattr(table_data.time, "sleep", look)
    assert len(answers(client, code, *many)) == len(many)
    assert meanwhile == [429, 200]
    assert post(client, other, *many).status_code == 200


def test_the_plain_forms_of_a_table_count_too(cast: Cast, client: Client, settings: Any) -> None:
    settings.TABLE_POSTS = 5
    session = make_session(cast.harbour, 8)
    give_codes(session, actor=cast.actor("secretary"))
    code, play = code_at(session), due(session)[0]
    path = f"/t/{code.code}/{play.round}/{play.board}/"
    found = [client.post(path, {"contract": "4S"}).status_code for _again in range(8)]
    assert (429 not in found[:5], found[-1]) == (True, 429)
    assert post(client, code, claim(play)).status_code == 429


# --- Forms ------------------------------------------------------------------------------------------------------------
def test_who_sends_forms_faster_than_anybody_types_is_told_to_wait(cast: Cast, settings: Any) -> None:
    settings.FORM_POSTS = 5
    fast, path = Client(), "/clubs/hillside/join/"
    fast.force_login(cast.member)
    found = [fast.post(path, {"note": "Let me in"}) for _again in range(12)]
    assert found[-1].status_code == 429
    assert found[-1]["Retry-After"] == "60"
    assert "what you typed is still in it" in found[-1].content.decode()
    assert [answer.status_code for answer in found].count(429) >= 2
    assert JoinRequest.objects.filter(user=cast.member).count() == 1
    assert fast.get("/clubs/hillside/").status_code == 200, "who reads is not counted"
    others = Client()
    others.force_login(cast.secretary)
    assert others.post(path, {}).status_code != 429


def test_strangers_are_counted_by_address(db: None, settings: Any) -> None:
    settings.FORM_POSTS = 3
    sent = {"language": "en"}
    found = [Client().post("/language/", sent).status_code for _again in range(8)]
    assert found[-1] == 429
    assert Client(REMOTE_ADDR="192.0.2.7").post("/language/", sent).status_code == 302


def test_scripts_get_a_sentence(db: None, settings: Any) -> None:
    settings.FORM_POSTS = 0
    answer = Client().post("/language/", {"language": "en"}, headers={"Accept": "application/json"})
    assert answer.status_code == 429
    assert "wait a minute" in answer.json()["sentence"]


def test_the_room_and_programs_have_limits_of_their_own(cast: Cast, client: Client, settings: Any) -> None:
    settings.FORM_POSTS = 0
    session = make_session(cast.harbour, 8)
    give_codes(session, actor=cast.actor("secretary"))
    assert answers(client, code_at(session), claim(due(session)[0]))[0]["state"] == "waiting"
    signed_in = Client()
    signed_in.force_login(cast.secretary)
    assert signed_in.post("/api/v1/clubs/", {}, content_type="application/json").status_code != 429
    assert signed_in.post("/clubs/harbour/settings/", {}).status_code == 429


@pytest.mark.django_db
def test_without_a_cache_forms_are_taken(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.FORM_POSTS = 0
    monkeypatch.setattr(cache, "incr", lambda *_sent: None)
    assert Client().post("/language/", {"language": "en"}).status_code == 302
