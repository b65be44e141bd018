"""Tables that go on by themselves: the round that a table plays, and what it still waits for."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from events.models import Place, Play, Section, TableRound
from events.models.plays import PlayState
from events.models.sessions import SessionState
from events.selectors.officials import at_the_table
from events.selectors.tables import ranges
from scoring.models import BoardResult, ScoreAdjustment, ScoreEntry
from scoring.models.results import EntryState, Outcome
from scoring.models.table_rules import NextRound
from scoring.selectors.table_rules import rules_for


def advances_by_itself(section: Section) -> bool:
    return rules_for(section).next_round == NextRound.TABLES


def round_at(section: Section, table: int) -> int:
    """The round that a table plays: the session's, or a later one where tables go on by themselves."""
    session = section.session
    if session.state != SessionState.PLAYING:
        return max(1, session.round)
    later_rounds = TableRound.objects.filter(section=section.pk, table=table, round__gt=session.round)
    ahead = later_rounds.order_by().values_list("round", flat=True).first()
    return ahead if ahead is not None and advances_by_itself(section) else max(1, session.round)


def has_no_score() -> Q:
    """Of plays: neither a result nor an adjusted score counts. “Not played” is no result."""
    results = BoardResult.objects.current().filter(play=OuterRef("pk")).exclude(outcome=Outcome.NOT_PLAYED)
    return ~Q(Exists(results)) & ~Q(Exists(ScoreAdjustment.objects.current().filter(play=OuterRef("pk"))))


def plays_without_entry(plays: QuerySet[Play]) -> QuerySet[Play]:
    """Those of which nothing is known yet. What the director has to decide on, both sides have told."""
    counting = BoardResult.objects.current().filter(play=OuterRef("pk"))
    adjusted = ScoreAdjustment.objects.current().filter(play=OuterRef("pk"))
    disputed = ScoreEntry.objects.filter(play=OuterRef("pk"), state=EntryState.DISPUTED)
    return plays.filter(~Exists(counting), ~Exists(adjusted), ~Exists(disputed), state=PlayState.DUE)


def next_round_obstacles(section: Section, table: int, number: int, coming: list[Play]) -> list[str]:
    """What keeps a table in a round: its own boards, those who come to it, and the boards that come to it."""
    own_open = plays_without_entry(Play.objects.filter(section=section, table=table, round=number))
    boards = sorted(own_open.order_by().values_list("board", flat=True))
    if boards:
        sentence = _("Board %(boards)s is not in at this table: enter it, and let the opponents check it.")
        return [sentence % {"boards": ranges(boards)}]
    return [*_players_elsewhere(section, number, coming), *_boards_elsewhere(section, number, coming)]


def _players_elsewhere(section: Section, number: int, coming: list[Play]) -> Iterable[str]:
    ids = {pk for play in coming for pk in play.contestant_ids}
    open_plays = plays_without_entry(
        Play.objects.filter(at_the_table(list(ids)), section__session=section.session_id, round=number)
    )
    busy: dict[int, Play] = {}
    for play in open_plays.select_related("section").defer("section__movement_data").order_by("pk"):
        for pk in play.contestant_ids:
            if pk in ids:
                busy.setdefault(pk, play)
    numbers = dict(
        Place.objects.filter(session=section.session_id, contestant__in=busy).values_list("contestant", "number")
    )
    for pk, play in busy.items():
        values = {"number": numbers.get(pk, "?"), "table": _table(section, play)}
        yield _("Number %(number)s still plays at table %(table)s.") % values


def _boards_elsewhere(section: Section, number: int, coming: list[Play]) -> Iterable[str]:
    boards = {play.board for play in coming}
    open_plays = plays_without_entry(Play.objects.filter(section=section, board__in=boards, round__lte=number))
    boards_by_table: dict[int, list[int]] = {}
    for table, board in open_plays.order_by("table", "board").values_list("table", "board"):
        boards_by_table.setdefault(table, []).append(board)
    for table, table_boards in boards_by_table.items():
        values = {"boards": ranges(sorted(table_boards)), "table": table}
        yield _("Boards %(boards)s are still at table %(table)s.") % values


def _table(section: Section, play: Play) -> str:
    return str(play.table) if play.section_id == section.pk else f"{play.section.letter}{play.table}"
