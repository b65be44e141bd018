"""Which movement a section plays or could play, as the event wishes it and as many as have come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from events.models import Event, Section
from events.models.conditions import Form
from events.movements.catalogue import KINDS, USUAL_STANZAS, MovementRequest, build_movement
from events.movements.checker import MovementReport, check
from events.movements.current_notes import current_notes
from events.movements.drawing import certain_second_meeting
from events.movements.errors import MovementError
from events.movements.model import Movement, MovementKind, Unit
from events.movements.recommend import MovementCandidate, Wish, recommend
from events.movements.timing import session_minutes
from events.movements.together import recommend_together
from events.wording import note_sentence

LEAST = {Unit.PAIR: 4, Unit.TEAM: 2, Unit.PLAYER: 4}
# What a section may be told to play; of a knock-out that is one round, for those who are still in it.
CHOICES = KINDS


def movement_wish(event: Event, contestants: int, kind: MovementKind | None = None) -> Wish:
    per_board = event.minutes_per_board
    return Wish(
        contestants,
        Form(event.form).unit,
        boards=event.boards,
        minutes_per_board=float(per_board) if per_board else None,
        winners=event.winners if event.form == Form.PAIRS else None,
        share=event.share,
        kind=kind,
        three_ways=event.three_ways and event.is_for_teams,
    )


@lru_cache(maxsize=256)
def candidates(wish: Wish) -> tuple[MovementCandidate, ...]:
    """Pure, so remembered: the page asks again with every name that is typed."""
    return tuple(recommend(wish))


@dataclass(frozen=True)
class MovementChoice:
    """A movement, and whether it is what was asked for; `problem` says why it is not, or why there is none."""

    movement: Movement | None
    problem: str = ""
    recommended: bool = False


def choose(section: Section, contestants: int) -> MovementChoice:
    """What was asked for if so many can play it, else what is recommended for them."""
    event = section.session.event
    unit = Form(event.form).unit
    if contestants < LEAST[unit]:
        return MovementChoice(None)
    choice = section.chosen or ({"kind": event.movement_kind} if event.movement_kind else {})
    if not choice:
        return _recommended_choice(event, contestants)
    try:
        movement = _chosen_movement(event, contestants, choice)
    except MovementError as error:
        return MovementChoice(_recommended_choice(event, contestants).movement, movement_error_sentence(error))
    return MovementChoice(movement, recommended=not section.chosen)


def choose_together(sections: Sequence[tuple[Section, int]]) -> list[MovementChoice]:
    """What each section plays, with as many contestants as stand beside it. One clock rules them all: sections that
    follow the recommendation play rounds as long as those of the others, where there are such movements."""
    alone = [choose(section, contestants) for section, contestants in sections]
    if len({choice.movement.boards_per_set for choice in alone if choice.movement}) < 2:
        return alone
    event = sections[0][0].session.event
    settled = [choice.movement for choice in alone if choice.movement and not choice.recommended]
    following = [at for at, choice in enumerate(alone) if choice.movement and choice.recommended]
    recommended = recommend_together(
        [movement_wish(event, sections[at][1], event.planned_kind) for at in following],
        boards_per_round={movement.boards_per_set for movement in settled},
        rounds=max((len(movement.rounds) for movement in settled), default=None),
        find=candidates,
    )
    for at, candidate in zip(following, recommended, strict=False):
        alone[at] = MovementChoice(candidate.movement, recommended=True)
    return alone


def _recommended_choice(event: Event, contestants: int) -> MovementChoice:
    fitting = candidates(movement_wish(event, contestants))
    if fitting:
        return MovementChoice(fitting[0].movement, recommended=True)
    try:
        return MovementChoice(build_movement(MovementRequest(Form(event.form).unit, contestants)), recommended=True)
    except MovementError as error:
        return MovementChoice(None, movement_error_sentence(error))


def _chosen_movement(event: Event, contestants: int, choice: dict[str, Any]) -> Movement:
    """A kind alone is played at the length that comes nearest to the boards wanted."""
    kind = MovementKind(choice["kind"])
    if "rounds" not in choice and "boards_per_round" not in choice:
        fitting = candidates(movement_wish(event, contestants, kind))
        if fitting:
            return fitting[0].movement
    boards = choice.get("boards_per_round")
    if kind.traits.is_knockout:
        boards = boards or max(1, event.boards // (choice.get("rounds") or USUAL_STANZAS))
    request = MovementRequest(
        Form(event.form).unit,
        contestants,
        kind,
        choice.get("rounds"),
        boards,
        choice.get("winners") or (event.winners if event.form == Form.PAIRS else None),
        choice.get("missing", "ns"),
        event.three_ways,
    )
    return build_movement(request)


def movement_error_sentence(error: MovementError) -> str:
    """What the movements package says, without the dashes of its command's options."""
    return note_sentence(error.note).replace("--", "")


@dataclass(frozen=True)
class Summary:
    """A movement in the figures a secretary asks for."""

    movement: Movement
    report: MovementReport
    minutes: int

    @property
    def boards_each(self) -> tuple[int, int]:
        spread = self.report.boards_per_contestant
        return int(spread.minimum), int(spread.maximum)

    @property
    def second_meeting(self) -> str:
        """What is certain before the first board: that some must meet twice."""
        note = certain_second_meeting(self.movement)
        return note_sentence(note) if note else ""

    @property
    def notes(self) -> list[str]:
        return [note_sentence(note) for note in current_notes(self.movement)]


def summary(movement: Movement, event: Event) -> Summary:
    per_board = float(event.minutes_per_board) if event.minutes_per_board else None
    return Summary(
        movement, _cached_report(movement), session_minutes(len(movement.rounds), movement.boards_per_set, per_board)
    )


@lru_cache(maxsize=256)
def _cached_report(movement: Movement) -> MovementReport:
    return check(movement)
