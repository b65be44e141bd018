"""A results file as an event that has been played: once, with its matches, hands and players."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import AuditEntry
from core.errors import Forbidden
from events.models import BoardSet, Contestant, Event, Place, Play
from events.models.conditions import Form
from events.selectors.seal import board_set_seal
from events.services.events import restore_event
from jobs.models import Job
from scoring.engine.matchpoints import MatchpointBoard
from scoring.engine.methods import Method
from scoring.engine.profiles import Profile
from scoring.engine.results import SessionScore
from scoring.engine.session import score_session
from scoring.engine.sheet import Board, Scoresheet
from scoring.interchange import sentences
from scoring.interchange.document import Document
from scoring.interchange.files import parse, read
from scoring.models import ComparisonField, ImportedFile, Standing
from scoring.selectors.results_lists import sessions_with_results
from scoring.services.comparison_fields import RESCORE
from scoring.services.imports import Imported, RepeatedImport, import_results
from tests.cast import Cast
from tests.scoring.golden import PROFILES, needs_golden, path
from tests.scoring.interchange.test_said_by_the_file import (
    INDIVIDUAL,
    board,
    both_rooms,
    element,
    match,
    published,
    traveller,
    usebio,
)

pytestmark = pytest.mark.django_db


def take(cast: Cast, text: str | Document, **options: object) -> Imported:
    document = text if isinstance(text, Document) else parse(text.encode())
    return import_results(actor=cast.actor("secretary"), club=cast.harbour, document=document, **options)


def page(client: Client, imported: Imported, rest: str = "") -> str:
    answer = client.get(f"/clubs/harbour/sessions/{imported.sessions[0].pk}/{rest}")
    assert answer.status_code == 200
    return answer.content.decode()


EVENING = usebio(
    "MP_PAIRS",
    "",
    element("PARTICIPANTS"),
    board(1, traveller("1", "2", 420), traveller("3", "4", 50)),
    board(2, traveller("1", "4", "A6040"), traveller("3", "2", "NP")),
    more=element("DATE", "03/11/2026"),
)


# --- Twice -----------------------------------------------------------------------------------------------------------
def test_the_same_file_is_recognised_and_said_to_be_there(cast: Cast) -> None:
    first = take(cast, EVENING, name="Tuesday")
    with pytest.raises(ValidationError, match="Tuesday") as refused:
        take(cast, EVENING)
    assert refused.value.code == "imported_already"
    assert Event.objects.count() == 1
    assert ImportedFile.objects.get().event == first.event


def test_the_same_evening_with_a_corrected_score_is_recognised(cast: Cast) -> None:
    take(cast, EVENING)
    with pytest.raises(ValidationError, match="already"):
        take(cast, EVENING.replace("420", "450"))


def test_another_evening_of_the_same_pairs_is_another_event(cast: Cast) -> None:
    take(cast, EVENING)
    take(cast, EVENING.replace("03/11/2026", "10/11/2026"))
    undated = EVENING.replace("<DATE>03/11/2026</DATE>", "")
    take(cast, undated)
    take(cast, undated.replace("420", "450"))
    assert Event.objects.count() == 4
    with pytest.raises(ValidationError, match="already"):
        take(cast, undated)


def test_another_club_has_its_own(cast: Cast) -> None:
    take(cast, EVENING)
    from core.actors import system

    import_results(actor=system(), club=cast.hillside, document=parse(EVENING.encode()))
    assert Event.objects.count() == 2


def test_the_new_one_takes_the_place_of_the_old_which_can_be_brought_back(cast: Cast, client: Client) -> None:
    old = take(cast, EVENING)
    new = take(cast, EVENING.replace("420", "450"), twice=RepeatedImport.REPLACE)
    old.event.refresh_from_db()
    assert old.event.cancelled_at is not None
    assert new.event.name in old.event.cancel_reason
    listed = sessions_with_results(cast.actor("member"), cast.harbour)
    assert [row.event_id for row in listed] == [new.event.pk]
    assert page(client, old, "results/")
    with pytest.raises(ValidationError, match="already"):
        take(cast, EVENING)
    restore_event(actor=cast.actor("secretary"), event=old.event)
    assert len(sessions_with_results(cast.actor("member"), cast.harbour)) == 2


def test_both_are_kept_where_somebody_says_so(cast: Cast) -> None:
    take(cast, EVENING)
    take(cast, EVENING, twice=RepeatedImport.KEEP_BOTH)
    assert Event.objects.filter(cancelled_at=None).count() == 2


def test_a_member_neither_imports_nor_replaces(cast: Cast) -> None:
    take(cast, EVENING)
    with pytest.raises(Forbidden):
        import_results(
            actor=cast.actor("member"),
            club=cast.harbour,
            document=parse(EVENING.encode()),
            twice=RepeatedImport.REPLACE,
        )


def test_the_command_says_what_to_do_about_a_second_time(cast: Cast, tmp_path: Path, capsys) -> None:
    file = tmp_path / "evening.xml"
    file.write_text(EVENING)
    given = ("import", str(file), "--club", "harbour")
    call_command(*given)
    assert ImportedFile.objects.get().file_name == "evening.xml"
    with pytest.raises(CommandError, match="--replace") as refused:
        call_command(*given)
    assert "--keep-both" in str(refused.value)
    call_command(*given, "--replace")
    call_command(*given, "--keep-both")
    assert Event.objects.filter(cancelled_at=None).count() == 2


# --- Scoring ---------------------------------------------------------------------------------------------------------
def test_point_a_board_is_imported_as_point_a_board(cast: Cast) -> None:
    made = take(cast, usebio("TEAMS", "PAB", match(both_rooms(1, 420, 170), both_rooms(2, 50, 50))))
    assert made.event.scoring == "bam"
    assert sorted(Standing.objects.values_list("shown_total", flat=True)) == ["1.00", "3.00"]


@pytest.mark.parametrize("named", ["bam", "point-a-board", "board-a-match"])
def test_teams_are_imported_by_the_method_that_was_named(cast: Cast, named: str) -> None:
    assert take(cast, usebio("TEAMS", "IMPS", match(both_rooms(1, 420, 170))), method=named).event.scoring == "bam"


def test_aggregate_teams_are_imported_as_total_points(cast: Cast) -> None:
    assert take(cast, usebio("TEAMS", "AGGREGATE", match(both_rooms(1, 420, 170)))).event.scoring == "total-points"


def test_an_unknown_way_of_scoring_is_said_and_can_be_named(cast: Cast) -> None:
    strange = EVENING.replace("MP_PAIRS", "SPEEDBALL")
    made = take(cast, strange)
    assert any("SPEEDBALL" in problem.message for problem in made.problems)
    named = take(cast, strange, method="butler", twice=RepeatedImport.REPLACE)
    assert (named.event.scoring, named.problems) == ("butler", [])


def test_published_figures_that_contradict_the_lines_are_among_the_problems(cast: Cast) -> None:
    assert take(cast, published()).problems == []
    wrong = take(cast, published(ns="1.5", total="1.5"), twice=RepeatedImport.REPLACE).problems
    assert [(problem.board, problem.line) for problem in wrong] == [(1, 1), (None, None)]


def test_an_individual_is_imported_for_each_player(cast: Cast, client: Client) -> None:
    made = take(cast, INDIVIDUAL)
    assert made.event.form == Form.INDIVIDUAL
    assert Contestant.objects.filter(event=made.event).count() == 8
    assert Play.objects.filter(south__isnull=False).count() == 4
    best = Standing.objects.get(contestant__name="Name 1")
    assert (best.place, best.shown_percent) == ("1=", "100.00")
    assert "Name 3" in page(client, made, "results/")


# --- Matches ---------------------------------------------------------------------------------------------------------
@needs_golden
def test_imported_teams_have_their_matches_and_rounds(cast: Cast, client: Client) -> None:
    made = take(cast, read(path("teamsscorer-multiple-teams.xml")), profile="ebuscore")
    client.force_login(cast.secretary)
    html = page(client, made, "matches/")
    assert html.count("/matches/1/") >= 5
    desk = page(client, made, "desk/")
    assert "Round 8 of 8" in desk
    assert "of 0" not in desk


def test_a_session_without_a_movement_is_not_in_round_one_of_none(cast: Cast, client: Client) -> None:
    made = take(cast, EVENING)
    client.force_login(cast.secretary)
    assert "Round 1 of 1" in page(client, made, "desk/")


# --- Hands -----------------------------------------------------------------------------------------------------------
def hand(direction: str, suit: str) -> str:
    suits = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
    held = (element(name, "AKQJT98765432" if name == suit else "") for name in suits)
    return element("HAND", element("DIRECTION", direction), *held)


HANDS = element(
    "BOARD",
    element("BOARD_NUMBER", "{number}"),
    hand("North", "SPADES"),
    hand("East", "HEARTS"),
    hand("South", "CLUBS"),
)
HANDSET = element("HANDSET", HANDS.replace("{number}", "1"), HANDS.replace("{number}", "2"))


def test_the_hands_of_a_file_come_with_it_and_are_open(cast: Cast, client: Client) -> None:
    made = take(cast, EVENING.replace("</USEBIO>", f"{HANDSET}</USEBIO>"))
    board_set = BoardSet.objects.get()
    assert board_set_seal(board_set).is_open, "also the board with an artificial score and the one not played"
    assert "AKQJT98765432" in page(client, made, "results/hands/").replace(" ", "").replace("10", "T")
    assert not Play.objects.filter(state="due").exists()


def test_hands_that_lack_a_board_that_was_played_are_left_out_with_a_word(cast: Cast) -> None:
    part = element("HANDSET", HANDS.replace("{number}", "1"))
    made = take(cast, EVENING.replace("</USEBIO>", f"{part}</USEBIO>"))
    assert not BoardSet.objects.exists()
    assert any("2" in problem.message and "hands" in problem.message for problem in made.problems)


def test_a_wrong_hand_is_said_and_costs_no_result(cast: Cast) -> None:
    wrong = HANDSET.replace("<SPADES>AKQJT98765432<", "<SPADES>AKQJT9876543<", 1)
    made = take(cast, EVENING.replace("</USEBIO>", f"{wrong}</USEBIO>"))
    assert made.problems
    assert Standing.objects.exists()


def test_the_hands_of_a_pbn_file_come_with_it(cast: Cast) -> None:
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    text = f'[Board "1"]\n[Deal "{deal}"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 420\n3 4 50\n'
    take(cast, text)
    assert board_set_seal(BoardSet.objects.get()).is_open


# --- Cost ------------------------------------------------------------------------------------------------------------
@needs_golden
def test_statements_for_an_import_do_not_grow_with_the_pairs(cast: Cast) -> None:
    small = replace(document := read(path("compscore-mitchell.xml")), rows=document.rows[:60])
    counted = []
    for one in (small, document):
        with CaptureQueriesContext(connection) as queries:
            take(cast, one, profile=PROFILES["compscore-mitchell.xml"])
        counted.append(len(queries))
    assert Place.objects.count() > 50
    assert counted[1] <= counted[0] <= 60


@needs_golden
def test_an_import_is_scored_once_and_leaves_nothing_to_be_scored(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    scored = []
    make = MatchpointBoard.__init__

    def counting(self: MatchpointBoard, board: Board, *rest: object) -> None:
        scored.append(board.number)
        make(self, board, *rest)

    monkeypatch.setattr(MatchpointBoard, "__init__", counting)
    imported = take(cast, read(path("compscore-mitchell.xml")), profile=PROFILES["compscore-mitchell.xml"])
    assert imported.problems == []
    assert len(scored) == len(set(scored)) > 20
    assert not Job.objects.filter(kind=RESCORE).exists()
    field = ComparisonField.objects.get()
    assert (field.revision, field.scored_revision) == (1, 1)


@needs_golden
def test_other_profiles_are_tried_only_until_one_gives_the_published_figures(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def counting(sheet: Scoresheet, method: Method, profile: Profile) -> SessionScore:
        tried.append(profile.name)
        return score_session(sheet, method, profile)

    monkeypatch.setattr("scoring.interchange.published.score_session", counting)
    imported = take(cast, read(path("compscore-mitchell.xml")), profile="exact")
    assert [problem.sentence for problem in imported.problems] == [sentences.OTHER_PROFILE]
    assert tried == ["ebuscore", "compscore"]


def test_one_act_is_one_link_to_the_chain_for_each_thing_done(cast: Cast) -> None:
    with CaptureQueriesContext(connection) as queries:
        take(cast, EVENING)
    chains = [query for query in queries if query["sql"].startswith('UPDATE "clubs_auditchain"')]
    assert len(chains) == 1
    acts = AuditEntry.objects.order_by("-number").values_list("act", flat=True)[:3]
    assert list(acts) == ["result.import", "event.publish", "event.add"]
