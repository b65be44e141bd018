"""What `manage.py movement` answers, as a pure function of its options."""

import json
from dataclasses import dataclass
from datetime import datetime

from events.movements.catalogue import KINDS, MovementRequest, build
from events.movements.errors import MovementError
from events.movements.knockout import Bracket
from events.movements.model import MOVEMENT_KINDS, MovementKind, Unit
from events.movements.paper import bracket_text, candidates_text, movement_text
from events.movements.picture import movement_svg
from events.movements.present import bracket_json, candidate_json, movement_json
from events.movements.recommend import USUAL_SHARE, Wish, recommend_or_fail

KNOCKOUT_BOARDS = 24


@dataclass(frozen=True, slots=True)
class MovementOptions:
    pairs: int | None = None
    teams: int | None = None
    players: int | None = None
    kind: str | None = None
    rounds: int | None = None
    boards_per_round: int | None = None
    winners: int | None = None
    missing: str = "ns"
    three_ways: bool = False
    listing: bool = False
    boards: int | None = None
    minutes: int | None = None
    minutes_per_board: float | None = None
    copies: int | None = None
    share: int = USUAL_SHARE
    start: datetime | None = None
    form: str = "text"


def answer(options: MovementOptions) -> str:
    """The text or JSON for a request; MovementError says in a sentence what is impossible."""
    unit, number = _contestants(options)
    if options.listing:
        return _listing(options, unit, number)
    request = MovementRequest(
        unit,
        number,
        _kind(options.kind, unit),
        options.rounds,
        options.boards_per_round,
        options.winners,
        options.missing,
        options.three_ways,
    )
    built = build(request)
    if isinstance(built, Bracket):
        boards = options.boards_per_round or KNOCKOUT_BOARDS
        return _dumps(bracket_json(built, boards)) if options.form == "json" else bracket_text(built, boards)
    if options.form == "svg":
        return movement_svg(built)
    return _dumps(movement_json(built)) if options.form == "json" else movement_text(built)


def _contestants(options: MovementOptions) -> tuple[Unit, int]:
    named = {Unit.PAIR: options.pairs, Unit.TEAM: options.teams, Unit.PLAYER: options.players}
    chosen = [(unit, number) for unit, number in named.items() if number is not None]
    if len(chosen) != 1:
        raise MovementError("one-unit")
    return chosen[0]


def _kind(name: str | None, unit: Unit) -> MovementKind | None:
    if name is None:
        return None
    cleaned = name.strip().lower().replace("_", "-").replace(" ", "-")
    for kind in MOVEMENT_KINDS.values():
        if cleaned in (kind, *kind.traits.aliases):
            return kind
    raise MovementError("unknown-kind", kind=name, choices=", ".join(KINDS[unit]))


def _listing(options: MovementOptions, unit: Unit, number: int) -> str:
    wish = Wish(
        number,
        unit,
        boards=options.boards,
        minutes=options.minutes,
        minutes_per_board=options.minutes_per_board,
        copies=options.copies,
        winners=options.winners,
        share=options.share,
        rounds=options.rounds,
        boards_per_round=options.boards_per_round,
        missing=options.missing,
    )
    candidates = recommend_or_fail(wish)
    if options.form == "json":
        recommendations = [candidate_json(candidate) for candidate in candidates]
        return _dumps({"unit": unit.value, "contestants": number, "recommendations": recommendations})
    return candidates_text(candidates, options.start)


def _dumps(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)
