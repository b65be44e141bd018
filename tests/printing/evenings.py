"""Sessions to print: a small one, a usual one, and one at the edge of what there is."""

from __future__ import annotations

from typing import Any

from clubs.models import Club
from events.models import Board, BoardSet, Play, Session
from events.models.plays import PlayState
from events.movements.model import MovementKind
from jobs import services as jobs
from scoring.engine.boards import Conditions
from scoring.models import BoardResult
from scoring.result_input import ResultInput, validated_score_fields
from scoring.services.comparison_fields import check_lock_and_rescore
from scoring.services.imports import score_now
from tests.events.evening import EVENING, make_players, make_session

RESULTS = ("4S= N", "4S-1 N", "3NT+1 S", "3NT= S", "2H+1 E", "5DX-2 W", "1NT= W", "4HX+1 E", "P", "7SXX-4 N")
NAMES = (
    "Wolfeschlegelsteinhausenbergerdorff Bartholomew Maximilian Featherstonehaugh III",
    "عبد الرحمن بن عوف",
    "שרה לוי",
    "สมชาย ใจดี",
    "红心满贯子",
    "Žanete Ķirsone-Šķēle",
)
DEAL = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def played(club: Club, pairs: int, *, long_names: bool = False, **movement: Any) -> Session:
    """A Mitchell, or a Howell for an odd number, that is over, scored, with deals that everybody may see."""
    people = make_players(2 * pairs)
    if long_names:
        for player, name in zip(people, NAMES, strict=False):
            player.display_name = name
            player.save()
    kind = MovementKind.HOWELL if pairs % 2 else MovementKind.MITCHELL
    session = make_session(club, pairs, **({"kind": kind} | movement), state="finished", players=people)
    plays = Play.objects.filter(section__session=session)
    plays.update(state=PlayState.DONE)
    rounds = max(plays.values_list("round", flat=True))
    Session.objects.filter(pk=session.pk).update(round=rounds, finished_at=EVENING)
    with_deals(session)
    BoardResult.objects.bulk_create(
        BoardResult(
            play=play,
            version=1,
            source="desk",
            made_at=EVENING,
            **validated_score_fields(ResultInput.parse(RESULTS[at % len(RESULTS)]), Conditions.of(play.board)),
        )
        for at, play in enumerate(plays.order_by("board", "round", "table"))
    )
    check_lock_and_rescore(session.sections.get(), at=EVENING)
    score_now(session=session, at=EVENING)
    return Session.objects.select_related("event__club__federation").get(pk=session.pk)


def with_deals(session: Session) -> None:
    numbers = sorted(set(Play.objects.filter(section__session=session).values_list("board", flat=True)))
    board_set = BoardSet.objects.create(club=session.club, name="Evening", made_at=EVENING, source="dealt")
    for number in numbers:
        conditions = Conditions.of(number)
        Board.objects.create(
            board_set=board_set,
            number=number,
            dealer=conditions.dealer.value,
            vulnerable=conditions.vulnerability.value,
            deal=DEAL,
            made_at=EVENING,
        )
    session.sections.update(board_set=board_set)


def print_all() -> int:
    """The worker's part."""
    return jobs.run_due("long")
