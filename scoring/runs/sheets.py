"""A field's rows as the engine's frozen scoresheet, read in one snapshot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from django.db import connection, transaction
from django.db.models import QuerySet

from clubs.regulations import effective_all
from events.models import Event, Place, Play, Section
from events.models.conditions import Form
from events.models.plays import PlayState
from events.movements.model import MovementKind
from scoring.adjusted.storage import unpack, unpack_damage_by_side
from scoring.engine.boards import Conditions
from scoring.engine.contract import Result
from scoring.engine.methods import TEAMS, Method
from scoring.engine.profiles import Fouled, Profile, profile_named, replace_profile
from scoring.engine.sheet import Board, CarryOver, Line, Penalty, Scoresheet, Unit
from scoring.models import BoardResult, ComparisonField, ScoreAdjustment
from scoring.models.fields import PenaltyUnit
from scoring.models.results import Outcome, parse_stored_result
from scoring.selectors.conditions import conditions_in
from scoring.selectors.fouled import Forms, board_forms
from scoring.selectors.match_terms import Terms, byes_in, terms_in

T = TypeVar("T", "PlayRow", "ResultRow")


class LineOrigin(NamedTuple):
    """Where and when a line was played, and the ruling that changed it."""

    section: int
    round: int
    table: int
    law: str = ""
    reason: str = ""
    authority: str = ""


class BoardsSatOut(NamedTuple):
    round: int
    contestant: str
    boards: int


@dataclass(frozen=True)
class FieldSheet:
    """Everything a run depends on, and the revision at which it was read."""

    field: ComparisonField
    event: Event
    revision: int
    boards: tuple[Board, ...]
    penalties: tuple[Penalty, ...]
    rankings: dict[str, str]
    # The play behind each line, by board and line.
    plays: dict[tuple[int, int], int]
    slots: dict[int, LineOrigin]
    # What each section plays.
    kinds: dict[int, MovementKind] = dataclass_field(default_factory=dict)
    # Plays that will not be played any more.
    dropped: frozenset[int] = frozenset()
    # Plays whose result is that the board was not played.
    not_played: frozenset[int] = frozenset()
    # What counts in matches beside their boards, by round and teams; what rounds without opponents give, and when.
    terms: dict[tuple[int, str, str], Terms] = dataclass_field(default_factory=dict)
    byes: tuple[CarryOver, ...] = ()
    bye_rounds: tuple[int, ...] = ()
    # The percentage of the boards that somebody must play to be ranked; 0 where nothing is known of the movement.
    least_share: int = 0
    # Rounds in which the movement let somebody sit out, with the boards missed by it.
    sit_outs: tuple[BoardsSatOut, ...] = ()

    @cached_property
    def rounds(self) -> dict[int, int]:
        """The round of each play."""
        return {play: slot.round for play, slot in self.slots.items()}

    @cached_property
    def sheet(self) -> Scoresheet:
        """For pairs and individuals; a team is on a board twice, once at each of its tables."""
        return Scoresheet(self.boards, self.penalties, rankings=self.rankings)

    @property
    def method(self) -> Method:
        return scoring_method(self.event)

    @cached_property
    def profile(self) -> Profile:
        return scoring_profile(self.event)


def scoring_method(event: Event) -> Method:
    """How boards are scored. Pairs that play for victory points compare with the whole field."""
    return event.scoring_method.field or TEAMS


def boards_in_percent(event: Event) -> bool:
    """Whether an average plus is 60 percent there, and not IMPs or points (Law 12C2)."""
    return event.scoring_method.in_percent


def scoring_profile(event: Event) -> Profile:
    """How an event rounds and compares, with what the club's regulations lay down (Laws 12C2(d) and 87B)."""
    regulations = {rule.regulation.key: rule.value for rule in effective_all(body=event.club)}
    several = regulations["score.several_boards"]
    return replace_profile(
        profile_named(event.profile or regulations["scoring.profile"]),
        fouled=Fouled(regulations["scoring.fouled"]),
        several_boards=None if several == "all" else int(several),
    )


@contextmanager
def snapshot() -> Iterator[None]:
    """One view of the database for several queries, whatever others write meanwhile."""
    reading = connection.reading() if connection.vendor == "sqlite" else nullcontext()  # type: ignore[attr-defined]
    with reading, transaction.atomic():
        if connection.vendor == "postgresql" and not connection.savepoint_ids:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def read_field_sheet(field_id: int, *, without: str = "") -> FieldSheet:
    """Everything that a field is scored from, as it is now.

    `without`: the authority whose penalties are left out, to see what would be without them.
    """
    with snapshot():
        field = ComparisonField.objects.select_related("session__event__club__federation").get(pk=field_id)
        event = field.session.event
        sections = list(field.sections.order_by("letter"))
        sheet_plays = _read_plays(sections)
        conditions = _board_conditions(sections, sheet_plays.plays)
        penalties = tuple(_penalties(field, without))
        terms = terms_in(field.session) if event.is_for_teams else {}
        sit_outs = tuple(_sit_outs(sections))
        byes = list(byes_in(field.session, sections))
    return FieldSheet(
        field,
        event,
        field.revision,
        sheet_plays.boards(conditions),
        penalties,
        _rankings(event, sections, sheet_plays.plays),
        sheet_plays.positions(),
        {play.pk: _line_origin(play, sheet_plays.adjustments.get(play.pk)) for play in sheet_plays.plays},
        kinds={
            section.pk: MovementKind(section.movement_data["kind"]) for section in sections if section.movement_data
        },
        dropped=frozenset(play.pk for play in sheet_plays.plays if play.state == PlayState.DROPPED),
        not_played=sheet_plays.not_played(),
        terms=terms,
        byes=tuple(bye for _round, bye in byes),
        bye_rounds=tuple(number for number, _bye in byes),
        least_share=event.share if all(section.movement_data for section in sections) else 0,
        sit_outs=sit_outs,
    )


@dataclass(frozen=True)
class _SheetPlays:
    """The plays of some sections, in the order of the sheet, with what counts for each."""

    plays: list[PlayRow]
    results: dict[int, ResultRow]
    adjustments: dict[int, ScoreAdjustment]
    forms: Forms

    @cached_property
    def by_board(self) -> dict[int, list[PlayRow]]:
        plays: dict[int, list[PlayRow]] = defaultdict(list)
        for play in self.plays:
            plays[play.board].append(play)
        return plays

    def boards(self, conditions: dict[int, Conditions]) -> tuple[Board, ...]:
        return tuple(
            Board(number, tuple(self._line(play) for play in plays), conditions.get(number))
            for number, plays in sorted(self.by_board.items())
        )

    def _line(self, play: PlayRow) -> Line:
        return sheet_line(play, self.results.get(play.pk), self.adjustments.get(play.pk), self.forms.group(play))

    def positions(self) -> dict[tuple[int, int], int]:
        return {(number, index): play.pk for number, plays in self.by_board.items() for index, play in enumerate(plays)}

    def not_played(self) -> frozenset[int]:
        without_play = (pk for pk, result in self.results.items() if result.outcome == Outcome.NOT_PLAYED)
        return frozenset(pk for pk in without_play if pk not in self.adjustments)


def _read_plays(sections: list[Section]) -> _SheetPlays:
    plays = Play.objects.filter(section__in=sections).order_by("board", "section", "round", "table")
    results = BoardResult.objects.current().filter(play__section__in=sections).order_by()
    adjustments = ScoreAdjustment.objects.current().filter(play__section__in=sections).order_by()
    return _SheetPlays(
        _read_columns(plays, PlayRow),
        {result.play_id: result for result in _read_columns(results, ResultRow)},
        {adjustment.play_id: adjustment for adjustment in adjustments},
        board_forms(section.pk for section in sections),
    )


def _penalties(field: ComparisonField, without: str) -> Iterator[Penalty]:
    for penalty in (
        field.penalties.filter(withdrawn_at=None).exclude(unit=PenaltyUnit.WARNING).order_by("made_at", "pk")
    ):
        if not without or penalty.authority != without:
            yield Penalty(str(penalty.contestant_id), Fraction(penalty.amount), Unit(penalty.unit), penalty.reason)


def _board_conditions(sections: list[Section], plays: list[PlayRow]) -> dict[int, Conditions]:
    """As the first section's boards are marked: those that are compared are the same."""
    return conditions_in(sections[0], sorted({play.board for play in plays})) if sections else {}


def _sit_outs(sections: list[Section]) -> Iterator[BoardsSatOut]:
    """As the movement is stored: to build it takes far longer."""
    places = Place.objects.filter(section__in=sections).values_list("section_id", "number", "contestant_id")
    numbers = {(section, number): str(contestant) for section, number, contestant in places}
    for section in sections:
        stored = section.movement_data or {"rounds": []}
        for number, round_ in enumerate(stored["rounds"], start=1):
            for seat in round_["out"]:
                if (section.pk, seat) in numbers:
                    yield BoardsSatOut(number, numbers[section.pk, seat], stored["boards_per_set"])


class PlayRow(NamedTuple):
    """What a line needs of a play. A field has thousands, and whole models would take longer than to score it."""

    pk: int
    section_id: int
    round: int
    table: int
    board: int
    state: str
    north_id: int
    east_id: int
    south_id: int | None
    west_id: int | None


class ResultRow(NamedTuple):
    """The same of a result."""

    play_id: int
    score: int | None
    turned: bool
    outcome: str
    contract: str
    declarer: str
    tricks: int | None
    lead: str

    @property
    def result(self) -> Result | None:
        return parse_stored_result(self.outcome, self.contract, self.declarer, self.tricks, self.lead)


def _line_origin(play: PlayRow, adjustment: ScoreAdjustment | None) -> LineOrigin:
    ruling = (adjustment.law, adjustment.reason, adjustment.authority) if adjustment else ()
    return LineOrigin(play.section_id, play.round, play.table, *ruling)


def _read_columns(records: QuerySet[Any], kind: type[T]) -> list[T]:
    return [kind(*columns) for columns in records.values_list(*kind._fields)]


def sheet_line(
    play: Play | PlayRow, result: BoardResult | ResultRow | None, adjustment: ScoreAdjustment | None, group: str = ""
) -> Line:
    """`group` tells the forms of a fouled board apart (Law 87)."""
    turned = result is not None and result.turned
    ns, ew = _side_names(play)
    if turned:
        ns, ew = ew, ns
    if adjustment is not None:
        ns_value, ew_value = unpack(adjustment.north_south), unpack(adjustment.east_west)
        played = result.result if result is not None else None
        damage = unpack_damage_by_side(adjustment.north_south, adjustment.east_west)
        return Line(
            ns, ew, ns_value, ew_value, group=group, result=played, authority=adjustment.words, self_inflicted=damage
        )
    if result is None or result.score is None or play.state == PlayState.DROPPED:
        return Line.not_played(ns, ew)
    return Line.played(ns, ew, result.score, result=result.result, group=group)


def _side_names(play: Play | PlayRow) -> tuple[str, str]:
    """Contestants by id; in an individual both partners, in the order of their ids."""
    if play.south_id is None or play.west_id is None:
        return str(play.north_id), str(play.east_id)
    return joined_partners(play.north_id, play.south_id), joined_partners(play.east_id, play.west_id)


def joined_partners(first: int, second: int) -> str:
    return f"{min(first, second)}+{max(first, second)}"


def _rankings(event: Event, sections: Iterable[Section], plays: list[PlayRow]) -> dict[str, str]:
    """Where a movement has two winners: who began North-South, and who East-West."""
    two = {section.pk for section in sections if event.form == Form.PAIRS and _winners(event, section) == 2}
    directions: dict[str, str] = {}
    for play in sorted(plays, key=lambda play: play.round):
        if play.section_id in two:
            directions.setdefault(str(play.north_id), "NS")
            directions.setdefault(str(play.east_id), "EW")
    return directions


def _winners(event: Event, section: Section) -> int | None:
    """As the movement is stored: to build it takes far longer. What was imported has none, and goes by the event."""
    stored = section.movement_data
    return stored["winners"] if stored else event.winners
