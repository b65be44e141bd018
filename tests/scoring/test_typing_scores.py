"""One field takes all that is written on a slip: contracts, scores, artificial scores, passed out, not played."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from events.models import Play, Session
from events.movements.model import MovementKind
from scoring.engine.errors import NotationError
from scoring.engine.sheet import (
    AVERAGE,
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    award_for_percent,
    format_artificial,
    parse_artificial,
)
from scoring.models import BoardResult, ScoreAdjustment
from scoring.result_input import ResultInput
from scoring.services.typing import (
    TravellerEntry,
    TravellerEntryAnswer,
    artificial_score,
    counting_text,
    parse_typed_score,
    save_lines,
)
from tests.cast import Cast
from tests.events.evening import make_session
from tests.rulings.night import given as give_ruling

PERCENTS = st.integers(min_value=0, max_value=200).map(lambda half: Fraction(half, 2))


@given(PERCENTS, PERCENTS)
def test_an_artificial_score_is_read_as_it_is_written(ns: Fraction, ew: Fraction) -> None:
    awards = award_for_percent(ns), award_for_percent(ew)
    assert parse_artificial(format_artificial(*awards)) == awards


@pytest.mark.parametrize(
    ("text", "awards"),
    [
        ("A+", (AVERAGE_PLUS, AVERAGE_MINUS)),
        ("a-", (AVERAGE_MINUS, AVERAGE_PLUS)),
        ("A−", (AVERAGE_MINUS, AVERAGE_PLUS)),
        ("A", (AVERAGE, AVERAGE)),
        ("A=", (AVERAGE, AVERAGE)),
        ("AVE+", (AVERAGE_PLUS, AVERAGE_MINUS)),
        ("A+/A+", (AVERAGE_PLUS, AVERAGE_PLUS)),
        ("A+ A", (AVERAGE_PLUS, AVERAGE)),
        ("A6040", (AVERAGE_PLUS, AVERAGE_MINUS)),
        ("A 60/70", (AVERAGE_PLUS, award_for_percent(Fraction(70)))),
    ],
)
def test_artificial_scores_as_directors_write_them(text: str, awards: object) -> None:
    assert parse_artificial(text) == awards
    assert parse_typed_score(text).awards == awards


@pytest.mark.parametrize("text", ["A++", "A+/", "A110/20", "B+", "A+/4S"])
def test_what_is_no_artificial_score_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not an artificial score"):
        parse_artificial(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("420", ResultInput(score=420)),
        ("+420", ResultInput(score=420)),
        ("-50", ResultInput(score=-50)),
        ("−50", ResultInput(score=-50)),
        ("0", ResultInput("passed")),
        ("P", ResultInput("passed")),
        ("all pass", ResultInput("passed")),
        ("AP", ResultInput("passed")),
        ("NP", ResultInput("not-played")),
        ("4S= N", ResultInput("played", "4S", "N", 10)),
        ("4S= N HK", ResultInput("played", "4S", "N", 10, "HK")),
    ],
)
def test_results_as_directors_write_them(text: str, said: ResultInput) -> None:
    assert parse_typed_score(text).result == said


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hello", "cannot be read: type a contract such as 4S= N"),
        ("4S N", "is not a result"),
        ("420 7", "Write the score alone"),
        ("A+-", "is not an artificial score"),
    ],
)
def test_what_cannot_be_read_is_answered_with_what_can_be_typed(text: str, why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        parse_typed_score(text)


@pytest.fixture
def session(cast: Cast) -> Session:
    return make_session(cast.harbour, 6, kind=MovementKind.MITCHELL, boards_per_round=2)


def on_board(number: int) -> Play:
    return Play.objects.filter(board=number).select_related("section__session__event__club").order_by("round")[0]


def enter(cast: Cast, play: Play, text: str, seen: int = 0, **more: int) -> TravellerEntryAnswer:
    line = TravellerEntry(play, text, seen, **more)
    (answer,) = save_lines(actor=cast.actor("director"), lines=[line], reason="From the slip")
    return answer


@pytest.mark.django_db
def test_a_score_alone_counts(cast: Cast, session: Session) -> None:
    play = on_board(1)
    assert enter(cast, play, "420").saved
    row = BoardResult.objects.get()
    assert (row.outcome, row.contract, row.score, row.text) == ("played", "", 420, "+420")
    again = enter(cast, play, "+420", seen=1)
    assert (again.saved, again.error) == (False, "")
    assert enter(cast, play, "4S= N", seen=1).saved
    assert counting_text(play) == "4S= N"


@pytest.mark.django_db
@pytest.mark.parametrize(("board", "text"), [(1, "620"), (1, "425"), (2, "-620")])
def test_a_score_that_no_contract_gives_on_the_board_is_refused(
    cast: Cast, session: Session, board: int, text: str
) -> None:
    """On board 1 nobody is vulnerable, on board 2 North-South are."""
    answer = enter(cast, on_board(board), text)
    assert "at the vulnerability of this board" in answer.error
    assert not BoardResult.objects.exists()
    assert enter(cast, on_board(2), "620").saved


@pytest.mark.django_db
def test_an_artificial_score_is_given_and_a_result_takes_its_place(cast: Cast, session: Session) -> None:
    play = on_board(1)
    assert enter(cast, play, "A+").saved
    given = artificial_score(play)
    assert given is not None
    assert (given.kind, given.law, given.reason) == ("artificial", "12C2", "From the slip")
    assert counting_text(play) == "A+/A-"
    assert not enter(cast, play, "A+/A-").saved, "it stands there already"
    assert enter(cast, play, "-50", seen_adjustment=given.pk).saved
    assert artificial_score(play) is None
    assert counting_text(play) == "-50"


@pytest.mark.django_db
def test_an_artificial_score_that_somebody_gave_meanwhile_is_not_lost(cast: Cast, session: Session) -> None:
    play = on_board(1)
    enter(cast, play, "A+/A+")
    answer = enter(cast, play, "420", seen_adjustment=0)
    assert answer.stale
    assert "A+/A+" in answer.error
    assert counting_text(play) == "A+/A+"


@pytest.mark.django_db
def test_a_ruling_is_not_typed_away(cast: Cast, session: Session) -> None:
    play = on_board(1)
    give_ruling(cast, play, score_ns="60", score_ew="40")
    assert enter(cast, play, "420").error
    assert ScoreAdjustment.objects.current().exists()


@pytest.mark.django_db
def test_the_page_takes_all_of_it_and_shows_it_again(cast: Cast, session: Session, client: Client) -> None:
    client.force_login(cast.director)
    Session.objects.filter(pk=session.pk).update(round=3)
    plays = list(Play.objects.filter(board=1).order_by("round", "table"))
    where = reverse("club-session-travellers", kwargs={"slug": "harbour", "session_id": session.pk}) + "?board=1"
    texts = ["420", "A+", "hello"]
    sent = {f"line_{play.pk}": text for play, text in zip(plays, texts, strict=False)}
    answer = client.post(where, sent | {"reason": "From the traveller"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="+420"' in page
    assert 'value="A+/A-"' in page
    assert 'value="hello"' in page
    assert "cannot be read" in page


@pytest.mark.django_db
def test_an_artificial_score_takes_a_reason_that_somebody_wrote(cast: Cast, session: Session, client: Client) -> None:
    """The players read it as the reason of a ruling: the name of the paper is none."""
    client.force_login(cast.director)
    play = on_board(1)
    where = reverse("club-session-travellers", kwargs={"slug": "harbour", "session_id": session.pk}) + "?board=1"
    assert "From the traveller" not in client.get(where).content.decode()
    sent = {f"line_{play.pk}": "A+"}
    refused = client.post(where, sent | {"reason": ""})
    assert refused.status_code == 422
    assert "why the board has an artificial score" in refused.content.decode()
    assert not ScoreAdjustment.objects.exists()
    client.post(where, sent | {"reason": "Cards were seen"})
    assert ScoreAdjustment.objects.get().reason == "Cards were seen"
    # A changed result needs none beside the paper that is typed.
    other = on_board(2)
    where = where.replace("board=1", "board=2")
    client.post(where, {f"line_{other.pk}": "110", f"seen_{other.pk}": "0"})
    client.post(where, {f"line_{other.pk}": "140", f"seen_{other.pk}": "1"})
    assert BoardResult.objects.current().get(play=other).reason == "From the traveller"


@pytest.mark.django_db
def test_a_board_with_an_artificial_score_is_complete(cast: Cast, session: Session, client: Client) -> None:
    client.force_login(cast.director)
    page = reverse("club-session-travellers", kwargs={"slug": "harbour", "session_id": session.pk})
    missing = {row["board"]: row["missing"] for row in client.get(page).context["boards"]}
    enter(cast, on_board(1), "A+")
    now = {row["board"]: row["missing"] for row in client.get(page).context["boards"]}
    assert now[1] == missing[1] - 1
