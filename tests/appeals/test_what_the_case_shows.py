"""What is decided about stands before those who decide, and what was ruled stays to be read."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from appeals.models import Appeal
from appeals.pending import open_appeals
from appeals.selectors.pack import hearing_pack
from appeals.services import concurring, deciding, hearing, lodging
from appeals.services.casebook import draft_case
from appeals.services.deciding import DecisionText
from appeals.services.effects import ScoreChange
from appeals.views.base import appeal_url
from office.models import Notice
from rulings.models import Ruling
from rulings.selectors.trick_transfer import is_open
from rulings.services.trick_transfer import count_tricks
from scoring.adjusted.words import written_words
from tests.appeals.test_federation_decides import before_the_federation, finally_
from tests.appeals.test_heard_together import referred_by_east
from tests.appeals.test_paths import fine, ruled_on
from tests.appeals.world import WRITTEN, World, fresh

pytestmark = pytest.mark.django_db


def shown(client: Client, world: World, who: str, address: str) -> str:
    client.force_login(world.user(who))
    text = re.sub(r"<[^>]*>", " ", client.get(address).content.decode())
    return html.unescape(re.sub(r"\s+", " ", text))


def changed(world: World, score_change: ScoreChange, heard: Appeal | None = None) -> Any:
    appeal = heard or world.heard()
    outcomes = {point.pk: "changed" for point in appeal.points.all()}
    return deciding.decide(
        actor=world.actor("chair", 30),
        appeal=appeal,
        outcomes=outcomes,
        text=DecisionText(**WRITTEN),
        score_change=score_change,
    )


def test_the_penalty_stands_before_those_who_decide_about_it(world: World, client: Client) -> None:
    fine(world, "90A", "91A")
    appeal = world.heard()
    for page in ("appeal-pack", "appeal-decide", "appeal"):
        text = shown(client, world, "chair", appeal_url(appeal, page))
        assert "(Law 90A)" in text, page
        assert "(Law 91A)" in text, page
    form = shown(client, world, "chair", appeal_url(appeal, "appeal-decide"))
    [label] = re.findall(r"Cancelled: [^()]*\(Law \w+\)(?:; [^()]*\(Law \w+\))*", form)
    assert "90A" in label
    assert "91A" not in label, "what a body cannot cancel is not on its tick"
    made = changed(world, ScoreChange(cancels_penalties=True), appeal)
    assert "Penalty cancelled" in shown(client, world, "north", appeal_url(appeal))
    ruling = shown(client, world, "director", world.ruling.get_absolute_url())
    assert ruling.count("cancelled on appeal") == 1
    case = draft_case(actor=world.actor("secretary", 40), body=world.cast.harbour, appeal=fresh(made.appeal))
    assert "(Law 90A)" in case.ruling
    assert "Penalty cancelled" in case.decision


def test_without_a_penalty_there_is_nothing_to_tick(world: World, client: Client) -> None:
    client.force_login(world.user("chair"))
    assert "cancels_penalties" not in client.get(appeal_url(world.heard(), "appeal-decide")).content.decode()


def test_the_rulings_page_keeps_what_the_director_ruled(world: World, client: Client) -> None:
    before = shown(client, world, "director", world.ruling.get_absolute_url())
    assert "Adjusted for North-South" in before
    changed(world, ScoreChange("score", "4S-1 N"))
    after = shown(client, world, "director", world.ruling.get_absolute_url())
    assert "As the director ruled, North-South" in after
    assert "superseded" in after
    assert "After appeal, North-South" in after


def test_the_rulings_page_says_that_the_table_counts_again(world: World, client: Client) -> None:
    changed(world, ScoreChange("table"))
    after = shown(client, world, "director", world.ruling.get_absolute_url())
    assert "As the director ruled, North-South" in after
    assert "The result at the table counts again" in after


def uncounted(world: World) -> Ruling:
    """As if the tricks had not been counted yet."""
    Ruling.objects.filter(pk=world.ruling.pk).update(tricks=1, tricks_to="EW", tricks_counted_at=None)
    world.ruling.refresh_from_db()
    return world.ruling


def test_tricks_are_not_counted_behind_an_appeal(world: World) -> None:
    appeal = world.heard()
    ruling = uncounted(world)
    assert not is_open(ruling)
    with pytest.raises(ValidationError, match=rf"decision in appeal {appeal}"):
        count_tricks(actor=world.actor("director", 28), ruling=ruling, to="EW")
    world.decide(appeal)
    assert not is_open(ruling), "the decision has given the score"


def test_tricks_are_counted_once_the_ruling_has_stood(world: World) -> None:
    appeal = world.heard("stands")
    ruling = uncounted(world)
    assert not is_open(ruling)
    world.decide(appeal, "stands")
    assert is_open(ruling)


def test_a_restored_ruling_has_its_tricks_again(world: World) -> None:
    appeal = before_the_federation(world)
    ruling = uncounted(world)
    assert not is_open(ruling)
    finally_(world, appeal, "restored")
    assert is_open(ruling)


def test_the_ruling_on_the_law_is_in_the_pack(world: World, client: Client) -> None:
    appeal, _made = ruled_on(world)
    lodging.contest(actor=world.actor("north", 9), point=appeal.points.get(kind="law"))
    lodging.refer(actor=world.actor("director", 10), appeal=fresh(appeal))
    [on_law] = hearing_pack(fresh(appeal))["on_law"]
    assert (on_law["point"], on_law["reasons"]) == ("The wrong Law was applied", "So it is")
    text = shown(client, world, "chair", appeal_url(appeal, "appeal-pack"))
    assert "The director in charge on the law" in text
    assert "So it is" in text


def test_a_ruling_on_the_law_takes_the_penalty_away(world: World, client: Client) -> None:
    fine(world, "90A")
    appeal = world.lodged(points=[("law", "There is no such penalty")])
    client.force_login(world.user("director"))
    said = {"point": appeal.points.get().pk, "verdict": "changed", "reasons": "So it is", "effect": "none"}
    said |= {"cancels_penalties": "on"}
    posted = {f"rule_on_law-{name}": value for name, value in said.items()}
    assert client.post(appeal_url(appeal, "appeal-act", act="rule_on_law"), posted).status_code == 302
    assert appeal.decisions.get().cancels_penalties


def test_the_partner_reads_which_ruling_it_is_and_the_deposit(world: World, client: Client) -> None:
    world.rule("appeals.deposit", "20")
    appeal = world.requested()
    row = appeal.concurrences.get(state="waiting")
    text = re.sub(r"\s+", " ", client.get(reverse("appeal-concur", kwargs={"code": row.code})).content.decode())
    for words in ("Hesitation", "4S is not allowed.", "20"):
        assert words in text, words
    assert re.search(r"Adjusted score: 3\S*\+1 N", re.sub(r"<[^>]*>", "", text))
    assert "Take it first" not in text


def test_whoever_is_slower_reads_that_it_is_done(world: World, client: Client) -> None:
    appeal = world.requested()
    row = appeal.concurrences.get(state="waiting")
    client.force_login(world.user("director"))
    concurring.concur_by_code(actor=world.actor("south", 6), code=row.code)
    said = {"witness-concurrence": row.pk, "witness-agrees": "yes", "witness-reason": "At the desk"}
    answer = client.post(appeal_url(appeal, "appeal-act", act="witness"), said, follow=True)
    assert answer.status_code == 200
    assert "somebody was faster" in answer.content.decode()
    client.force_login(world.user("east"))
    assert client.post(appeal_url(appeal, "appeal-act", act="witness"), said).status_code == 403


def test_before_the_federation_it_is_said_what_holds_meanwhile(world: World, client: Client) -> None:
    appeal = before_the_federation(world)
    assert "what was decided below holds" in shown(client, world, "north", appeal_url(appeal))
    assert Notice.objects.filter(user=world.user("north"), kind="appeal.referred_further").exists()
    assert not Notice.objects.filter(user=world.user("north"), kind="appeal.further").exists()


def test_a_decided_case_without_a_way_on_leaves_no_board_pending(world: World) -> None:
    assert [one.board for one in open_appeals(world.session)] == []
    appeal = world.heard()
    assert [one.board for one in open_appeals(world.session)] == [world.ruling.board]
    world.rule("appeals.further", False)
    Appeal.objects.filter(pk=world.decide(appeal).appeal.pk).update(further_until=None)
    [left] = open_appeals(world.session)
    assert left.board is None
    assert "slip" in str(left.sentence)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("60 4S= N, 40 4S-1 N", "60% 4S= N, 40% 4S-1 N"),
        ("33.3 3NT= S, 66.7 P", "33.3% 3NT= S, 66.7% P"),
        ("60", "60"),
        ("4S= N", "4S= N"),
        ("60 4S= N, 40 4S-1 N / 4S= N", "60% 4S= N, 40% 4S-1 N / 4S= N"),
    ],
)
def test_weights_are_read_with_their_percent_sign(written: str, read: str) -> None:
    assert written_words(written) == read


def test_the_points_of_two_appeals_say_whose_they_are(world: World, client: Client) -> None:
    appeal = world.packed()
    referred_by_east(world)
    hearing.open_hearing(actor=world.actor("chair", 20), appeal=fresh(appeal))
    text = shown(client, world, "third", appeal_url(appeal))
    form = text.split("What you can do")[1]
    assert "East-West –" in form
    assert "North-South –" in form
