"""A session leaves as a file of another program, and comes back from it with the same ranking."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import CommandError, call_command

from core.actors import system
from events.models import Place, Play, Session
from scoring.engine.sheet import Outcomes
from scoring.interchange.document import Document
from scoring.interchange.files import parse, read
from scoring.interchange.outline import outline
from scoring.interchange.scored import ScoringOptions
from scoring.interchange.usebio.rules import violations
from scoring.models import Standing
from scoring.models.fields import PenaltyUnit
from scoring.models.results import AdjustmentKind
from scoring.selectors.session_document import session_document
from scoring.services.adjusting import adjust, penalize
from scoring.services.comparison_fields import session_fields
from scoring.services.exports import export_session, session_export_kinds
from scoring.services.imports import RepeatedImport, import_results
from tests.cast import Cast
from tests.scoring.golden import PROFILES, needs_golden, path
from tests.scoring.interchange.test_programs import PLAIN
from tests.scoring.interchange.test_said_by_the_file import INDIVIDUAL
from tests.scoring.test_swiss_pairs import evening, over

pytestmark = pytest.mark.django_db
BY_FIGURES = ScoringOptions(profile="")
KINDS = ("usebio", "usebio13", "pbn")


def load(cast: Cast, document: Document, profile: str = "") -> Session:
    made = import_results(
        actor=cast.actor("secretary"),
        club=cast.harbour,
        document=document,
        profile=profile,
        twice=RepeatedImport.KEEP_BOTH,
    )
    return made.sessions[0]


def figures(document: Document) -> list[tuple[str, str, str | None, str | None]]:
    """Names, place, total and percentage of everybody in the ranking of a file."""
    (session,) = outline(document, BY_FIGURES).sessions
    return sorted((place.names[0], place.rank, place.total, place.percent) for place in session.ranking)


@needs_golden
@pytest.mark.parametrize("name", ["compscore-mitchell.xml", "brian-no-neuberg.xml", "compscore-butler-howell.xml"])
def test_what_was_imported_and_exported_again_has_the_same_ranking(cast: Cast, name: str) -> None:
    first = read(path(name))
    session = load(cast, first, PROFILES[name])
    for kind in KINDS:
        second = parse(export_session(actor=system(), session=session, kind=kind))
        assert figures(second) == figures(first), kind
        assert outline(second, BY_FIGURES).problems == (), kind
    again = load(cast, second, PROFILES[name])
    assert figures(session_document(again)) == figures(first)


@needs_golden
def test_teams_come_back_with_their_matches(cast: Cast) -> None:
    name = "teamsscorer-multiple-teams.xml"
    first = read(path(name))
    session = load(cast, first, PROFILES[name])
    for kind in KINDS:
        second = parse(export_session(actor=system(), session=session, kind=kind))
        assert (len(second.matches), len(second.rows)) == (len(first.matches), len(first.rows)), kind
        ours = {place.contestant: place.rank for place in outline(second, BY_FIGURES).sessions[0].ranking}
        theirs = {place.contestant: place.rank for place in outline(first, BY_FIGURES).sessions[0].ranking}
        assert ours == theirs, kind


@needs_golden
@pytest.mark.parametrize("kind", ["usebio", "usebio13"])
def test_what_is_written_keeps_the_rules_of_the_format(cast: Cast, kind: str) -> None:
    for document in (read(path("ebuscore-two-sections.xml")), parse(INDIVIDUAL.encode())):
        data = export_session(actor=system(), session=load(cast, document), kind=kind)
        assert violations(ElementTree.fromstring(data)) == []


def test_an_individual_comes_back(cast: Cast) -> None:
    first = parse(INDIVIDUAL.encode())
    session = load(cast, first)
    for kind in KINDS:
        second = parse(export_session(actor=system(), session=session, kind=kind))
        assert second.individual, kind
        assert figures(second) == figures(first), kind


def test_hands_leave_with_the_results_once_they_are_open(cast: Cast) -> None:
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    text = f'[Board "1"]\n[Deal "{deal}"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 420\n3 4 50\n'
    session = load(cast, parse(text.encode()))
    for kind in KINDS:
        second = parse(export_session(actor=system(), session=session, kind=kind))
        assert second.hands[1].pbn() == deal, kind


def test_csv_has_the_columns_that_are_read(cast: Cast) -> None:
    first = parse(INDIVIDUAL.encode())
    second = parse(export_session(actor=system(), session=load(cast, first), kind="csv"))
    assert [(row.board, row.ns, row.ew, row.score) for row in second.rows] == [
        (row.board, row.ns, row.ew, row.score) for row in first.rows
    ]


def test_only_who_runs_the_session_takes_its_file(cast: Cast) -> None:
    session = load(cast, parse(INDIVIDUAL.encode()))
    assert export_session(actor=cast.actor("director"), session=session, kind="usebio")
    with pytest.raises(PermissionDenied):
        export_session(actor=cast.actor("member"), session=session, kind="usebio")


def test_a_kind_that_is_not_known_is_refused(cast: Cast) -> None:
    with pytest.raises(ValidationError, match="usebio13"):
        export_session(actor=system(), session=load(cast, parse(INDIVIDUAL.encode())), kind="papyrus")


def test_the_command_writes_a_file_of_every_kind(cast: Cast, tmp_path: Path) -> None:
    session = load(cast, parse(INDIVIDUAL.encode()))
    for kind in session_export_kinds():
        out = tmp_path / kind
        call_command("export", "--session", str(session.pk), "--to", kind, "--out", str(out))
        assert out.stat().st_size > 100, kind
    with pytest.raises(CommandError, match="no session"):
        call_command("export", "--session", "0", "--to", "usebio", "--out", str(tmp_path / "none"))


def test_swiss_pairs_leave_with_their_matches_and_come_back_with_their_points(cast: Cast) -> None:
    session = over(cast, evening(cast, pairs=8, rounds=2))
    published = {
        str(standing.contestant_id): (standing.rank, standing.shown_total)
        for standing in Standing.objects.filter(contestant__event=session.event)
    }
    numbers = {str(place.number): str(place.contestant_id) for place in Place.objects.filter(session=session)}
    for kind in KINDS:
        data = export_session(actor=system(), session=session, kind=kind)
        second = parse(data)
        if kind != "pbn":
            assert violations(ElementTree.fromstring(data)) == []
            assert (second.is_swiss, len(second.pair_matches)) == (True, 8)
        (told,) = outline(second, BY_FIGURES).sessions
        ours = {numbers[place.contestant]: (int(place.rank.rstrip("=")), place.total) for place in told.ranking}
        assert {who: (rank, Decimal(total or "0")) for who, (rank, total) in ours.items()} == {
            who: (rank, Decimal(total)) for who, (rank, total) in published.items()
        }, kind


def test_a_weighted_score_leaves_as_its_average_and_a_penalty_as_an_adjustment(cast: Cast) -> None:
    session = load(cast, parse(PLAIN.encode()))
    play = Play.objects.filter(section__session=session).order_by("pk")[0]
    weighted = Outcomes.weighted((420, "60%"), (-50, "40%"))
    director = cast.actor("director")
    adjust(actor=director, play=play, kind=AdjustmentKind.WEIGHTED, ns=weighted, ew=weighted, reason="Damage")
    (field,) = session_fields(session)
    penalize(
        actor=director,
        field=field,
        contestant=play.north,
        amount=Decimal(1),
        unit=PenaltyUnit.POINTS,
        reason="Slow play",
    )
    for kind in ("usebio", "usebio13"):
        second = parse(export_session(actor=system(), session=session, kind=kind))
        assert second.rows[0].score == "230", kind
        contestant = second.contestant("", second.rows[0].ns)
        assert contestant is not None
        assert contestant.adjustment == "-1", kind
