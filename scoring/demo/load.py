"""Results for the demo's games: those that are over are complete, those being played up to the round they are in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from fractions import Fraction
from random import Random

from core.actors import system
from events.demo.content import GAMES
from events.models import Board, Play, Section, Session
from events.models.conditions import Form
from events.models.sessions import SessionState
from scoring.demo.plausible import DemoTable
from scoring.engine.deal import Deal
from scoring.engine.sheet import AVERAGE, AVERAGE_PLUS, Outcomes
from scoring.models import BoardResult
from scoring.models.results import AdjustmentKind, ResultSource
from scoring.models.table_rules import When
from scoring.result_input import ResultInput, validated_score_fields
from scoring.selectors.conditions import conditions_in
from scoring.services.adjusting import adjust
from scoring.services.imports import ImportedScore, score_now, take_results
from scoring.services.table_rules import set_rules

ROUND = timedelta(minutes=20)
# So much of the round being played has come in.
SHARE = 0.6


def load(at: datetime) -> Counter[str]:
    added: Counter[str] = Counter()
    clubs, names = {game.club for game in GAMES}, {game.name for game in GAMES}
    sessions = Session.objects.filter(event__club__slug__in=clubs, event__name__in=names)
    sessions = sessions.filter(state__in=[SessionState.PLAYING, SessionState.FINISHED]).select_related(
        "event__club__federation"
    )
    for session in sessions.order_by("pk"):
        if not BoardResult.objects.filter(play__section__session=session).exists():
            added["results"] += _play(session, at)
    return added


def _play(session: Session, at: datetime) -> int:
    """Seeded by the boards, so that the same cards give the same evening."""
    random = Random(1925 + session.event.boards)  # noqa: S311 - nothing is at stake
    now = system(min(at, session.finished_at or at))
    if session.state == SessionState.PLAYING:
        for section in session.sections.all():
            set_rules(actor=now, section=section, ranking=When.LIVE)
    results = [result for section in session.sections.all() for result in _results(session, section, random, at)]
    count = take_results(actor=now, session=session, results=results, source=ResultSource.TABLE)
    if session.state == SessionState.FINISHED and session.event.form == Form.PAIRS:
        _rule(session, now.at)
    score_now(session=session, at=now.at)
    return count


def _results(session: Session, section: Section, random: Random, at: datetime) -> Iterator[ImportedScore]:
    plays = list(Play.objects.filter(section=section, round__lte=session.round).order_by("board", "round", "table"))
    numbers = sorted({play.board for play in plays})
    conditions = conditions_in(section, numbers)
    deals = Board.objects.current().filter(board_set=section.board_set_id, number__in=numbers)
    tables = {board.number: DemoTable(Deal.parse(board.deal), random) for board in deals}
    begun = session.started_at or session.starts_at
    for play in plays:
        if play.board not in tables or (_is_running(session, play) and random.random() > SHARE):
            continue
        fields = validated_score_fields(ResultInput.of(tables[play.board].result()), conditions[play.board])
        yield ImportedScore(play, fields, min(at, begun + play.round * ROUND))


def _is_running(session: Session, play: Play) -> bool:
    return session.state == SessionState.PLAYING and play.round == session.round


def _rule(session: Session, at: datetime) -> None:
    """An evening has its rulings: a board that could not be played, and a score that had to be weighted."""
    plays = list(Play.objects.filter(section__session=session).order_by("round", "table", "board"))
    late, damaged = plays[2], plays[len(plays) // 2]
    adjust(
        actor=system(at),
        play=late,
        kind=AdjustmentKind.ARTIFICIAL,
        ns=AVERAGE_PLUS,
        ew=AVERAGE,
        law="12C2(a)",
        reason="Slow play at the table before: East-West were partly at fault.",
    )
    weights = Outcomes(((420, Fraction(3, 5)), (-50, Fraction(2, 5))))
    adjust(
        actor=system(at),
        play=damaged,
        kind=AdjustmentKind.WEIGHTED,
        ns=weights,
        ew=weights,
        law="12C1(c)",
        reason="Misinformation about the 2♦ overcall; with the right one game is reached most of the time.",
    )
