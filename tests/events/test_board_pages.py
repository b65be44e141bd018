"""The pages of boards as those with the dealing right, and others, use them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from events.models import Board, BoardSet, SealOpening, Section, Session
from events.selectors.boards import as_deal
from events.services.boards import import_boards, redeal
from events.services.seals import open_seal
from jobs import services as jobs
from jobs.models import Job
from scoring.engine.deal import SUITS
from scoring.interchange import deals as files
from tests.events.decks import make_set, play, some_boards, take, the_section
from tests.events.evening import make_players, make_session

TRICKS = {seat: {"NT": 7, "S": 8, "H": 6, "D": 5, "C": 9} for seat in "NESW"}
PAR = {
    "score": -140,
    "contracts": [{"level": 3, "strain": "S", "doubled": False, "result": 0, "declarers": "EW"}],
}


def page(name: str, *, board_set: BoardSet | None = None, session: Session | None = None, **more: Any) -> str:
    where: dict[str, Any] = {"slug": "harbour", **more}
    if board_set is not None:
        where["set_id"] = board_set.pk
    if session is not None:
        where["session_id"] = session.pk
    return reverse(f"club-{name}", kwargs=where)


@pytest.fixture
def director(cast, client: Client) -> Client:
    client.force_login(cast.director)
    return client


def text_of(response: Any) -> str:
    return response.content.decode()


def shows(response: Any, board: Board) -> bool:
    """Whether the diagram of this board is on the page."""
    north = as_deal(board).deal.hands[0]
    longest = max((north.ranks(suit) for suit in SUITS), key=len)
    return " ".join(longest).replace("T", "10") in text_of(response)


# --- The list --------------------------------------------------------------------------------------------------------
def test_an_empty_list_says_what_to_do(director):
    assert "Deal a set here, or import" in text_of(director.get(page("board-sets")))


def test_the_list_says_what_is_sealed_and_where_it_is_played(cast, director):
    make_set(cast.harbour, 4, name="In the cupboard")
    running, over = make_session(cast.harbour, name="Monday"), make_session(cast.harbour, state="finished", name="Past")
    take(running, make_set(cast.harbour, seed=6, name="Tonight"))
    take(over, make_set(cast.harbour, seed=7, name="Last week"))
    play(running, 1)
    said = text_of(director.get(page("board-sets")))
    for words in ("In the cupboard", "nowhere yet", "Sealed", "27 of 28 sealed", "Open", "Monday, 16 Nov 2026"):
        assert words in said
    assert "Tonight" not in text_of(director.get(page("board-sets"), {"q": "cupboard"}))
    assert "No set found" in text_of(director.get(page("board-sets"), {"q": "nothing"}))


def test_a_longer_list_costs_no_more_queries(cast, director):
    def count() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            director.get(page("board-sets"))
        return len(queries)

    take(make_session(cast.harbour, name="One"), make_set(cast.harbour))
    count()
    before = count()
    for seed in range(6, 12):
        take(make_session(cast.harbour, name=str(seed)), make_set(cast.harbour, seed=seed))
    assert count() == before


# --- Dealing and importing -------------------------------------------------------------------------------------------
def test_boards_are_dealt_on_the_page(cast, director):
    data = {"deal": "1", "deal-name": "Monday", "deal-count": "20", "deal-first": "5"}
    answer = director.post(page("new-boards"), data)
    made = BoardSet.objects.get()
    assert answer.headers["Location"] == page("board-set", board_set=made)
    assert list(made.boards.values_list("number", flat=True)) == list(range(5, 25))
    assert made.made_by == cast.director
    assert "20 boards are there, sealed." in text_of(director.get(answer.headers["Location"]))


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"deal-count": "0"}, "greater than or equal to 1"),
        ({"deal-count": "many"}, "whole number"),
        ({"deal-count": "6", "deal-first": "996"}, "The last board would be 1001"),
        ({"deal-name": ""}, "required"),
    ],
)
def test_bad_numbers_come_back_with_what_was_typed(director, sent, sentence):
    data = {"deal": "1", "deal-name": "Kept", "deal-count": "20", "deal-first": "1"} | sent
    answer = director.post(page("new-boards"), data)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert all(f'value="{value}"' in text_of(answer) for value in data.values() if value)
    assert not BoardSet.objects.exists()


def upload(client: Client, data: bytes, name: str = "monday.pbn") -> Any:
    return client.post(page("new-boards"), {"import": "1", "import-file": SimpleUploadedFile(name, data)})


def test_a_file_is_imported_with_its_warnings(director):
    data = files.write(some_boards(3), "pbn").replace(b'[Dealer "E"]', b'[Dealer "W"]')
    answer = upload(director, data)
    made = BoardSet.objects.get()
    said = text_of(director.get(answer.headers["Location"]))
    assert made.name == "monday.pbn"
    assert "There is 1 remark on the file." in said
    assert "Board 2: The board is marked with dealer W where its number gives E: it is kept as marked." in said


def test_a_bad_file_is_refused_on_the_page(director):
    good = some_boards(2)
    hand = str(good[0].deal.hands[0])
    answer = upload(director, files.write(good, "pbn").replace(hand.encode(), hand[1:].encode(), 1))
    assert answer.status_code == 422
    assert "12 cards instead of 13" in text_of(answer)
    assert not BoardSet.objects.exists()


def test_importing_nothing_is_refused(director):
    answer = director.post(page("new-boards"), {"import": "1"})
    assert answer.status_code == 422
    assert upload(director, b"").status_code == 422


def test_a_remark_about_cards_is_kept_back_with_the_cards(cast, director):
    """That two boards are alike tells whoever has played the one what is in the other."""
    one = some_boards(1)[0].deal
    data = (
        files.write([*some_boards(28)[1:]], "pbn")
        + f'[Board "1"]\n[Deal "{one}"]\n\n[Board "29"]\n[Deal "{one}"]\n'.encode()
    )
    made = import_boards(actor=cast.actor("secretary"), club=cast.harbour, name="Twins", data=data)
    session = make_session(cast.harbour)
    take(session, made)
    assert "same deal" not in text_of(director.get(page("board-set", board_set=made)))
    play(session, 1)
    assert "same deal" not in text_of(director.get(page("board-set", board_set=made)))
    Session.objects.filter(pk=session.pk).update(state="finished")
    play(session)
    assert "same deal" in text_of(director.get(page("board-set", board_set=made)))


# --- The hand record -------------------------------------------------------------------------------------------------
def evening(cast, *users, **fields) -> tuple[Session, BoardSet]:
    people = [user.player for user in users]
    session = make_session(cast.harbour, players=[*people, *make_players(16 - len(people))], **fields)
    board_set = make_set(cast.harbour)
    take(session, board_set)
    Board.objects.update(double_dummy=TRICKS, par=PAR)
    return session, board_set


def test_sealed_boards_show_their_backs_and_why(cast, director):
    _session, board_set = evening(cast)
    answer = director.get(page("board-set", board_set=board_set))
    assert text_of(answer).count("board--sealed") == 28
    assert "A table has still to play it" in text_of(answer)
    assert "Sealed until no table can still play it." in text_of(answer)
    assert not any(shows(answer, board) for board in board_set.boards.all())
    assert "Par" not in text_of(answer)


def test_an_open_board_shows_hands_points_tricks_and_par(cast, client):
    session, board_set = evening(cast)
    play(session, 3)
    answer = client.get(page("board-set", board_set=board_set))
    third = board_set.boards.get(number=3)
    assert answer.status_code == 200
    assert shows(answer, third)
    said = text_of(answer)
    assert "Dealer South" in said
    assert "East–West vulnerable" in said
    assert "EW 140" in said
    assert [board.number for board in board_set.boards.all() if shows(answer, board)] == [3]


def test_for_others_a_set_is_there_once_some_of_it_is_open(cast, client):
    session, board_set = evening(cast)
    client.force_login(cast.member)
    assert client.get(page("board-set", board_set=board_set)).status_code == 404
    play(session, 3)
    answer = client.get(page("board-set", board_set=board_set))
    assert "board--sealed" not in text_of(answer)
    assert "Who has looked" not in text_of(answer)


def test_a_playing_director_sees_what_all_have_played_and_no_more(cast, director):
    session, board_set = evening(cast, cast.director)
    play(session, 3)
    answer = director.get(page("board-set", board_set=board_set))
    assert [board.number for board in board_set.boards.all() if shows(answer, board)] == [3]


def test_the_job_s_progress_is_shown_while_it_runs(cast, director):
    _session, board_set = evening(cast)
    Board.objects.update(double_dummy=None, par=None)
    job = Job.objects.filter(key=board_set.key).latest("pk")
    Job.objects.filter(pk=job.pk).update(
        state="running", progress=12, progress_total=28, lease="0" * 32, lease_until=job.asked_at
    )
    said = text_of(director.get(page("board-set", board_set=board_set)))
    assert "12 of 28 boards." in said
    assert 'hx-trigger="load delay:2s"' in said


def test_double_dummy_is_asked_for_again(cast, director):
    _session, board_set = evening(cast)
    Board.objects.update(double_dummy=None, par=None)
    Job.objects.update(state="failed")
    assert "Compute double dummy" in text_of(director.get(page("board-set", board_set=board_set)))
    assert director.post(page("analyse-boards", board_set=board_set)).status_code == 302
    job = Job.objects.latest("pk")
    assert (job.kind, job.state, job.asked_by) == ("boards.analyse", "waiting", cast.director)
    assert jobs.backlog("long", job.asked_at)["due"] == 1


def test_a_longer_set_costs_no_more_queries(cast, director):
    def count(board_set: BoardSet) -> int:
        with CaptureQueriesContext(connection) as queries:
            director.get(page("board-set", board_set=board_set))
        return len(queries)

    short, long = make_set(cast.harbour, 2), make_set(cast.harbour, 60, seed=9)
    for board_set in (short, long):
        open_seal(actor=cast.actor("director"), board_set=board_set, reason="To count")
    count(short)
    assert count(short) == count(long)


# --- The seal --------------------------------------------------------------------------------------------------------
def test_the_seal_is_opened_on_a_page_of_its_own(cast, director):
    _session, board_set = evening(cast)
    asked = director.get(page("open-boards", board_set=board_set))
    assert "Who looks cannot play." in text_of(asked)
    assert not SealOpening.objects.exists()
    assert director.post(page("open-boards", board_set=board_set), {"reason": ""}).status_code == 422
    done = director.post(page("open-boards", board_set=board_set), {"reason": "A card was seen"}, follow=True)
    assert all(shows(done, board) for board in board_set.boards.all())
    assert "You have opened the seal." in text_of(done)
    assert "A card was seen" in text_of(done)
    assert "You have opened this seal already" in text_of(director.get(page("open-boards", board_set=board_set)))


def test_who_plays_is_told_so_and_refused(cast, director):
    _session, board_set = evening(cast, cast.director)
    assert "You play these boards" in text_of(director.get(page("open-boards", board_set=board_set)))
    answer = director.post(page("open-boards", board_set=board_set), {"reason": "I am curious"})
    assert answer.status_code == 403
    assert not SealOpening.objects.exists()


# --- Files out -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("notation", ["pbn", "lin", "dup"])
def test_a_sealed_set_is_exported_only_after_opening_it(cast, director, notation):
    _session, board_set = evening(cast)
    url = page("export-boards", board_set=board_set, notation=notation)
    refused = director.get(url)
    assert refused.status_code == 403
    assert "Open the seal first" in text_of(refused)
    open_seal(actor=cast.actor("director"), board_set=board_set, reason="For the dealing machine")
    answer = director.get(url)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="mondays-boards.{notation}"'
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert list(files.parse(answer.content).boards) == [as_deal(board) for board in board_set.boards.order_by("number")]


def test_only_open_boards_are_in_others_files(cast, client):
    session, board_set = evening(cast)
    play(session, 3)
    play(session, 9)
    answer = client.get(page("export-boards", board_set=board_set, notation="pbn"))
    assert [board.number for board in files.parse(answer.content).boards] == [3, 9]
    gap = client.get(page("export-boards", board_set=board_set, notation="dup"), follow=True)
    assert "board 9 does not follow board 3: use PBN" in text_of(gap)
    assert client.get(page("export-boards", board_set=board_set, notation="bws")).status_code == 404


# --- Dealt again -----------------------------------------------------------------------------------------------------
def test_a_board_is_dealt_again_on_a_page_of_its_own(cast, director):
    _session, board_set = evening(cast)
    url = page("redeal-board", board_set=board_set, number=7)
    assert "Deal board 7 again?" in text_of(director.get(url))
    assert director.post(url, {"reason": "", "version": "1"}).status_code == 422
    done = director.post(url, {"reason": "A card was face up", "version": "1"}, follow=True)
    assert "Board 7 is dealt again." in text_of(done)
    assert "A card was face up" in text_of(done)
    assert board_set.boards.filter(number=7).count() == 2


def test_a_board_dealt_again_meanwhile_is_said(cast, director):
    _session, board_set = evening(cast)
    redeal(actor=cast.actor("secretary"), board_set=board_set, number=7, reason="Seen")
    url = page("redeal-board", board_set=board_set, number=7)
    answer = director.post(url, {"reason": "Seen as well", "version": "1"})
    assert answer.status_code == 422
    assert "Somebody else changed this" in text_of(answer)
    assert 'value="Seen as well"' in text_of(answer)
    assert 'value="2"' in text_of(answer)


def test_a_board_that_was_played_is_refused_with_the_law(cast, director):
    session, board_set = evening(cast)
    play(session, 7)
    answer = director.post(page("redeal-board", board_set=board_set, number=7), {"reason": "Seen", "version": "1"})
    assert answer.status_code == 422
    assert "Law 6D3 leaves it to the director" in text_of(answer)
    assert director.get(page("redeal-board", board_set=board_set, number=99)).status_code == 404


# --- In the session --------------------------------------------------------------------------------------------------
def test_a_session_gets_its_boards_in_one_click(cast, director):
    session = make_session(cast.harbour, state="seating")
    url = page("session-boards", session=session)
    assert "Boards 1–28 are dealt and sealed" in text_of(director.get(url))
    done = director.post(page("session-deal", session=session), {"on_tables": "yes"}, follow=True)
    assert "Dealt and sealed: Monday pairs · 16 Nov 2026." in text_of(done)
    assert the_section(session).board_set.boards.count() == 28
    assert "Every section" in text_of(
        director.post(page("session-deal", session=session), {"on_tables": "yes"}, follow=True)
    )


def test_dealing_says_that_the_cards_must_lie_on_the_tables(cast, director):
    session = make_session(cast.harbour, state="seating")
    assert "These cards must lie on the tables" in text_of(director.get(page("session-boards", session=session)))
    refused = director.post(page("session-deal", session=session), follow=True)
    assert "Tick that the cards are put on the tables" in text_of(refused)
    assert the_section(session).board_set is None


def test_dealing_what_is_missing_says_that_the_cards_must_lie_on_the_tables(cast, director):
    session = make_session(cast.harbour, state="seating")
    section = take(session, make_set(cast.harbour, 24))
    shown = text_of(director.get(page("session-boards", session=session)))
    assert "These cards must lie on the tables" in shown.split("The set lacks")[1].split("Deal the missing boards")[0]
    url = page("session-complete-boards", session=session, section_id=section.pk)
    assert "Put these cards on the tables" in text_of(director.post(url, follow=True))


def test_choosing_a_set_says_that_the_cards_must_lie_on_the_tables(cast, director):
    session = make_session(cast.harbour, state="seating")
    section = take(session, make_set(cast.harbour))
    shown = text_of(director.get(page("session-boards", session=session)))
    assert "Deal for this session" not in shown
    assert "These cards must lie on the tables" in shown.split(f'id="section-{section.pk}"')[-1]


def test_the_api_says_that_the_cards_must_lie_on_the_tables(client):
    answer = client.get("/api/schema/", headers={"accept": "application/vnd.oai.openapi+json"})
    paths = json.loads(answer.content)["paths"]
    for path, method in (
        ("/api/v1/sessions/{id}/boards/deal/", "post"),
        ("/api/v1/sessions/{id}/boards/{letter}/complete/", "post"),
        ("/api/v1/sessions/{id}/boards/{letter}/", "put"),
    ):
        assert "must lie on the tables" in paths[path][method]["description"], path


def choose(client: Client, section: Section, **fields: Any) -> Any:
    data = {f"section{section.pk}-{name}": value for name, value in fields.items()}
    version = {f"section{section.pk}-version": section.version}
    url = page("session-boards", session=section.session)
    return client.post(url, {"section": section.pk, **version, **data})


def test_a_section_takes_another_set(cast, director):
    section = the_section(make_session(cast.harbour, state="seating"))
    board_set = make_set(cast.harbour)
    assert choose(director, section, board_set=board_set.pk).status_code == 302
    assert the_section(section.session).board_set == board_set
    short = make_set(cast.harbour, 4, seed=8)
    answer = choose(director, the_section(section.session), board_set=short.pk)
    assert answer.status_code == 422
    assert "lacks boards that section A plays: 5–28" in text_of(answer)


def test_two_who_choose_at_once_are_told(cast, director):
    section = the_section(make_session(cast.harbour, state="seating"))
    first, second = make_set(cast.harbour), make_set(cast.harbour, seed=8)
    choose(director, section, board_set=first.pk)
    answer = choose(director, section, board_set=second.pk)
    assert answer.status_code == 422
    assert "It now says: Monday&#x27;s boards" in text_of(answer)
    assert the_section(section.session).board_set == first


def test_exchanging_played_boards_asks_why(cast, director):
    session, board_set = evening(cast)
    play(session, 1)
    right = make_set(cast.harbour, seed=8)
    section = the_section(session)
    assert "Reason" in text_of(director.get(page("session-boards", session=session)))
    assert choose(director, section, board_set=right.pk).status_code == 422
    assert choose(director, section, board_set=right.pk, reason="Wrong file").status_code == 302
    assert the_section(session).board_set != board_set


def test_boards_that_have_been_open_are_not_offered(cast, director):
    take(make_session(cast.harbour, state="finished", name="Past"), make_set(cast.harbour, name="Known to all"))
    session = make_session(cast.harbour, state="seating")
    assert "Known to all" not in text_of(director.get(page("session-boards", session=session)))


def test_missing_boards_are_dealt_with_one_click(cast, director):
    session = make_session(cast.harbour, state="seating")
    section = take(session, make_set(cast.harbour, 24))
    assert "The set lacks boards 25–28." in text_of(director.get(page("session-boards", session=session)))
    url = page("session-complete-boards", session=session, section_id=section.pk)
    assert "The missing boards are dealt." in text_of(director.post(url, follow=True))
    assert section.board_set.boards.count() == 28


def test_a_session_without_sections_says_what_to_do(cast, director):
    session = make_session(cast.harbour, state="draft")
    session.places.all().delete()
    Section.objects.all().delete()
    assert "Open the seating first" in text_of(director.get(page("session-boards", session=session)))


def test_the_tabs_lead_to_the_boards(cast, director):
    session = make_session(cast.harbour, state="seating")
    said = text_of(director.get(page("session", session=session)))
    assert page("session-boards", session=session) in said
    assert page("board-sets") in said
