"""Polls of peers: whom they ask, what is shown, how they are counted, and when they are frozen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import AuditEntry, Player
from clubs.services.erasing import erase_player
from clubs.services.regulations import set_regulation
from core.actors import system
from core.errors import Forbidden
from events.models import Play, Session
from events.models.plays import PlayState
from events.services.officials import name_official
from rulings.case_places import Where
from rulings.links import guest_pass, poll_path, read_link
from rulings.models import Poll, PollAnswer
from rulings.selectors.page import load_ruling_page
from rulings.selectors.polls import auction_rows, poll_options, tally
from rulings.services.giving import give
from rulings.services.polls import (
    PollMatter,
    PollReply,
    answer,
    answer_shared,
    ask,
    close_poll,
    judge,
    note_answer,
    open_poll,
    reopen_poll,
)
from tests.cast import Cast
from tests.events.evening import make_players
from tests.rulings.night import begin, due, in_play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("documented_answers")]
HAND = "KQ32.J54.T98.762"


def opened(cast: Cast, play: Play, *, ruling: Any = None, auction: str = "1S ~P", **fields: str) -> Poll:
    """Board 1: North deals, nobody is vulnerable."""
    asked = PollMatter(seat=fields.pop("seat", "S"), hand=fields.pop("hand", HAND), auction=auction, **fields)
    return open_poll(
        actor=cast.actor("director"), session=play.section.session, where=Where.of(play), matter=asked, ruling=ruling
    )


@pytest.fixture
def poll(cast: Cast, play: Play) -> Poll:
    return opened(cast, play)


def player_at(play: Play) -> Player:
    found = play.north.entrants.order_by("position").first()
    assert found is not None
    assert found.player is not None
    return found.player


def test_hesitations_are_left_out_and_alerts_stay(cast: Cast, play: Play) -> None:
    made = opened(cast, play, auction="1NT! P 2C! ~X", seat="N")
    assert made.auction == "1NT! P 2C! X"
    assert (made.dealer, made.vulnerable, made.considering, made.choosing) == ("N", "None", 20, 1)
    assert [cell.call for cell in auction_rows(made)[0]] == ["", "1NT", "P", "2C"]
    assert [cell.is_question for cell in auction_rows(made)[1]] == [False, True]
    assert "XX" in poll_options(made)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"hand": "KQ32.J54.T98"}, "four suits"),
        ({"hand": "KQ32.J54.T98.76"}, "13"),
        ({"auction": "1S P P"}, "it is West to call"),
        ({"auction": "1S hello"}, "is no call"),
        ({"hand": ""}, "four suits"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_sentence(
    cast: Cast, play: Play, fields: dict[str, str], sentence: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        opened(cast, play, **fields)
    assert sentence in " ".join(refused.value.messages)


def test_a_hand_is_read_with_spaces_and_tens(cast: Cast, play: Play) -> None:
    assert opened(cast, play, hand="kq32 j54 1098 762").hand == HAND
    assert opened(cast, play, hand="KQJT98765432A - - -").hand == "AKQJT98765432..."


def test_only_outsiders_and_those_who_have_played_the_board_are_asked(
    cast: Cast, session: Session, play: Play, poll: Poll
) -> None:
    director = cast.actor("director")
    with pytest.raises(ValidationError, match="no outsider"):
        ask(actor=director, poll=poll, person=player_at(play))
    elsewhere = due(session, 4)
    later = player_at(elsewhere)
    with pytest.raises(ValidationError, match="yet to play board"):
        ask(actor=director, poll=poll, person=later)
    with pytest.raises(ValidationError, match="yet to play board"):
        ask(actor=director, poll=poll, person=later.display_name)
    own = Play.objects.filter(north=elsewhere.north) | Play.objects.filter(east=elsewhere.north)
    own.filter(board=play.board).update(state=PlayState.DONE)
    assert ask(actor=director, poll=poll, person=later).player == later
    [outsider] = make_players(1, "Outside")
    assert ask(actor=director, poll=poll, person=outsider).source == "link"
    with pytest.raises(ValidationError, match="asked already"):
        ask(actor=director, poll=poll, person=outsider)


def test_the_tally_counts_peers_against_the_test(cast: Cast, poll: Poll) -> None:
    director = cast.actor("director")
    for name, chosen, also in (
        ("Anna", "P", ("2S",)),
        ("Berta", "2S", ()),
        ("Cora", "P", ()),
        ("Dora", "P", ("3S",)),
        ("Emma", "P", ()),
        ("Frida", "4S", ()),
    ):
        note_answer(actor=director, poll=poll, person=name, reply=PollReply(chosen, also))
    odd = PollAnswer.objects.get(name="Frida")
    with pytest.raises(ValidationError, match="why this answer"):
        judge(actor=director, answer=odd, is_peer=False, why_not=" ")
    judge(actor=director, answer=odd, is_peer=False, why_not="Would have opened")
    found = tally(poll, poll.answers.all())
    assert (found.peers, found.discounted) == (5, 1)
    by_call = {line.call: line for line in found.lines}
    assert (by_call["2S"].chosen, by_call["2S"].considered, by_call["2S"].percent) == (1, 2, 40)
    assert found.alternatives == ("P", "2S"), "3S is considered by one in five and chosen by nobody"
    assert AuditEntry.objects.filter(act="poll.judge").count() == 1
    judge(actor=director, answer=odd, is_peer=True)
    assert tally(poll, poll.answers.all()).peers == 6


def test_the_regulation_sets_the_test(cast: Cast, play: Play) -> None:
    for key, value in (("poll.considering", "25"), ("poll.choosing", "2")):
        set_regulation(actor=cast.actor("officer"), body=cast.nation, key=key, value=value)
    made = opened(cast, play)
    assert (made.considering, made.choosing) == (25, 2)
    for name, chosen in (("Anna", "P"), ("Berta", "P"), ("Cora", "2S")):
        note_answer(actor=cast.actor("director"), poll=made, person=name, reply=PollReply(chosen))
    assert tally(made, made.answers.all()).alternatives == ("P",)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (PollReply("1H"), "Choose what"),
        (PollReply("7S!"), "Choose what"),
        (PollReply("P", ("2S", "3S", "4S", "2NT", "3NT", "4NT")), "at most 5"),
    ],
)
def test_only_legal_calls_are_answers(cast: Cast, poll: Poll, given: PollReply, sentence: str) -> None:
    with pytest.raises(ValidationError) as refused:
        note_answer(actor=cast.actor("director"), poll=poll, person="Anna", reply=given)
    assert sentence in " ".join(refused.value.messages)


def test_after_the_auction_the_question_is_the_lead(cast: Cast, play: Play) -> None:
    made = opened(cast, play, auction="1NT P P P", seat="E", hand="KQ32.J54.T98.762", question="What do you lead?")
    assert "SK" in poll_options(made)
    note_answer(actor=cast.actor("director"), poll=made, person="Anna", reply=PollReply("SK", ("DT",)))
    assert tally(made, made.answers.all()).lines[0].call == "SK"


def test_a_poll_is_closed_opened_again_and_frozen_with_the_ruling(cast: Cast, play: Play) -> None:
    director = cast.actor("director")
    ruling = begin(cast, play)
    made = opened(cast, play, ruling=ruling)
    noted = note_answer(actor=director, poll=made, person="Anna", reply=PollReply("P"))
    close_poll(actor=director, poll=made)
    assert [(one, tally.peers) for one, tally in load_ruling_page(actor=director, ruling=ruling).polls] == [(made, 1)]
    with pytest.raises(ValidationError, match="closed"):
        note_answer(actor=director, poll=made, person="Berta", reply=PollReply("P"))
    reopen_poll(actor=director, poll=made)
    give(actor=cast.actor("director"), ruling=ruling)
    made.refresh_from_db()
    for refused in (
        lambda: judge(actor=director, answer=noted, is_peer=False, why_not="No peer"),
        lambda: close_poll(actor=director, poll=made),
        lambda: answer(actor=system(), answer=noted, reply=PollReply("2S")),
    ):
        with pytest.raises(ValidationError, match="stays as it is"):
            refused()


def test_who_may_poll(cast: Cast, play: Play, poll: Poll) -> None:
    with pytest.raises(Forbidden):
        ask(actor=cast.actor("scorer"), poll=poll, person="Anna")
    with pytest.raises(Forbidden):
        close_poll(actor=cast.actor("other_secretary"), poll=poll)


def test_an_erased_player_leaves_the_call_and_no_words(cast: Cast, poll: Poll) -> None:
    [outsider] = make_players(1, "Outside")
    row = ask(actor=cast.actor("director"), poll=poll, person=outsider)
    answer(actor=system(), answer=row, reply=PollReply("P", remark="I know this pair"))
    erase_player(actor=system(), player=outsider)
    row.refresh_from_db()
    assert (row.chosen, row.remark, row.who) == ("P", "", "Erased player")


# --- The page of the polled -------------------------------------------------------------------------------------------
def test_a_shared_link_shows_the_hand_only_after_the_promise(cast: Cast, poll: Poll, client: Client) -> None:
    path = poll_path(poll)
    first = client.get(path).content.decode()
    assert "I do not play in this event" in first
    assert "hand__ranks" not in first
    refused = client.post(path, {"name": "Anna"})
    assert refused.status_code == 422
    assert b"leave this page" in refused.content
    let_in = client.post(path, {"name": "Anna", "outside": "on"})
    assert let_in.status_code == 302
    page = client.get(let_in["Location"])
    assert page["Cache-Control"] == "private, no-store"
    shown = page.content.decode()
    assert "hand__ranks" in shown
    assert "What do you call?" in shown
    assert "Player 0" not in shown, "nobody of the table is named"
    sent = client.post(let_in["Location"], {"chosen": "2S", "considered": ["P"], "remark": "close"})
    assert b"Thank you" in sent.content
    again = client.post(let_in["Location"], {"chosen": "P"})
    assert again.status_code == 200
    [row] = poll.answers.all()
    assert (row.name, row.chosen, row.considered, row.source) == ("Anna", "P", [], "shared")
    entry = AuditEntry.objects.filter(act="poll.answer").latest("pk")
    assert "Anna" not in str(entry.after)


def test_a_player_of_the_event_is_turned_away_by_name_and_by_account(
    cast: Cast, session: Session, poll: Poll, client: Client
) -> None:
    later = player_at(due(session, 4))
    refused = client.post(poll_path(poll), {"name": later.display_name, "outside": "on"})
    assert b"yet to play board" in refused.content
    Player.objects.filter(user=cast.member).update(user=None)
    Player.objects.filter(pk=later.pk).update(user=cast.member)
    client.force_login(cast.member)
    ticket = guest_pass(poll, device="dev", name="Somebody else")
    page = client.get(f"{poll_path(poll)}?as={ticket}")
    assert b"yet to play board" in page.content
    assert b"hand__ranks" not in page.content


def test_a_link_of_ones_own(cast: Cast, poll: Poll, client: Client) -> None:
    row = ask(actor=cast.actor("director"), poll=poll, person="Anna")
    path = poll_path(poll, row)
    assert b"hand__ranks" in client.get(path).content
    empty = client.post(path, {})
    assert empty.status_code == 422
    assert b"Choose what you would do" in empty.content
    client.post(path, {"chosen": "4S"})
    row.refresh_from_db()
    assert row.chosen == "4S"
    close_poll(actor=cast.actor("director"), poll=poll)
    closed = client.get(path)
    assert b"closed" in closed.content
    assert b"hand__ranks" not in closed.content


def test_links_cannot_be_made_up(poll: Poll, client: Client) -> None:
    path = poll_path(poll)
    assert client.get(path.replace(f"/{poll.pk}.", f"/{poll.pk + 1}.")).status_code == 404
    assert client.get(f"/poll/{poll.pk}/").status_code == 404
    assert read_link("nonsense") is None
    assert b"I do not play" in client.get(f"{path}?as=nonsense").content


def test_one_answer_for_each_name(cast: Cast, poll: Poll) -> None:
    answer_shared(actor=system(), poll=poll, device="one", name="Anna", reply=PollReply("P"))
    with pytest.raises(ValidationError, match="asked already"):
        answer_shared(actor=system(), poll=poll, device="two", name="anna ", reply=PollReply("P"))


# --- The director's pages ---------------------------------------------------------------------------------------------
def where(session: Session, page: str, **more: int) -> str:
    return reverse(f"club-session-{page}", kwargs={"slug": "harbour", "session_id": session.pk, **more})


def test_a_director_opens_asks_counts_and_closes(cast: Cast, session: Session, play: Play, client: Client) -> None:
    client.force_login(cast.director)
    form = {"table": "1", "round": "1", "board": str(play.board), "seat": "S", "auction": "1S P"}
    bad = client.post(where(session, "new-poll"), form | {"hand": "AKQ"})
    assert bad.status_code == 422
    assert b"four suits" in bad.content
    assert b'value="1S P"' in bad.content, "what was typed stays"
    made = client.post(where(session, "new-poll"), form | {"hand": HAND})
    poll = Poll.objects.get()
    page, act = where(session, "poll", poll_id=poll.pk), where(session, "poll-act", poll_id=poll.pk)
    assert made["Location"] == page
    client.post(act, {"act": "ask", "player_1": "Anna Outside", "pick_1": ""})
    link = re.search(r"http://[^<]+/poll/[^<]+", client.get(page).content.decode().split("Who was asked")[1])
    assert link is not None
    client.post(act, {"act": "note", "player_1": "Berta Outside", "chosen": "P", "considered": ["2S"]})
    assert poll.answers.count() == 2
    noted = poll.answers.get(name="Berta Outside")
    wrong = client.post(act, {"act": "judge", "answer": str(noted.pk), "is_peer": "no", "why_not": ""})
    assert wrong.status_code == 422
    client.post(act, {"act": "judge", "answer": str(noted.pk), "is_peer": "no", "why_not": "Beginner"})
    assert "Beginner" in client.get(page).content.decode()
    stale = client.post(act, {"act": "close", "version": "99"})
    assert b"Somebody else changed this" in stale.content
    client.post(act, {"act": "close", "version": str(poll.version)})
    assert b"Open it again" in client.get(page).content
    assert client.post(act, {"act": "burn"}).status_code == 404
    assert b"Board" in client.get(where(session, "polls")).content


def test_a_playing_director_does_not_see_a_poll_on_a_board_still_to_be_played(
    cast: Cast, session: Session, poll: Poll, client: Client
) -> None:
    later = player_at(due(session, 4))
    Player.objects.filter(user=cast.director).update(user=None)
    Player.objects.filter(pk=later.pk).update(user=cast.director)
    client.force_login(cast.director)
    assert client.get(where(session, "poll", poll_id=poll.pk)).status_code == 403
    assert f"/polls/{poll.pk}/".encode() not in client.get(where(session, "polls")).content


@pytest.mark.parametrize("path", ["/clubs/harbour/sessions/{}/polls/", "/api/v1/sessions/{}/polls/"])
def test_the_list_asks_as_often_whatever_is_on_it(
    cast: Cast, session: Session, play: Play, client: Client, django_assert_max_num_queries: Any, path: str
) -> None:
    client.force_login(cast.director)
    ruling = begin(cast, play)

    def queries() -> int:
        with django_assert_max_num_queries(60) as found:
            assert client.get(path.format(session.pk)).status_code == 200
        return len(found)

    opened(cast, play, ruling=ruling)
    queries()
    first = queries()
    for _more in range(4):
        opened(cast, play, ruling=ruling)
    assert queries() == first


def test_a_deputy_polls_at_the_table_of_the_director_who_plays(cast: Cast, client: Client) -> None:
    """The director sits at table 1; the deputy is somebody who does not play and holds no role."""
    session = in_play(cast)
    play = due(session)
    playing = player_at(play)
    name_official(
        actor=cast.actor("secretary"), session=session, player=playing, duty="director", deputy=cast.stranger.player
    )
    client.force_login(cast.stranger)
    form = {"table": "1", "round": "1", "board": str(play.board), "seat": "S", "hand": HAND, "auction": "1S P"}
    made = client.post(where(session, "new-poll"), form)
    assert client.get(made["Location"]).status_code == 200
    elsewhere = client.post(where(session, "new-poll"), form | {"table": "2", "board": str(due(session, 4).board)})
    assert elsewhere.status_code == 403


def test_a_poll_about_a_lead_asks_for_a_lead(cast: Cast, play: Play) -> None:
    assert opened(cast, play, auction="1NT P P P", seat="E").question == "What do you lead?"
    assert opened(cast, play, auction="1S ~P").question == "What do you call?"
    assert opened(cast, play, auction="1NT P P P", seat="E", question="Your lead?").question == "Your lead?"
