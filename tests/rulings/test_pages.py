"""The director's pages: from a call through the assistant to a ruling, the form with its preview, and who sees what."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import User
from events.models import Play, Session
from events.services.officials import name_official
from jobs import services as jobs
from rulings.case_places import Where
from rulings.models import LiveRestriction, Ruling
from rulings.services.cases import answer, open_ruling
from rulings.services.giving import give
from scoring.models import DirectorCall, ScoreAdjustment
from scoring.services.director_calls import call_director
from tests.cast import Cast
from tests.events.evening import make_players, make_session
from tests.rulings.night import begin, due, enter, given, in_play

pytestmark = pytest.mark.django_db
HOME = "/clubs/harbour/sessions/{}/rulings/"


@pytest.fixture
def at_work(cast: Cast, client: Client) -> Client:
    client.force_login(cast.director)
    return client


def url(session: Session, tail: str = "") -> str:
    return HOME.format(session.pk) + tail


def sent(ruling: Ruling, **more: Any) -> dict[str, Any]:
    return {"version": ruling.version, "seen": "", "act": "give"} | more


#: What an assigned score rests on, as the form sends it.
FOUNDED = {
    "facts": "He bid 1H over 1S.",
    "reasons": "They stop in spades.",
    "law_refs": "27B2",
    "told_ns_how": "table",
    "told_ew_how": "table",
}


def test_from_a_call_to_a_ruling(cast: Cast, session: Session, at_work: Client) -> None:
    play = due(session)
    call = call_director(
        actor=cast.actor("secretary"),
        section=play.section,
        table=play.table,
        board=play.board,
        reason="Too low",
        code=None,
    )
    page = at_work.get(url(session))
    assert "Too low" in page.content.decode()
    page = at_work.post(url(session, f"calls/{call.pk}/"), {"act": "take", "version": call.version}, follow=True)
    assert "What happened?" in page.content.decode()
    found = at_work.get(url(session, f"new/?call={call.pk}&q=insuff")).content.decode()
    assert "Insufficient bid" in found
    assert "Revoke" not in found
    page = at_work.post(
        url(session, "new/"), {"call": call.pk, "table": play.table, "board": play.board, "tree": "L27"}, follow=True
    )
    ruling = Ruling.objects.get()
    assert (ruling.call, ruling.play) == (call, play)
    for question, given_ in {"rot": "y", "acc": "n", "repl": "bid"}.items():
        ruling.refresh_from_db()
        said = {"question": question, "answer": given_, "version": ruling.version}
        page = at_work.post(url(session, f"{ruling.pk}/assistant/"), said, follow=True)
        assert page.status_code == 200
    text = page.content.decode()
    assert "Say to the players" in text
    assert "must pass at every turn" in text
    ruling.refresh_from_db()
    page = at_work.post(url(session, f"{ruling.pk}/assistant/"), sent(ruling, seat_pass="S"), follow=True)
    assert "Ruled." in page.content.decode()
    ruling.refresh_from_db()
    assert (ruling.state, ruling.told_ns_how) == ("given", "table")
    assert DirectorCall.objects.get().state == "done"
    desk = at_work.get(f"/clubs/harbour/sessions/{session.pk}/desk/").content.decode()
    assert "must pass at every turn" in desk
    restriction = LiveRestriction.objects.filter(kind="pass").get()
    at_work.post(url(session, f"restrictions/{restriction.pk}/"), {"then": "desk"})
    enter(cast, play, "4S= N")
    home = at_work.get(url(session)).content.decode()
    assert "The result is in: ask now" in home
    reminder = ruling.reminders.order_by("pk").first()
    assert reminder is not None
    at_work.post(url(session, f"reminders/{reminder.pk}/"), {"answer": "No"})
    reminder.refresh_from_db()
    assert reminder.answer == "No"


def test_the_options_are_there_to_be_explained_before_anybody_chooses(
    cast: Cast, session: Session, at_work: Client
) -> None:
    """Law 10C1: a player hears what each replacement of an insufficient bid leads to, and then makes one."""
    draft = open_ruling(actor=cast.actor("director"), session=session, where=Where.of(due(session)), tree="L27")
    ruling = answer(actor=cast.actor("director"), ruling=draft, question="rot", answer="y")
    page = at_work.get(url(session, f"{ruling.pk}/assistant/"))
    assert [one.id for one in page.context["assistant"].options] == ["y", "n"]
    answer(actor=cast.actor("director"), ruling=ruling, question="acc", answer="n")
    page = at_work.get(url(session, f"{ruling.pk}/assistant/"))
    found = {one.id: " ".join(one.leads_to) for one in page.context["assistant"].options}
    assert set(found) == {"lowest", "comparable", "bid", "pass", "dbl", "insuff"}
    assert "goes on without further rectification" in found["lowest"]
    assert "pass" in found["dbl"].lower()
    assert "before anybody chooses (Law 10C1)" in page.content.decode()


def test_a_ban_on_a_lead_stays_on_the_screen_and_does_not_come_back_with_the_result(
    cast: Cast, session: Session, at_work: Client
) -> None:
    """Law 26B is for the partner's first turn to lead; there is nothing to ask about it after the play."""
    ruling = begin(cast, due(session))
    page = at_work.get(url(session, f"{ruling.pk}/assistant/")).content.decode()
    assert "suit not specified in the legal auction by the offender" in page
    assert "Ends when the partner, once on lead, loses the lead, or with the board." in page
    assert "<b>Law 72C</b> comes back when the result is entered" in page
    assert "<b>Law 26B</b> comes back" not in page
    made = give(actor=cast.actor("director"), ruling=ruling)
    assert {row.check_code for row in made.reminders.all()} == {"16C2", "72C"}


def test_going_back_and_throwing_away(cast: Cast, session: Session, at_work: Client) -> None:
    ruling = begin(cast, due(session))
    address = url(session, f"{ruling.pk}/assistant/")
    at_work.post(address, {"act": "back", "version": ruling.version})
    ruling.refresh_from_db()
    assert [question for question, _ in ruling.answers] == ["event", "rot", "acc"]
    stale = at_work.post(address, {"act": "back", "version": 1})
    assert stale.status_code == 422
    at_work.post(address, {"act": "change", "question": "rot", "version": ruling.version})
    ruling.refresh_from_db()
    assert [question for question, _ in ruling.answers] == ["event", "acc"]
    at_work.post(address, {"act": "discard", "version": ruling.version})
    assert not Ruling.objects.exists()


def test_the_form_keeps_previews_gives_and_amends(cast: Cast, session: Session, at_work: Client) -> None:
    plays = list(Play.objects.filter(section__session=session, board=due(session).board))
    for at, play in enumerate(plays):
        enter(cast, play, ("4S= N", "4S-1 N", "4S+1 N", "3NT= N")[at % 4])
    jobs.run_due("live")
    ruling = begin(cast, plays[0])
    address = url(session, f"{ruling.pk}/write/")
    assert at_work.get(address).status_code == 200
    bad = at_work.post(address, sent(ruling, facts="He bid 1H over 1S.", score_ns="60 4S= N, 30 4S-1 N"))
    assert bad.status_code == 422
    assert "add up to 90% instead of 100%" in bad.content.decode()
    assert "He bid 1H over 1S." in bad.content.decode()
    at_work.post(address, sent(ruling, act="keep", facts="He bid 1H over 1S.", auction="1S 1H ~P", law_refs="27B2"))
    ruling.refresh_from_db()
    assert (ruling.state, ruling.auction) == ("draft", "1S 1H ~P")
    shown = at_work.post(
        url(session, f"{ruling.pk}/preview/"), sent(ruling, score_ns="50 4S= N, 50 4S-1 N", auction="1S 1H")
    )
    text = shown.content.decode()
    assert "What it would do" in text
    assert "insufficient bid" in text
    assert not ScoreAdjustment.objects.exists()
    plain = at_work.post(address, sent(ruling, act="preview", score_ns="40"))
    assert "In the ranking" in plain.content.decode()
    fine = {"penalty_who_1": plays[0].north_id, "penalty_amount_1": "25", "penalty_unit_1": "percent of a top"}
    fine["penalty_law_1"] = "90A"
    done = at_work.post(
        address, sent(ruling, score_ns="50 4S= N, 50 4S-1 N", decision="Weighted.", **FOUNDED, **fine), follow=True
    )
    assert "The ruling is given." in done.content.decode()
    assert "50%\N{NO-BREAK SPACE}+420, 50%\N{NO-BREAK SPACE}−50" in done.content.decode()
    ruling.refresh_from_db()
    later = at_work.get(address).content.decode()
    assert "Why the ruling is changed" in later
    form: dict[str, Any] = {
        **FOUNDED, "title": ruling.title, "decision": ruling.decision, "score_ns": ruling.score_ns, **fine,
        "told_ns_at": "", "told_ew_at": "",
    }  # fmt: skip
    at_work.post(address, sent(ruling, **form, notes="Upset."))
    ruling.refresh_from_db()
    assert (ruling.state, ruling.notes) == ("given", "Upset.")
    refused = at_work.post(address, sent(ruling, **form | {"score_ns": "4S= N"}))
    assert "Say why the ruling is changed" in refused.content.decode()
    at_work.post(address, sent(ruling, **form | {"score_ns": "4S= N"}, reason="new facts"))
    ruling.refresh_from_db()
    assert ruling.state == "amended"
    assert at_work.get(url(session, f"{ruling.pk}/withdraw/")).status_code == 200
    at_work.post(url(session, f"{ruling.pk}/withdraw/"), {"reason": "wrong", "version": ruling.version})
    ruling.refresh_from_db()
    assert ruling.state == "withdrawn"


@pytest.mark.parametrize(("laws", "begins"), [("16B3, 12C1", ""), ("73C", ""), ("27B2", "4S= N"), ("", "4S= N")])
def test_the_pad_does_not_begin_with_what_a_suggested_call_led_to(
    cast: Cast, session: Session, at_work: Client, laws: str, begins: str
) -> None:
    """Law 16B: the result that the infraction led to has no weight; elsewhere the pad begins with the table's."""
    play = due(session)
    enter(cast, play, "4S= N")
    ruling = open_ruling(actor=cast.actor("director"), session=session, where=Where.of(play))
    ruling.law_refs = [law for law in laws.split(", ") if law]
    ruling.save()
    page = at_work.get(url(session, f"{ruling.pk}/write/")).content.decode()
    assert f'data-table="{begins}"' in page


def test_the_second_director_sees_the_first_ruling_before_saving(cast: Cast, session: Session, client: Client) -> None:
    play = due(session)
    mine = begin(cast, play, by="north_officer")
    client.force_login(cast.north_officer)
    given(cast, play, score_ns="4S= N", decision="Assigned: four spades made.")
    address = url(session, f"{mine.pk}/write/")
    refused = client.post(address, sent(mine, decision="No damage."))
    assert refused.status_code == 422
    text = refused.content.decode()
    assert "Another director has ruled on this board" in text
    assert "Assigned: four spades made." in text
    assert "No damage." in text
    again = {"decision": "No damage."}
    program = client.post(f"/api/v1/sessions/{session.pk}/rulings/{mine.pk}/give/", again, "application/json")
    assert program.status_code == 409, "a program that has seen nothing is told as well"
    seen = text.split('name="seen" value="')[1].split('"')[0]
    saved = client.post(address, sent(mine, decision="No damage.", seen=seen))
    assert saved.status_code == 302


def test_players_read_the_rulings_of_their_own_tables_only(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8, players=[cast.member.player, *make_players(15)])
    session = Session.objects.select_related("event__club__federation").get(pk=session.pk)
    member = cast.member.player
    own = next(
        play
        for play in Play.objects.filter(section__session=session, round=1).select_related(
            "section__session__event__club"
        )
        if any(one.player_id == member.pk for one in (*play.north.entrants.all(), *play.east.entrants.all()))
    )
    away = next(play for play in Play.objects.filter(section__session=session, round=1) if play.table != own.table)
    mine, theirs = given(cast, own, notes="Private."), given(cast, away)
    client.force_login(cast.member)
    assert client.get(url(session, f"{mine.pk}/")).status_code == 404  # The board is not over.
    enter(cast, own, "4S= N")
    enter(cast, away, "4S= N")
    page = client.get(url(session, f"{mine.pk}/"))
    assert page.status_code == 200
    assert "Private." not in page.content.decode()
    for order in ("Write down", "Penalty:", "Score:", "They choose without consulting"):
        assert order not in page.content.decode()
    assert client.get(url(session, f"{theirs.pk}/")).status_code == 404
    listed = client.get(url(session)).content.decode()
    assert f"rulings/{mine.pk}/" in listed
    assert f"rulings/{theirs.pk}/" not in listed
    assert client.get(url(session, f"{mine.pk}/write/")).status_code == 403
    client.force_login(cast.stranger)
    assert client.get(url(session)).status_code == 403
    client.logout()
    assert client.get(url(session)).status_code == 302


def test_orders_to_the_director_are_not_read_by_the_players(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8, players=[cast.member.player, *make_players(15)])
    plays = Play.objects.filter(section__session=session, round=1).select_related("section__session__event__club")
    own = next(one for one in plays if cast.member.player in {row.player for row in one.north.entrants.all()})
    facts = {"what": "psych", "damage": "n", "aware": "y"}
    ruling = give(actor=cast.actor("director"), ruling=begin(cast, own, "L40", facts))
    enter(cast, own, "4S= N")
    address = f"/clubs/harbour/sessions/{session.pk}/rulings/{ruling.pk}/"
    client.force_login(cast.director)
    assert "How often it happens" in client.get(address).content.decode()
    client.force_login(cast.member)
    page = client.get(address).content.decode()
    assert "It must be disclosed from now on." in page
    assert "How often it happens" not in page


def test_a_playing_director_neither_reads_nor_rules_at_the_own_table(cast: Cast, client: Client) -> None:
    session = make_session(cast.harbour, 8, players=[cast.director.player, *make_players(15)])
    session = Session.objects.select_related("event__club__federation").get(pk=session.pk)
    name_official(
        actor=cast.actor("secretary"), session=session, player=cast.director.player, duty="director",
        deputy=cast.member.player,
    )  # fmt: skip
    own = next(
        play
        for play in Play.objects.filter(section__session=session, round=1)
        if any(
            one.player_id == cast.director.player.pk for one in (*play.north.entrants.all(), *play.east.entrants.all())
        )
    )
    deputy = cast.actor("member")
    draft = open_ruling(actor=deputy, session=session, where=Where.of(own), tree="L27")
    client.force_login(cast.director)
    assert client.get(url(session, f"{draft.pk}/")).status_code == 404
    refused = client.post(url(session, "new/"), {"table": own.table, "board": own.board, "tree": "L27"})
    assert refused.status_code == 403
    client.force_login(cast.member)
    assert client.get(url(session, f"{draft.pk}/assistant/")).status_code == 200
    assert client.get(f"/clubs/harbour/sessions/{session.pk}/desk/").status_code == 403
    give(actor=deputy, ruling=draft, decision="Play on.")
    assert "Play on." in client.get(url(session, f"{draft.pk}/")).content.decode()


def test_the_pages_cost_the_same_for_many_tables(cast: Cast, client: Client) -> None:
    client.force_login(cast.director)
    costs = []
    for contestants in (8, 20):
        session = in_play(cast, contestants)
        for number in range(contestants // 4):
            given(cast, due(session, number))
        ruling = Ruling.objects.filter(session=session).earliest("pk")
        for tail in ("", f"{ruling.pk}/", f"{ruling.pk}/write/"):
            client.get(url(session, tail))
            with CaptureQueriesContext(
                connection,
            ) as found:
                assert client.get(url(session, tail)).status_code == 200
            costs.append(len(found))
    assert costs[:3] == costs[3:]


def test_an_official_who_does_not_direct_only_reads(cast: Cast, session: Session, client: Client) -> None:
    ruling = given(cast, due(session), notes="Private.")
    readers: list[User] = [cast.chair, cast.recorder, cast.secretary, cast.scorer]
    for user in readers:
        client.force_login(user)
        page = client.get(url(session, f"{ruling.pk}/")).content.decode()
        assert "Insufficient bid" in page
        assert "Private." not in page
        assert client.get(url(session, "new/")).status_code == 403


def test_the_desk_leads_to_the_ruling_instead_of_changing_its_score(
    cast: Cast, session: Session, at_work: Client
) -> None:
    play = due(session)
    made = given(cast, play, score_ns="4S= N", penalties=[{"contestant": play.north_id, "amount": "25"}])
    desk = f"/clubs/harbour/sessions/{session.pk}/desk/"
    page = at_work.get(f"{desk}plays/{play.pk}/").content.decode()
    assert f"This stands by ruling {made.pk}" in page
    assert f'href="{made.get_absolute_url()}">Ruling {made.pk}</a>' in page
    assert "Give this score" not in page
    answer = at_work.post(f"{desk}plays/{play.pk}/adjust/", {"ns": "60", "ew": "40", "reason": "Slow play"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert page.count(f"This stands by ruling {made.pk}") == 1
    assert "Slow play" in page
    assert ScoreAdjustment.objects.current().get().authority == made.authority
    page = at_work.get(f"{desk}penalties/").content.decode()
    assert f'href="{made.get_absolute_url()}">Ruling {made.pk}</a>' in page
