"""The results of a session as one reader may see them: what pages and the API both ask."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from core.actors import Actor
from events.models import Play, Session
from events.selectors.hand_records import Record, visible_hand_records
from events.selectors.tables import sees_names
from scoring.models import ScoringRun
from scoring.pending import Pending, pending_on_boards
from scoring.ruled_plays import RuledPlay, ruled_plays
from scoring.selectors.explaining import Explanation, why_board, why_total
from scoring.selectors.newest_runs import newest_runs
from scoring.selectors.result_lines import ResultBoard, ResultLine, RunLines
from scoring.selectors.result_names import Who, names_in
from scoring.selectors.results import FieldRankings, visible_rankings
from scoring.selectors.results_sight import ResultsSight, results_sight


class SessionResults:
    """The results of a session as one reader may see them, read when they are asked for."""

    def __init__(self, actor: Actor, session: Session) -> None:
        self.actor, self.session = actor, session

    @cached_property
    def sight(self) -> ResultsSight:
        return results_sight(self.actor, self.session)

    @cached_property
    def names(self) -> dict[int, Who]:
        return names_in(self.session, open_names=sees_names(self.actor, self.session))

    @cached_property
    def pending(self) -> list[Pending]:
        return pending_on_boards(self.session)

    @cached_property
    def pending_board_numbers(self) -> list[int]:
        """Boards that are waited for; not even the number of one that the reader has yet to play."""
        return sorted({ruling.board for ruling in self.pending if ruling.board is not None} - self.sight.hidden)

    @cached_property
    def ruled(self) -> dict[int, list[RuledPlay]]:
        """By play: the rulings that made its result, or its score, what it is."""
        return ruled_plays(self.actor, self.session)

    def rulings_behind(self, lines: Iterable[ResultLine]) -> list[RuledPlay]:
        """Of lines that the reader sees."""
        return [ruling for line in lines for ruling in self.ruled.get(line.play, ())]

    @cached_property
    def fields(self) -> list[RunLines]:
        runs = newest_runs(self.session, full=True)
        return [RunLines(run, self.names, self.sight, self.pending, self.ruled) for _field, run in runs if run]

    def rankings(self, letter: str = "") -> list[FieldRankings]:
        return visible_rankings(self.session, self.sight, self.names, letter=letter)

    def board(self, number: int) -> list[ResultBoard]:
        """A board in each field that has it; nothing of one that the reader may not see."""
        if not self.sight.sees_board(number):
            return []
        boards = (lines.board(number) for lines in self.fields)
        return [board for board in boards if board is not None and board.lines]

    @cached_property
    def boards(self) -> list[tuple[int, bool]]:
        """Every board of the session, and whether the reader may see it; none before anything is scored."""
        if not ScoringRun.objects.filter(field__session=self.session).exists():
            return []
        plays = Play.objects.filter(section__session=self.session, section__fields__isnull=False)
        numbers = sorted(set(plays.order_by().values_list("board", flat=True).distinct()))
        return [(number, self.sight.sees_board(number)) for number in numbers]

    def field_of_contestant(self, contestant: int) -> RunLines | None:
        """The field in which a contestant plays."""
        return next((lines for lines in self.fields if _plays_in(lines, contestant)), None)

    def line(self, play: int) -> tuple[ScoringRun, ResultLine] | None:
        for lines in self.fields:
            line = lines.line(play)
            if line is not None:
                return lines.run, line
        return None

    def why_place(self, contestant: int) -> Explanation | None:
        """Why a contestant stands where it does, of what the reader sees."""
        if contestant not in self.names or not self.sight.sees_ranking:
            return None
        through = self.sight.ranking_through
        runs = (run for _field, run in newest_runs(self.session, full=True) if run)
        explanations = (why_total(run, contestant, self.names, through=through) for run in runs)
        return next((why for why in explanations if why is not None), None)

    def why_score(self, play: int, side: str) -> tuple[ResultLine, Explanation] | None:
        run_and_line = self.line(play) if side in ("ns", "ew") else None
        why = why_board(*run_and_line, side.upper()) if run_and_line else None
        return (run_and_line[1], why) if run_and_line and why else None

    def record(self, number: int) -> Record | None:
        """The deal of a board, where it is unsealed for the reader."""
        return self.records.get(number)

    @cached_property
    def records(self) -> dict[int, Record]:
        records: dict[int, Record] = {}
        for board_set in dict.fromkeys(section.board_set for section in self.sight.sections if section.board_set):
            for record in visible_hand_records(self.actor, board_set):
                if not record.is_sealed and record.number not in self.sight.hidden:
                    records.setdefault(record.number, record)
        return records


def _plays_in(lines: RunLines, contestant: int) -> bool:
    who = lines.names.get(contestant)
    if who is None:
        return False
    return who.section in lines.sections
