"""The pages of the official score: what is typed stays, what is private does not show, nothing grows."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import Player, Role
from clubs.services.roles import grant_role
from core import actors
from events.models import Entrant, Play
from scoring.engine.sheet import Outcomes
from scoring.models import ContactNote, Correction, LateDeadline, Publication
from scoring.result_input import ResultInput
from scoring.services.adjusting import adjust
from scoring.services.corrections import ask_for_correction
from scoring.services.deciding import accept_correction
from scoring.services.official import make_due_final, publish
from scoring.services.repairs import turn_results
from scoring.services.results import set_result
from tests.cast import Cast
from tests.scoring.published import T0, Evening, end_of_play

pytestmark = pytest.mark.django_db


def url(evening: Evening, page: str, **more: int) -> str:
    return reverse(f"club-session-{page}", kwargs={"slug": "harbour", "session_id": evening.session.pk, **more})


def signed_in(evening: Evening, who: str) -> Client:
    client = Client()
    client.force_login(getattr(evening.cast, who))
    return client


def out(evening: Evening) -> None:
    """Published just now, by the clock of whoever asks for a page."""
    publish(actor=evening.cast.actor("director"), session=evening.session)


def long_ago(evening: Evening) -> None:
    """Published a year ago: all periods are over."""
    publish(actor=actors.system(T0 - timedelta(days=365)), session=evening.session)


def ask(evening: Evening, at: int = 0, claimed: str = "7NT-1 N") -> Correction:
    actor = evening.cast.actor("member")
    return ask_for_correction(actor=actor, play=evening.own[at], claimed=claimed, words="Entered wrong")


def test_publishing_with_results_missing_asks_why_and_keeps_the_note(cast: Cast) -> None:
    evening = end_of_play(cast, missing=2)
    client = signed_in(evening, "director")
    response = client.post(url(evening, "publish"), {"note": "Tea is ready", "reason": ""})
    assert response.status_code == 422
    page = response.content.decode()
    assert "2 results are missing" in page
    assert 'value="Tea is ready"' in page
    assert client.post(url(evening, "publish"), {"reason": "Card lost"}).status_code == 302
    public = Client().get(url(evening, "official")).content.decode()
    assert "2 results are missing: board" in public
    assert "Card lost" in public


def test_what_changed_under_the_page_is_looked_at_first(evening: Evening) -> None:
    client = signed_in(evening, "director")
    form = client.get(url(evening, "official-desk")).context["form"]
    seen = form.initial["seen"]
    set_result(
        actor=evening.cast.actor("scorer"), play=evening.plays[0], result=ResultInput.parse("P"), reason="Typing"
    )
    response = client.post(url(evening, "publish"), {"note": "Mine", "seen": seen})
    assert response.status_code == 422
    assert "Somebody else changed this" in response.content.decode()
    assert 'value="Mine"' in response.content.decode()
    again = response.context["form"].data["seen"]
    assert client.post(url(evening, "publish"), {"note": "Mine", "seen": again}).status_code == 302


def test_a_member_asks_from_the_scorecard(evening: Evening) -> None:
    out(evening)
    client, play = signed_in(evening, "member"), evening.own[0]
    address = f"{url(evening, 'ask-correction')}?play={play.pk}"
    assert evening.counts(play).text in client.get(address).content.decode()
    response = client.post(address, {"claimed": "4 bananas", "words": "We were down"})
    assert response.status_code == 422
    assert "We were down" in response.content.decode()
    assert "4 bananas" in response.content.decode()
    assert client.post(address, {"claimed": "7NT-1 N", "words": "We were down"}).status_code == 302
    twice = client.post(address, {"claimed": "7NT-1 N", "words": "We were down"})
    assert twice.status_code == 422
    assert "asked for already" in twice.content.decode()
    assert Correction.objects.count() == 1
    official = client.get(url(evening, "official")).content.decode()
    assert "What you asked for" in official
    assert (
        client.post(url(evening, "take-back-correction", correction_id=Correction.objects.get().pk)).status_code == 302
    )
    assert Correction.objects.get().state == "withdrawn"


def test_who_did_not_play_the_board_loses_nothing_but_gets_nowhere(evening: Evening) -> None:
    out(evening)
    play = next(play for play in evening.plays if play not in evening.own)
    client = signed_in(evening, "member")
    assert client.get(f"{url(evening, 'ask-correction')}?play={play.pk}").status_code == 403
    response = client.post(url(evening, "ask-correction"), {"play": play.pk, "claimed": "P", "words": "My story"})
    assert response.status_code == 403
    assert "My story" in response.content.decode()
    assert "Only somebody who played board" in response.content.decode()
    assert client.get(f"{url(evening, 'ask-correction')}?play=x").status_code == 404
    assert (
        "You have played no board here"
        in signed_in(evening, "chair").get(url(evening, "ask-correction")).content.decode()
    )


def test_after_time_the_page_says_where_to_turn_and_keeps_the_words(evening: Evening) -> None:
    long_ago(evening)
    address = f"{url(evening, 'ask-correction')}?play={evening.own[0].pk}"
    response = signed_in(evening, "member").post(address, {"claimed": "P", "words": "My story"})
    assert response.status_code == 422
    assert "Law 79C2" in response.content.decode()
    assert "My story" in response.content.decode()


def test_after_time_the_first_page_says_so_and_no_link_leads_on(evening: Evening) -> None:
    long_ago(evening)
    member = signed_in(evening, "member")
    asking = url(evening, "ask-correction")
    card = url(evening, "results-card", contestant_id=evening.session.places.get(number=1).contestant_id)
    assert asking not in member.get(card).content.decode()
    official = member.get(url(evening, "official")).content.decode()
    assert asking not in official
    for page in (
        official,
        *(member.get(path).content.decode() for path in (asking, f"{asking}?play={evening.own[0].pk}")),
    ):
        assert "The time for asking ended" in page
        assert f"{asking}?play=" not in page
        assert "<textarea" not in page


def test_a_decision_that_came_too_late_is_told_and_what_was_typed_stays(evening: Evening) -> None:
    out(evening)
    row = ask(evening)
    client = signed_in(evening, "director")
    said = {"verdict": "accept", "found": "7NT-1 N", "reason": "My reason", "version": "1", "seen": "1"}
    set_result(actor=evening.cast.actor("scorer"), play=row.play, result=ResultInput.parse("P"), reason="Typing")
    address = url(evening, "decide-correction", correction_id=row.pk)
    response = client.post(address, said)
    assert response.status_code == 422
    assert "has changed meanwhile" in response.content.decode()
    assert "My reason" in response.content.decode()
    assert client.post(address, said | {"seen": "2"}).status_code == 302
    late = client.post(address, said | {"verdict": "refuse", "version": "2"})
    assert late.status_code == 422
    assert "Another director has decided" in late.content.decode()
    assert Correction.objects.get().state == "accepted"


def test_law_79c2_by_the_pages(evening: Evening) -> None:
    long_ago(evening)
    make_due_final(T0 - timedelta(days=360))
    director, play = signed_in(evening, "director"), evening.own[0]
    where = {"table": str(play.table), "round": "1", "board": str(play.board), "side": "NS"}
    said = {"claimed": "7NT-1 N", "words": "The sheet says so"}
    wrong = director.post(url(evening, "enter-correction"), where | said | {"board": "99"})
    assert wrong.status_code == 422
    assert "The sheet says so" in wrong.content.decode()
    assert director.post(url(evening, "enter-correction"), where | said).status_code == 302
    row = Correction.objects.get()
    decide = url(evening, "decide-correction", correction_id=row.pk)
    verdict = {"verdict": "accept", "found": "7NT-1 N", "reason": "Sheet", "version": "1", "seen": "1"}
    assert "beyond reasonable doubt" in director.post(decide, verdict).content.decode()
    assert director.post(decide, verdict | {"beyond_doubt": "on"}).status_code == 302
    page = director.get(url(evening, "correction", correction_id=row.pk)).content.decode()
    assert "It waits for the club’s secretary" in page
    approve = url(evening, "approve-correction", correction_id=row.pk)
    assert director.post(approve, {"approves": "yes", "version": "2"}).status_code == 403
    secretary = signed_in(evening, "secretary")
    assert secretary.post(approve, {"approves": "no", "version": "2", "reason": ""}).status_code == 422
    assert secretary.post(approve, {"approves": "yes", "version": "2"}).status_code == 302
    assert evening.counts(play).text == "7NT-1 N"
    assert Publication.objects.count() == 2


def test_who_decided_is_told_that_somebody_else_approves_and_who_plays_is_told_so(evening: Evening) -> None:
    """Law 79C2: two people, where the club has two."""
    long_ago(evening)
    play = evening.own[0]
    where = {"table": str(play.table), "round": "1", "board": str(play.board), "side": "NS"}
    entered = {"claimed": "7NT-1 N", "words": "The sheet says so"}
    assert signed_in(evening, "director").post(url(evening, "enter-correction"), where | entered).status_code == 302
    asked = Correction.objects.get()
    accept_correction(actor=evening.cast.actor("secretary"), correction=asked, reason="Sheet", beyond_doubt=True)
    correction = url(evening, "correction", correction_id=asked.pk)
    page = signed_in(evening, "secretary").get(correction).content.decode()
    assert 'value="yes">Approve' not in re.sub(r"\s+", " ", page)
    assert "somebody else has to approve" in page
    assert "With your approval" not in page
    officer = signed_in(evening, "officer")
    page = officer.get(correction).content.decode()
    assert "With your approval" in page
    assert "You play in this event" not in page
    Entrant.objects.filter(contestant=evening.own[0].north_id, position=2).update(
        player=Player.objects.get(user=evening.cast.officer)
    )
    assert "You play in this event" in officer.get(correction).content.decode()
    done = officer.post(url(evening, "approve-correction", correction_id=asked.pk), {"approves": "yes", "version": "2"})
    assert done.status_code == 302
    assert "plays in this event" in signed_in(evening, "secretary").get(correction).content.decode()


def test_one_thing_counts_and_players_are_shown_that_one(evening: Evening) -> None:
    """After an adjusted score the result at the table stays in the record and counts no more."""
    play = evening.own[0]
    given = Outcomes.weighted((110, 60), (-100, 40))
    adjust(actor=evening.cast.actor("director"), play=play, kind="weighted", ns=given, ew=given, reason="Law 16")
    out(evening)
    page = signed_in(evening, "director").get(url(evening, "play", play_id=play.pk)).content.decode()
    assert len(re.findall(r"badge--good\">\s*counts", page)) == 1
    own = signed_in(evening, "member").get(url(evening, "ask-correction")).content.decode()
    assert "60%\xa0+110, 40%\xa0−100" in own or "60%\xa0−110, 40%\xa0+100" in own
    asked = ask(evening)
    decide = signed_in(evening, "director").get(url(evening, "correction", correction_id=asked.pk)).content.decode()
    assert "60%\xa0+110, 40%\xa0−100" in decide


def test_how_to_reach_somebody_is_for_the_desk_only(evening: Evening) -> None:
    out(evening)
    director = signed_in(evening, "director")
    place = evening.session.places.get(number=2)
    assert director.post(url(evening, "contact"), {"place": place.pk, "text": "0371 555"}).status_code == 302
    director.post(
        url(evening, "decide-correction", correction_id=ask(evening).pk),
        {"verdict": "refuse", "reason": "No", "version": "1", "seen": "1"},
    )
    late = LateDeadline.objects.get()
    assert "not told yet" in director.get(url(evening, "official-desk")).content.decode()
    told = director.post(url(evening, "tell-side", late_deadline_id=late.pk), {f"late-{late.pk}-how": "Phone"})
    assert told.status_code == 302
    late.refresh_from_db()
    assert (late.how, late.told_by) == ("Phone", evening.cast.director)
    assert "0371 555" in director.get(url(evening, "official-desk")).content.decode()
    for who in ("stranger", "member"):
        assert "0371 555" not in signed_in(evening, who).get(url(evening, "official")).content.decode()
    director.post(url(evening, "contact"), {"place": place.pk, "text": ""})
    assert not ContactNote.objects.exists()


def test_a_director_who_has_yet_to_play_the_board_does_not_see_the_request(evening: Evening) -> None:
    """Law 16D: on the page, behind its address and in the API."""
    out(evening)
    row = ask(evening)
    grant_role(actor=evening.cast.actor("secretary"), user=evening.cast.stranger, role=Role.DIRECTOR, body=row.club)
    own = evening.session.places.get(number=2).contestant_id
    yet = Play.objects.filter(section__session=evening.session, north=own, board=row.play.board)
    assert yet.update(state="due") == 1
    client = signed_in(evening, "stranger")
    page = client.get(url(evening, "official-desk")).content.decode()
    assert "Entered wrong" not in page
    assert "7NT-1 N" not in page
    assert client.get(url(evening, "correction", correction_id=row.pk)).status_code == 404
    api = client.get(f"/api/v1/sessions/{evening.session.pk}/corrections/").json()
    assert api == []


def test_names_show_to_strangers_as_each_player_lets_them(evening: Evening) -> None:
    player = evening.cast.member.player
    type(player).objects.filter(pk=player.pk).update(privacy="hidden")
    out(evening)
    set_result(
        actor=evening.cast.actor("director"), play=evening.own[0], result=ResultInput.parse("7C-9 N"), reason="Typing"
    )
    out(evening)
    for page in (url(evening, "official"), url(evening, "publication", number=2)):
        assert player.display_name not in Client().get(page).content.decode()
        assert player.display_name in signed_in(evening, "chair").get(page).content.decode()


def queries(client: Client, *pages: str) -> list[int]:
    found = []
    for page in pages:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(page).status_code == 200
        found.append(len(asked))
    return found


def test_the_questions_to_the_database_do_not_grow(cast: Cast) -> None:
    counts = []
    for contestants in (6, 14):
        evening = end_of_play(cast, contestants, name=f"Pairs {contestants}")
        out(evening)
        for play in evening.plays[::3]:
            set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse("7C-3 N"), reason="Typing")
        out(evening)
        set_result(
            actor=cast.actor("director"), play=evening.plays[1], result=ResultInput.parse("7C-4 N"), reason="Typing"
        )
        for at in range(contestants // 3):
            ask(evening, at)
        pages = [url(evening, "official"), url(evening, "publication", number=2), url(evening, "ask-correction")]
        pages += [url(evening, "official-desk"), url(evening, "correction", correction_id=_newest())]
        client = signed_in(evening, "operator")
        queries(client, pages[0])
        counts.append(queries(client, *pages))
    assert counts[0] == counts[1]


def _newest() -> int:
    row: Any = Correction.objects.order_by("-pk").first()
    return row.pk


def test_a_correction_for_those_who_sat_the_other_way_is_the_other_pairs(evening: Evening) -> None:
    director, play = signed_in(evening, "director"), evening.own[0]
    turn_results(actor=evening.actor("director", 1), plays=[play], reason="")
    where = {"table": str(play.table), "round": "1", "board": str(play.board), "side": "NS"}
    said = {"claimed": "7NT-1 N", "words": "The sheet says so"}
    assert director.post(url(evening, "enter-correction"), where | said).status_code == 302
    assert Correction.objects.get().contestant_id == play.east_id
