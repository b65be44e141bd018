"""A field's rows as the engine's frozen scoresheet, read in one snapshot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from django.db import connection, transaction

from clubs.regulations import effective
from events.models import Event, Play, Section
from events.models.conditions import Form
from events.models.plays import PlayState
from scoring.engine.methods import METHODS, Method
from scoring.engine.profiles import Profile, profile_named
from scoring.engine.sheet import Board, Line, Penalty, Scoresheet, Unit
from scoring.models import BoardResult, Field, ScoreAdjustment
from scoring.selectors.conditions import conditions_in
from scoring.values import unpack

R = TypeVar("R", BoardResult, ScoreAdjustment)


@dataclass(frozen=True)
class FieldSheet:
    """Everything a run depends on, and the revision at which it was read."""

    field: Field
    event: Event
    revision: int
    boards: tuple[Board, ...]
    penalties: tuple[Penalty, ...]
    rankings: dict[str, str]
    # The play behind each line, by board and line.
    plays: dict[tuple[int, int], int]
    rounds: dict[int, int]

    @cached_property
    def sheet(self) -> Scoresheet:
        """For pairs and individuals; a team is on a board twice, once at each of its tables."""
        return Scoresheet(self.boards, self.penalties, rankings=self.rankings)

    @property
    def method(self) -> Method:
        return METHODS.get(self.event.scoring, METHODS["teams"])

    @property
    def profile(self) -> Profile:
        return profile_of(self.event)


def profile_of(event: Event) -> Profile:
    name = event.profile or effective(key="scoring.profile", body=event.club).value
    return profile_named(name)


@contextmanager
def snapshot() -> Iterator[None]:
    """One view of the database for several queries, whatever others write meanwhile."""
    with transaction.atomic():
        if connection.vendor == "postgresql" and not connection.savepoint_ids:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def read_field(field_id: int, *, without: str = "") -> FieldSheet:
    """`without`: the authority whose penalties are left out, to see what would be without them."""
    with snapshot():
        field = Field.objects.select_related("session__event__club__federation").get(pk=field_id)
        sections = {row.pk: row for row in field.sections.all()}
        plays = list(Play.objects.filter(section__in=sections).order_by("board", "section", "round", "table"))
        results = _by_play(BoardResult.objects.filter(play__section__in=sections, superseded_at=None))
        given = _by_play(ScoreAdjustment.objects.filter(play__section__in=sections, superseded_at=None))
        penalties = [
            row for row in field.penalties.filter(withdrawn_at=None) if not without or row.authority != without
        ]
        conditions = {
            section.pk: conditions_in(section, sorted({play.board for play in plays if play.section_id == section.pk}))
            for section in sections.values()
        }
    boards: dict[int, list[Line]] = defaultdict(list)
    where: dict[tuple[int, int], int] = {}
    for play in plays:
        where[play.board, len(boards[play.board])] = play.pk
        boards[play.board].append(line_of(play, results.get(play.pk), given.get(play.pk)))
    first = next(iter(sections), 0)
    return FieldSheet(
        field,
        field.session.event,
        field.revision,
        tuple(
            Board(number, tuple(lines), conditions[first].get(number) if first else None)
            for number, lines in sorted(boards.items())
        ),
        tuple(Penalty(str(row.contestant_id), Fraction(row.amount), Unit(row.unit), row.reason) for row in penalties),
        _rankings(sections.values(), plays),
        where,
        {play.pk: play.round for play in plays},
    )


def _by_play(rows: Iterable[R]) -> dict[int, R]:
    return {row.play_id: row for row in rows}


def line_of(play: Play, result: BoardResult | None, given: ScoreAdjustment | None) -> Line:
    turned = result is not None and result.turned
    ns, ew = _names(play)
    if turned:
        ns, ew = ew, ns
    if given is not None:
        ns_value, ew_value = unpack(given.north_south), unpack(given.east_west)
        played = result.result if result is not None else None
        return Line(ns, ew, ns_value, ew_value, result=played, authority=given.words)
    if result is None or result.score is None or play.state == PlayState.DROPPED:
        return Line.not_played(ns, ew)
    return Line.played(ns, ew, result.score, result=result.result)


def _names(play: Play) -> tuple[str, str]:
    """Contestants by id; in an individual both partners, in the order of their ids."""
    if play.south_id is None or play.west_id is None:
        return str(play.north_id), str(play.east_id)
    return partners(play.north_id, play.south_id), partners(play.east_id, play.west_id)


def partners(one: int, other: int) -> str:
    return f"{min(one, other)}+{max(one, other)}"


def _rankings(sections: Iterable[Section], plays: list[Play]) -> dict[str, str]:
    """Where a movement has two winners: who began North-South, and who East-West."""
    two = {section.pk for section in sections if _has_two_winners(section)}
    found: dict[str, str] = {}
    for play in sorted(plays, key=lambda play: play.round):
        if play.section_id in two:
            found.setdefault(str(play.north_id), "NS")
            found.setdefault(str(play.east_id), "EW")
    return found


def _has_two_winners(section: Section) -> bool:
    movement = section.movement
    return movement is not None and movement.winners == 2 and section.session.event.form == Form.PAIRS
