"""Pages of appeals: who reads what, that acts keep what was typed, the register and the casebook."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from weasyprint import HTML

from appeals.anonymous import names_left, replace_names
from appeals.demo.cases import CASES
from appeals.models import Appeal, BodyMember, Case, Decision, Deposit
from appeals.selectors.outcomes import possible_outcomes
from appeals.selectors.pack_page import seat_hands
from appeals.selectors.references import references
from appeals.services import casebook, hearing
from appeals.services.casebook import aliases_for
from appeals.services.federation_appeal import close_due
from events.models import Board, BoardSet, Section
from rulings.models import Poll, PollAnswer, Ruling
from scoring.models import OfficialScore
from tests.appeals.world import T0, World, fresh
from tests.events.evening import make_players, make_session

pytestmark = pytest.mark.django_db


def as_(world: World, name: str) -> Client:
    client = Client()
    client.force_login(world.user(name))
    return client


def url(appeal: Appeal, page: str = "appeal", **more: object) -> str:
    return reverse(f"club-{page}", kwargs={"slug": "harbour", "appeal_id": appeal.pk, **more})


def read(world: World, name: str, address: str) -> str:
    answer = as_(world, name).get(address)
    assert answer.status_code == 200, (name, address, answer.status_code)
    return answer.content.decode()


def test_a_player_asks_and_the_other_players_of_the_room_know_nothing(world: World) -> None:
    from clubs.models import Player

    # The moment of the world is long past or to come: no time runs while the score is not out.
    type(world.session).objects.filter(pk=world.session.pk).update(finished_at=None)
    world.session.official.delete() if hasattr(world.session, "official") else None
    address = reverse(
        "club-appeal-request", kwargs={"slug": "harbour", "session_id": world.session.pk, "ruling_id": world.ruling.pk}
    )
    client = as_(world, "north")
    empty = client.post(address, {"grounds": "", "kind": "fact"})
    assert empty.status_code == 422
    done = client.post(address, {"grounds": "South never hesitated", "kind": "fact"}, follow=True)
    assert b"Law 92D" in done.content
    appeal = Appeal.objects.get()
    assert (appeal.side, appeal.points.get().kind) == ("NS", "fact")
    assert "South never hesitated" in read(world, "west", url(appeal))
    assert as_(world, "stranger").get(url(appeal)).status_code == 404
    assert as_(world, "other_secretary").get(url(appeal)).status_code == 404
    assert as_(world, "appeals_member").get(url(appeal)).status_code == 404
    assert Player.objects.filter(user=world.people["south"]).exists()
    south = as_(world, "south")
    assert b"Do you concur" in south.get(url(appeal)).content
    south.post(url(appeal, "appeal-act", act="concur"), {"concur-agrees": "yes"})
    assert fresh(appeal).concurring == 2
    refused = south.post(url(appeal, "appeal-act", act="lodge"))
    assert refused.status_code == 403
    assert as_(world, "director").post(url(appeal, "appeal-act", act="lodge")).status_code == 302
    assert fresh(appeal).state == "lodged"


def test_statements_are_kept_apart_until_both_are_in(world: World) -> None:
    appeal = world.seated()
    hearing.write_statement(actor=world.actor("north", 12), appeal=appeal, text="A SECRET OF NORTH")
    # By the clock of the wall both times are over or not: what counts is the moment of the case.
    Appeal.objects.filter(pk=appeal.pk).update(statements_until=world.actor("north", 60 * 24 * 3000).at)
    assert "A SECRET OF NORTH" in read(world, "south", url(appeal))
    assert "A SECRET OF NORTH" in read(world, "chair", url(appeal))
    for page in ("appeal", "appeal-pack"):
        assert "A SECRET OF NORTH" not in read(world, "east", url(appeal, page))
    hearing.write_statement(actor=world.actor("east", 13), appeal=appeal, text="And ours")
    assert "A SECRET OF NORTH" in read(world, "east", url(appeal))


def test_the_pack_has_the_laws_in_our_words_and_the_scores_that_can_be_decided_are_listed(world: World) -> None:
    appeal = world.packed()
    shown = read(world, "chair", url(appeal, "appeal-pack"))
    said = references(["16B3", "12C1(c)"], world.cast.harbour)
    assert [(one.paragraph, one.law) for one in said] == [("16B3", 16), ("12C1(c)", 12)]
    assert escape(said[0].words) in shown
    assert 'href="/laws/16/#p-16B3"' in shown
    found = possible_outcomes(world.actor("chair", 30), fresh(appeal))
    assert [(str(one.label), one.score) for one in found] == [
        ("The ruling stands", "+170"),
        ("The result at the table counts again", "+420"),
    ]
    assert [one.effect.here[0].move.after.total for one in found]
    Ruling.objects.filter(pk=world.ruling.pk).update(score_ns="50 4S= N, 50 3S+1 N")
    labels = [str(one.label) for one in possible_outcomes(world.actor("chair", 30), fresh(appeal))]
    assert labels == ["The ruling stands", "The result at the table counts again", "All of it: 3S+1 N"]


def test_nobody_who_has_yet_to_play_the_board_reads_about_it(world: World) -> None:
    """Neither in this session nor, with the same cards, in a later one: not even who would hear it (Law 16D)."""
    deal = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.8765.87 2.5432.432.65432"
    boards = BoardSet.objects.create(club=world.cast.harbour, name="Of the evening", made_at=T0)
    marks = {"dealer": "N", "vulnerable": "None"}
    Board.objects.create(board_set=boards, number=world.play.board, deal=deal, made_at=T0, **marks)
    Section.objects.filter(session=world.session).update(board_set=boards)
    appeal = world.seated()
    for page in ("appeal", "appeal-pack"):
        assert as_(world, "third").get(url(appeal, page)).status_code == 200
    assert "AKQJ" in read(world, "third", url(appeal, "appeal-pack")).replace("\n", "").replace(" ", "")
    later = make_session(
        world.cast.harbour, 6, state="playing", players=[world.user("third").player, *make_players(11)]
    )
    Section.objects.filter(session=later).update(board_set=boards)
    for page in ("appeal", "appeal-pack"):
        answer = as_(world, "third").get(url(appeal, page))
        assert answer.status_code == 403, page
        assert b"AKQJ" not in answer.content
        assert b"Law 16D" in answer.content
    assert as_(world, "third").get(f"/api/v1/appeals/{appeal.pk}/").status_code == 403
    # For the others the seal is shut again while a table can still play the board: the case without its cards.
    shown = read(world, "chair", url(appeal, "appeal-pack"))
    assert 'class="hands"' not in shown
    assert "South thought for a long time" in shown


def test_what_is_refused_stays_on_the_page(world: World) -> None:
    appeal = world.referred()
    said = {"hear_alone-ground": "disturbs", "hear_alone-reason": ""}
    answer = as_(world, "director").post(url(appeal, "appeal-act", act="hear_alone"), said)
    assert answer.status_code == 422
    body = as_(world, "chair").post(url(appeal, "appeal-body"), {"user": str(world.cast.chair.pk), "role": "nonsense"})
    assert body.status_code == 422
    shown = read(world, "chair", url(appeal, "appeal-body"))
    assert "The check" in shown
    assert as_(world, "north").get(url(appeal, "appeal-body")).status_code == 403


def test_whoever_is_invited_is_not_offered_again_until_released(world: World) -> None:
    appeal = world.referred()
    page, pk = url(appeal, "appeal-body"), world.cast.chair.pk
    chair, offered = as_(world, "chair"), f'<option value="{pk}"'
    assert offered in read(world, "chair", page)
    invited = chair.post(page, {"user": str(pk), "role": "chair"}, follow=True)
    assert offered not in invited.content.decode()
    wrong = chair.post(page, {"user": "", "role": "member"})
    assert wrong.status_code == 422
    assert offered not in wrong.content.decode(), "whatever was typed"
    again = chair.post(page, {"user": str(pk), "role": "member"})
    assert again.status_code == 422, "nor taken from a page that still offered it"
    members = BodyMember.objects.filter(body__appeal=appeal, user=pk)
    member = members.get()
    chair.post(url(appeal, "appeal-release", member_id=member.pk), {"reason": "She cannot come."})
    assert offered in read(world, "chair", page)


def test_the_chair_decides_with_a_preview_and_everything_can_be_read(world: World) -> None:
    appeal = world.heard()
    chair = as_(world, "chair")
    form = {f"point_{appeal.points.get().pk}": "changed", "reasons": "Few would pass", "law_refs": "16B1, 12C1(c)"}
    form |= {"effect": "score", "score_ns": "60 4S= N, 40 4S-1 N", "version": str(appeal.version)}
    form |= {"facts": "A long pause", "told_ns": "away", "told_ew": "away"}
    shown = chair.post(url(appeal, "appeal-preview"), form)
    assert b"What it would do" in shown.content
    wrong = chair.post(url(appeal, "appeal-decide"), form | {"score_ns": "60 4S= N, 60 4S-1 N"})
    assert wrong.status_code == 422
    assert b"Few would pass" in wrong.content
    assert chair.post(url(appeal, "appeal-decide"), form).status_code == 302
    for name in ("north", "west", "director", "third", "secretary", "north_officer"):
        assert "Few would pass" in read(world, name, url(appeal))
    assert "in the minutes" not in read(world, "north", url(appeal))


def test_the_register_counts_with_the_same_number_of_queries(world: World) -> None:
    appeal = world.decided().appeal
    address = reverse("federation-appeals", kwargs={"slug": "north"})

    def queries() -> int:
        client = as_(world, "north_officer")
        with CaptureQueriesContext(
            connection,
        ) as found:
            assert client.get(address).status_code == 200
        return len(found)

    first = queries()
    for number in range(2, 8):
        row = fresh(appeal)
        row.pk, row.number, row.state, row.closed_at = None, number, "closed", row.decided_at
        row.save(force_insert=True)
    assert queries() == first
    shown = read(world, "north_officer", address)
    assert "100%" in shown
    assert "Harbour" in shown
    for query in ("law=16", "event=monday", "director=director", "club=harb", "verdict=changed", "hears=committee"):
        assert "2026/1" in read(world, "north_officer", f"{address}?{query}"), query
    for query in (
        "law=1",
        "event=tuesday",
        "director=nobody",
        "topic=L27",
        "merit=without",
    ):
        assert "No appeal is found" in read(world, "north_officer", f"{address}?{query}&since=2026-01-01"), query
    table = as_(world, "secretary").get(reverse("club-appeals-export", kwargs={"slug": "harbour", "format": "csv"}))
    lines = b"".join(table.streaming_content).decode().splitlines()
    assert len(lines) == 8
    assert "Deuce" not in "".join(lines)
    world.rule("appeals.federation_sees", "further")
    assert "Monday pairs" not in read(world, "north_officer", address)
    assert as_(world, "north_officer").get(url(appeal)).status_code == 404


def test_the_register_finds_what_has_been_open_for_long(world: World) -> None:
    appeal = world.decided().appeal
    Appeal.objects.filter(pk=appeal.pk).update(requested_at=timezone.now() - timedelta(days=8))
    address = reverse("federation-appeals", kwargs={"slug": "north"})
    assert "2026/1" in read(world, "north_officer", f"{address}?age=7")
    assert "No appeal is found" in read(world, "north_officer", f"{address}?age=30")
    for due, is_found in ((timedelta(days=1), False), (-timedelta(days=1), True)):
        Appeal.objects.filter(pk=appeal.pk).update(due_at=timezone.now() + due)
        shown = read(world, "north_officer", f"{address}?waiting=overdue")
        assert ("2026/1" in shown, "No appeal is found" in shown) == (is_found, not is_found)


def test_names_are_replaced_consistently_and_looked_for() -> None:
    names = {"Hedwig Ruff": "North", "Otto Void-Ruff": "South"}
    text = replace_names("Hedwig led; RUFF said nothing, Otto Void-Ruff passed. Ruffing was wrong.", names)
    assert text == "North led; North said nothing, South passed. Ruffing was wrong."
    assert names_left("Mrs hedwig objected", names) == ["Hedwig"]
    assert names_left(text, names) == []


@pytest.mark.parametrize(
    ("name", "leaks", "harmless"),
    [
        ("Ada King", "Mrs King objected.", "Declarer led the king."),
        ("Bo Wu", "Wu asked for it.", "So he passed: nobody could hear bo or wu."),
        ("Ann Smith-Jones", "Mr Jones objected.", "Jonesing"),
        ("Jörg Müller", "MULLER objected.", "The mule."),
        ("王伟", "这时王伟说不叫。", "这时北家说不叫。"),
        ("An Do", "An Do hesitated.", "An opponent who had something to do."),
    ],
)
def test_names_are_found_as_people_write_them(name: str, leaks: str, harmless: str) -> None:
    assert names_left(leaks, [name])
    assert names_left(harmless, [name]) == []
    assert replace_names(harmless, {name: "North"}) == harmless


def test_a_case_is_published_without_names(world: World) -> None:
    world.rule("appeals.deposit", "20")
    made = world.decided(merit="merit")
    editor = as_(world, "recorder")
    done = editor.post(reverse("club-case-new", kwargs={"slug": "harbour"}), {"appeal": str(made.appeal.pk)})
    assert done.status_code == 404  # a recorder does not see the appeal itself
    actor = world.actor("secretary", 60)
    case = casebook.draft_case(actor=actor, body=world.cast.harbour, appeal=fresh(made.appeal))
    assert Deposit.objects.get().state == "returned"
    close_due(fresh(made.appeal).closes_at + timedelta(minutes=1))
    assert "Deuce" not in "".join(str(getattr(case, name)) for name in Case.TEXTS)
    casebook.edit_case(actor=actor, case=case, facts="Mr Deuce hesitated.")
    with pytest.raises(ValidationError, match="Deuce"):
        casebook.publish_case(actor=actor, case=case)
    where = case.get_absolute_url()
    assert Client().get(where).status_code == 404
    casebook.edit_case(actor=actor, case=case, facts="South hesitated.")
    casebook.publish_case(actor=actor, case=case)
    assert b"South hesitated." in Client().get(where).content
    said = {"commentator": "An Expert", "text": "Deuce had to pass."}
    kept = as_(world, "secretary").post(f"{where}commentary/", said)
    assert (kept.status_code, kept.context["comment_form"].errors["text"]) == (
        422,
        ["A player of the case is named: Deuce. Write the seat instead."],
    )
    with pytest.raises(ValidationError, match="Deuce"):
        casebook.edit_case(actor=actor, case=case, lead="A spade by Deuce")
    book = reverse("club-casebook", kwargs={"slug": "harbour"})
    assert b"Hesitation" in Client().get(book, {"q": "hesitated", "law": "16B3"}).content
    assert b"No case has all of this" in Client().get(book, {"q": "revoke"}).content
    world.rule("appeals.naming", "masterpoints")
    casebook.unpublish_case(actor=actor, case=case, reason="By masterpoints from now on")
    with pytest.raises(ValidationError, match="masterpoints here: write those of North, East, South, West"):
        casebook.publish_case(actor=actor, case=case)
    case.refresh_from_db()
    for typed in ("N many", "N 1, N 2", "1250"):
        with pytest.raises(ValidationError, match="cannot be read"):
            casebook.edit_case(actor=actor, case=case, masterpoints=typed)
    drawn = {"dealer": "N", "auction": "1S P P P", "contract": "1S-1 N -50"}
    casebook.edit_case(actor=actor, case=case, masterpoints="N 1250, e 80; S 0, W 3", **drawn)
    casebook.publish_case(actor=actor, case=case)
    shown = " ".join(Client().get(where).content.decode().split())
    suit = '<span class="suit suit--s" role="img" aria-label="spades">♠</span>'
    assert f"1{suit} N" in shown
    assert f"1{suit}-1 N -50" in shown
    assert "Masterpoints: North 1250 · East 80 · South 0 · West 3" in shown
    assert "Deuce" not in shown
    assert set(aliases_for(made.appeal, "masterpoints").values()) == {"North", "East", "South", "West"}
    pdf = Client().get(reverse("club-casebook-pdf", kwargs={"slug": "harbour"}))
    assert (pdf.status_code, pdf.content[:4]) == (200, b"%PDF")


def test_the_four_hands_stand_round_the_table_in_print() -> None:
    """North above, West and East beside each other, South below: none on top of another."""
    hands = seat_hands(CASES[0]["deal"])
    case = {"case": {"subject": "Four hands", "year": 2026, "number": 1}, "hands": hands}
    page = render_to_string("appeals/casebook_print.html", {"cases": [case]})
    boxes = {
        (box.element.get("class") or "").removeprefix("hand hand--"): box
        for page_of_book in HTML(string=page).render().pages
        for box in page_of_book._page_box.descendants()
        if box.element is not None and (box.element.get("class") or "").startswith("hand hand--")
    }
    north, east, south, west = (boxes[seat] for seat in "nesw")
    assert north.position_y < west.position_y == east.position_y < south.position_y
    assert west.position_x < north.position_x == south.position_x < east.position_x


def test_the_desk_asks_for_a_side_by_its_names_and_says_that_the_time_is_over(world: World) -> None:
    """The clock of the pages is today's: the period has long ended, and a request is refused and kept."""
    where = {"slug": "harbour", "session_id": world.session.pk, "ruling_id": world.ruling.pk}
    desk, address = as_(world, "director"), reverse("club-appeal-request", kwargs=where)
    OfficialScore.objects.update(available_at=T0 - timedelta(days=3000))
    Ruling.objects.update(given_at=T0 - timedelta(days=3001))
    page = desk.get(address)
    text = " ".join(page.content.decode().split())
    assert "a request is refused, and kept with this reason (Law 92B)" in text
    assert f"Board {world.play.board}, table {world.play.table}, round 1" in text
    assert "East-West: East Deuce" in text
    assert "East-West: West Deuce" in text
    asks = f"EW:{world.play.east_id}:{world.user('east').player.pk}"
    said = {"asked_by": asks, "grounds": "Wrong", "kind": "fact"}
    desk.post(address, said)
    assert (Appeal.objects.get().side, Appeal.objects.get().state) == ("EW", "refused")


def test_whoever_decides_has_ruling_and_votes_beside_the_form_and_the_poll_is_in_the_pack(world: World) -> None:
    poll = Poll.objects.create(
        session=world.session, ruling=world.ruling, seat="N", hand="AKQ2.J54.T98.762", dealer="N", vulnerable="None",
        question="What do you call?", considering=20, choosing=1, opened_at=T0,
    )  # fmt: skip
    for name, chosen, considered in (("Ann", "P", ["4S"]), ("Ben", "4S", [])):
        PollAnswer.objects.create(
            poll=poll, name=name, source="director", asked_at=T0, answered_at=T0, chosen=chosen, considered=considered
        )
    appeal = world.heard()
    [counted] = appeal.hearing.pack["consultation"]
    assert counted == (
        "What do you call? Peers asked: 2. 4♠: chosen by 1, considered by 2; Pass: chosen by 1, considered by 1."
        " Logical alternatives by the test: 4♠, Pass."
    )
    chair = as_(world, "chair")
    where = f"/clubs/harbour/appeals/{appeal.pk}/decision/"
    page = chair.get(where)
    assert page.context["brief"].votes == (("Changed", 3),)
    assert page.context["brief"].table == "4S= N"
    said = {"act": "preview", "effect": "table", "reasons": "Half written"}
    page = chair.post(where, said)
    assert (page.status_code, Decision.objects.count()) == (200, 0)
    assert "Half written" in page.content.decode()
    assert page.context["effect"].shows_scores


def test_a_case_has_a_dealer_of_the_four_and_a_marking_that_there_is(world: World) -> None:
    actor = world.actor("secretary", 60)
    case = casebook.draft_case(actor=actor, body=world.cast.harbour, subject="A hesitation")
    for name, value, said in (("dealer", "X", "N, E, S or W"), ("vulnerable", "both", "None, NS, EW or All")):
        with pytest.raises(ValidationError) as caught:
            casebook.edit_case(actor=actor, case=case, **{name: value})
        assert said in caught.value.message_dict[name][0]
    page = as_(world, "secretary").get(f"{case.get_absolute_url()}edit/").content.decode()
    assert '<select name="dealer"' in page
    assert '<select name="vulnerable"' in page
