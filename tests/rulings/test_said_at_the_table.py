"""What was said at the table comes back as it was meant: cards, suits, tricks by rule, why the director was called."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from events.models import Play, Session
from rulings.selectors.words import restriction_words
from rulings.services.cases import answer
from rulings.services.giving import give
from rulings.templatetags.bidding import card_or_suit
from rulings.views.base import ruling_url
from scoring.forms.table import call_reason
from scoring.models import DirectorCall
from scoring.services.director_calls import call_director
from tests.cast import Cast
from tests.rulings.night import begin

pytestmark = pytest.mark.django_db


def shown(client: Client, cast: Cast, address: str) -> str:
    client.force_login(cast.director)
    return " ".join(client.get(address).content.decode().split())


# --- Cards and suits -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "drawn"),
    [
        ("H7", "♥7"),
        ("7h", "♥7"),
        ("♥7", "♥7"),
        ("S10", "♠10"),
        ("ST", "♠10"),
        ("D", "♦"),
        ("hearts", "♥"),
        ("H7, S2", "♥7, ♠2"),
        ("the one he dropped", "the one he dropped"),
        ("<b>", "&lt;b&gt;"),
        ("", ""),
    ],
)
def test_a_card_or_suit_is_drawn_however_it_was_typed(typed: str, drawn: str) -> None:
    assert re.sub(r"</?span[^>]*>", "", card_or_suit(typed)) == drawn


@pytest.mark.parametrize(
    ("code", "detail", "words"),
    [
        ("must lead the suit", "H", "The partner must lead ♥, if able."),
        ("suit banned while on lead", "hearts", "The partner may not lead ♥ for as long as the lead stays there."),
        ("suit banned", "S", "♠ may not be led until the partner loses the lead."),
        ("suits banned", "S, D", "♠ and ♦ may not be led until the partner loses the lead."),
        ("suit banned", "", "The suit is forbidden until the partner loses the lead."),
        ("suit banned", "his own", "The suit is forbidden until the partner loses the lead."),
    ],
)
def test_a_lead_restriction_names_the_suit_that_was_given(code: str, detail: str, words: str) -> None:
    assert restriction_words("lead", code, detail) == words


def test_the_directors_screens_draw_the_penalty_card_and_name_the_suit(
    cast: Cast, session: Session, play: Play, client: Client
) -> None:
    draft = begin(cast, play, "L50", {"pcn": "one", "size": "major", "turn": "plead", "choice": "forbid"})
    who = {"lead": {"seat": "E", "detail": "h"}, "pc": {"seat": "W", "detail": "H7"}}
    made = give(actor=cast.actor("director"), ruling=draft, who=who)
    assert made.restrictions.filter(kind="lead").exists()
    for address in (made.get_absolute_url(), f"/clubs/harbour/sessions/{session.pk}/desk/"):
        text = shown(client, cast, address)
        assert "may not lead ♥ for as long as the lead stays there" in text
        held = text.split("in-force--lead")[1].split("</form>")[0]
        assert "that suit" not in held


# --- Tricks by rule --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"exempt": "none", "won": "player", "later": "some"}, "Two tricks"),
        ({"exempt": "none", "won": "partner", "later": "some"}, "One trick"),
        ({"exempt": "b6"}, "No trick"),
    ],
)
def test_the_tricks_by_rule_are_told_before_equity_is_asked(
    cast: Cast, play: Play, client: Client, facts: dict[str, str], told: str
) -> None:
    ruling = begin(cast, play, "L64", facts)
    text = shown(client, cast, f"/clubs/harbour/sessions/{ruling.session_id}/rulings/{ruling.pk}/assistant/")
    assert "still worse off" in text
    by_rule = text.split("By rule")[1].split("still worse off")[0]
    assert told in by_rule
    assert "64" in by_rule


def test_at_other_questions_nothing_is_told_of_tricks(cast: Cast, play: Play, client: Client) -> None:
    ruling = begin(cast, play, "L64", {"exempt": "none"})
    text = shown(client, cast, f"/clubs/harbour/sessions/{ruling.session_id}/rulings/{ruling.pk}/assistant/")
    assert "By rule" not in text


def called(cast: Cast, play: Play, reason: str) -> DirectorCall:
    return call_director(
        actor=cast.actor("director"), section=play.section, table=play.table, board=play.board, reason=reason, code=None
    )


# --- Why the director was called -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("reason", "opened"),
    [
        ("irregularity", {"auction", "clarify", "play"}),
        ("board", {"setup", "score"}),
        ("score", {"after"}),
        ("seats", {"setup"}),
        ("help", set()),
    ],
)
def test_what_was_chosen_at_the_table_opens_the_fitting_part_of_the_menu(
    cast: Cast, session: Session, play: Play, client: Client, reason: str, opened: set[str]
) -> None:
    call = called(cast, play, call_reason(reason))
    text = shown(client, cast, f"/clubs/harbour/sessions/{session.pk}/rulings/new/?call={call.pk}")
    found = {part.split('"')[0] for part in text.split('data-phase="')[1:] if " open" in part.split(">")[0]}
    assert found == opened


def test_what_was_written_at_the_table_is_looked_for_in_the_menu(
    cast: Cast, session: Session, play: Play, client: Client
) -> None:
    call = called(cast, play, "Revoke")
    text = shown(client, cast, f"/clubs/harbour/sessions/{session.pk}/rulings/new/?call={call.pk}")
    assert 'value="Revoke"' in text
    assert 'value="L61"' in text
    assert 'value="L27"' not in text


# --- What goes before the first question ------------------------------------------------------------------------------
def test_an_insufficient_bid_begins_with_a_word_about_law_25a(client: Client, cast: Cast, play: Play) -> None:
    ruling = begin(cast, play, "L27", {})
    said = "put right under Law 25A, and Law 27 is not needed"
    assert said in shown(client, cast, ruling_url(ruling, "ruling-assistant"))
    later = answer(actor=cast.actor("director"), ruling=ruling, question="rot", answer="y")
    assert said not in shown(client, cast, ruling_url(later, "ruling-assistant"))
