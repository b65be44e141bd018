"""Tables that go on by themselves: the round that a table plays, and what it still waits for."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from events.models import Place, Play, Section, TableRound
from events.models.plays import PlayState
from events.models.sessions import SessionState
from events.selectors.tables import ranges
from scoring.models import BoardResult, ScoreAdjustment, ScoreEntry
from scoring.models.results import EntryState, Outcome
from scoring.models.table_rules import NextRound
from scoring.selectors.table_rules import rules_for


def goes_on_by_itself(section: Section) -> bool:
    return rules_for(section).next_round == NextRound.TABLES


def round_at(section: Section, table: int) -> int:
    """The round that a table plays: the session's, or a later one where tables go on by themselves."""
    session = section.session
    if session.state != SessionState.PLAYING:
        return max(1, session.round)
    rows = TableRound.objects.filter(section=section.pk, table=table, round__gt=session.round)
    ahead = rows.order_by().values_list("round", flat=True).first()
    return ahead if ahead is not None and goes_on_by_itself(section) else max(1, session.round)


def has_no_score() -> Q:
    """Of plays: neither a result nor an adjusted score counts. “Not played” is no result."""
    results = BoardResult.objects.current().filter(play=OuterRef("pk")).exclude(outcome=Outcome.NOT_PLAYED)
    return ~Q(Exists(results)) & ~Q(Exists(ScoreAdjustment.objects.current().filter(play=OuterRef("pk"))))


def plays_open(plays: QuerySet[Play]) -> QuerySet[Play]:
    """Those of which nothing is known yet. What the director has to decide on, both sides have told."""
    known = BoardResult.objects.current().filter(play=OuterRef("pk"))
    given = ScoreAdjustment.objects.current().filter(play=OuterRef("pk"))
    disputed = ScoreEntry.objects.filter(play=OuterRef("pk"), state=EntryState.DISPUTED)
    return plays.filter(~Exists(known), ~Exists(given), ~Exists(disputed), state=PlayState.DUE)


def why_not_yet(section: Section, table: int, number: int, coming: list[Play]) -> list[str]:
    """What keeps a table in a round: its own boards, those who come to it, and the boards that come to it."""
    own = plays_open(Play.objects.filter(section=section, table=table, round=number))
    boards = sorted(own.order_by().values_list("board", flat=True))
    if boards:
        sentence = _("Board %(boards)s is not in at this table: enter it, and let the opponents check it.")
        return [sentence % {"boards": ranges(boards)}]
    return [*_players_elsewhere(section, number, coming), *_boards_elsewhere(section, number, coming)]


def _players_elsewhere(section: Section, number: int, coming: list[Play]) -> Iterable[str]:
    ids = {pk for play in coming for pk in play.contestant_ids}
    here = Q(north__in=ids) | Q(east__in=ids) | Q(south__in=ids) | Q(west__in=ids)
    rows = plays_open(Play.objects.filter(here, section__session=section.session_id, round=number))
    busy: dict[int, Play] = {}
    for play in rows.select_related("section").defer("section__movement_data").order_by("pk"):
        for pk in play.contestant_ids:
            if pk in ids:
                busy.setdefault(pk, play)
    numbers = dict(
        Place.objects.filter(session=section.session_id, contestant__in=busy).values_list("contestant", "number")
    )
    for pk, play in busy.items():
        said = {"number": numbers.get(pk, "?"), "table": _table(section, play)}
        yield _("Number %(number)s still plays at table %(table)s.") % said


def _boards_elsewhere(section: Section, number: int, coming: list[Play]) -> Iterable[str]:
    boards = {play.board for play in coming}
    rows = plays_open(Play.objects.filter(section=section, board__in=boards, round__lte=number))
    held: dict[int, list[int]] = {}
    for table, board in rows.order_by("table", "board").values_list("table", "board"):
        held.setdefault(table, []).append(board)
    for table, there in held.items():
        said = {"boards": ranges(sorted(there)), "table": table}
        yield _("Boards %(boards)s are still at table %(table)s.") % said


def _table(section: Section, play: Play) -> str:
    return str(play.table) if play.section_id == section.pk else f"{play.section.letter}{play.table}"
