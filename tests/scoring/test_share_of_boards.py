"""Who plays less of the boards than the conditions ask for has no place; the results still count for the others."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from events.models import Event, Place, Play, Session
from events.movements.model import MovementKind
from events.selectors.seats import session_sections
from events.services.repairs import admit_late, let_come_back, let_leave
from scoring.engine.boards import Conditions
from scoring.engine.ranking import break_ties, without_places
from scoring.engine.results import ScoredStanding as Ranked
from scoring.models import BoardResult, Standing
from scoring.result_input import ResultInput, validated_score_fields
from scoring.runs.field_scores import score_field, too_few_boards
from scoring.runs.sheet_storage import pack_sheet
from scoring.runs.sheets import read_field_sheet
from scoring.services.comparison_fields import check_lock_and_rescore_field, session_fields
from scoring.services.runs import write_run
from tests.cast import Cast
from tests.events.evening import EVENING, make_players, make_session

pytestmark = pytest.mark.django_db
RESULTS = ("4S= N", "4S-1 N", "3NT+1 S", "2H+1 E", "5DX-2 W")


@pytest.fixture
def session(cast: Cast) -> Session:
    return make_session(cast.harbour, 8, kind=MovementKind.HOWELL, boards_per_round=2)


def place_of(session: Session, number: int) -> Place:
    rows = Place.objects.select_related("section__session__event__club", "contestant")
    return rows.get(session=session, number=number)


def play_all(session: Session) -> None:
    """Every board that is laid down has a result."""
    plays = Play.objects.filter(section__session=session).order_by("round", "table", "board")
    BoardResult.objects.bulk_create(
        BoardResult(
            play=play,
            version=1,
            source="desk",
            made_at=EVENING,
            **validated_score_fields(ResultInput.parse(RESULTS[at % len(RESULTS)]), Conditions.of(play.board)),
        )
        for at, play in enumerate(plays)
    )


def rank(session: Session) -> dict[int, Standing]:
    """By the contestants' numbers, as a run keeps them."""
    (field,) = session_fields(session)
    check_lock_and_rescore_field(field, at=EVENING)
    read = read_field_sheet(field.pk)
    write_run(field_sheet=read, field_score=score_field(read), at=EVENING + timedelta(hours=3), sheet=pack_sheet(read))
    numbers = dict(session.places.values_list("contestant_id", "number"))
    return {numbers[row.contestant_id]: row for row in Standing.objects.filter(run__field=field)}


def leave(cast: Cast, session: Session, number: int, after: int) -> None:
    Session.objects.filter(pk=session.pk).update(round=after)
    let_leave(actor=cast.actor("director"), place=place_of(session, number), reason="Ill")


def test_a_pair_that_left_after_a_quarter_of_the_boards_has_no_place(
    cast: Cast, session: Session, client: Client
) -> None:
    leave(cast, session, 3, after=2)
    play_all(session)
    rows = rank(session)
    assert rows[3].place == "–"
    assert not rows[3].is_ranked
    assert rows[3].shown_percent
    others = sorted(row.rank for number, row in rows.items() if number != 3)
    assert max(others) <= 7
    assert rows[3].rank > max(others)
    Session.objects.filter(pk=session.pk).update(state="finished", finished_at=EVENING)
    client.force_login(cast.director)
    where = {"slug": "harbour", "session_id": session.pk}
    page = client.get(reverse("club-session-results", kwargs=where)).content.decode()
    assert "less than 70% of the boards" in page
    why = reverse("club-session-results-why-place", kwargs=where | {"contestant_id": rows[3].contestant_id})
    assert "it has no place" in client.get(why).content.decode()


def test_its_results_count_for_the_others(cast: Cast, session: Session) -> None:
    leave(cast, session, 3, after=2)
    play_all(session)
    with_share = {number: (row.total, row.percent) for number, row in rank(session).items()}
    Event.objects.update(share=0)
    without = rank(session)
    assert {number: (row.total, row.percent) for number, row in without.items()} == with_share
    assert all(row.is_ranked for row in without.values())


def test_a_pair_that_left_near_the_end_keeps_its_place(cast: Cast, session: Session) -> None:
    leave(cast, session, 3, after=5)
    play_all(session)
    assert rank(session)[3].is_ranked


def test_whoever_comes_back_is_ranked_again(cast: Cast, session: Session) -> None:
    leave(cast, session, 3, after=2)
    let_come_back(actor=cast.actor("director"), place=place_of(session, 3))
    play_all(session)
    assert all(row.is_ranked for row in rank(session).values())


def test_a_pair_that_comes_too_late_has_no_place(cast: Cast) -> None:
    session = make_session(cast.harbour, 7, kind=MovementKind.HOWELL, boards_per_round=2)
    Session.objects.filter(pk=session.pk).update(round=4)
    admit_late(actor=cast.actor("director"), section=session_sections(session)[0], people=make_players(2, "Late"))
    play_all(session)
    rows = rank(session)
    assert [number for number, row in rows.items() if not row.is_ranked] == [8]


def test_rounds_that_the_movement_lets_somebody_sit_out_are_no_fault(cast: Cast) -> None:
    """In a Mitchell with a half table East-West sit out once and others never."""
    session = make_session(cast.harbour, 5, kind=MovementKind.MITCHELL, boards_per_round=2, share=100)
    play_all(session)
    assert all(row.is_ranked for row in rank(session).values())


def test_a_score_that_comes_in_late_costs_nobody_the_place(cast: Cast, session: Session) -> None:
    (field,) = session_fields(session)
    places = [
        Ranked(1, False, str(pk), 0, Fraction(0), None) for pk in session.places.values_list("contestant", flat=True)
    ]
    assert too_few_boards(read_field_sheet(field.pk), places) == set()


def standing(name: str, rank: int, *, tied: bool = False, ranking: str = "") -> Ranked:
    return Ranked(rank, tied, name, 10, Fraction(5), Fraction(50), ranking)


def test_those_without_a_place_stand_last_and_the_others_move_up() -> None:
    rows = (standing("a", 1), standing("b", 2, tied=True), standing("c", 2, tied=True), standing("d", 4))
    found = without_places(rows, {"b", "a"})
    assert [(one.contestant, one.rank, one.place) for one in found] == [
        ("c", 1, "1"),
        ("d", 2, "2"),
        ("a", 3, "–"),
        ("b", 3, "–"),
    ]
    assert break_ties(found, ()) == found


def test_each_ranking_has_places_of_its_own() -> None:
    rows = (standing("a", 1, ranking="NS"), standing("b", 2, ranking="NS"), standing("c", 1, ranking="EW"))
    found = without_places(rows, {"a"})
    assert [(one.contestant, one.place) for one in found] == [("b", "1"), ("a", "–"), ("c", "1")]
